export {
  AFFINE_SIZE,
  composeAffine,
  decomposeAffine,
  invertAffine,
  multiplyAffine,
  setAffineIdentity,
  transformPoint,
} from './affine.js';
export { hslToRgb, linearToSrgb, rgbToHsl, srgbToLinear } from './color.js';
export { mulberry32, mulberry32At, streamSeed, uniformAt } from './mulberry32.js';
export {
  conjugateQuaternion,
  multiplyQuaternions,
  normalizeQuaternion,
  quaternionBetween,
  rotateVector,
  slerpQuaternions,
} from './quaternion.js';
export { atan2, sinCos, sinCosTurns, TAU, wrapAngle } from './trigonometry.js';
