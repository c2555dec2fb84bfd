/** The text in the page's address, as `#NAME=…`; undefined without one. */
export async function readText(name: string): Promise<string | undefined> {
  const start = `#${name}=`;
  if (!location.hash.startsWith(start)) return undefined;
  const base64 = location.hash.slice(start.length).replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new TextDecoder().decode(await pass(bytes, new DecompressionStream('deflate-raw')));
}

/** Puts a text into the page's address: compressed, in the letters that addresses keep (RFC 4648, section 5). */
export async function writeText(name: string, text: string): Promise<void> {
  const bytes = await pass(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const letters = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  history.replaceState(history.state, '', `#${name}=${letters}`);
}

async function pass(
  bytes: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer());
}
