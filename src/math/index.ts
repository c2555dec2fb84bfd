export {
  AFFINE_SIZE,
  affineDeterminant,
  composeAffine,
  decomposeAffine,
  invertAffine,
  multiplyAffine,
  setAffineIdentity,
  transformPoint,
} from './affine.js';
export { type Bounds, boundsOf } from './bounds.js';
export { flattenCatmullRom, PIECES_PER_SPAN, type Point } from './catmull-rom.js';
export { closestName } from './closest-name.js';
export { linearToSrgb, rgbToHsl, srgbToLinear } from './color.js';
export { exp } from './exponential.js';
export { fillHoles, type Heightmap, heightInGrid } from './heightmap.js';
export { colorDifference, hslToLab, type Lab, labToRgb, rgbToLab } from './lab.js';
export { mulberry32, mulberry32At, streamSeed, uniformAt } from './mulberry32.js';
export { NearestOnPath } from './nearest-on-path.js';
export { type PathPlace, Polyline } from './polyline.js';
export {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionBetween,
  rotateVector,
  slerpQuaternions,
} from './quaternion.js';
export { chooseUnlike, type Neighbour, RecentGrid } from './recent-grid.js';
export { resized } from './resized.js';
export { atan2, sinCos, sinCosTurns, TAU, wrapAngle } from './trigonometry.js';
