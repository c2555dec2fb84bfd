import type { Node } from 'three/webgpu';
import type { VisibleLists } from '../shared/index.js';
import type { FarReads } from './far-nodes.js';

/** The part of three's node builder that a pose looks at. */
export interface PoseBuilder {
  readonly geometry: { hasAttribute(name: string): boolean };
}

/** Where a vertex stage gets a character's pose from. */
export interface PoseSource {
  /** The posed vertex in the crowd's space; as `positionNode`, it also turns the normal and the tangent. */
  readonly position: Node<'vec3'>;
  /** Row `r` of a bone's matrix of a slot, where poses are kept in a palette. */
  readonly matrixRow?: FarReads['matrixRow'];
  /** Makes the poses of this frame's visible characters ready. */
  update(visible: VisibleLists): void;
  dispose(): void;
}
