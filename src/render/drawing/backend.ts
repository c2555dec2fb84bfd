import type { Camera, Material, Object3D, Scene, WebGLRenderer, WebGLRenderTarget } from 'three';
import type { LocalPoses } from '../../rig/index.js';
import type { CharacterTable, Part, PartsInUse, RowRun } from '../characters/index.js';
import type { BoundedTexture } from '../poses/index.js';
import type { CrowdMeshes, RenewMaterial } from './crowd-meshes.js';
import type { FarSources } from './far-levels.js';

/** `WebGPURenderer` on WebGPU, the same on its WebGL2 backend, and the classic `WebGLRenderer`. */
export type BackendName = 'webgpu' | 'webgpu-webgl2' | 'webgl';

export interface InstancedCrowdOptions {
  readonly table: CharacterTable;
  readonly boneTexture: BoundedTexture;
  /** Undefined if the rig has no local poses (shear or mirroring); each vertex then samples the bone texture. */
  readonly localPoses: LocalPoses | undefined;
  readonly parts: PartsInUse;
  /** Undefined to draw every character with its near meshes. */
  readonly farSources?: FarSources;
  /** @default as each part's mesh */
  readonly castShadow: boolean | undefined;
  /** @default as each part's mesh */
  readonly receiveShadow: boolean | undefined;
  /** The crowd that the new one takes the place of; it is disposed of later, and not drawn again. */
  readonly replaced?: InstancedCrowd | undefined;
  /** Called if a frame cannot be drawn as requested. */
  readonly onWarning: (message: string) => void;
}

export interface CrowdFrame {
  /** Time of all clips, crowd seconds. */
  readonly seconds: number;
  /** Undefined to draw the crowd without culling. */
  readonly camera: Camera | undefined;
  /** Largest error of a level of detail, pixels; 0 for the near meshes alone. */
  readonly lodThreshold: number;
}

/** Rows of a crowd's tables that have changed. */
export interface TableRuns {
  readonly rows: readonly RowRun[];
  readonly moves: readonly RowRun[];
  readonly layers: readonly RowRun[];
}

/** State of occlusion culling, which leaves out hidden characters. */
export interface OcclusionReport {
  /** False while too few characters are hidden for it to pay. */
  readonly isOn: boolean;
  /** Characters in the camera's view when they were last counted, about once a second. */
  readonly inView: number;
  /** The ones of them that others, or meshes of the scene, hid, and that were not drawn. */
  readonly hidden: number;
}

/** An instanced crowd on one backend. */
export interface InstancedCrowd {
  /** One mesh for each part, and one for all their further levels of detail; children of the crowd. */
  readonly object: Object3D;
  readonly meshes: CrowdMeshes;
  /** Number of draw calls of the colour pass. */
  readonly drawCalls: number;
  /** Undefined where hidden characters are drawn, too. */
  readonly occlusion?: OcclusionReport | undefined;
  /** Resolves when levels of detail have been made that this crowd lacks; undefined if it has all. */
  readonly levelsComing?: Promise<unknown> | undefined;
  update(frame: CrowdFrame): void;
  /** Uploads changed rows before the next frame. */
  upload(changes: TableRuns): void;
  /** Rejects with an `UnsupportedError` if the device fails to draw; three itself only logs it. */
  check?(): Promise<void>;
  dispose(): void;
}

/** A material whose colour, opacity and texture cell can be changed after it is made. */
export interface TintedMaterial {
  readonly material: Material;
  /** Materials of its shadow maps, if they differ from the material. */
  readonly shadow?: ShadowMaterials | undefined;
  /** Linear red, green and blue. */
  setTint(r: number, g: number, b: number): void;
  /** 0 to 1; no effect unless the material was made with `dithers`. */
  setOpacity(opacity: number): void;
  /** 0 to 255; no effect unless the material has a texture grid. */
  setTextureCell(cell: number): void;
}

/** Materials of the shadow maps of directional and spot lights, and of point lights. */
export interface ShadowMaterials {
  readonly depth: Material;
  readonly distance: Material;
}

/** Renderer-specific drawing. Each backend is a module of its own, loaded when a renderer needs it. */
export interface Backend {
  readonly name: BackendName;
  createInstancedCrowd(data: InstancedCrowdOptions): InstancedCrowd;
  /**
   * The material of one part of one cloned character, tinted as the instanced crowd tints it.
   *
   * @param dithers true if its opacity can be below 1
   */
  createTintedMaterial(part: Part, dithers: boolean): TintedMaterial;
  readonly renewMaterial: RenewMaterial;
}

/** The properties of three's renderers that this package reads. */
export type CrowdRenderer = WebGLRenderer | WebGPULikeRenderer;

/** A `WebGPURenderer`, recognised by its flag: importing the class would make every page download it. */
export interface WebGPULikeRenderer {
  readonly isWebGPURenderer: boolean;
  init(): Promise<unknown>;
  readonly backend: object;
  render(scene: Scene, camera: Camera): unknown;
  setRenderTarget(target: WebGLRenderTarget | null): void;
}
