import { type Detail, MeshBuilder } from '../mesh/mesh-builder.js';
import { addBothSides } from '../mesh/mirror.js';
import type { Paint } from '../mesh/paint.js';
import { addStrip, type StripOptions } from '../mesh/strip.js';
import type { Surface } from '../mesh/surface.js';
import { addTube, type TubeOptions } from '../mesh/tube.js';
import { addCrossCollar, type CrossCollar } from './collars.js';
import { addInnerHem, type Robe } from './robe.js';
import { addSleeve, type Sleeve } from './sleeve.js';
import { addTrousers, type Trousers } from './trousers.js';

/** The pieces of a body, in the order in which they are added. */
export interface Garment {
  readonly trousers?: Trousers;
  /** Shape of the cloth. Strips lie on it. */
  readonly robe: Robe;
  /** Cloth around the robe's surface, from top to hem. */
  readonly cloth: TubeOptions;
  /** Colour of the skirt's inside at the hem. @default no inside */
  readonly lining?: Paint;
  /** Second layer of cloth, such as a jacket over a skirt. */
  readonly layer?: TubeOptions & { readonly surface: Surface };
  /** Crossed collar on `surface`. @default the robe's surface */
  readonly collar?: CrossCollar & { readonly surface?: Surface };
  readonly strips?: readonly StripOptions[];
  /** Adds further pieces, such as armour. */
  readonly addExtras?: (mesh: MeshBuilder) => void;
  readonly sleeve: Sleeve;
  /** Adds further pieces to the left arm; they are mirrored. */
  readonly addToArm?: (left: MeshBuilder) => void;
}

/** Returns a function that builds a body at a level of detail. */
export function garment(pieces: Garment): (detail: Detail) => MeshBuilder {
  const { trousers, robe, cloth, lining, layer, collar, strips = [], addExtras, sleeve, addToArm } = pieces;
  const { surface, fold } = robe;
  return (detail) => {
    const mesh = new MeshBuilder(detail);
    if (trousers) addTrousers(mesh, trousers);
    addTube(mesh, surface, { fold, ...cloth });
    if (lining) addInnerHem(mesh, surface, cloth, lining);
    if (layer) addTube(mesh, layer.surface, { fold, ...layer });
    if (collar) addCrossCollar(mesh, collar.surface ?? surface, collar);
    for (const strip of strips) addStrip(mesh, surface, strip);
    addExtras?.(mesh);
    addBothSides(mesh, (left) => {
      addSleeve(left, sleeve);
      addToArm?.(left);
    });
    return mesh;
  };
}
