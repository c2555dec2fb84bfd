/** A reference to one of the document's schemas. */
const schemaOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** JSON of a schema, as a body. */
export const json = (name: string) => ({ 'application/json': { schema: schemaOf(name) } });

const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/RequestId' } };

/** An answer with a body. */
export function answer(description: string, name: string, headers: object = {}): object {
  return { description, headers: { ...REQUEST_ID, ...headers }, content: json(name) };
}

const ERRORS = {
  400: ['BadRequest', 'The body is no JSON, or `Idempotency-Key` is none.'],
  401: ['Unauthorized', 'The key is missing or not valid.'],
  403: ['Forbidden', "Over the plan's size limit, another's crowd, or not what the key is for."],
  404: ['NotFound', 'There is no such crowd, or it is not yours to see.'],
  412: ['Changed', 'The crowd has changed since the state that `If-Match` names.'],
  413: ['TooLarge', 'The body has more than 256 kibibytes.'],
  415: ['NotJson', 'The body is not sent as `application/json`.'],
  422: ['Invalid', 'A field has a value that it cannot have; the message names it.'],
  429: ['TooMany', 'The quota is used up until the month ends, or too much that is free was asked at once.'],
  500: ['Failure', 'The service failed.'],
  503: ['Unavailable', 'The service cannot work at the moment.'],
} as const;

export type ErrorStatus = keyof typeof ERRORS;

/** References to the answers for some error statuses. */
export function errors(...statuses: ErrorStatus[]): Record<string, object> {
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${ERRORS[status][0]}` }]),
  );
}

const HEADERS_OF: Partial<Record<ErrorStatus, object>> = {
  401: { 'WWW-Authenticate': { description: 'RFC 6750.', schema: { type: 'string' } } },
  429: {
    'Retry-After': {
      description: 'Seconds until the month ends, or there is room again.',
      schema: { type: 'integer', minimum: 1 },
    },
    RateLimit: { description: 'What is left.', schema: { type: 'string' } },
    'RateLimit-Policy': { description: 'What there is.', schema: { type: 'string' } },
  },
};

const MALFORMED = 'Malformed';

/** Response shared by all operations: the request itself is malformed. */
export const MALFORMED_REQUEST = { '4XX': { $ref: `#/components/responses/${MALFORMED}` } };

/** The responses that {@link errors} and {@link MALFORMED_REQUEST} refer to. */
export function describeErrors(): Record<string, object> {
  const described = Object.fromEntries(
    Object.entries(ERRORS).map(([status, [name, description]]) => [
      name,
      answer(description, 'Error', HEADERS_OF[Number(status) as ErrorStatus]),
    ]),
  );
  const malformed = 'The request is not valid HTTP, took too long to arrive, or expects what cannot be.';
  return { ...described, [MALFORMED]: answer(malformed, 'Error') };
}
