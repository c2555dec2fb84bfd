/** Colours and font of all charts. */
const INK = '#2b2622';
export const FAINT = '#7d7263';
export const GRID = '#ddd3bf';
const PAPER = '#faf6ec';
const FONT = 'ui-sans-serif, system-ui, sans-serif';

/**
 * Colours that colour-blind readers can distinguish (after Okabe and Ito). Those of three-crowd have one hue.
 */
const COLORS: Readonly<Record<string, string>> = {
  'three-crowd': '#a8322a',
  'three-crowd-varied': '#d9664f',
  'three-crowd-near': '#e3a08f',
  clones: '#3b4a5a',
  'instanced-mesh-2': '#0b6aa8',
  babylon: '#c98a00',
  luma: '#a6548a',
  'batched-mesh': '#008563',
  statues: '#8a8f94',
};
const OTHER_COLORS = ['#3f9bd0', '#8a7a2a'];

export function colorOf(contender: string, all: readonly string[]): string {
  return COLORS[contender] ?? OTHER_COLORS[all.indexOf(contender) % OTHER_COLORS.length];
}

/** Returns an SVG document with a background, readable on light and dark pages. */
export function svgDocument(width: number, height: number, title: string, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeText(title)}" font-family="${FONT}" font-size="12" fill="${INK}">
<rect width="${width}" height="${height}" rx="8" fill="${PAPER}"/>
<text x="18" y="28" font-size="15" font-weight="600">${escapeText(title)}</text>
${body}
</svg>
`;
}

export interface TextOptions {
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly fill?: string;
  readonly weight?: number;
  /** Draws a halo that hides lines behind the text. */
  readonly hasHalo?: boolean;
}

/** Text, vertically centred. */
export function svgText(
  x: number,
  y: number,
  content: string,
  { anchor = 'start', fill = INK, weight = 400, hasHalo = false }: TextOptions = {},
): string {
  const halo = hasHalo ? ` stroke="${PAPER}" stroke-width="5" paint-order="stroke"` : '';
  return `<text x="${round(x)}" y="${round(y)}" dy="0.33em" text-anchor="${anchor}" fill="${fill}" font-weight="${weight}"${halo}>${escapeText(content)}</text>`;
}

/** Rounds to a tenth of a pixel, which keeps files small and changes between runs few. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escapeText(content: string): string {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
