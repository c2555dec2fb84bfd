/**
 * True if an interface description has the header parameter `Idempotency-Key` for a route, its own or by reference: the
 * service then recognises repeated writes.
 *
 * @param description the OpenAPI document of the service, or whatever came in its place
 */
export function takesIdempotencyKeys(
  description: unknown,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
): boolean {
  const { paths } = (description ?? {}) as { paths?: Record<string, PathItem | null> };
  const operation = OPERATIONS[method];
  const isRoute = operation === 'post' ? /\/v1\/projects$/ : /\/v1\/projects\/\{\w+\}$/;
  const route = Object.entries(paths ?? {}).find(([path]) => isRoute.test(path))?.[1];
  const parameters = [route?.parameters, route?.[operation]?.parameters].flat();
  return parameters.some((parameter) => /idempotency-?key$/i.test(parameter?.name ?? parameter?.$ref ?? ''));
}

interface Parameters {
  parameters?: ({ name?: string; $ref?: string } | null)[];
}

interface PathItem extends Parameters {
  post?: Parameters | null;
  put?: Parameters | null;
  delete?: Parameters | null;
}

/** Names of the writing operations; a read has a key only where its caller gives one. */
const OPERATIONS = { GET: 'post', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

/** Made from random bytes because `crypto.randomUUID` is missing in pages served without TLS. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
