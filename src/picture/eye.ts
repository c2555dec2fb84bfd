/** Where a picture is seen from: +Z is towards the eye, which looks down a little. */
export interface Eye {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Radians below the horizon. */
  readonly pitch: number;
  /** Pixels of what is one metre wide, one metre away. */
  readonly focalLength: number;
  readonly width: number;
  readonly height: number;
  /** Pixels from the top. */
  readonly horizon: number;
}

/** A place on the ground, in a picture. */
export interface Projection {
  readonly x: number;
  readonly y: number;
  /** Metres from the eye, along its view. */
  readonly depth: number;
  readonly pixelsPerMetre: number;
  readonly isVisible: boolean;
}

interface Place {
  readonly x: number;
  readonly z: number;
}

const FIELD_OF_VIEW = (40 * Math.PI) / 180;
const EYE_HEIGHT = 3.1;
const PITCH = 0.16;
/** Metres from the eye to the nearest: they take about a quarter of the picture's height then. */
const NEAREST = 9;
const FARTHEST = 120;
/** Pixels beyond the picture's edge where somebody still shows. */
const MARGIN = 40;

/** Before the crowd, in the middle of those who are nearest. */
export function placeEye(places: readonly Place[], width: number, height: number): Eye {
  const nearest = Math.max(0, ...places.map(({ z }) => z));
  const front = places.filter(({ z }) => z > nearest - NEAREST);
  const x = front.reduce((sum, place) => sum + place.x, 0) / Math.max(1, front.length);
  const focalLength = height / 2 / Math.tan(FIELD_OF_VIEW / 2);
  return {
    x,
    y: EYE_HEIGHT,
    z: nearest + NEAREST,
    pitch: PITCH,
    focalLength,
    width,
    height,
    horizon: height / 2 - focalLength * Math.tan(PITCH),
  };
}

/** Where a place on the ground is in the picture. */
export function project(eye: Eye, x: number, z: number): Projection {
  const { pitch, focalLength, width, height } = eye;
  const ahead = eye.z - z;
  const depth = ahead * Math.cos(pitch) + eye.y * Math.sin(pitch);
  const up = ahead * Math.sin(pitch) - eye.y * Math.cos(pitch);
  const pixelsPerMetre = focalLength / depth;
  const left = width / 2 + (x - eye.x) * pixelsPerMetre;
  return {
    x: left,
    y: height / 2 - up * pixelsPerMetre,
    depth,
    pixelsPerMetre,
    isVisible: depth > 1 && depth < FARTHEST && left > -MARGIN && left < width + MARGIN,
  };
}
