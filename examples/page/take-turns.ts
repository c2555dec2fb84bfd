/**
 * Never runs a task twice at once: any number of calls during a run cause one more run after it. The promise resolves when
 * no run is left.
 */
export function takeTurns(task: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async (): Promise<void> => {
    do {
      isAskedAgain = false;
      await task();
    } while (isAskedAgain);
  };
  return () => {
    isAskedAgain = true;
    running ??= run().finally(() => {
      running = undefined;
    });
    return running;
  };
}
