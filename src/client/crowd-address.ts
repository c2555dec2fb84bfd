import { NotFoundError } from '../errors/index.js';
import { CROWD_ID } from '../protocol/index.js';
import type { Transport } from './transport.js';

/**
 * The address of a crowd's route.
 *
 * @throws {NotFoundError} for what is no id: asked for, it could reach another route ("..") and would be billed as an
 * answer at best
 */
export function crowdAddress(transport: Transport, path: string, id: string): URL {
  const url = transport.address(path + encodeURIComponent(id));
  if (CROWD_ID.test(id)) return url;
  throw new NotFoundError(
    `404 crowd ${JSON.stringify(id)} not found: a crowd id is "cr_" and eight letters or digits.`,
    { status: 404, url: url.href },
  );
}
