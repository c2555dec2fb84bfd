import { PNG } from 'pngjs';
import {
  type BufferGeometry,
  Color,
  InstancedMesh,
  Matrix4,
  Mesh,
  type MeshStandardMaterial,
  type Object3D,
  Quaternion,
  Vector3,
} from 'three';
import type { PixelTexture } from './materials.js';

type Json = Record<string, unknown>;

/** Component types of glTF, and the limits of a view of the buffer. */
const [BYTE, UNSIGNED_SHORT, UNSIGNED_INT, FLOAT] = [5120, 5123, 5125, 5126];
/** Magic numbers of a GLB file and its chunks; glTF 2.0, section 4.4. */
const [GLB, JSON_CHUNK, BINARY_CHUNK] = [0x46546c67, 0x4e4f534a, 0x004e4942];

/**
 * Writes an object of three as a GLB file: meshes, their standard materials, textures of pixels, and instanced meshes by
 * `EXT_mesh_gpu_instancing`. Normals are bytes (`KHR_mesh_quantization`). Nodes and materials keep their names. Runs in
 * Node; three's own exporter needs a page's canvas.
 */
export function writeGlb(root: Object3D): Uint8Array {
  return new GlbWriter().write(root);
}

class GlbWriter {
  readonly #nodes: Json[] = [];
  readonly #meshes: Json[] = [];
  readonly #accessors: Json[] = [];
  readonly #views: Json[] = [];
  readonly #materials: Json[] = [];
  readonly #textures: Json[] = [];
  readonly #images: Json[] = [];
  readonly #chunks: Uint8Array[] = [];
  readonly #indices = new Map<unknown, number>();
  #bytes = 0;

  write(root: Object3D): Uint8Array {
    const scene = { nodes: [this.#addNode(root)] };
    const binary = concatenate(this.#chunks, this.#bytes);
    const json = {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_mesh_quantization', 'EXT_mesh_gpu_instancing'],
      extensionsRequired: ['KHR_mesh_quantization', 'EXT_mesh_gpu_instancing'],
      scene: 0,
      scenes: [scene],
      nodes: this.#nodes,
      meshes: this.#meshes,
      accessors: this.#accessors,
      bufferViews: this.#views,
      buffers: [{ byteLength: binary.length }],
      materials: this.#materials,
      ...(this.#textures.length > 0 && {
        textures: this.#textures,
        images: this.#images,
        samplers: [{}],
      }),
    };
    const text = padded(new TextEncoder().encode(JSON.stringify(json)), 0x20);
    const length = 12 + 8 + text.length + 8 + binary.length;
    const header = Uint32Array.of(GLB, 2, length, text.length, JSON_CHUNK);
    const between = Uint32Array.of(binary.length, BINARY_CHUNK);
    return concatenate([bytesOf(header), text, bytesOf(between), binary], length);
  }

  #addNode(object: Object3D): number {
    object.updateMatrix();
    const children = object.children.map((child) => this.#addNode(child));
    const matrix = object.matrix.toArray();
    const isMoved = !object.matrix.equals(new Matrix4());
    return (
      this.#nodes.push({
        ...(object.name && { name: object.name }),
        ...(isMoved && { matrix }),
        ...(children.length > 0 && { children }),
        ...(object instanceof Mesh && { mesh: this.#addMesh(object) }),
        ...(object instanceof InstancedMesh && {
          extensions: { EXT_mesh_gpu_instancing: { attributes: this.#addInstances(object) } },
        }),
      }) - 1
    );
  }

  #addMesh({ geometry, material }: Mesh): number {
    const key = geometry.uuid + (material as MeshStandardMaterial).uuid;
    return this.#once(key, () => {
      const primitive = {
        attributes: this.#addAttributes(geometry, material as MeshStandardMaterial),
        material: this.#addMaterial(material as MeshStandardMaterial),
        ...(geometry.index && { indices: this.#addIndex(geometry.index.array) }),
      };
      return this.#meshes.push({ primitives: [primitive] }) - 1;
    });
  }

  #addAttributes(geometry: BufferGeometry, { flatShading, map }: MeshStandardMaterial): Json {
    const { position, normal, uv, color } = geometry.attributes;
    geometry.computeBoundingBox();
    const { min, max } = geometry.boundingBox!;
    const limits = { min: min.toArray().map(Math.fround), max: max.toArray().map(Math.fround) };
    // A mesh without normals is flat, by the specification.
    return {
      POSITION: this.#addFloats(position.array, 3, limits),
      ...(!flatShading && { NORMAL: this.#addNormals(normal.array) }),
      ...(uv && map && { TEXCOORD_0: this.#addFloats(uv.array, 2) }),
      ...(color && { COLOR_0: this.#addFloats(color.array, 3) }),
    };
  }

  #addInstances(mesh: InstancedMesh): Json {
    const [translations, rotations, scales, colors]: number[][] = [[], [], [], []];
    const [matrix, place, turn, scale, color] = [
      new Matrix4(),
      new Vector3(),
      new Quaternion(),
      new Vector3(),
      new Color(),
    ];
    for (let i = 0; i < mesh.count; i++) {
      mesh.getMatrixAt(i, matrix);
      matrix.decompose(place, turn, scale);
      translations.push(...place.toArray());
      rotations.push(...turn.toArray());
      scales.push(...scale.toArray());
      if (mesh.instanceColor) {
        mesh.getColorAt(i, color);
        colors.push(...color.toArray());
      }
    }
    return {
      TRANSLATION: this.#addFloats(translations, 3),
      ROTATION: this.#addFloats(rotations, 4),
      SCALE: this.#addFloats(scales, 3),
      ...(colors.length > 0 && { _COLOR_0: this.#addFloats(colors, 3) }),
    };
  }

  #addMaterial(material: MeshStandardMaterial): number {
    return this.#once(material, () => {
      const { name, color, emissive, emissiveMap, roughness, metalness, map, side } = material;
      return (
        this.#materials.push({
          ...(name && { name }),
          pbrMetallicRoughness: {
            baseColorFactor: [...color.toArray(), 1],
            roughnessFactor: roughness,
            metallicFactor: metalness,
            ...(map && { baseColorTexture: { index: this.#addTexture(map as PixelTexture) } }),
          },
          ...(emissiveMap && {
            emissiveFactor: emissive.toArray(),
            emissiveTexture: { index: this.#addTexture(emissiveMap as PixelTexture) },
          }),
          ...(side !== 0 && { doubleSided: true }),
        }) - 1
      );
    });
  }

  #addTexture(texture: PixelTexture): number {
    return this.#once(texture, () => {
      const { data, width, height } = texture.image;
      const png = new PNG({ width, height });
      png.data = Buffer.from(data.buffer);
      const bufferView = this.#addView(PNG.sync.write(png));
      const source = this.#images.push({ bufferView, mimeType: 'image/png' }) - 1;
      return this.#textures.push({ source, sampler: 0 }) - 1;
    });
  }

  #addFloats(values: ArrayLike<number>, size: 2 | 3 | 4, limits: Json = {}): number {
    return this.#addAccessor(Float32Array.from(values), FLOAT, values.length / size, `VEC${size}`, limits);
  }

  #addNormals(values: ArrayLike<number>): number {
    const count = values.length / 3;
    // Four bytes to a normal: the specification asks for elements that begin at multiples of four.
    const bytes = new Int8Array(count * 4);
    for (let i = 0; i < count * 3; i++) bytes[i + Math.floor(i / 3)] = Math.round(values[i] * 127);
    return this.#addAccessor(bytes, BYTE, count, 'VEC3', { normalized: true }, 4);
  }

  #addIndex(values: ArrayLike<number>): number {
    const isShort = Array.from(values).every((value) => value < 0xffff);
    const array = isShort ? Uint16Array.from(values) : Uint32Array.from(values);
    return this.#addAccessor(array, isShort ? UNSIGNED_SHORT : UNSIGNED_INT, values.length, 'SCALAR');
  }

  #addAccessor(
    array: ArrayBufferView,
    componentType: number,
    count: number,
    type: string,
    more: Json = {},
    byteStride?: number,
  ): number {
    const bufferView = this.#addView(bytesOf(array), byteStride);
    return this.#accessors.push({ bufferView, componentType, count, type, ...more }) - 1;
  }

  #addView(bytes: Uint8Array, byteStride?: number): number {
    const view = { buffer: 0, byteOffset: this.#bytes, byteLength: bytes.length };
    const chunk = padded(bytes, 0);
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    return this.#views.push({ ...view, ...(byteStride && { byteStride }) }) - 1;
  }

  /** What is used in several places is written once. */
  #once(key: unknown, add: () => number): number {
    const index = this.#indices.get(key) ?? add();
    this.#indices.set(key, index);
    return index;
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** As many bytes as are a multiple of four. */
function padded(bytes: Uint8Array, filler: number): Uint8Array {
  const result = new Uint8Array(Math.ceil(bytes.length / 4) * 4).fill(filler);
  result.set(bytes);
  return result;
}

function concatenate(parts: readonly Uint8Array[], length: number): Uint8Array {
  const result = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.length;
  }
  return result;
}
