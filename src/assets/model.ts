import type { Object3D } from 'three';
import { RigError } from '../errors/index.js';
import { AFFINE_SIZE } from '../math/index.js';
import { type Skeleton, type Skin, type SkinnedVertices, skinMatrices } from '../rig/index.js';
import type { Glb } from './glb.js';
import { correctUnit, measureHeight } from './height.js';
import { type Part, readParts } from './part.js';
import { isSameBind, readSkeleton, readSkin } from './read-rig.js';
import { readPartVertices } from './read-vertices.js';

/** A file of characters, in metres: its parts, and the rig they hang on as arrays. */
export interface Model {
  readonly url: string;
  readonly scene: Object3D;
  readonly parts: ReadonlyMap<string, Part>;
  readonly skeleton: Skeleton;
  readonly skin: Skin;
  /** The scene's object of each bone of the skeleton. */
  readonly bones: readonly Object3D[];
}

/** A file's unit is corrected once, in its scene, however many crowds share it. */
const models = new WeakMap<Glb, Model>();

/**
 * The characters of a file.
 *
 * @param sample parts that make up one visible character, to measure; all of the file's where none of them is there
 * @throws {RigError} where there is no part, or the parts do not share one skeleton
 * @throws {UnitError} where a character is neither about 1.7 m tall nor off by a factor of one hundred
 */
export function modelOf(glb: Glb, sample: readonly string[]): Model {
  const known = models.get(glb);
  if (known) return known;
  const parts = readParts(glb);
  const { skeleton, bones } = readSkeleton(glb);
  const model = {
    url: glb.url,
    scene: glb.scene,
    parts,
    skeleton,
    skin: readSkin(glb, parts.values(), bones),
    bones,
  };
  checkJoints(model);
  const corrected = correctScene(glb, model, sample);
  models.set(glb, corrected);
  return corrected;
}

/** The vertices of one visible character, or of all parts where `sample` names none that is there. */
export function sampleVertices(model: Pick<Model, 'parts'>, sample: readonly string[]): SkinnedVertices[] {
  const named = sample.flatMap((name) => model.parts.get(name) ?? []);
  const parts = named.length > 0 ? named : [...model.parts.values()];
  return parts.map((part) => readPartVertices(part.geometry, part.name));
}

/**
 * Far parts are posed by the matrices of the near ones, so both must hang on the same skeleton in the same way.
 *
 * @throws {RigError}
 */
export function checkSameRig(far: Model, near: Model): void {
  const jointNames = ({ skeleton, skin }: Model) => Array.from(skin.joints, (bone) => skeleton.names[bone]);
  const farNames = jointNames(far);
  const nearNames = jointNames(near);
  const stray = nearNames.findIndex((name, index) => farNames[index] !== name);
  if (farNames.length !== nearNames.length || stray !== -1) {
    const where =
      stray === -1 ? '' : `; joint ${stray} is "${farNames[stray]}" rather than "${nearNames[stray]}"`;
    throw new RigError(
      `${far.url} has ${farNames.length} joints and ${near.url} has ${nearNames.length}${where}. Export both from the same skeleton.`,
    );
  }
  if (!isSameBind(far.skin.inverseBind, near.skin.inverseBind)) {
    throw new RigError(
      `${far.url} has other inverse bind matrices than ${near.url}. Export both from the same rest pose and in the same unit.`,
    );
  }
}

/** Applies the unit correction, if one is due, to the scene's top nodes, so that clones and arrays both have it. */
function correctScene(glb: Glb, model: Model, sample: readonly string[]): Model {
  const { skeleton, skin, scene } = model;
  const matrices = new Float32Array(skin.joints.length * AFFINE_SIZE);
  skinMatrices(skeleton, skin, skeleton.rest, matrices);
  const factor = correctUnit(measureHeight(sampleVertices(model, sample), matrices), glb.url);
  if (factor === 1) return model;
  for (const root of scene.children) {
    root.position.multiplyScalar(factor);
    root.scale.multiplyScalar(factor);
  }
  scene.updateMatrixWorld(true);
  return { ...model, ...readSkeleton(glb) };
}

/** A vertex that counts a joint past the end would be drawn somewhere at random. */
function checkJoints({ url, parts, skin }: Model): void {
  for (const part of parts.values()) {
    const { joints } = readPartVertices(part.geometry, part.name);
    const stray = joints.find((joint) => joint >= skin.joints.length);
    if (stray !== undefined) {
      throw new RigError(
        `Part "${part.name}" of ${url} uses joint ${stray}; its skeleton has ${skin.joints.length}. Export it anew.`,
      );
    }
  }
}
