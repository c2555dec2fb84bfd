import { type BufferGeometry, Group, Mesh, MeshStandardMaterial, type Object3D } from 'three';
import { createBasket } from './basket.js';
import { createFan } from './fan.js';
import { createLantern } from './lantern.js';
import { createMannequin } from './mannequin.js';
import { createMarket } from './market/market.js';
import { createMaterials } from './materials.js';
import { createObservatory } from './observatory.js';
import { createPine } from './pine.js';
import { createRock } from './rock.js';
import { createStreet } from './street.js';
import { createTeahouse } from './teahouse.js';

/** The models of the examples by the name of their file: what a page's own designer would give as a GLB. */
export const MODELS: Readonly<Record<string, () => Object3D>> = {
  street: () => createStreet(14, createMaterials()),
  teahouse: createTeahouse,
  observatory: createObservatory,
  woods: () => group({ pine: createPine(), rock: createRock() }),
  mannequin: createMannequin,
  market: createMarket,
  props: () => group({ lantern: createLantern(), fan: createFan(), basket: createBasket() }),
};

/** One mesh for each geometry, in its own colours. */
function group(geometries: Readonly<Record<string, BufferGeometry>>): Group {
  const material = new MeshStandardMaterial({ vertexColors: true, roughness: 0.9 });
  const meshes = Object.entries(geometries).map(([name, geometry]) =>
    Object.assign(new Mesh(geometry, material), { name }),
  );
  return new Group().add(...meshes);
}
