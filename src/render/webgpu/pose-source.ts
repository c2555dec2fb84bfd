import type { Node } from 'three/webgpu';
import type { VisibleLists } from '../shared/index.js';
import type { PaletteReads } from './palette-nodes.js';

/** The part of three's node builder that a pose looks at. */
export interface PoseBuilder {
  readonly geometry: { hasAttribute(name: string): boolean };
}

/** Whether motion vectors are being drawn; three's types do not tell. */
export function drawsMotion(builder: PoseBuilder): boolean {
  return (builder as { needsPreviousData?(): boolean }).needsPreviousData?.() === true;
}

/** Where a vertex stage gets a character's pose from. */
export interface PoseSource {
  /** The posed vertex in the crowd's space; as `positionNode`, it also turns the normal and the tangent. */
  readonly position: Node<'vec3'>;
  /** Where poses are kept in a palette: how it is read. */
  readonly palette?: PaletteReads;
  /** Makes the poses of this frame's visible characters ready. */
  update(visible: VisibleLists): void;
  dispose(): void;
}
