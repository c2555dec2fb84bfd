const HEX = /^(?:#|0x)?([0-9a-f]{3}|[0-9a-f]{6})$/i;

/**
 * A hex colour as the number 0xrrggbb; undefined where the text is none. The interface leaves the leading marker
 * open, so `#`, `0x` and none are all taken, with six digits or three.
 */
export function parseHexColor(text: string): number | undefined {
  const digits = HEX.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return Number.parseInt(six, 16);
}
