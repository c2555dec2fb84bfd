import { babylonBaked } from './babylon-baked.js';
import { batchedMesh } from './batched-mesh.js';
import { clonedSkeletons } from './cloned-skeletons.js';
import type { Contender } from './contender.js';
import { instancedMesh2 } from './instanced-mesh-2.js';
import { lumaCrowd } from './luma-crowd.js';
import { statues } from './statues.js';
import { threeCrowd, threeCrowdNear, threeCrowdVaried } from './three-crowd.js';

/** All contenders, in the order of the tables. */
export const CONTENDERS: readonly Contender[] = [
  threeCrowd,
  threeCrowdVaried,
  threeCrowdNear,
  clonedSkeletons,
  instancedMesh2,
  babylonBaked,
  lumaCrowd,
  batchedMesh,
  statues,
];

export {
  createSceneCharacters,
  loadSceneAssets,
  type SceneAssets,
  type SceneCharacters,
} from './characters.js';
export type { Contender, ContenderScene } from './contender.js';
export { createStage, type Stage, VIEWS, type View } from './stage.js';
