import { openStorage, type Storage } from '../server/index.js';
import { storageLocation } from './settings.js';
import type { Terminal } from './terminal.js';

/** Lends the storage that the settings name, and closes it whatever happens. */
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
