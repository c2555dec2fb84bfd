/** Scenes that a crowd stands in, and materials of the user's own, beside three's own meshes in the same place. */
import {
  DataTexture,
  EquirectangularReflectionMapping,
  Group,
  Mesh,
  MeshBasicMaterial,
  type MeshBasicMaterialParameters,
  MeshLambertMaterial,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  MeshToonMaterial,
  OrthographicCamera,
  PlaneGeometry,
  PointLight,
} from 'three';
import { beforeAll } from 'vitest';
import { BACKENDS } from '../support/browser/backends.js';
import { characterFile } from '../support/browser/character-file.js';
import { expectAsThree, type ThreeSetting } from '../support/browser/draw-as-three.js';
import { PICTURE, type Stage } from '../support/browser/picture.js';
import { testInTurn } from '../support/in-turn.js';

const COLOR = '#2a8050';

/** Puts the character under a group of its own. */
const under = (place: (group: Group) => void): ThreeSetting => ({
  change: ({ scene }, character) => {
    const group = new Group().add(character);
    place(group);
    scene.add(group);
  },
});

/** A sky of four colours. */
function sky(): DataTexture {
  const colors = [255, 40, 40, 255, 40, 255, 40, 255, 60, 60, 255, 255, 200, 200, 200, 255];
  const texture = new DataTexture(Uint8Array.from(colors), 2, 2);
  texture.mapping = EquirectangularReflectionMapping;
  texture.needsUpdate = true;
  return texture;
}

function lightByPoint({ scene, lamp }: Stage): void {
  lamp.visible = false;
  const light = new PointLight('#ffffff', 60);
  light.position.set(1, 3, 2);
  light.castShadow = true;
  light.shadow.mapSize.set(512, 512);
  light.shadow.bias = -0.01;
  scene.add(light);
}

/** Draws the whole scene with one material. */
const override = (options: MeshBasicMaterialParameters): ThreeSetting => ({
  change: ({ scene }) => {
    scene.overrideMaterial = new MeshBasicMaterial({ color: '#c04020', ...options });
  },
});

const SETTINGS: Readonly<Record<string, ThreeSetting>> = {
  'a ship that rolls': under((group) => {
    group.position.set(0.2, 0.1, -0.5);
    group.rotation.set(0.1, 0.7, -0.15);
    group.scale.setScalar(0.9);
  }),
  'a mirrored group': under((group) => group.scale.set(-1, 1, 1)),
  'a stretched group': under((group) => group.scale.set(1.5, 0.7, 1)),
  'a group whose matrix is set by hand': under((group) => {
    group.matrixAutoUpdate = false;
    group.matrix.makeTranslation(0.4, 0.1, 0);
  }),
  'an isometric view': {
    seenBy: () => {
      const height = 1.6;
      const width = (height * PICTURE.width) / PICTURE.height;
      const camera = new OrthographicCamera(-width, width, height, -height, -20, 50);
      camera.position.set(5, 5, 5);
      camera.lookAt(0, 0.9, 0);
      return camera;
    },
  },
  'a camera on a crane, zoomed in on a part of the view': {
    change: ({ scene, camera }) => {
      const { width, height } = PICTURE;
      const crane = new Group().add(camera);
      crane.position.set(0.5, 0, 0);
      crane.rotation.y = 0.3;
      scene.add(crane);
      camera.zoom = 1.3;
      camera.setViewOffset(2 * width, 2 * height, width / 2, height / 3, 1.2 * width, 1.2 * height);
    },
  },
  'a point light with shadows': { change: (stage) => lightByPoint(stage) },
  'an environment': {
    change: ({ scene }) => {
      scene.environment = sky();
    },
  },
  'a layer that the camera sees': {
    change: ({ camera }, character) => {
      character.traverse(({ layers }) => layers.set(1));
      camera.layers.enable(1);
    },
  },
  'an order behind glass, which is drawn first': {
    change: ({ scene }, character) => {
      const material = new MeshBasicMaterial({ transparent: true, opacity: 0.5, depthTest: false });
      const pane = new Mesh(new PlaneGeometry(2, 1), material);
      pane.position.set(0, 1, 1);
      pane.renderOrder = 1;
      scene.add(pane);
      character.traverse((object) => {
        object.renderOrder = 2;
      });
    },
  },
  'a basic material': { material: () => new MeshBasicMaterial({ color: COLOR }) },
  'a toon material': { material: () => new MeshToonMaterial({ color: COLOR }) },
  'a physical material': {
    material: () => new MeshPhysicalMaterial({ color: COLOR, clearcoat: 1, sheen: 1 }),
  },
  'a shiny material': { material: () => new MeshPhongMaterial({ color: COLOR, shininess: 90 }) },
  'a wireframe': { material: () => new MeshLambertMaterial({ color: COLOR, wireframe: true }) },
  'an override material that is a wireframe': override({ wireframe: true }),
  'an override material over a wireframe': {
    material: () => new MeshLambertMaterial({ color: COLOR, wireframe: true }),
    ...override({}),
  },
  'a transparent material': {
    material: () => new MeshStandardMaterial({ color: COLOR, transparent: true, opacity: 0.4 }),
  },
};

let bytes: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  bytes = await characterFile();
});

const names = Object.keys(SETTINGS);
const cases = BACKENDS.flatMap((backend) => names.map((name) => [name, backend] as const));
/** One setting on each backend by day: on WebGPU the one in which most can go wrong. */
const daily = ['an override material that is a wireframe', 'a toon material', 'a basic material'].map(
  (name, column) => names.indexOf(name) + column * names.length,
);

testInTurn(cases, daily)('%s shows a crowd as it shows meshes of three, on %s', async (name, backend) => {
  await expectAsThree(backend, bytes, { ...SETTINGS[name], covers: 0.01 });
});
