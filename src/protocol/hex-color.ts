/** The six or three digits of a hex colour, with any leading marker. Without flags, so that it means the same in JSON Schema. */
export const HEX_COLOR = /^\s*(?:#|0[xX])?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})\s*$/;

/**
 * A hex colour as the number 0xrrggbb; undefined where the text is none. The interface leaves the leading marker
 * open, so `#`, `0x` and none are all taken, with six digits or three.
 */
export function parseHexColor(text: string): number | undefined {
  const digits = HEX_COLOR.exec(text)?.[1];
  if (digits === undefined) return undefined;
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return Number.parseInt(six, 16);
}
