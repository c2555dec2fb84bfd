import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Json = Record<string, unknown>;

interface Operation {
  readonly parameters?: readonly { name: string; in: string; schema: object }[];
  readonly requestBody?: { readonly content: Json };
  readonly responses: Readonly<Record<string, { $ref?: string; content?: Json }>>;
}

const PROBLEM = 'application/problem+json';
/** Statuses of malformed requests. */
const MALFORMED = [400, 408, 414, 417, 431];

/** The members of RFC 9457, section 3.1, as its appendix A has them. */
export const RFC_9457 = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    detail: { type: 'string' },
    instance: { type: 'string' },
  },
};

/**
 * Holds every exchange against an OpenAPI document, with an independent validator of JSON Schema: each answer must be
 * described, and each request that was served must be allowed.
 */
export class ExchangeValidator {
  readonly #document: { paths: Record<string, Json> };
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();
  /** Operations and statuses that were seen, such as `getCrowd 200`. */
  readonly seen = new Set<string>();

  constructor(document: object) {
    this.#document = document as { paths: Record<string, Json> };
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    (addFormats as unknown as (ajv: Ajv2020) => void)(this.#ajv);
    this.#ajv.addSchema(document, 'api');
  }

  /** @throws an assertion error naming the operation and what is wrong */
  async check(
    request: Pick<Request, 'method' | 'url'>,
    body: string | undefined,
    response: Response,
  ): Promise<void> {
    const { pathname } = new URL(request.url);
    const found = this.#findOperation(request.method, pathname);
    if (!found) {
      if (response.status >= 400 && request.method !== 'HEAD') await this.#expectError(pathname, response);
      return;
    }
    const { path, method, operation } = found;
    const place = `${method} ${path} ${response.status}`;
    const id = (operation as { operationId?: string }).operationId;
    this.seen.add(`${id} ${response.status}`);
    const isMalformed = MALFORMED.includes(response.status);
    const type = mediaTypeOf(response);
    const told = operation.responses[response.status] ?? (isMalformed && operation.responses['4XX']);
    if (!told) assert.fail(`${place} is not told`);
    const pointer = told.$ref
      ? told.$ref.slice(1)
      : `${pointerOf(path, method)}/responses/${response.status}`;
    const media = `${pointer}/content/${escapePointer(type)}/schema`;
    if (
      type === 'application/json' &&
      response.status !== 206 &&
      request.method !== 'HEAD' &&
      path !== '/mcp'
    ) {
      this.#validate(place, media, JSON.parse(await readText(response)));
    }
    if (type === PROBLEM) await this.#expectError(place, response);
    if (response.ok) this.#checkRequest(found, body);
  }

  /** True if the document allows a body for an operation. */
  allowsBody(method: string, path: string, body: unknown): boolean {
    return this.#validatorOf(`${pointerOf(path, method)}/requestBody/content/application~1json/schema`)(
      body,
    ) as boolean;
  }

  #checkRequest({ path, method, operation }: Found, body: string | undefined): void {
    if (!operation.requestBody || path === '/mcp') return;
    assert(this.allowsBody(method, path, JSON.parse(body ?? '')), `${method} ${path} took ${body}`);
  }

  async #expectError(place: string, response: Response): Promise<void> {
    const data: unknown = JSON.parse(await readText(response));
    if (mediaTypeOf(response) !== PROBLEM) this.#validate(place, '/components/schemas/Error', data);
    else assert(this.#ajv.validate(RFC_9457, data), `${place}: ${this.#ajv.errorsText()}`);
  }

  #validate(place: string, pointer: string, data: unknown): void {
    const validate = this.#validatorOf(pointer);
    assert(validate(data), `${place}: ${this.#ajv.errorsText(validate.errors)}`);
  }

  #validatorOf(pointer: string): ValidateFunction {
    let validator = this.#validators.get(pointer);
    if (!validator) {
      validator = this.#ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
      this.#validators.set(pointer, validator);
    }
    return validator;
  }

  #findOperation(method: string, pathname: string): Found | undefined {
    const asked = method === 'HEAD' ? 'get' : method.toLowerCase();
    for (const [path, item] of Object.entries(this.#document.paths)) {
      const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
      const operation = pattern.test(pathname) ? (item[asked] as Operation | undefined) : undefined;
      if (operation) return { path, method: asked, operation };
    }
    return undefined;
  }
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function mediaTypeOf({ headers }: Response): string {
  return headers.get('Content-Type')?.split(';')[0] ?? '';
}

async function readText(response: Response): Promise<string> {
  const bytes = Buffer.from(await response.arrayBuffer());
  switch (response.headers.get('Content-Encoding')) {
    case 'br':
      return brotliDecompressSync(bytes).toString();
    case 'gzip':
      return gunzipSync(bytes).toString();
    default:
      return bytes.toString();
  }
}

function pointerOf(path: string, method: string): string {
  return `/paths/${escapePointer(path)}/${method.toLowerCase()}`;
}

function escapePointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}
