import { openStorage, type Storage } from '../../server/index.js';
import { dataDirectory, storageLocation } from './settings.js';
import type { Terminal } from './terminal.js';

/**
 * Opens the storage for the time of `work`, and closes it even if that fails.
 *
 * @param option value of `--data`
 */
export async function withStorage<Result>(
  option: string | undefined,
  terminal: Terminal,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage({ location: storageLocation(dataDirectory(option, terminal), terminal) });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
