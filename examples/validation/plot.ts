/** An axis: its name with the unit, and where it begins and ends. */
export interface Axis {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Between two marks. */
  readonly step: number;
}

type Point = readonly [x: number, y: number];

/** Units of the drawing; the page scales it. */
const [WIDTH, HEIGHT] = [480, 280];
const MARGIN = { left: 52, right: 14, top: 12, bottom: 44 } as const;

/** A plot with two axes, whose lines and dots can be redrawn. */
export class Plot {
  readonly element: SVGSVGElement;
  readonly #x: Axis;
  readonly #y: Axis;
  readonly #series = new Map<string, SVGElement>();

  /** @param name for screen readers */
  constructor(name: string, x: Axis, y: Axis) {
    [this.#x, this.#y] = [x, y];
    this.element = create('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': name });
    for (let at = x.min; at <= x.max + 1e-9; at += x.step) this.#mark(at, undefined, at);
    for (let at = y.min; at <= y.max + 1e-9; at += y.step) this.#mark(undefined, at, at);
    const middle = (MARGIN.left + WIDTH - MARGIN.right) / 2;
    this.#write(x.label, { x: middle, y: HEIGHT - 8, 'text-anchor': 'middle' });
    this.#write(y.label, {
      x: 14,
      y: HEIGHT / 2,
      'text-anchor': 'middle',
      transform: `rotate(-90 14 ${HEIGHT / 2})`,
    });
  }

  /** Draws a line; replaces the line of the same name. */
  drawLine(name: string, points: readonly Point[]): void {
    const places = points.map(([x, y]) => `${this.#left(x)},${this.#top(y)}`).join(' ');
    this.#show(name, create('polyline', { points: places, class: `line ${name}` }));
  }

  /** Draws dots; replaces the dots of the same name. */
  drawDots(name: string, points: readonly Point[]): void {
    const dots = create('g', { class: `dots ${name}` });
    dots.append(...points.map(([x, y]) => create('circle', { cx: this.#left(x), cy: this.#top(y), r: 5 })));
    this.#show(name, dots);
  }

  #show(name: string, element: SVGElement): void {
    const before = this.#series.get(name);
    if (before) before.replaceWith(element);
    else this.element.append(element);
    this.#series.set(name, element);
  }

  #mark(x: number | undefined, y: number | undefined, value: number): void {
    const [left, right] =
      x === undefined ? [MARGIN.left, WIDTH - MARGIN.right] : [this.#left(x), this.#left(x)];
    const [top, bottom] =
      y === undefined ? [MARGIN.top, HEIGHT - MARGIN.bottom] : [this.#top(y), this.#top(y)];
    this.element.append(create('line', { x1: left, x2: right, y1: top, y2: bottom, class: 'grid' }));
    const text = String(Math.round(value * 100) / 100);
    if (x === undefined) this.#write(text, { x: left - 8, y: top + 4, 'text-anchor': 'end' });
    else this.#write(text, { x: left, y: bottom + 16, 'text-anchor': 'middle' });
  }

  #write(text: string, attributes: Readonly<Record<string, string | number>>): void {
    const label = create('text', attributes);
    label.textContent = text;
    this.element.append(label);
  }

  #left(x: number): number {
    return (
      MARGIN.left + ((x - this.#x.min) / (this.#x.max - this.#x.min)) * (WIDTH - MARGIN.left - MARGIN.right)
    );
  }

  #top(y: number): number {
    const share = (y - this.#y.min) / (this.#y.max - this.#y.min);
    return HEIGHT - MARGIN.bottom - share * (HEIGHT - MARGIN.top - MARGIN.bottom);
  }
}

function create<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[K] {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  return element;
}
