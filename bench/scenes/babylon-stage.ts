import { TargetCamera } from '@babylonjs/core/Cameras/targetCamera.js';
import type { AbstractEngine } from '@babylonjs/core/Engines/abstractEngine.js';
import { Engine } from '@babylonjs/core/Engines/engine.js';
import { DirectionalLight } from '@babylonjs/core/Lights/directionalLight.js';
import { HemisphericLight } from '@babylonjs/core/Lights/hemisphericLight.js';
import { ShadowGenerator } from '@babylonjs/core/Lights/Shadows/shadowGenerator.js';
import '@babylonjs/core/Lights/Shadows/shadowGeneratorSceneComponent.js';
import { PBRMaterial } from '@babylonjs/core/Materials/PBR/pbrMaterial.js';
import { Color3, Color4 } from '@babylonjs/core/Maths/math.color.js';
import { Vector3 } from '@babylonjs/core/Maths/math.vector.js';
import { CreateGround } from '@babylonjs/core/Meshes/Builders/groundBuilder.js';
import type { Mesh } from '@babylonjs/core/Meshes/mesh.js';
import { Scene } from '@babylonjs/core/scene.js';
import { type BrowserGpu, gpuOfWebGL, gpuOfWebGPU } from '../measure/browser-gpu.js';
import { LIGHTING, type Stage } from './stage.js';

const linear = (hex: string): Color3 => Color3.FromHexString(hex).toLinearSpace();

export async function createEngine({ canvas, backend, width, height }: Stage): Promise<AbstractEngine> {
  canvas.width = width;
  canvas.height = height;
  if (backend === 'webgl') return new Engine(canvas, false, { stencil: false });
  const { WebGPUEngine } = await import('@babylonjs/core/Engines/webgpuEngine.js');
  const engine = new WebGPUEngine(canvas, {
    antialias: false,
    stencil: false,
    // For the GPU's own clock; left out where there is none.
    deviceDescriptor: { requiredFeatures: ['timestamp-query'] },
  });
  await engine.initAsync();
  return engine;
}

export function createScene(engine: AbstractEngine, { camera }: Stage): Scene {
  const scene = new Scene(engine);
  scene.useRightHandedSystem = true;
  scene.clearColor = Color4.FromColor3(Color3.FromHexString(LIGHTING.background), 1);
  scene.skipPointerMovePicking = true;
  const view = new TargetCamera('camera', new Vector3(...camera.position), scene);
  view.setTarget(new Vector3(...camera.target));
  view.fov = (camera.fov * Math.PI) / 180;
  view.minZ = camera.near;
  view.maxZ = camera.far;
  const ground = CreateGround('ground', { width: 2000, height: 2000 }, scene);
  const material = new PBRMaterial('ground', scene);
  material.albedoColor = linear(LIGHTING.ground);
  material.metallic = 0;
  material.roughness = 1;
  ground.material = material;
  ground.receiveShadows = true;
  return scene;
}

/** Babylon does not divide hemispheric light by π; three does. */
export function addLights(scene: Scene, { camera }: Stage): DirectionalLight {
  const { sky, sun } = LIGHTING;
  const hemisphere = new HemisphericLight('sky', Vector3.Up(), scene);
  hemisphere.diffuse = linear(sky.above);
  hemisphere.groundColor = linear(sky.below);
  hemisphere.specular = Color3.Black();
  hemisphere.intensity = sky.intensity / Math.PI;
  const towards = new Vector3(...sun.towards).normalize();
  const light = new DirectionalLight('sun', towards.negate(), scene);
  light.position = new Vector3(camera.target[0], 0, camera.target[2]).add(towards.scale(60));
  light.diffuse = light.specular = linear(sun.color);
  light.intensity = sun.intensity;
  return light;
}

export function addShadows(sun: DirectionalLight, meshes: readonly Mesh[]): void {
  const { size, reach } = LIGHTING.shadow;
  sun.autoUpdateExtends = false;
  Object.assign(sun, { orthoLeft: -reach, orthoRight: reach, orthoBottom: -reach, orthoTop: reach });
  sun.shadowMinZ = 1;
  sun.shadowMaxZ = 140;
  const shadows = new ShadowGenerator(size, sun);
  shadows.usePercentageCloserFiltering = true;
  for (const mesh of meshes) {
    shadows.addShadowCaster(mesh);
    mesh.receiveShadows = true;
  }
}

/** Babylon's device, which has no public accessor. */
interface EngineInternals {
  readonly _gl?: WebGL2RenderingContext;
  readonly _device?: GPUDevice & { readonly adapterInfo?: GPUAdapterInfo };
}

export function gpuOf(engine: AbstractEngine): BrowserGpu {
  const { _gl: gl, _device: device } = engine as unknown as EngineInternals;
  if (gl) return gpuOfWebGL(gl);
  if (!device) throw new Error('Babylon.js has neither a WebGL context nor a WebGPU device.');
  return gpuOfWebGPU(device, ['people']);
}
