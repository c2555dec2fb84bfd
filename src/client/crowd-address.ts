import { NotFoundError } from '../errors/index.js';
import { CROWD_ID } from '../protocol/index.js';
import type { Transport } from './transport.js';

/**
 * The address of a crowd's route.
 *
 * @throws {NotFoundError} for an invalid id, without a request: it could reach another route (".."), and would be billed
 */
export function crowdAddress(transport: Transport, path: string, id: string): URL {
  const url = transport.address(path + encodeURIComponent(id));
  if (CROWD_ID.test(id)) return url;
  throw new NotFoundError(
    `404 crowd ${JSON.stringify(id)} not found: a crowd id is "cr_" and eight letters or digits.`,
    { status: 404, url: url.href },
  );
}
