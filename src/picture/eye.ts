/** Camera of a picture, looking to −Z and slightly down. */
export interface Eye {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Radians below the horizon. */
  readonly pitch: number;
  /** Pixels per metre at a distance of one metre. */
  readonly focalLength: number;
  readonly width: number;
  readonly height: number;
  /** Pixels from the top. */
  readonly horizon: number;
}

/** A ground point in the picture. */
export interface Projection {
  readonly x: number;
  readonly y: number;
  /** Metres from the eye, along its view. */
  readonly depth: number;
  readonly pixelsPerMetre: number;
  readonly isVisible: boolean;
}

interface GroundPoint {
  readonly x: number;
  readonly z: number;
}

const FIELD_OF_VIEW = (40 * Math.PI) / 180;
const EYE_HEIGHT = 3.1;
const PITCH = 0.16;
/** Distance to the nearest character, metres; it fills about a quarter of the picture's height. */
const NEAREST = 9;
const FARTHEST = 120;
/** Margin beyond the picture's edge in which figures are still drawn, pixels. */
const MARGIN = 40;

/** Places the camera in front of the crowd, centred on the nearest characters. */
export function placeEye(places: readonly GroundPoint[], width: number, height: number): Eye {
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
