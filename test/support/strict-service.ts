import { createServer, type ServerResponse } from 'node:http';
import { listenLocally } from './file-server.js';
import {
  type Answer,
  type Answers,
  plainAnswers,
  type ReceivedRequest,
  STRICT_KEY,
} from './plain-answers.js';

/** A named change of the plain answers. */
export interface Variant {
  /** First part of its address: letters, digits and hyphens. */
  readonly name: string;
  /** @default none */
  readonly change?: (answers: Answers) => unknown;
  /**
   * Whether its assets have addresses of their own, as changed files need. Else they are those of `plain`, which crowds
   * share in a page.
   *
   * @default false
   */
  readonly hasOwnFiles?: boolean;
  /**
   * What is sent in place of a file of the kit, made from it, and from the others by name. Its assets then have addresses of
   * their own.
   *
   * @default none
   */
  readonly edits?: Readonly<Record<string, FileEdit>> | undefined;
}

export type FileEdit = (
  bytes: Uint8Array,
  files: ReadonlyMap<string, Uint8Array>,
) => Answer | Promise<Answer>;

/** HTTP server that implements the documented interface exactly. */
export interface StrictService {
  /** Base address of the service in one of its variants; `plain` is the one without a change. */
  baseUrl(variant?: string): string;
  /** Requests so far, without preflights. */
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

export interface StrictServiceOptions {
  /** Beside `plain`. Pages choose one by its address alone. */
  readonly variants?: readonly Variant[];
  /** The kit's files by name, served without a key as assets are. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
}

/**
 * Starts the service on a free port. It sends what `interface.md` shows and nothing else: no header beside the content
 * type, no field beside the documented ones. Pages of other origins may send `Authorization` and `Content-Type` only.
 */
export async function startStrictService({
  variants = [],
  files = new Map(),
}: StrictServiceOptions = {}): Promise<StrictService> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((message, response) => {
    const { pathname, searchParams: query } = new URL(message.url ?? '/', url);
    const [, variant, path] = /^\/([^/]*)\/(.*)$/.exec(pathname) ?? [];
    const known = [PLAIN, ...variants].find(({ name }) => name === variant);
    if (variant === undefined || path === undefined || !known) {
      response.writeHead(404).end();
      return;
    }
    const hasOwnFiles = known.hasOwnFiles || known.edits !== undefined;
    const answers = plainAnswers(`${url}/${hasOwnFiles ? variant : PLAIN.name}/files/`);
    known.change?.(answers);
    for (const [name, edit] of Object.entries(known.edits ?? {})) {
      answers.files.set(name, () => edit(files.get(name) ?? new Uint8Array(), files));
    }
    if (message.method === 'OPTIONS') return allow(response, answers);
    const method = message.method ?? 'GET';
    const index = requests.filter(
      (other) => other.variant === variant && other.method === method && other.path === path,
    ).length;
    const request = { variant, method, path, query, headers: message.headers, index };
    requests.push(request);
    // Reads the body to its end, since to a client an early close is a failure to send.
    message.resume().on('end', async () => send(response, await answerTo(request, answers, files)));
  });
  const { url, close } = await listenLocally(server);
  return { baseUrl: (variant = 'plain') => `${url}/${variant}/`, requests, close };
}

function answerTo(
  request: ReceivedRequest,
  answers: Answers,
  files: ReadonlyMap<string, Uint8Array>,
): Answer | Promise<Answer> {
  const { method, path, headers } = request;
  const asset = /^files\/(.*)$/.exec(path)?.[1];
  if (asset !== undefined) {
    const bytes = files.get(asset);
    return answers.files.get(asset)?.(request) ?? (bytes ? { bytes } : { status: 404 });
  }
  if (path === 'openapi.json') return answers.describe(request);
  if (headers['authorization'] !== `Bearer ${STRICT_KEY}`) {
    return { status: 401, body: { error: 'missing or invalid API key' } };
  }
  if (method === 'GET' && /^v1\/crowd\/cr_[a-zA-Z0-9]{8}$/.test(path)) {
    return path.endsWith(answers.crowd?.crowd_id ?? '') ? answers.getCrowd(request) : NOT_FOUND;
  }
  if (method === 'GET' && path === 'v1/projects') return answers.listProjects(request);
  if (method === 'POST' && path === 'v1/projects') return answers.createProject(request);
  if (method === 'PUT' && path.startsWith('v1/projects/')) return answers.updateProject(request);
  if (method === 'DELETE' && path.startsWith('v1/projects/')) return answers.deleteProject(request);
  return NOT_FOUND;
}

const PLAIN: Variant = { name: 'plain' };
const NOT_FOUND: Answer = { status: 404, body: { error: 'crowd not found' } };

const ORIGIN = { 'Access-Control-Allow-Origin': '*' };

function allow(response: ServerResponse, { allowedHeaders }: Answers): void {
  const headers = {
    ...ORIGIN,
    'Access-Control-Allow-Methods': 'GET, POST, PUT',
    'Access-Control-Allow-Headers': allowedHeaders,
  };
  response.writeHead(204, headers).end();
}

function send(response: ServerResponse, answer: Answer): void {
  if (answer === 'cut') {
    response.writeHead(200, { ...ORIGIN, 'Content-Type': 'application/json', 'Content-Length': '1000' });
    response.write('{"crowd_id":', () => response.destroy());
    return;
  }
  const { status = 200, headers, body, html, bytes } = answer;
  const type =
    bytes !== undefined
      ? undefined
      : html !== undefined
        ? 'text/html'
        : body === undefined
          ? undefined
          : 'application/json';
  response.writeHead(status, { ...ORIGIN, ...(type && { 'Content-Type': type }), ...headers });
  response.end(bytes ?? html ?? (body === undefined ? undefined : JSON.stringify(body)));
}
