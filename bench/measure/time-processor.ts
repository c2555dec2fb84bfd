/** Returns the processor time of `work`, milliseconds. Other programs on the machine affect it little. */
export function timeProcessor(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
