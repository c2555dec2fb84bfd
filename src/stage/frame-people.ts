import { MathUtils, type PerspectiveCamera, Vector3 } from 'three';

/** Positions and size of the characters in the view. */
export interface FramedPeople {
  /** Feet of all characters, metres; not empty. */
  readonly feet: readonly Vector3[];
  /** Height of the tallest, standing, metres. */
  readonly height: number;
  /** Height of the ground at a place, metres. */
  groundAt(x: number, z: number): number;
  /** Position of the horizon as a fraction of the view's height from above; undefined chooses by the crowd's depth. */
  readonly horizon: number | undefined;
}

/** Angle between view direction and longer side of the crowd, radians: rows are seen at a slant. */
const SLANT = 0.3;
/** Ratio of width to depth from which the camera stands at the narrow end of the crowd. */
const LONG = 1.5;
/** Heights of the nearest people as fractions of the picture's: the largest if all of them fit in, and the smallest. */
const LARGEST_SHARE = 1 / 3;
const SMALLEST_SHARE = 1 / 4;
/** Aspect ratio below which people are shown smaller, so that more of them fit in. */
const NARROW_ASPECT = 1.3;
/** Exponent by which the size of people follows the aspect ratio: 0 keeps their size, 1 keeps the number in view. */
const NARROW_POWER = 0.6;
/** Depth of the crowd within which characters count as near, in heights of a character. */
const NEAR_DEPTH = 9;
/** Share of the nearest characters to ignore, so that a stray one does not move the camera away. */
const STRAYS = 1 / 50;
const MOST_STRAYS = 8;
/** Heights of the nearest feet in a wide and in a narrow picture, in normalised device coordinates. */
const FEET = { wide: -0.8, narrow: -0.5 } as const;
/** Heights of the horizon for a small crowd and for a deep one. */
const HORIZON = { low: 0.34, high: 0.66 } as const;
/** Depth of a crowd from which the higher horizon is used, in heights of a character. */
const DEEP = 60;
/** Minimum distance of a requested horizon above the nearest feet, so that the camera stays above the ground. */
const LEAST_ABOVE_FEET = 0.2;

/**
 * Puts a camera a little above people's heads, near the crowd's end: the nearest people take a quarter to a third of the
 * picture's height, and the others reach back towards the horizon.
 *
 * @returns the point that the camera looks at, among the nearest people
 */
export function framePeople(
  camera: PerspectiveCamera,
  { feet, height, groundAt, horizon }: FramedPeople,
): Vector3 {
  const towardsCamera = chooseSide(feet, camera.aspect);
  const right = new Vector3(towardsCamera.z, 0, -towardsCamera.x);
  const depths = feet.map((foot) => -foot.dot(towardsCamera)).sort((a, b) => a - b);
  const front = depths[Math.min(MOST_STRAYS, Math.floor(feet.length * STRAYS))];
  const near = feet.filter((foot) => -foot.dot(towardsCamera) < front + NEAR_DEPTH * height);
  const sides = near.map((foot) => foot.dot(right));
  const middle = (Math.min(...sides) + Math.max(...sides)) / 2;

  const slope = Math.tan(MathUtils.degToRad(camera.fov) / 2);
  const distanceOf = (share: number): number => height / (2 * slope * share);
  const fitting = near.map((foot, i) => {
    const behind = -foot.dot(towardsCamera) - front;
    return (Math.abs(sides[i] - middle) + height / 3) / (slope * camera.aspect) - behind;
  });
  const smallest = SMALLEST_SHARE * Math.min(1, camera.aspect / NARROW_ASPECT) ** NARROW_POWER;
  const distance = MathUtils.clamp(
    Math.max(...fitting),
    distanceOf(LARGEST_SHARE),
    distanceOf(Math.min(smallest, LARGEST_SHARE)),
  );

  // A narrow picture shows few people side by side, and more of them one behind the other from higher up.
  const narrowness = MathUtils.clamp(1 - camera.aspect, 0, 1);
  const lowest = MathUtils.lerp(FEET.wide, FEET.narrow, narrowness);
  const deep = Math.max((depths[depths.length - 1] - front) / (DEEP * height), narrowness);
  const chosen = MathUtils.lerp(HORIZON.low, HORIZON.high, Math.min(1, deep));
  const level = horizon === undefined ? chosen : Math.max(1 - 2 * horizon, lowest + LEAST_ABOVE_FEET);
  const pitch = Math.atan(level * slope);
  const eye = distance * Math.tan(pitch - Math.atan(lowest * slope));
  const { position } = camera;
  position
    .copy(right)
    .multiplyScalar(middle)
    .addScaledVector(towardsCamera, distance - front);
  const ground = near.reduce((sum, { y }) => sum + y, 0) / near.length;
  // Above a hill that the camera stands on, as high as people are, or as it stands on flat ground if that is lower.
  position.y = Math.max(ground + eye, groundAt(position.x, position.z) + Math.min(height, eye));
  const ahead = distance + height * 2;
  const target = position.clone().addScaledVector(towardsCamera, -ahead);
  target.y -= ahead * Math.tan(pitch);
  camera.lookAt(target);
  return target;
}

/** Horizontal direction from a crowd to its camera: in front of the end of its longer side, slightly to the side. */
function chooseSide(feet: readonly Vector3[], aspect: number): Vector3 {
  const extent = (axis: 'x' | 'z'): number => {
    const values = feet.map((foot) => foot[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const turn = SLANT * Math.min(1, aspect / NARROW_ASPECT);
  const angle = turn + (extent('x') > extent('z') * LONG ? Math.PI / 2 : 0);
  return new Vector3(Math.sin(angle), 0, Math.cos(angle));
}
