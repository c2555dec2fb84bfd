import { AnimationMixer, REVISION, SkinnedMesh } from 'three';
import { clone } from 'three/addons/utils/SkeletonUtils.js';
import type { Contender } from './contender.js';
import { copyCharacter } from './standard-character.js';
import { threeScene } from './three-scene.js';
import { createThreeStage } from './three-stage.js';

export const clonedSkeletons: Contender = {
  id: 'clones',
  title: 'three.js, cloned skeletons',
  version: `0.${REVISION}.0`,
  documentation: 'https://threejs.org/docs/#examples/en/utils/SkeletonUtils.clone',
  setup:
    'SkeletonUtils.clone and an AnimationMixer each, as in three’s own example of several skinned characters.',
  backends: ['webgpu', 'webgpu-webgl2', 'webgl'],
  async create({ alike, standard }, stage) {
    const three = await createThreeStage(stage);
    const model = copyCharacter(standard);
    const mixers = alike.map(({ x, z, rot_y, scale, phase }) => {
      const root = clone(model);
      root.position.set(x, 0, z);
      root.rotation.y = rot_y;
      root.scale.setScalar(scale);
      root.traverse((object) => {
        if (object instanceof SkinnedMesh) object.castShadow = object.receiveShadow = stage.shadows;
      });
      three.scene.add(root);
      const mixer = new AnimationMixer(root);
      mixer.clipAction(standard.clip).play().time = phase * standard.clip.duration;
      return mixer;
    });
    let now = 0;
    const pose = (seconds: number): void => {
      for (const mixer of mixers) mixer.update(seconds - now);
      now = seconds;
    };
    const dispose = (): void => {
      three.scene.traverse((object) => {
        if (object instanceof SkinnedMesh) object.skeleton.dispose();
      });
    };
    return threeScene(three, pose, dispose);
  },
};
