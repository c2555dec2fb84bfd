/** The parts of a glTF 2.0 file's JSON that are read here; field names are the specification's. */
export interface GltfJson {
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly GltfMesh[];
  readonly skins?: readonly GltfSkin[];
  readonly animations?: readonly GltfAnimation[];
  readonly materials?: readonly { readonly name?: string }[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly GltfBufferView[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly extensionsUsed?: readonly string[];
  readonly extensionsRequired?: readonly string[];
}

export interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  /** Morph target weights, which override the mesh's. */
  readonly weights?: readonly number[];
  /** 16 numbers by columns, in place of the three below. */
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfMesh {
  readonly name?: string;
  readonly primitives: readonly GltfPrimitive[];
  /** Morph target weights. */
  readonly weights?: readonly number[];
  /** Exporters write the names of morph targets as `targetNames`. */
  readonly extras?: unknown;
}

export interface GltfPrimitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly material?: number;
  readonly mode?: number;
  /** Morph targets: attributes to add to the primitive's own. */
  readonly targets?: readonly Readonly<Record<string, number>>[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfSkin {
  readonly name?: string;
  readonly joints: readonly number[];
  readonly inverseBindMatrices?: number;
}

export interface GltfAnimation {
  readonly name?: string;
  /** Seconds, of a clip that a page has made; else up to the last key. */
  readonly duration?: number;
  readonly extras?: unknown;
  readonly channels: readonly {
    readonly sampler: number;
    readonly target: { readonly node?: number; readonly path: string };
  }[];
  readonly samplers: readonly {
    readonly input: number;
    readonly output: number;
    readonly interpolation?: string;
  }[];
}

export interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly normalized?: boolean;
  readonly count: number;
  readonly type: string;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
  readonly sparse?: {
    readonly count: number;
    readonly indices: {
      readonly bufferView: number;
      readonly byteOffset?: number;
      readonly componentType: number;
    };
    readonly values: { readonly bufferView: number; readonly byteOffset?: number };
  };
}

export interface GltfBufferView {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}
