import type { Color } from 'three';

/** A character as it is now, as its row stores it: positions as 32-bit floats, headings to 3e-5, colours to 0.002. */
export interface CharacterState {
  /** Index of the character, for the crowd's methods. */
  readonly character: number;
  /** Metres, in the crowd's space. */
  readonly x: number;
  /** Height of the feet, metres. */
  readonly y: number;
  /** Metres. */
  readonly z: number;
  /** Radians about Y, −π to π; 0 faces +Z. */
  readonly heading: number;
  /** Uniform scale, above 0. */
  readonly scale: number;
  /** True if it is shown, by its instance or as a hero; it may still be out of the camera's view. */
  readonly isVisible: boolean;
  /** 0 to 1, to 1/31. */
  readonly opacity: number;
  /** Texture atlas cell, 0 to 255. */
  readonly textureCell: number;
  /** Name of the clip that plays, or that is fading in. */
  readonly clip: string;
  /** True if the clip repeats. */
  readonly repeats: boolean;
  /** Position within the clip, as a fraction of its length: 0 to 1, below 1 for a clip that repeats. */
  readonly phase: number;
  /** Playback speed; 1 is the clip's own, 0 holds the pose. */
  readonly speed: number;
  /** Weight of the clip, 0 to 1; below 1 while it fades in. */
  readonly weight: number;
  /** In three's working colour space. */
  readonly colors: { readonly garment: Color; readonly skin: Color; readonly hair: Color };
  /** Names of nodes of the master GLB, empty for nothing. */
  readonly parts: { readonly body: string; readonly face: string; readonly hair: string };
}
