import { openStorage, type Storage } from '../../server/index.js';
import { storageLocation } from './settings.js';
import type { Terminal } from './terminal.js';

/** Opens the storage that the settings name for the time of `work`, and closes it even where that fails. */
export async function withStorage<Result>(
  data: string,
  terminal: Terminal,
  work: (storage: Storage) => Promise<Result>,
): Promise<Result> {
  const storage = await openStorage({ location: storageLocation(data, terminal) });
  try {
    return await work(storage);
  } finally {
    await storage.close();
  }
}
