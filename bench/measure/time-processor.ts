/** Milliseconds of processor time that something takes: what else the machine does counts little. */
export function timeProcessor(work: () => void): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
