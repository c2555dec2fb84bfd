import {
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
} from 'three';
import { createHouses } from '../scenery/houses.js';
import { createMaterials } from '../scenery/materials.js';
import { createPaving } from '../scenery/paving.js';
import { Sky } from '../scenery/sky.js';
import { createTrees } from '../scenery/trees.js';
import { createArmillarySphere } from './armillary-sphere.js';

const HORIZON = '#f0cfa2';

/** The court of an observatory in the late afternoon: a scene of somebody's own, which knows nothing of crowds. */
export function createObservatory() {
  const scene = new Scene();
  scene.fog = new Fog(HORIZON, 30, 130);
  const sphere = createArmillarySphere();
  scene.add(
    new Sky(HORIZON, '#7d9cc0'),
    new HemisphereLight('#dfe6ef', '#a08768', 1.5),
    createSun(),
    createPavement(),
    createBuildings(),
    createTrees([
      { x: -15, z: -9, height: 6 },
      { x: 13.5, z: -12, height: 7 },
      { x: 25, z: -11, height: 5.5 },
      { x: -16.5, z: 7, height: 5 },
      { x: -30, z: -18, height: 8 },
      { x: 34, z: -22, height: 8 },
    ]),
    sphere.object,
  );
  const camera = new PerspectiveCamera(38, 1, 0.1, 400);
  camera.position.set(6.5, 3.4, 21.5);
  return { scene, camera, sphere };
}

function createSun(): DirectionalLight {
  const sun = new DirectionalLight('#ffdcae', 3.2);
  sun.position.set(-30, 28, 26);
  sun.castShadow = true;
  sun.shadow.mapSize.set(4096, 4096);
  sun.shadow.normalBias = 0.03;
  Object.assign(sun.shadow.camera, { left: -38, right: 38, top: 30, bottom: -26, near: 1, far: 110 });
  return sun;
}

function createPavement(): Mesh {
  const pavement = new Mesh(
    new PlaneGeometry(320, 320).rotateX(-Math.PI / 2),
    new MeshStandardMaterial({ map: createPaving(), color: '#c9bca4', roughness: 1 }),
  );
  pavement.receiveShadow = true;
  return pavement;
}

function createBuildings() {
  return createHouses(
    [
      { x: 0, z: -20, turn: 0, width: 22, depth: 9, height: 4.6 },
      { x: -22, z: -3, turn: Math.PI / 2, width: 13, depth: 6.5, height: 3.4 },
      { x: 29, z: -4, turn: -Math.PI / 2, width: 13, depth: 6.5, height: 3.4 },
      { x: -22, z: 15, turn: Math.PI / 2, width: 10, depth: 6, height: 3.2 },
    ],
    createMaterials(),
  );
}
