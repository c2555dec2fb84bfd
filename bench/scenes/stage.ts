import type { BackendName } from 'three-crowd';

export const VIEWS = ['overview', 'street', 'close'] as const;
export type View = (typeof VIEWS)[number];

type Point = readonly [x: number, y: number, z: number];

/** The surroundings of the crowd, as plain numbers: each contender builds the same in its own engine. */
export interface Stage {
  /** Canvas of this contender alone. */
  readonly canvas: HTMLCanvasElement;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly backend: BackendName;
  readonly shadows: boolean;
  readonly camera: {
    readonly position: Point;
    readonly target: Point;
    /** Vertical, degrees. */
    readonly fov: number;
    readonly near: number;
    readonly far: number;
  };
}

/** Colours of the stage, sRGB. Intensities are three's: lux of the sun and of its hemisphere light. */
export const LIGHTING = {
  background: '#d9dcd3',
  ground: '#c9bca4',
  sky: { above: '#e6edf2', below: '#a3927a', intensity: 1.75 },
  /** Shines from `towards`. */
  sun: { color: '#fff0d8', intensity: 2.9, towards: [-0.55, 1, 0.7] as Point },
  /** Pixels of a side, and half of its extent, metres. */
  shadow: { size: 2048, reach: 16 },
} as const;

/** Area for each character, square metres. */
const CHARACTER_AREA = 2.25;
const FOV = 38;

/** Half the side of the square for `count` characters, metres. */
export function halfSide(count: number): number {
  return Math.sqrt(count * CHARACTER_AREA) / 2;
}

export interface StageOptions {
  readonly canvas: HTMLCanvasElement;
  readonly count: number;
  readonly view: View;
  readonly backend: BackendName;
  readonly shadows: boolean;
  readonly width: number;
  readonly height: number;
}

export function createStage({ count, view, ...rest }: StageOptions): Stage {
  return { ...rest, camera: placeCamera(view, count) };
}

/**
 * `overview` shows all characters, `street` is in their middle at eye height, `close` looks in from the edge.
 */
export function placeCamera(view: View, count: number): Stage['camera'] {
  return { ...standpoint(view, halfSide(count)), fov: FOV, near: 0.1, far: 500 };
}

function standpoint(view: View, half: number): Pick<Stage['camera'], 'position' | 'target'> {
  switch (view) {
    case 'overview':
      return { position: [0, 1.45 * half + 2, 2.1 * half + 3], target: [0, 0, 0.1 * half] };
    case 'street':
      return { position: [0, 1.7, 0], target: [0, 1.3, -10] };
    case 'close':
      return { position: [0, 1.7, half + 3], target: [0, 1, half - 2] };
  }
}
