const START = '#code=';

/** The program that the page's address carries; undefined where it carries none. */
export async function readCode(): Promise<string | undefined> {
  if (!location.hash.startsWith(START)) return undefined;
  const base64 = location.hash.slice(START.length).replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await pass(bytes, new DecompressionStream('deflate-raw')));
}

/** Puts a program into the page's address: compressed, in the letters that addresses keep (RFC 4648, section 5). */
export async function writeCode(code: string): Promise<void> {
  const bytes = await pass(new TextEncoder().encode(code), new CompressionStream('deflate-raw'));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const hash = START + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  history.replaceState(history.state, '', hash);
}

async function pass(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}
