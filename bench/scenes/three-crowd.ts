import { createCrowd } from 'three-crowd';
import { version } from '../../package.json';
import type { SceneCharacters } from './characters.js';
import type { Contender } from './contender.js';
import type { Stage } from './stage.js';
import { threeScene } from './three-scene.js';
import { createThreeStage } from './three-stage.js';

interface Setting {
  /** Characters have different clothes. */
  readonly isVaried: boolean;
  /** Characters are culled, and distant ones are drawn with fewer triangles. */
  readonly isSelective: boolean;
}

const SHARED = {
  version,
  documentation: 'https://www.npmjs.com/package/three-crowd',
  backends: ['webgpu', 'webgpu-webgl2', 'webgl'] as const,
};

export const threeCrowdNear: Contender = {
  ...SHARED,
  id: 'three-crowd-near',
  title: 'three-crowd, tiers off',
  setup:
    'createCrowd in mode "instanced", lodThreshold 0, update() without a camera: nothing is culled or simplified.',
  create: (people, stage) => create(people, stage, { isVaried: false, isSelective: false }),
};

export const threeCrowd: Contender = {
  ...SHARED,
  id: 'three-crowd',
  title: 'three-crowd',
  setup:
    'createCrowd in mode "instanced" as it comes: culling, and levels of detail with an error of a pixel or a shadow’s texel.',
  create: (people, stage) => create(people, stage, { isVaried: false, isSelective: true }),
};

export const threeCrowdVaried: Contender = {
  ...SHARED,
  id: 'three-crowd-varied',
  title: 'three-crowd, all the clothes',
  setup: 'The same with everybody in clothes of their own: every body, face and hair of the sample kit.',
  create: (people, stage) => create(people, stage, { isVaried: true, isSelective: true }),
};

async function create(people: SceneCharacters, stage: Stage, { isVaried, isSelective }: Setting) {
  const three = await createThreeStage(stage);
  const { renderer, scene, camera } = three;
  const crowd = await createCrowd({
    response: people.respond(isVaried ? people.varied : people.alike),
    baseUrl: people.origin,
    renderer,
    mode: 'instanced',
    // The other contenders have no simulation: posing and drawing are compared.
    motion: false,
    ...(isSelective ? {} : { lodThreshold: 0 }),
    castShadow: stage.shadows,
    receiveShadow: stage.shadows,
  });
  await crowd.levelsReady;
  scene.add(crowd);
  let now = 0;
  const pose = (seconds: number): void => {
    crowd.update(seconds - now, isSelective ? camera : undefined);
    now = seconds;
  };
  return threeScene(three, pose, () => crowd.dispose(), isSelective ? undefined : crowd.stats.triangles);
}
