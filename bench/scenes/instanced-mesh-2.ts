import { AnimationMixer, type Object3D, type WebGLRenderer } from 'three';
import { version } from '../../node_modules/@three.ez/instanced-mesh/package.json';
import type { Contender } from './contender.js';
import { copyCharacter, meshesOf } from './standard-character.js';
import { threeScene } from './three-scene.js';
import { createThreeStage } from './three-stage.js';

export const instancedMesh2: Contender = {
  id: 'instanced-mesh-2',
  title: '@three.ez/instanced-mesh, skinned',
  version,
  documentation: 'https://agargaro.github.io/instanced-mesh',
  setup:
    'createInstancedMesh2From for each part, with the renderer and a capacity, below the armature; one mixer for all; in onFrustumEnter the ' +
    'mixer is set to the instance’s time and setBonesAt called, so that only who is in view is posed, at every frame. ' +
    'Culling a character at a time, as it comes.',
  backends: ['webgl'],
  async create({ alike, standard }, stage) {
    // Loaded on demand: importing it changes three's shader chunks for the whole page.
    const { createInstancedMesh2From } = await import('@three.ez/instanced-mesh');
    const three = await createThreeStage(stage);
    const model = copyCharacter(standard);
    const mixer = new AnimationMixer(model);
    mixer.clipAction(standard.clip).play();
    three.scene.add(model);

    const meshes = meshesOf(model);
    // Bounding spheres have the unit of the stored vertices.
    const armature = meshes[0].skeleton.bones[0].parent as Object3D;
    const toArmature = armature.matrixWorld.clone().invert();
    const parts = meshes.map((mesh) =>
      createInstancedMesh2From(mesh, { capacity: alike.length, renderer: three.renderer as WebGLRenderer }),
    );
    for (const part of parts) {
      part.castShadow = part.receiveShadow = stage.shadows;
      part.addInstances(alike.length, (instance, i) => {
        const { x, z, rot_y, scale } = alike[i];
        instance.position.set(x, 0, z).applyMatrix4(toArmature);
        instance.quaternion.set(0, Math.sin(rot_y / 2), 0, Math.cos(rot_y / 2));
        instance.scale.setScalar(scale);
      });
    }
    model.remove(...meshes);
    armature.add(...parts);

    let now = 0;
    const { duration } = standard.clip;
    const [first, ...others] = parts;
    first.onFrustumEnter = (i) => {
      mixer.setTime(now + alike[i].phase * duration);
      first.setBonesAt(i);
      for (const other of others) other.setBonesAt(i, false);
      return true;
    };
    const pose = (seconds: number): void => {
      now = seconds;
    };
    return threeScene(three, pose, () => {
      for (const part of parts) part.dispose();
    });
  },
};
