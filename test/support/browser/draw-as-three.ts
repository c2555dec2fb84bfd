import {
  AnimationMixer,
  type Camera,
  Group,
  type Material,
  Mesh,
  type Object3D,
  type PerspectiveCamera,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import {
  type BackendName,
  type CreateCrowdFromGLTFOptions,
  type Crowd,
  type CrowdMode,
  createCrowdFromGLTF,
} from 'three-crowd';
import { expect, onTestFinished } from 'vitest';
import type { TestRenderer } from './backends.js';
import { addressOf } from './character-file.js';
import {
  createStage,
  differingPixels,
  type LightKind,
  photographFront,
  type Stage,
  takePicture,
} from './picture.js';
import { sharedRenderer } from './shared-renderer.js';

/** The clip of `keepParts`, which is shown by default, and the moment of a clip, a fraction of its length. */
const CLIP = 'Armature|Walking|Layer';
const PHASE = 0.3;
/** Largest difference, of 255, between pixels that count as equal. */
const TOLERANCE = 24;

/** A scene with one character, drawn by the crowd or by three. */
export interface ThreeSetting {
  /** In place of the file's own materials. */
  readonly material?: () => Material;
  /** Changes the loaded scene before it is handed over. @default the crowd is made of the file */
  readonly prepare?: (scene: Object3D) => void;
  /** @default 'directional' */
  readonly light?: LightKind;
  /** @default 'instanced' */
  readonly mode?: CrowdMode;
  /** The clip that is shown. @default that of `keepParts` */
  readonly clip?: string;
  /** The file that three draws. @default the crowd's */
  readonly expected?: Uint8Array<ArrayBuffer>;
  /** Further options of the crowd. */
  readonly options?: Partial<CreateCrowdFromGLTFOptions>;
  /** Changes the scene, or what the character stands under. */
  readonly change?: (stage: Stage, character: Object3D) => void;
  /** Called once the crowd was drawn. It is drawn again then, in a scene that `change` does not change. */
  readonly afterwards?: (crowd: Crowd, renderer: TestRenderer) => void | Promise<void>;
  /** The camera that the picture is taken by. @default the stage's */
  readonly seenBy?: () => Camera;
}

/** Fraction of a picture that a crowd of one covers, and fraction in which three's own loader and mixer show something else. */
export interface Likeness {
  readonly share: number;
  readonly differing: number;
}

/** Draws a moment of the clip of a file as a crowd and as three does it. */
export async function drawAsThree(
  backend: BackendName,
  bytes: Uint8Array<ArrayBuffer>,
  setting: ThreeSetting = {},
): Promise<Likeness> {
  const { material, prepare, mode = 'instanced', options, afterwards, seenBy } = setting;
  const { clip: name = CLIP, expected: drawn = bytes } = setting;
  const renderer = await sharedRenderer(backend);
  const load = (file: Uint8Array<ArrayBuffer>) => new GLTFLoader().parseAsync(file.slice().buffer, '');
  const { scene, animations } = await load(drawn);
  scene.traverse((object) => {
    Object.assign(object, { castShadow: true, receiveShadow: true, frustumCulled: false });
    if (material && object instanceof Mesh) object.material = material();
  });
  prepare?.(scene);
  const loaded = prepare && (await load(bytes));
  if (loaded) prepare(loaded.scene);
  const mixer = new AnimationMixer(scene);
  const clip = animations.find((own) => own.name === name)!;
  mixer.clipAction(clip).play();
  const expected = await pictureOf(renderer, scene, setting, () => mixer.setTime(PHASE * clip.duration));
  const crowd = await createCrowdFromGLTF(loaded ?? addressOf(bytes), {
    ...{ renderer, mode, strict: true, ...options },
    ...(material && { material }),
    characters: [{ x: 0, z: 0, clip: name, phase: PHASE }],
  });
  onTestFinished(() => crowd.dispose());
  const update = (camera: Camera): void => crowd.update(0, camera);
  let picture = await pictureOf(renderer, crowd, setting, update);
  if (afterwards) {
    await afterwards(crowd, renderer);
    picture = await pictureOf(renderer, crowd, seenBy ? { seenBy } : {}, update);
  }
  const empty = await pictureOf(renderer, new Group(), setting, () => {});
  return {
    share: differingPixels(picture, empty, TOLERANCE),
    differing: differingPixels(picture, expected, TOLERANCE),
  };
}

/** Expects that a crowd of one looks as three draws it, and covers more than a fraction of the picture, `covers`. */
export async function expectAsThree(
  backend: BackendName,
  bytes: Uint8Array<ArrayBuffer>,
  { covers = 0.02, ...setting }: ThreeSetting & { readonly covers?: number } = {},
): Promise<void> {
  const { share, differing } = await drawAsThree(backend, bytes, setting);
  expect(share, 'there is a character').toBeGreaterThan(covers);
  expect(differing).toBeLessThan(0.002);
}

/** Expects that a crowd looks from in front as three's own objects do. */
export async function expectPictureOf(renderer: TestRenderer, crowd: Crowd, three: Object3D): Promise<void> {
  const shown = await photographFront(renderer, crowd);
  const expected = await photographFront(renderer, three);
  const empty = await photographFront(renderer, new Group());
  expect(differingPixels(expected, empty, TOLERANCE), 'there is something').toBeGreaterThan(0.1);
  expect(differingPixels(shown, expected, TOLERANCE)).toBeLessThan(0.003);
}

/** The meshes below an object; those of a crowd take its place in what pages change. */
export function meshesOf<Kind extends Mesh = Mesh>(object: Object3D): Kind[] {
  const meshes: Kind[] = [];
  object.traverse((child) => {
    if ('isMesh' in child) meshes.push(child as Kind);
  });
  return meshes;
}

/** From a distance at which a person is as tall as the picture. */
async function pictureOf(
  renderer: TestRenderer,
  character: Object3D,
  { change, seenBy, light = 'directional' }: ThreeSetting,
  update: (camera: Camera) => void,
): Promise<Uint8Array> {
  const stage = createStage(character, light);
  stage.camera.position.set(0, 1.2, 3);
  stage.camera.lookAt(0, 0.9, 0);
  const camera = seenBy?.() ?? stage.camera;
  change?.(stage, character);
  stage.scene.updateMatrixWorld();
  camera.updateWorldMatrix(true, false);
  update(camera);
  // Shadow cameras take their place when three draws the first picture.
  await takePicture(renderer, stage.scene, camera as PerspectiveCamera);
  update(camera);
  return takePicture(renderer, stage.scene, camera as PerspectiveCamera);
}
