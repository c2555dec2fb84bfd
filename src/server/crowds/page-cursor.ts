import { CROWD_ID } from '../../protocol/index.js';
import { ServiceError } from '../core/service-error.js';
import type { ListPosition } from '../storage/storage.js';

/** Times as storages keep them; nothing else reaches the database. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Encodes a position in a list as an opaque text. */
export function encodeCursor({ createdAt, id }: ListPosition): string {
  return Buffer.from(`${createdAt} ${id}`).toString('base64url');
}

/** @throws {ServiceError} 422 for a text that no list gave out */
export function decodeCursor(cursor: string): ListPosition {
  const [createdAt, id] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!TIME.test(createdAt) || !CROWD_ID.test(id ?? '')) {
    throw new ServiceError(422, 'cursor: must be the next_cursor of an earlier page');
  }
  return { createdAt, id };
}
