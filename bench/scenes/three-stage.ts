import {
  CircleGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  WebGLRenderer,
} from 'three';
import type { WebGPURenderer } from 'three/webgpu';
import { type BrowserGpu, gpuOfWebGL, gpuOfWebGPU } from '../measure/browser-gpu.js';
import { LIGHTING, type Stage } from './stage.js';

/** Passes of WebGPURenderer, which draws to its own target and copies that to the canvas. */
const PASSES = ['people', 'output'];

/** The stage in three, lit and with its ground. */
export interface ThreeStage {
  readonly renderer: WebGLRenderer | WebGPURenderer;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly gpu: BrowserGpu;
  render(): void;
  dispose(): void;
}

export async function createThreeStage(stage: Stage): Promise<ThreeStage> {
  const { renderer, gpu } = await createRenderer(stage);
  renderer.setPixelRatio(1);
  renderer.setSize(stage.width, stage.height, false);
  renderer.shadowMap.enabled = stage.shadows;
  renderer.shadowMap.type = PCFShadowMap;
  const scene = new Scene();
  scene.background = new Color(LIGHTING.background);
  const { sky } = LIGHTING;
  scene.add(new HemisphereLight(sky.above, sky.below, sky.intensity), createGround());
  addSun(scene, stage);
  const { position, target, fov, near, far } = stage.camera;
  const camera = new PerspectiveCamera(fov, stage.width / stage.height, near, far);
  camera.position.set(...position);
  camera.lookAt(...target);
  return {
    renderer,
    scene,
    camera,
    gpu,
    render: () => renderer.render(scene, camera),
    dispose: () => {
      renderer.dispose();
      if (renderer instanceof WebGLRenderer) renderer.forceContextLoss();
    },
  };
}

async function createRenderer({
  backend,
  canvas,
}: Stage): Promise<{ renderer: WebGLRenderer | WebGPURenderer; gpu: BrowserGpu }> {
  if (backend === 'webgl') {
    const renderer = new WebGLRenderer({ canvas, antialias: false });
    return { renderer, gpu: gpuOfWebGL(renderer.getContext() as WebGL2RenderingContext) };
  }
  const { WebGPURenderer } = await import('three/webgpu');
  const renderer = new WebGPURenderer({
    canvas,
    antialias: false,
    ...(backend === 'webgpu' ? { requiredLimits: await largestBuffers() } : {}),
    forceWebGL: backend === 'webgpu-webgl2',
  });
  await renderer.init();
  // three has no public accessor for either.
  const { device, gl } = renderer.backend as { device?: GPUDevice; gl?: WebGL2RenderingContext };
  if (backend === 'webgpu' && !device) throw new Error('WebGPURenderer fell back to WebGL2.');
  return { renderer, gpu: device ? gpuOfWebGPU(device, PASSES) : gpuOfWebGL(gl as WebGL2RenderingContext) };
}

/** Device limits to request. The default of 128 MiB a buffer is too small for the bones of 100,000 characters. */
async function largestBuffers(): Promise<Record<string, number>> {
  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter) throw new Error('There is no WebGPU adapter.');
  const { maxBufferSize, maxStorageBufferBindingSize } = adapter.limits;
  return { maxBufferSize, maxStorageBufferBindingSize };
}

function addSun(scene: Scene, { shadows, camera }: Stage): void {
  const { color, intensity, towards } = LIGHTING.sun;
  const sun = new DirectionalLight(color, intensity);
  sun.target.position.set(camera.target[0], 0, camera.target[2]);
  sun.position
    .set(...towards)
    .normalize()
    .multiplyScalar(60)
    .add(sun.target.position);
  sun.castShadow = shadows;
  const { size, reach } = LIGHTING.shadow;
  sun.shadow.mapSize.set(size, size);
  sun.shadow.normalBias = 0.02;
  Object.assign(sun.shadow.camera, {
    left: -reach,
    right: reach,
    bottom: -reach,
    top: reach,
    near: 1,
    far: 140,
  });
  scene.add(sun, sun.target);
}

function createGround(): Mesh {
  const ground = new Mesh(
    new CircleGeometry(1000, 32),
    new MeshStandardMaterial({ color: LIGHTING.ground, roughness: 1 }),
  );
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  return ground;
}
