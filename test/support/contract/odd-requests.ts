import { RECIPE_FIELDS } from '../sample-recipe.js';

/** A request that bytes can express, whether or not HTTP and the interface allow it. */
export interface OddRequest {
  readonly method: string;
  /** Target in the request line. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

/** Values for requests: keys of accounts, and existing ids. */
export interface Known {
  readonly keys: readonly string[];
  readonly crowds: readonly string[];
}

/** The words of a text. `∅` stands for an empty one. */
const words = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => (word === '∅' ? '' : word));
/** The lines of a text, without the white space around them. */
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

const METHODS = words('GET GET GET POST PUT DELETE HEAD OPTIONS PATCH TRACE QUERY');
const PIECES = [
  ...words('%00 a%00b %ff %c3%28 % %zz %2e%2e%2f .. . %20 %F0%9F%8F%AE %25%30%30'),
  ...words(String.raw`∅ x __proto__ constructor ;a=b ' %27or%271 * é " <b> \ |`),
  ...words('cr_Parade5k cr_%50arade5k cr_parade5k cr_Parade5k%0a'),
  ...['a'.repeat(6_000), `cr_${'9'.repeat(300)}`],
];
const QUERIES = words(`
  ∅ ∅ ∅ ? ?tier=vat ?tier=%00 ?tier=full&tier=bbm ?limit=1 ?limit=1e1 ?limit=-0 ?limit=100000000000000000000
  ?cursor=%00 ?cursor=AAAA ?cursor=MjAyNi0wMS0wMSAA ?cursor= ?cursor=MjAyNi0wMS0wMSgAKSBjcl9UZWFob3VzZQ
  ?limit=1&limit=2 ?% ?a=%ff ?__proto__=1 ?limit=%EF%BC%91
`);
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  Accept: words(`*/* application/problem+json application/problem+json;q=0 text/html ,
    application/json;q=x text/event-stream`),
  'Accept-Encoding': words('br gzip;q=0.5 br;q=0,* *;q=0 identity;q=0 gzip;q=abc ,, br;q=1.0000 BR'),
  'If-None-Match': ['*', '""', 'W/"x"', '"a", "b"', '"', 'x'.repeat(4_000)],
  'If-Match': words('* "" W/"x" " , "a","b"'),
  Range: words(
    `bytes=0-0 bytes=-1 bytes=5- bytes=9-1 bytes=0-0,2-3 bytes=99999999999999999999- lines=1-2 bytes=`,
  ),
  'If-Range': ['*', '"x"', 'Wed, 21 Oct 2015 07:28:00 GMT'],
  'Idempotency-Key': ['k', 'again', 'again', '"quoted"', 'ü', ' ', '', 'x'.repeat(256), 'a b', '%00'],
  Origin: ['null', 'https://shop.test', 'file://', 'http://localhost', '\\', 'https://a, https://b'],
  'Sec-Fetch-Site': words('same-origin cross-site none x'),
  'X-Forwarded-For': ['1.2.3.4', '::1', ',', 'unknown', 'x'.repeat(500), '%00'],
  'X-Forwarded-Proto': ['https', 'javascript'],
  'X-Forwarded-Host': ['evil.test'],
  Forwarded: ['for="[::1]";host=evil'],
  'X-Request-Id': ['id-1', 'ü', 'a b', 'x'.repeat(300), 'tc_live_0123456789', ''],
  traceparent: words(`00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01 00-0-0-0
    ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`),
  tracestate: ['a=b', 'x'.repeat(600), 'ü=ü'],
  Expect: ['100-continue', '200-ok'],
  Upgrade: ['h2c', 'websocket'],
  Cookie: ['a=b; __proto__=1'],
  'Content-Encoding': ['identity', 'gzip', 'br'],
  'MCP-Protocol-Version': ['2025-06-18', '2026-07-28', '2024-11-05', 'x', '2025-06-18, 2025-06-18'],
  'Mcp-Session-Id': ['abc', 'ü'],
  'Mcp-Method': ['tools/call', 'tools/list', 'x'],
  'Mcp-Name': ['svc_list_crowds', 'x'],
  Prefer: ['return=minimal'],
  'Access-Control-Request-Method': ['PUT', 'x'],
  Te: ['trailers'],
};
const TYPES = [
  ...lines(`
    application/json
    application/json; charset=utf-8
    APPLICATION/JSON
    text/plain
    application/x-www-form-urlencoded
    application/json, text/html
  `),
  '',
];
const HOSTS = [
  ...words('localhost 127.0.0.1 LOCALHOST:80 evil.test [::1] ∅ localhost:99999 xn-- é localhost/..'),
  ...['user@localhost', 'a b'],
];
const TEXTS = [
  ...['\\u0000', '\\ud800', '\\ud83c\\udfee', '\u202e', '<script>alert(1)</script>', '__proto__', '', ' '],
  ...['x'.repeat(300), '=cmd', '\u001b[2J', 'cr_Parade5k', 'circle', 'spline', 'donut', 'full'],
  ...['https://hooks.test/a', 'http://127.0.0.1:1/'],
];
const NUMBERS = words('0 -0 1 -1 0.5 1e308 1e400 5e-324 9007199254740993 20 1000 100000 00 1. NaN');
/** Field names of recipes, and names with a meaning in JavaScript. */
const FIELDS = [...RECIPE_FIELDS, ...words('amplitude noiseType x z radius type __proto__ toJSON more')];
const BODY_FIELDS = words(`
  name recipe_json collection label access origins expires_at url events name recipe_json
  crowd_id tier limit cursor characters first_character
`);
const RPC_METHODS = words(`
  initialize server/discover tools/list tools/call tools/call tools/call resources/list resources/read
  resources/templates/list prompts/list ping notifications/initialized completion/complete x ∅ __proto__
`);
const TOOLS = words('capabilities list_crowds get_crowd create_crowd update_crowd delete_crowd x');

/** Makes requests of all kinds, the same for a seed. */
export class OddRequests {
  readonly #random: () => number;
  readonly #known: Known;
  readonly #operations: readonly (readonly [path: string, method: string])[];

  /** @param paths those of the published description @param random numbers from 0 to below 1 */
  constructor(paths: Readonly<Record<string, object>>, known: Known, random: () => number) {
    this.#random = random;
    this.#known = known;
    this.#operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((name) => name !== 'parameters')
        .map((method) => [path, method.toUpperCase()] as const),
    );
  }

  next(): OddRequest {
    const [path, own] = this.#one(this.#operations);
    const method = this.#isNow(0.8) ? own : this.#one(METHODS);
    const hasBody = this.#isNow(['POST', 'PUT', 'PATCH'].includes(method) ? 0.95 : 0.05);
    const body = hasBody ? this.#bodyOf(path) : undefined;
    const host = this.#isNow(0.9) ? 'localhost' : this.#one(HOSTS);
    const headers: (readonly [string, string])[] = [['Host', host]];
    if (this.#isNow(0.9)) headers.push(['Authorization', this.#authorization()]);
    if (hasBody) headers.push(['Content-Type', this.#isNow(0.85) ? TYPES[0] : this.#one(TYPES)]);
    if (path === '/mcp' && this.#isNow(0.9)) headers.push(['Accept', 'application/json, text/event-stream']);
    while (this.#isNow(0.45)) {
      const name = this.#one(Object.keys(HEADERS));
      headers.push([name, this.#one(HEADERS[name])]);
    }
    return { method, target: this.#targetOf(path), headers, body };
  }

  #targetOf(path: string): string {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'crowd_id' && this.#isNow(0.75) ? this.#one(this.#known.crowds) : this.#one(PIECES),
    );
    const start = this.#isNow(0.8) ? '' : this.#one(['/', '//']);
    const whole = start + filled + (this.#isNow(0.6) ? '' : this.#one(['/', '//', '/.']));
    const query = this.#isNow(0.3) ? this.#one(QUERIES) : '';
    // A request without a path cannot be written.
    return (this.#isNow(0.02) ? `http://localhost${filled}` : whole).replaceAll(' ', '%20') + query;
  }

  #authorization(): string {
    const key = this.#one(this.#known.keys);
    if (this.#isNow(0.9)) return `Bearer ${key}`;
    const twice = `Bearer ${key}, Bearer ${key}`;
    return this.#one([`bearer  ${key} `, `Basic ${key}`, 'Bearer', '', `Bearer ${key}x`, twice, 'Bearer ü']);
  }

  #bodyOf(path: string): string {
    if (this.#isNow(0.06)) {
      const large = ['['.repeat(50_000), `{"name":"${'x'.repeat(300_000)}"}`];
      return this.#one([...words('∅ { null [] "x" {"a":1}{'), '\ufeff{}', ...large]);
    }
    if (path === '/mcp') return this.#isNow(0.1) ? `[${this.#call()},${this.#call()}]` : this.#call();
    return this.#object(BODY_FIELDS, 3);
  }

  #call(): string {
    const id = this.#one(['1', '"a"', 'null', '-0', '1.5', '{}', '1e400', '""']);
    const meta = this.#isNow(0.2) ? `,"_meta":${this.#value(2)}` : '';
    const params = this.#isNow(0.8)
      ? `{"name":"svc_${this.#one(TOOLS)}","arguments":${this.#object(BODY_FIELDS, 3)}${meta}}`
      : this.#value(2);
    const version = this.#isNow(0.95) ? '2.0' : '1.0';
    return `{"jsonrpc":"${version}","id":${id},"method":"${this.#one(RPC_METHODS)}","params":${params}}`;
  }

  /** An object as JSON, whose fields may come twice. */
  #object(names: readonly string[], depth: number): string {
    const fields: string[] = [];
    do {
      const name = this.#one(names);
      fields.push(`"${name}":${this.#field(name, depth)}`);
    } while (this.#isNow(0.6));
    return `{${fields.join(',')}}`;
  }

  #field(name: string, depth: number): string {
    if (this.#isNow(0.25)) return this.#value(depth);
    switch (name) {
      case 'recipe_json': {
        const recipe = this.#object(FIELDS, depth - 1);
        return this.#isNow(0.2) ? JSON.stringify(recipe) : recipe;
      }
      case 'crowd_id':
        return `"${this.#one(this.#known.crowds)}"`;
      case 'size':
        return this.#one(['0', '3', '50', '400']);
      case 'events':
        return '["crowd.updated"]';
      case 'splinePoints':
        return '[[0,0],[3,4],[9,1]]';
      case 'weights':
        return `{"${this.#one(TEXTS)}":${this.#one(NUMBERS)}}`;
      case 'terrain':
      case 'attractTarget':
        return this.#object(FIELDS, depth - 1);
      case 'obstacles':
        return `[${this.#object(FIELDS, depth - 1)}]`;
      case 'expires_at':
        return this.#one(
          words('"2999-01-01T00:00:00Z" "x" "2999-02-30T00:00:00Z" "+275760-09-13T00:00:00Z" null'),
        );
      case 'origins':
        return this.#one(['["https://shop.test"]', '["x"]', '[]', 'null', '["HTTPS://SHOP.TEST:443"]']);
      default:
        return this.#isNow(0.5) ? `"${this.#one(TEXTS)}"` : this.#one(NUMBERS);
    }
  }

  #value(depth: number): string {
    if (depth > 0 && this.#isNow(0.2)) return this.#object(FIELDS, depth - 1);
    if (depth > 0 && this.#isNow(0.2)) return `[${this.#value(depth - 1)},${this.#value(depth - 1)}]`;
    return this.#one(['null', 'true', `"${this.#one(TEXTS)}"`, this.#one(NUMBERS)]);
  }

  #one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.#random() * items.length)];
  }

  #isNow(chance: number): boolean {
    return this.#random() < chance;
  }
}
