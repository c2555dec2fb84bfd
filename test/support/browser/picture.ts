import {
  Color,
  DirectionalLight,
  HemisphereLight,
  type Light,
  Mesh,
  MeshLambertMaterial,
  type Object3D,
  PerspectiveCamera,
  PlaneGeometry,
  PointLight,
  Scene,
  SpotLight,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { RenderTarget } from 'three/webgpu';
import { Crowd } from 'three-crowd';
import { isWebGPU, readPixels, type TestRenderer } from './backends.js';

export type LightKind = 'directional' | 'spot' | 'point';

export const PICTURE = { width: 320, height: 180 } as const;

/** A scene, its camera, and its light that casts shadows. */
export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly lamp: Light;
}

/** A lit square with a shadowed light, seen from the front; the same for every backend. */
export function createStage(crowd: Object3D, light: LightKind): Stage {
  const scene = new Scene();
  scene.background = new Color('#c9cfd2');
  scene.add(new HemisphereLight('#ffffff', '#887766', 1.5));
  const ground = new Mesh(new PlaneGeometry(30, 30), new MeshLambertMaterial({ color: '#b3a993' }));
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  const lamp = createLight(light);
  lamp.position.set(3, 5, 4);
  lamp.castShadow = true;
  lamp.shadow.mapSize.set(512, 512);
  lamp.shadow.bias = -0.002;
  scene.add(ground, lamp, crowd);
  const camera = new PerspectiveCamera(40, PICTURE.width / PICTURE.height, 0.1, 50);
  camera.position.set(0, 3, 9);
  camera.lookAt(0, 0.8, 0);
  return { scene, camera, lamp };
}

function createLight(kind: LightKind): DirectionalLight | SpotLight | PointLight {
  if (kind === 'spot') return new SpotLight('#ffffff', 300, 0, 0.8, 0.2);
  if (kind === 'point') return new PointLight('#ffffff', 200);
  const sun = new DirectionalLight('#ffffff', 2.5);
  Object.assign(sun.shadow.camera, { left: -6, right: 6, top: 6, bottom: -6, far: 30 });
  return sun;
}

/** The picture of one frame: RGBA bytes, first row at the top. */
export async function takePicture(
  renderer: TestRenderer,
  scene: Scene,
  camera: PerspectiveCamera,
): Promise<Uint8Array> {
  renderer.shadowMap.enabled = true;
  const classic = renderer instanceof WebGLRenderer;
  const target = classic
    ? new WebGLRenderTarget(PICTURE.width, PICTURE.height)
    : (new RenderTarget(PICTURE.width, PICTURE.height) as unknown as WebGLRenderTarget);
  // three draws a shadow map once an animation tick.
  await new Promise(requestAnimationFrame);
  renderer.setRenderTarget(target as never);
  renderer.render(scene, camera);
  renderer.setRenderTarget(null);
  const pixels = (await readPixels(renderer, target)) as Uint8Array;
  target.dispose();
  // WebGL counts rows from the bottom, in three's WebGL2 backend too.
  return isWebGPU(renderer) ? pixels : upsideDown(pixels);
}

/**
 * The second of two pictures of a crowd, or of three's own objects: three needs one for all shadow maps.
 *
 * @param seconds that pass before the first one
 */
export async function photograph(
  renderer: TestRenderer,
  { scene, camera }: Pick<Stage, 'scene' | 'camera'>,
  object: Object3D,
  seconds = 0,
): Promise<Uint8Array> {
  const crowd = object instanceof Crowd ? object : undefined;
  crowd?.update(seconds, camera);
  await takePicture(renderer, scene, camera);
  crowd?.update(0, camera);
  return takePicture(renderer, scene, camera);
}

/** {@link photograph} of a crowd, or of three's own objects, from in front of them. */
export async function photographFront(renderer: TestRenderer, object: Object3D): Promise<Uint8Array> {
  const stage = createStage(object, 'directional');
  stage.camera.position.set(0, 1.5, 6);
  stage.camera.lookAt(0, 0.9, 0);
  stage.camera.updateMatrixWorld();
  return photograph(renderer, stage, object);
}

/** The share of the picture that a crowd covers, drawn with its shadows. */
export async function shareDrawn(renderer: TestRenderer, crowd: Crowd): Promise<number> {
  const { scene, camera } = createStage(crowd, 'directional');
  const shown = await photograph(renderer, { scene, camera }, crowd);
  crowd.visible = false;
  const empty = await takePicture(renderer, scene, camera);
  crowd.visible = true;
  return differingPixels(shown, empty, 8);
}

/** A picture of a crowd from in front of it, a moment after it was made. */
export async function takeCrowdPicture(
  renderer: TestRenderer,
  crowd: Crowd,
  distance = 6,
): Promise<Uint8Array> {
  const { scene, camera } = createStage(crowd, 'directional');
  crowd.computeBoundingBox();
  const center = crowd.boundingBox!.getCenter(new Vector3());
  camera.position.set(center.x, center.y + distance / 6, center.z + distance);
  camera.lookAt(center);
  camera.updateMatrixWorld();
  return photograph(renderer, { scene, camera }, crowd, 0.3);
}

function upsideDown(pixels: Uint8Array): Uint8Array {
  const row = PICTURE.width * 4;
  const flipped = new Uint8Array(pixels.length);
  for (let y = 0; y < PICTURE.height; y++) {
    flipped.set(pixels.subarray(y * row, (y + 1) * row), (PICTURE.height - 1 - y) * row);
  }
  return flipped;
}

/** Share of pixels in which any of red, green and blue differs by more than `tolerance` of 255. */
export function differingPixels(a: Uint8Array, b: Uint8Array, tolerance: number): number {
  let differing = 0;
  for (let i = 0; i < a.length; i += 4) {
    const most = Math.max(
      Math.abs(a[i] - b[i]),
      Math.abs(a[i + 1] - b[i + 1]),
      Math.abs(a[i + 2] - b[i + 2]),
    );
    if (most > tolerance) differing += 1;
  }
  return differing / (a.length / 4);
}
