import { parse } from '@loaders.gl/core';
import { GLTFLoader, type GLTFPostprocessed, postProcessGLTF } from '@loaders.gl/gltf';
import { type Device, luma } from '@luma.gl/core';
import { type Model, ModelNode } from '@luma.gl/engine';
import { createScenegraphsFromGLTF } from '@luma.gl/gltf';
import { type Light, PBR_TONE_MAP_MODE, pbrMaterial, pbrScene } from '@luma.gl/shadertools';
import { webgl2Adapter } from '@luma.gl/webgl';
import { webgpuAdapter } from '@luma.gl/webgpu';
import {
  CircleGeometry,
  Color,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  WebGLCoordinateSystem,
  WebGPUCoordinateSystem,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { type BrowserGpu, gpuOfWebGL, gpuOfWebGPU } from '../measure/browser-gpu.js';
import { LIGHTING, type Stage } from './stage.js';

/** Ratio of its material's diffuse light to three's: it subtracts the reflectance of a dielectric, 4 %. */
const DIFFUSE_SHARE = 0.96;

/** Colours as three draws them: sRGB output, no tone mapping. */
export const SCENE_COLORS = {
  modules: [pbrScene, pbrMaterial],
  defines: { USE_SCENE_COLOR_MANAGEMENT: true },
};

export async function createDevice({ canvas, backend, width, height }: Stage): Promise<Device> {
  canvas.width = width;
  canvas.height = height;
  return luma.createDevice({
    type: backend === 'webgpu' ? 'webgpu' : 'webgl',
    adapters: [webgpuAdapter, webgl2Adapter],
    // For the GPU's own clock; left out where there is none.
    optionalFeatures: ['timestamp-query'],
    createCanvasContext: { canvas, autoResize: false, useDevicePixels: false },
    webgl: { antialias: false },
    debug: false,
  });
}

export function gpuOf({ handle }: Device): BrowserGpu {
  if (handle instanceof WebGL2RenderingContext) return gpuOfWebGL(handle);
  return gpuOfWebGPU(handle as GPUDevice, ['people']);
}

/** luma.gl does not destroy the context, and browsers allow only a few. */
export function destroyDevice(device: Device): void {
  device.destroy();
  if (device.handle instanceof WebGL2RenderingContext) {
    device.handle.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

export async function parseGlb(glb: ArrayBuffer): Promise<GLTFPostprocessed> {
  return postProcessGLTF(await parse(glb, GLTFLoader));
}

/** Sets the camera and the lights, which are constant. */
export function light(models: readonly Model[], stage: Stage): void {
  const here = new Matrix4().elements;
  const pbrProjection = {
    camera: [...stage.camera.position],
    modelViewProjectionMatrix: viewProjection(stage).elements,
    modelMatrix: here,
    normalMatrix: here,
  };
  for (const { shaderInputs } of models) {
    shaderInputs.setProps({
      pbrProjection,
      pbrScene: { toneMapMode: PBR_TONE_MAP_MODE.NONE },
      lighting: { useByteColors: false, lights: createLights() },
    });
  }
}

/** The ground is a glTF as well, so that it is lit like the characters. */
export async function createGround(device: Device, stage: Stage): Promise<readonly Model[]> {
  const ground = new Mesh(
    new CircleGeometry(1000, 32).rotateX(-Math.PI / 2),
    new MeshStandardMaterial({ color: LIGHTING.ground, roughness: 1 }),
  );
  const glb = (await new GLTFExporter().parseAsync(ground, { binary: true })) as ArrayBuffer;
  const { scenes } = createScenegraphsFromGLTF(device, await parseGlb(glb), { modelOptions: SCENE_COLORS });
  const models: Model[] = [];
  for (const scene of scenes) {
    scene.traverse((node) => {
      if (node instanceof ModelNode) models.push(node.model);
    });
  }
  light(models, stage);
  return models;
}

function viewProjection({ backend, camera, width, height }: Stage): Matrix4 {
  const view = new PerspectiveCamera(camera.fov, width / height, camera.near, camera.far);
  view.coordinateSystem = backend === 'webgpu' ? WebGPUCoordinateSystem : WebGLCoordinateSystem;
  view.updateProjectionMatrix();
  view.position.set(...camera.position);
  view.lookAt(...camera.target);
  view.updateMatrixWorld();
  return view.projectionMatrix.multiply(view.matrixWorldInverse);
}

/** Approximates three's hemisphere light: the mean of both colours as ambient light, the rest from above. */
function createLights(): Light[] {
  const { sky, sun } = LIGHTING;
  const above = new Color(sky.above);
  const mean = new Color(sky.below).lerp(above, 0.5);
  const skylight = sky.intensity / DIFFUSE_SHARE;
  const sunlight = sun.intensity / DIFFUSE_SHARE;
  return [
    { type: 'ambient', color: rgb(mean), intensity: skylight },
    { type: 'directional', direction: [0, 1, 0], color: rgb(above.sub(mean)), intensity: skylight },
    { type: 'directional', direction: sun.towards, color: rgb(new Color(sun.color)), intensity: sunlight },
  ];
}

/** Background colour, in the canvas's colour space. */
export function clearColor(): [number, number, number, number] {
  return [...rgb(new Color(LIGHTING.background).convertLinearToSRGB()), 1];
}

function rgb({ r, g, b }: Color): [number, number, number] {
  return [r, g, b];
}
