import { type BufferGeometry, type Material, Matrix4, MeshStandardMaterial } from 'three';
import { createBasket } from './basket.js';
import { createFan } from './fan.js';
import { createLantern } from './lantern.js';

export const THINGS = ['lantern', 'fan', 'basket'] as const;
type Thing = (typeof THINGS)[number];

/** Something to be carried, made once for all who carry one; in metres, with the place that the hand holds at 0. */
export interface CarriedThing {
  readonly geometry: BufferGeometry;
  readonly material: Material;
  /** From the thing's space to that of the right hand's bone, which is in centimetres. */
  readonly grip: Matrix4;
  /** Whether it hangs straight down from the hand, or turns with it. */
  readonly hangs: boolean;
}

/** From the wrist into the palm, in the sample kit's rest pose; centimetres. */
const PALM = [-4.5, -7, 2] as const;

export function createThing(thing: Thing): CarriedThing {
  const geometry = { lantern: createLantern, basket: createBasket, fan: createFan }[thing]();
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.85 });
  const grip = new Matrix4().makeScale(100, 100, 100).setPosition(...PALM);
  return { geometry, material, grip, hangs: thing !== 'fan' };
}
