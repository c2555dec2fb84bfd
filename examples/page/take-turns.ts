/**
 * Never runs a task twice at once: whoever asks while it runs gets one more run after it, however often they ask. The
 * promise is kept when nothing is left to be done.
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
