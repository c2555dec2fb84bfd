import type { Character } from '../protocol/index.js';
import { type Eye, placeEye, project } from './eye.js';

/** Size of the view box, pixels; the picture scales to any size. */
const PICTURE_WIDTH = 640;
const PICTURE_HEIGHT = 360;
/** Maximum number of figures. More would be hidden behind others. */
const MOST_FIGURES = 260;

/** Shapes in metres: feet at the origin, Y down. The garment colour is `fill`, skin is `color`, hair is `stroke`. */
const BODY = 'M-.3 0Q-.27-.8-.21-1.3Q0-1.46.21-1.3Q.27-.8.3 0Z';
const SHADOW = '<ellipse rx=".34" ry=".1" fill="#3a2f22" fill-opacity=".28" stroke="none"/>';
const ROBE = `<path d="${BODY}" stroke="none"/><path d="M-.06-1.36L.07-.62" fill="none" stroke="#fff" stroke-opacity=".25" stroke-width=".05"/>`;
const FRONT = `<g id="f">${SHADOW}${ROBE}<circle cy="-1.53" r=".125" fill="currentColor" stroke="none"/><path d="M-.115-1.55A.115.115 0 0 1 .115-1.55" fill="none" stroke-width=".08"/></g>`;
const BACK = `<g id="b">${SHADOW}<path d="${BODY}" stroke="none"/><circle cy="-1.53" r=".08" stroke-width=".13"/></g>`;

/**
 * Draws a still picture of a crowd as SVG, for clients without 3D: small figures in their own colours, from the initial
 * view of `<crowd-view>`. Ignores terrain.
 *
 * @param characters the characters that may be visible
 * @param title accessible name; any text
 */
export function drawCrowd(characters: readonly Character[], title: string): string {
  const eye = placeEye(characters, PICTURE_WIDTH, PICTURE_HEIGHT);
  const figures = characters
    .map((character) => ({ character, place: project(eye, character.x, character.z) }))
    .filter(({ place }) => place.isVisible)
    .sort((a, b) => a.place.depth - b.place.depth)
    .slice(0, MOST_FIGURES)
    .reverse()
    .map(({ character, place }) => drawFigure(character, place));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}" preserveAspectRatio="xMidYMid slice"><title>${escapeXml(title)}</title><defs>${GRADIENTS}${FRONT}${BACK}</defs>${drawGround(eye)}${figures.join('')}</svg>`;
}

const GRADIENTS =
  '<linearGradient id="s" x2="0" y2="1"><stop stop-color="#a9c3d8"/><stop offset="1" stop-color="#e9e6dc"/></linearGradient>' +
  '<linearGradient id="g" x2="0" y2="1"><stop stop-color="#ddd4c0"/><stop offset="1" stop-color="#bda98a"/></linearGradient>';

function drawGround({ horizon }: Eye): string {
  const y = round(horizon);
  return `<path fill="url(#s)" d="M0 0h${PICTURE_WIDTH}v${y}H0z"/><path fill="url(#g)" d="M0 ${y}h${PICTURE_WIDTH}V${PICTURE_HEIGHT}H0z"/>`;
}

function drawFigure(
  { scale, rot_y, garment_hsl: [h, s, l], skin_hex, hair_hex }: Character,
  { x, y, pixelsPerMetre }: { x: number; y: number; pixelsPerMetre: number },
): string {
  const side = Math.cos(rot_y) >= 0 ? 'f' : 'b';
  const fill = `hsl(${Math.round(h * 360)} ${Math.round(s * 100)}% ${Math.round(l * 100)}%)`;
  const transform = `translate(${round(x)} ${round(y)})scale(${round(pixelsPerMetre * scale)})`;
  return `<use href="#${side}" transform="${transform}" fill="${fill}" color="${skin_hex}" stroke="${hair_hex}"/>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Characters that XML forbids (XML 1.0, 2.2), and control characters. */
const NOT_IN_XML = /[\p{Cc}\uFFFE\uFFFF]/gu;

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`).replace(NOT_IN_XML, ' ');
}
