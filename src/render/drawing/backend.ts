import type { Camera, Material, Object3D, Scene, WebGLRenderer, WebGLRenderTarget } from 'three';
import type { LocalPoses } from '../../rig/index.js';
import type { CharacterTable, Part, PartsInUse, RowRun } from '../characters/index.js';
import type { BoundedTexture } from '../poses/index.js';
import type { FarDraws } from './far-level.js';

/** `WebGPURenderer` on WebGPU, the same on its WebGL2 backend, and the classic `WebGLRenderer`. */
export type BackendName = 'webgpu' | 'webgpu-webgl2' | 'webgl';

/** What a renderer draws an instanced crowd from. */
export interface InstancedCrowdOptions {
  readonly table: CharacterTable;
  readonly boneTexture: BoundedTexture;
  /** Undefined where the rig's matrices are not made of translation, rotation and scales alone; vertices then sample them. */
  readonly localPoses: LocalPoses | undefined;
  readonly parts: PartsInUse;
  /** The parts of `lod_glb`; undefined where everybody is to be drawn near. */
  readonly farParts?: ReadonlyMap<string, Part>;
  readonly farDraws: FarDraws;
  readonly castShadow: boolean;
  readonly receiveShadow: boolean;
  /** Told of what cannot be drawn, once a frame asks for it. */
  readonly onWarning: (message: string) => void;
}

/** What is to be drawn next. */
export interface CrowdFrame {
  /** The clock that every clip is played by; crowd seconds. */
  readonly seconds: number;
  /** Undefined where the crowd is not to be culled. */
  readonly camera: Camera | undefined;
  /** Fraction of the view's height under which a character is drawn with its far meshes; 0 for never. */
  readonly lodScreenHeight: number;
}

/** An instanced crowd on one backend. */
export interface InstancedCrowd {
  /** One mesh a part and level of detail, and one for all that is far together; to be put under the crowd. */
  readonly object: Object3D;
  /** Draw commands of the colour pass. */
  readonly drawCalls: number;
  /** Culls and poses for one frame. */
  update(frame: CrowdFrame): void;
  /** Uploads the rows of the character table that have changed before the next frame is drawn. */
  updateTable(changes: readonly RowRun[]): void;
  /** Uploads the records of the table of moves that have changed, likewise. */
  updateMoves(changes: readonly RowRun[]): void;
  /** Uploads the records of the layer table that have changed, likewise. */
  updateLayers(changes: readonly RowRun[]): void;
  /** Rejects with an `UnsupportedError` where the device refuses to draw; three itself would only log it. */
  check?(): Promise<void>;
  dispose(): void;
}

/** A material whose colour, opacity and texture cell can be changed after it is made. */
export interface TintedMaterial {
  readonly material: Material;
  /** What its shadows are drawn with, where the material itself does not say it. */
  readonly shadow?: ShadowMaterials | undefined;
  /** Linear red, green and blue. */
  setTint(r: number, g: number, b: number): void;
  /** 0 to 1; nothing changes where the material was not made for it. */
  setOpacity(opacity: number): void;
  /** 0 to 255; nothing changes where the material has no grid of pictures. */
  setTextureCell(cell: number): void;
}

/** What shadow maps are drawn with: those of directional and spot lights, and those of point lights. */
export interface ShadowMaterials {
  readonly depth: Material;
  readonly distance: Material;
}

/** What is different with each renderer. Each backend has a module of its own, loaded when a renderer needs it. */
export interface Backend {
  readonly name: BackendName;
  createInstancedCrowd(data: InstancedCrowdOptions): InstancedCrowd;
  /**
   * The material of one part of one cloned character, tinted as the instanced crowd tints it.
   *
   * @param dithers whether it can be less than opaque
   */
  createTintedMaterial(part: Part, dithers: boolean): TintedMaterial;
}

/** The renderers of three that a crowd can be drawn with, as far as this package looks at them. */
export type CrowdRenderer = WebGLRenderer | WebGPULikeRenderer;

/** `WebGPURenderer`, told by its flag: importing its class would make every page download it. */
export interface WebGPULikeRenderer {
  readonly isWebGPURenderer: boolean;
  init(): Promise<unknown>;
  readonly backend: object;
  render(scene: Scene, camera: Camera): unknown;
  setRenderTarget(target: WebGLRenderTarget | null): void;
}
