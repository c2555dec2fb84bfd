import { type Box3, Matrix4, type Object3D, type Raycaster, Vector4 } from 'three';
import type { LocalPoses } from '../../rig/index.js';
import { CpuPose, type CpuPoseOptions } from './cpu-pose.js';
import { type CrowdIntersection, describeHit } from './crowd-intersection.js';
import { CrowdPicker, type PartLookup } from './picker.js';
import { crowdBox, PoseBounds, type PoseBoundsOptions } from './pose-bounds.js';
import { RAY_SIZE } from './ray.js';
import { type SocketRig, Sockets } from './sockets.js';

/** What poses are asked of. */
export interface PoseQueriesOptions extends Omit<CpuPoseOptions & PoseBoundsOptions, 'localPoses'> {
  readonly partRegistry: PartLookup;
  readonly rig: SocketRig;
  /** Called once, at the first question. */
  localPoses(): LocalPoses | undefined;
}

interface QueryObjects {
  readonly pose: CpuPose;
  readonly bounds: PoseBounds;
  readonly picker: CrowdPicker;
  readonly sockets: Sockets;
}

/** What a page may ask about the poses of a crowd, answered at once and on the CPU, whatever draws it. */
export class PoseQueries {
  readonly #source: PoseQueriesOptions;
  readonly #ray = new Float64Array(RAY_SIZE);
  readonly #inverse = new Matrix4();
  readonly #vector = new Vector4();
  #made: QueryObjects | undefined;

  constructor(source: PoseQueriesOptions) {
    this.#source = source;
  }

  /**
   * Where a ray meets a character first.
   *
   * @param crowd its world matrix places the characters
   * @param now crowd seconds
   */
  raycast<T extends Object3D>(
    { ray, near, far }: Raycaster,
    crowd: T,
    now: number,
  ): CrowdIntersection<T> | undefined {
    const { picker, pose } = this.#queryObjects;
    const { origin, direction } = ray;
    // The direction keeps the length that the matrix gives it, so that distances are the world's.
    this.#inverse.copy(crowd.matrixWorld).invert();
    this.#setRay(this.#vector.set(origin.x, origin.y, origin.z, 1), 0);
    this.#setRay(this.#vector.set(direction.x, direction.y, direction.z, 0), 3);
    const hit = picker.pick(this.#ray, near, far, now);
    return hit && describeHit(hit, crowd, ray, this.#ray, pose, now);
  }

  /** As {@link Sockets.matrix}. */
  socketMatrix(character: number, bone: string, now: number, target: Matrix4): Matrix4 {
    return this.#queryObjects.sockets.matrix(character, bone, now, target);
  }

  /** As {@link crowdBox}. */
  boundingBox(now: number, target: Box3): Box3 {
    return crowdBox(this.#source.table, this.#queryObjects.bounds, now, target);
  }

  get #queryObjects(): QueryObjects {
    this.#made ??= createQueryObjects(this.#source);
    return this.#made;
  }

  #setRay(vector: Vector4, o: number): void {
    const { x, y, z } = vector.applyMatrix4(this.#inverse);
    this.#ray[o] = x;
    this.#ray[o + 1] = y;
    this.#ray[o + 2] = z;
  }
}

function createQueryObjects(source: PoseQueriesOptions): QueryObjects {
  const posed = { ...source, localPoses: source.localPoses() };
  const pose = new CpuPose(posed);
  const bounds = new PoseBounds(posed);
  return {
    pose,
    bounds,
    picker: new CrowdPicker(source.table, source.partRegistry, pose, bounds),
    sockets: new Sockets(source.rig, source.table, pose),
  };
}
