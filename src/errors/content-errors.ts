import { CrowdError } from './crowd-error.js';

/** A file of the crowd could not be loaded or is not what its address promised. */
export class AssetError extends CrowdError {
  override readonly name = 'AssetError';

  constructor(
    message: string,
    /** The address that was asked for. */
    readonly url: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A bone texture or its manifest is incomplete, contradictory or does not fit the skeleton. */
export class BoneTextureError extends CrowdError {
  override readonly name = 'BoneTextureError';

  constructor(
    message: string,
    /** The manifest's field, or the part of the data, that is wrong. */
    readonly field: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A recipe cannot be turned into characters. */
export class RecipeError extends CrowdError {
  override readonly name = 'RecipeError';

  constructor(
    message: string,
    /** The field, such as \`weights.soldier\`. */
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A skeleton, skin or clip cannot be used: no skin, an unknown bone, tracks that do not match. */
export class RigError extends CrowdError {
  override readonly name = 'RigError';
}

/** The loaded characters are neither in metres nor off by the known factor of one hundred. */
export class UnitError extends CrowdError {
  override readonly name = 'UnitError';

  constructor(
    message: string,
    /** Height of the measured character as loaded; about 1.7 is right. */
    readonly height: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A character asks for a clip that the crowd does not have. */
export class UnknownClipError extends CrowdError {
  override readonly name = 'UnknownClipError';

  constructor(
    message: string,
    readonly clip: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A character names a part that is no SkinnedMesh node of the master GLB. */
export class UnknownPartError extends CrowdError {
  override readonly name = 'UnknownPartError';

  constructor(
    message: string,
    readonly part: string,
    /** Index of the character, or −1 where a shared part is meant. */
    readonly character: number,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The renderer or device lacks a required feature. */
export class UnsupportedError extends CrowdError {
  override readonly name = 'UnsupportedError';
}

/** The crowd was disposed of, so that a call cannot be completed. */
export class DisposedError extends CrowdError {
  override readonly name = 'DisposedError';
}

/** The simulation that moves a crowd has failed; `cause` is the error that it threw. The crowd stands still and is still drawn. */
export class SimulationError extends CrowdError {
  override readonly name = 'SimulationError';
}
