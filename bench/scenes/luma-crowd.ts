import type { GLTFCrowdActorOptions } from '@luma.gl/gltf';
import { Matrix4, Quaternion, Vector3 } from 'three';
import type { Character } from 'three-crowd';
import { version } from '../../node_modules/@luma.gl/gltf/package.json';
import type { Contender } from './contender.js';
import { exportCharacter } from './export-character.js';
import { crowdShaders } from './luma-shaders.js';
import { sceneOnGpu } from './scene-on-gpu.js';

export const lumaCrowd: Contender = {
  id: 'luma',
  title: 'luma.gl, animated glTF crowd',
  version,
  documentation: 'https://luma.gl/docs/api-reference/gltf/gltf-crowd-usage',
  setup:
    'createGLTFAnimatedCrowd from the character as GLB, its clip baked by gpuAnimation as it comes, an actor each with a matrix ' +
    'and a phase of its own. luma.gl’s glTF shaders leave vertex colours out: a short vertex and fragment shader of ours takes ' +
    'them to its shader modules, which blend the baked frames, skin and light. Its levels of detail, and the culling that comes ' +
    'with them, are off: made from this character, they lose its shins or tear its clothes. It has no shadows.',
  backends: ['webgpu', 'webgl'],
  async create({ alike, standard }, stage) {
    if (stage.shadows) throw new Error('luma.gl has no shadows.');
    const [{ createGLTFAnimatedCrowd }, { gpuAnimation }, luma] = await Promise.all([
      import('@luma.gl/gltf'),
      import('@luma.gl/shadertools'),
      import('./luma-stage.js'),
    ]);
    const device = await luma.createDevice(stage);
    const ground = await luma.createGround(device, stage);
    const gltf = await luma.parseGlb(await exportCharacter(standard));
    const joints = Math.max(...(gltf.skins ?? []).map((skin) => skin.joints.length));
    const { modules, defines } = luma.SCENE_COLORS;
    const crowd = createGLTFAnimatedCrowd(device, gltf, {
      capacity: alike.length,
      gpuAnimation: {},
      modelOptions: { ...crowdShaders(joints), modules: [...modules, gpuAnimation], defines },
    });
    if (!crowd.gpuAnimationEnabled) throw new Error('luma.gl did not bake the clip.');
    crowd.addActors(alike.map(actorOf));
    luma.light(crowd.models, stage);
    const clearColor = luma.clearColor();
    let now = 0;
    const draw = (seconds: number): void => {
      crowd.update(seconds - now);
      now = seconds;
      const pass = device.beginRenderPass({ clearColor, clearDepth: 1 });
      for (const model of ground) model.draw(pass);
      crowd.draw(pass);
      pass.end();
      device.submit();
    };
    return sceneOnGpu(luma.gpuOf(device), draw, () => {
      crowd.destroy();
      luma.destroyDevice(device);
    });
  },
};

function actorOf({ x, z, rot_y, scale, phase }: Character): GLTFCrowdActorOptions {
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), rot_y);
  const place = new Matrix4().compose(new Vector3(x, 0, z), turn, new Vector3(scale, scale, scale));
  return { phase, transform: place.elements };
}
