/**
 * True if an interface description has the header parameter `Idempotency-Key` for a route, its own or by reference: the
 * service then recognises repeated requests.
 *
 * @param description the OpenAPI document of the service, or whatever came in its place
 */
export function takesIdempotencyKeys(
  description: unknown,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
): boolean {
  const { paths } = (description ?? {}) as { paths?: Record<string, PathItem | null> };
  const { operation, route: isRoute } = OPERATIONS[method];
  const route = Object.entries(paths ?? {}).find(([path]) => isRoute.test(path))?.[1];
  const parameters = [route?.parameters, route?.[operation]?.parameters].flat();
  return parameters.some((parameter) => /idempotency-?key$/i.test(parameter?.name ?? parameter?.$ref ?? ''));
}

interface Parameters {
  parameters?: ({ name?: string; $ref?: string } | null)[];
}

interface PathItem extends Parameters {
  get?: Parameters | null;
  post?: Parameters | null;
  put?: Parameters | null;
  delete?: Parameters | null;
}

const ONE_PROJECT = /\/v1\/projects\/\{\w+\}$/;
/** The billable operations, and deletion. */
const OPERATIONS = {
  GET: { operation: 'get', route: /\/v1\/crowd\/\{\w+\}$/ },
  POST: { operation: 'post', route: /\/v1\/projects$/ },
  PUT: { operation: 'put', route: ONE_PROJECT },
  DELETE: { operation: 'delete', route: ONE_PROJECT },
} as const;

/** Made from random bytes because `crypto.randomUUID` is missing in pages served without TLS. */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
