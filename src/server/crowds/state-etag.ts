import { createHash } from 'node:crypto';
import { ServiceError } from '../core/service-error.js';
import type { SavedCrowd } from '../storage/storage.js';

/** Between the tag of a crowd's state and the rest of an answer's ETag. */
const SEPARATOR = '-';

/** The tag of a crowd's state. ETags of all answers about the crowd begin with it. */
export function stateTagOf({ id, updatedAt }: SavedCrowd): string {
  return createHash('sha256').update(`${id} ${updatedAt}`).digest('base64url').slice(0, 11);
}

/** Prefix of the ETags of all representations of a state. */
export function etagPrefixOf(crowd: SavedCrowd): string {
  return stateTagOf(crowd) + SEPARATOR;
}

/**
 * Refuses a change of a crowd that has changed since its sender read it.
 *
 * @param ifMatch value of `If-Match`: ETags of any answers about the crowd, or `*`
 * @throws {ServiceError} 412 where none of them is of the crowd's present state
 */
export function checkState(crowd: SavedCrowd, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const state = stateTagOf(crowd);
  // Compared strongly, as RFC 9110 (13.1.1) wants it: no weak tag matches.
  const isSeen = ifMatch
    .split(',')
    .map((tag) => /^"(.*)"$/.exec(tag.trim())?.[1])
    .some((tag) => tag === state || tag?.startsWith(state + SEPARATOR));
  if (!isSeen) {
    throw new ServiceError(412, 'the crowd has changed since the state that If-Match names; read it again');
  }
}
