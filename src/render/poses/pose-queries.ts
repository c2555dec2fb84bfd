import { type Box3, Matrix4, type Object3D, type Raycaster, Vector4 } from 'three';
import type { LocalPoses } from '../../rig/index.js';
import type { PartRegistry } from '../characters/index.js';
import { CpuPose, type CpuPoseOptions } from './cpu-pose.js';
import { type CrowdIntersection, describeHit } from './crowd-intersection.js';
import { CrowdPicker } from './picker.js';
import { crowdBox, PoseBounds, type PoseBoundsOptions } from './pose-bounds.js';
import { RAY_SIZE } from './ray.js';
import { type SocketRig, Sockets } from './sockets.js';

export interface PoseQueriesOptions extends Omit<CpuPoseOptions & PoseBoundsOptions, 'localPoses'> {
  readonly partRegistry: Pick<PartRegistry, 'part' | 'shared'>;
  readonly rig: SocketRig;
  localPoses(): LocalPoses | undefined;
}

interface QueryObjects {
  readonly pose: CpuPose;
  readonly bounds: PoseBounds;
  readonly picker: CrowdPicker;
  readonly sockets: Sockets;
}

/**
 * Picking, sockets and bounds of a crowd, computed on the CPU for any renderer. Allocates at the first query.
 */
export class PoseQueries {
  readonly #options: PoseQueriesOptions;
  readonly #ray = new Float64Array(RAY_SIZE);
  readonly #inverse = new Matrix4();
  readonly #vector = new Vector4();
  #objects: QueryObjects | undefined;

  constructor(options: PoseQueriesOptions) {
    this.#options = options;
  }

  /**
   * The hits of a ray on visible characters, in no order; the nearest alone with `raycaster.firstHitOnly`.
   *
   * @param crowd the object whose world matrix takes the crowd's space to the world's
   * @param now crowd seconds
   */
  raycast<T extends Object3D>(
    { ray, near, far, firstHitOnly = false }: Raycaster & { firstHitOnly?: boolean },
    crowd: T,
    now: number,
  ): CrowdIntersection<T>[] {
    const { picker, pose } = this.#queryObjects;
    const { origin, direction } = ray;
    // Without normalising the transformed direction, so that distances stay world distances.
    this.#inverse.copy(crowd.matrixWorld).invert();
    this.#setRay(this.#vector.set(origin.x, origin.y, origin.z, 1), 0);
    this.#setRay(this.#vector.set(direction.x, direction.y, direction.z, 0), 3);
    const hits = picker.pick(this.#ray, near, far, now, firstHitOnly);
    return hits.map((hit) => describeHit(hit, crowd, ray, this.#ray, pose, now));
  }

  socketMatrix(character: number, bone: string, now: number, target: Matrix4): Matrix4 {
    return this.#queryObjects.sockets.matrix(character, bone, now, target);
  }

  boundingBox(now: number, target: Box3): Box3 {
    return crowdBox(this.#options.table, this.#queryObjects.bounds, now, target);
  }

  get #queryObjects(): QueryObjects {
    this.#objects ??= createQueryObjects(this.#options);
    return this.#objects;
  }

  #setRay(vector: Vector4, o: number): void {
    const { x, y, z } = vector.applyMatrix4(this.#inverse);
    this.#ray[o] = x;
    this.#ray[o + 1] = y;
    this.#ray[o + 2] = z;
  }
}

function createQueryObjects(options: PoseQueriesOptions): QueryObjects {
  const { table, partRegistry, rig } = options;
  const derived = { ...options, localPoses: options.localPoses() };
  const pose = new CpuPose(derived);
  const bounds = new PoseBounds(derived);
  return {
    pose,
    bounds,
    picker: new CrowdPicker(table, partRegistry, pose, bounds),
    sockets: new Sockets(rig, table, pose),
  };
}
