import type { Recipe } from 'three-crowd';

type NumberField = { [field in keyof Recipe]-?: Recipe[field] extends number ? field : never }[keyof Recipe];

export interface Range {
  readonly field: NumberField;
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The numbers of a recipe that have a slider, by the section of the form. */
export const LAYOUT: readonly Range[] = [
  { field: 'boundaryRadius', label: 'Outer radius, m', min: 1, max: 60, step: 1 },
  { field: 'spawnRadius', label: 'Inner radius, m', min: 1, max: 40, step: 1 },
  { field: 'facing', label: 'Facing one way', min: 0, max: 1, step: 0.05 },
  { field: 'collisionRadius', label: 'Distance kept', min: 0, max: 1, step: 0.05 },
];

export const COLOR: readonly Range[] = [
  { field: 'hueShift', label: 'Hue turned, turns', min: -0.5, max: 0.5, step: 0.01 },
  { field: 'hueVar', label: 'Hue differs by', min: 0, max: 0.5, step: 0.01 },
  { field: 'satVar', label: 'Saturation differs by', min: 0, max: 0.5, step: 0.01 },
  { field: 'lightVar', label: 'Lightness differs by', min: 0, max: 0.5, step: 0.01 },
];

export const MOTION: readonly Range[] = [
  { field: 'pace', label: 'Share who walk', min: 0, max: 1, step: 0.05 },
  { field: 'walkSpeedMin', label: 'Slowest walk', min: 0.5, max: 1, step: 0.05 },
  { field: 'walkSpeedMax', label: 'Fastest walk', min: 1, max: 2, step: 0.05 },
  { field: 'scaleVariation', label: 'Size differs by', min: 0, max: 0.2, step: 0.01 },
];
