import {
  all,
  attribute,
  cross,
  dFdx,
  dFdy,
  Fn,
  float,
  fwidth,
  length,
  materialColor,
  materialReference,
  positionGeometry,
  screenCoordinate,
  select,
  texture,
  uniform,
  uv,
  varying,
  vec3,
  vec4,
} from 'three/tsl';
import {
  type BufferGeometry,
  Color,
  type Material,
  type Mesh,
  type Node,
  type NodeBuilder,
  type NodeMaterial,
  type Texture,
  type WebGPURenderer,
} from 'three/webgpu';
import { UnsupportedError } from '../../errors/index.js';
import { type Part, type TextureGrid, textureGrid, type Weave, weaveOf } from '../characters/index.js';
import {
  baseColor,
  dropFineMaps,
  type FarMesh,
  hasMap,
  hasVertexOpacity,
  type TintedMaterial,
  whiten,
} from '../drawing/index.js';
import { createFarNodes, type FarReads } from './far-nodes.js';
import { cellOf } from './palette-nodes.js';
import type { ShaderFunctions } from './shader-functions.js';
import { readMapAt, toNodeMaterial } from './three-internals.js';

export interface InstanceNodes {
  readonly tint: Node<'vec3'>;
  /** Number of the texture atlas cell. */
  readonly cell: Node<'uint'>;
  /** Undefined if all instances are opaque. */
  readonly opacity?: Node<'float'> | undefined;
}

/** Values of an instance of a part, from the two words that its list has of it. */
export function instanceNodes(
  instance: Node<'uvec2'>,
  dithers: boolean,
  shaders: ShaderFunctions,
): InstanceNodes {
  return {
    tint: shaders.crowdColor(instance.y),
    cell: cellOf(instance),
    opacity: dithers ? varying(shaders.crowdOpacity(instance.y)) : undefined,
  };
}

/**
 * Makes the materials of parts. Materials that differ only in numbers get the same nodes, so that three builds one shader
 * for all of them. Building nodes takes 10 ms for each part and pass in a new page on a slow machine.
 */
export class TintedNodeMaterials {
  readonly #instance: InstanceNodes;
  readonly #renderer: WebGPURenderer;
  readonly #shaders: ShaderFunctions;
  readonly #position: Node<'vec3'> | undefined;
  readonly #isDrawn: Node<'bool'> | undefined;
  readonly #surfaces = new Map<string, Surface>();

  /** @param position of a vertex; undefined if three poses it */
  constructor(
    instance: InstanceNodes,
    renderer: WebGPURenderer,
    shaders: ShaderFunctions,
    position?: Node<'vec3'>,
  ) {
    this.#instance = instance;
    this.#renderer = renderer;
    this.#shaders = shaders;
    this.#position = position;
    this.#isDrawn = instance.opacity && ditherMask(instance.opacity, shaders);
  }

  /**
   * The part's own material as a node material, its surface multiplied by the vertex colours under the tint. The product
   * is computed per vertex, so that one varying is interpolated in place of two.
   *
   * @throws {UnsupportedError} where three has no node material of that type
   */
  create(part: Part): NodeMaterial {
    const { material: source, keepsColor } = part;
    const material = createNodeMaterial(source, this.#surfaceOf(part), this.#renderer);
    if (keepsColor) Object.assign(material, { color: baseColor(source) });
    // Leaves a user's own node as it is.
    if (!(part.material as { colorNode?: unknown }).colorNode) {
      showCell(material, part, this.#instance.cell, this.#shaders);
    }
    if (this.#isDrawn) ditherMaterial(material, this.#isDrawn);
    if (this.#position) material.positionNode = this.#position;
    rememberNodes(material);
    return material;
  }

  #surfaceOf(part: Part): Surface {
    const colors = vertexColors(part);
    const key = [
      colors?.itemSize,
      part.keepsColor || baseColor(part.material).toArray(),
      part.tintMask,
      JSON.stringify(weaveOf(part)),
      hasVertexOpacity(part),
    ].join();
    const known = this.#surfaces.get(key);
    if (known) return known;
    const color = surfaceNode(part, this.#instance, this.#shaders);
    const made = part.keepsColor ? { color, painted: materialMap().mul(color) } : createSurface(color);
    this.#surfaces.set(key, made);
    return made;
  }
}

/** Nodes of a material that read a crowd's buffers. */
const CROWD_NODES = ['positionNode', 'colorNode', 'maskNode', 'maskShadowNode'] as const;

type CrowdNodes = { [name in (typeof CROWD_NODES)[number]]?: Node | null | undefined };

/** Nodes that materials of crowds were made with, unlike those that a page sets. */
const madeNodes = new WeakSet<Node>();

function rememberNodes(material: CrowdNodes): void {
  for (const name of CROWD_NODES) if (material[name]) madeNodes.add(material[name]);
}

/**
 * Has a material of a replaced crowd, and those that a page has set in its place, read the buffers of the new crowd.
 *
 * @returns false if `old` is no node material
 */
export function renewNodes(old: Material, fresh: Material, given: readonly Material[]): boolean {
  const { isNodeMaterial = false } = old as Partial<NodeMaterial>;
  for (const material of isNodeMaterial ? [old, ...given] : given) {
    const nodes = material as CrowdNodes;
    for (const name of CROWD_NODES) {
      const node = nodes[name];
      const isMade = node ? madeNodes.has(node) : material === old || name === 'positionNode';
      if (isMade) nodes[name] = (fresh as CrowdNodes)[name];
    }
    material.needsUpdate = true;
  }
  return isNodeMaterial;
}

/**
 * Returns a function that watches the material of a mesh, and warns once for all meshes where a page replaces one by a
 * material that does not pose the characters.
 */
export function watchReplaced(
  onWarning: (message: string) => void,
): (mesh: Mesh<BufferGeometry, Material>, own: Material) => void {
  let isTold = false;
  return (mesh, own) => {
    let shown = mesh.material;
    const isPosed = (material: Material): boolean =>
      (material as CrowdNodes).positionNode === (own as CrowdNodes).positionNode;
    Object.defineProperty(mesh, 'material', {
      ...{ configurable: true, enumerable: true, get: () => shown },
      set: (given: Material | Material[]) => {
        shown = given as Material;
        if (isTold || [given].flat().every(isPosed)) return;
        isTold = true;
        onWarning(
          `three-crowd: the material that was set on the mesh "${mesh.name}" does not pose characters, which are drawn in one ` +
            'place. Give materials by the option `material`; or give the new one the positionNode of the one that it replaces ' +
            'before you set it.',
        );
      },
    });
  };
}

/** Samples one cell of a texture atlas. */
function showCell(material: NodeMaterial, part: Part, cell: Node<'uint'>, shaders: ShaderFunctions): void {
  const grid = textureGrid(part.material);
  if (!grid) return;
  const picture = readCell(grid, uv(grid.texture.channel) as Node<'vec2'>, cell, shaders);
  material.colorNode = (material.colorNode as Node<'vec4'>).mul(picture);
  // three would multiply by all of it.
  (material as { map?: Texture | null }).map = null;
}

function readCell(
  { texture: map, columns, rows, stride }: TextureGrid,
  coordinates: Node<'vec2'>,
  cell: Node<'uint'>,
  shaders: ShaderFunctions,
): Node<'vec4'> {
  if (map.matrixAutoUpdate) map.updateMatrix();
  const matrix = uniform(map.matrix) as unknown as Node<'mat3'>;
  const within = matrix.mul(vec3(coordinates, 1)).xy as Node<'vec2'>;
  const at = shaders.crowdCellUv(
    within,
    cell.div(stride) as Node<'uint'>,
    vec3(columns, rows, map.flipY ? 1 : 0),
  );
  return texture(map, varying(at)) as unknown as Node<'vec4'>;
}

function surfaceNode(part: Part, { tint, cell }: InstanceNodes, shaders: ShaderFunctions): Node<'vec4'> {
  const colors = vertexColors(part);
  const base = part.keepsColor ? ownColor() : (uniform(baseColor(part.material)) as unknown as Node<'vec3'>);
  const shown = part.keepsColor ? keptTint(part.keepsColor, base, tint) : tint;
  if (!colors) return vec4(varying(shown), 1);
  const color = colorAttribute(colors.itemSize);
  const tinted = shaders.crowdTint(color, base, shown, float(part.tintMask ? 1 : 0));
  if (hasVertexOpacity(part)) return varying(vec4(tinted, color.w));
  const weave = weaveOf(part);
  const surface = varying(tinted);
  return vec4(weave ? surface.mul(weaveNode(weave, cell, color.w as Node<'float'>, shaders)) : surface, 1);
}

/** Woven patterns of cloth; `share` of the surface shows them. */
function weaveNode(
  weave: Weave,
  cell: Node<'uint'>,
  share: Node<'float'>,
  shaders: ShaderFunctions,
): Node<'vec3'> {
  const bits = cell.bitAnd(7).mul(4);
  const pattern = float(uniform(weave.patterns, 'uint').shiftRight(bits).bitAnd(15));
  const woven = varying(
    vec4(positionGeometry.mul(uniform(weave.motifs)), pattern.mul(2).add(share).add(0.5)),
  ) as unknown as Node<'vec4'>;
  const place = woven.xyz as Node<'vec3'>;
  return shaders.crowdWeave(
    woven,
    cross(dFdx(place), dFdy(place)) as Node<'vec3'>,
    length(fwidth(place)) as Node<'float'>,
  );
}

/** The colour of a part that keeps its material's own. */
function keptTint(
  keepsColor: NonNullable<Part['keepsColor']>,
  base: Node<'vec3'>,
  tint: Node<'vec3'>,
): Node<'vec3'> {
  return keepsColor === 'always' ? base : (select(all(tint.equal(vec3(1))), base, tint) as Node<'vec3'>);
}

/** The colour of the drawn material, which a page may change; white for one without a colour, as that of a shadow. */
const ownColor = (): Node<'vec3'> =>
  Fn(({ material }: NodeBuilder) =>
    'color' in material ? materialReference('color', 'color') : vec3(1),
  )() as unknown as Node<'vec3'>;

/** The colour texture of the drawn material; white for one without any. */
const materialMap = (): Node<'vec4'> =>
  Fn(({ material }: NodeBuilder) =>
    hasMap(material) ? materialReference('map', 'texture') : vec4(1),
  )() as unknown as Node<'vec4'>;

/** Factor of a material's textures: vertex colours under the tint. */
interface Surface {
  readonly color: Node<'vec4'>;
  /** `color` multiplied by the material's own textures, and by its colour unless `color` contains it. */
  readonly painted: Node<'vec4'>;
}

function createSurface(color: Node<'vec4'>): Surface {
  return { color, painted: materialColor.mul(color) as unknown as Node<'vec4'> };
}

/**
 * The material of the merged far draw, posed. Where it has a texture, that is read at `uv`, since the geometry has no
 * coordinates.
 *
 * @param dithers true if the opacity of an instance can be below 1
 * @throws {UnsupportedError} where three has no node material of that type
 */
export function createFarMaterial(
  { material: source, hasUv, grid }: FarMesh,
  reads: FarReads,
  dithers: boolean,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): NodeMaterial {
  const { surface, uv, cell, position, opacity } = createFarNodes(reads, grid !== undefined, shaders);
  const material = dropFineMaps(createNodeMaterial(source, createSurface(vec4(surface, 1)), renderer));
  material.positionNode = position;
  if (dithers) ditherMaterial(material, ditherMask(opacity, shaders));
  const painted = material as { map?: Texture | null };
  if (hasUv && painted.map) {
    const picture = grid ? readCell(grid, uv, cell, shaders) : readMapAt(painted.map, varying(uv));
    material.colorNode = (material.colorNode as Node<'vec4'>).mul(picture);
    // three would read it for shadows, too, at coordinates that the geometry lacks.
    painted.map = null;
  }
  rememberNodes(material);
  return material;
}

/**
 * A material as a node material of the same kind, its textures multiplied by `surface` in place of its own colour and of
 * the vertex colours. A node material's own `colorNode` stays, and is multiplied.
 *
 * @throws {UnsupportedError} where three has no node material of that type
 */
function createNodeMaterial(source: Material, surface: Surface, renderer: WebGPURenderer): NodeMaterial {
  const material = toNodeMaterial(renderer, source.clone());
  if (!material) {
    throw new UnsupportedError(
      `The material "${source.name}" is a ${source.type}, which WebGPURenderer cannot draw. Use a mesh material of three, or a node material.`,
    );
  }
  // `surface` stands in place of both: the material's own colour and three's multiplication by the vertex colours.
  whiten(material);
  material.vertexColors = false;
  const own = material.colorNode as Node<'vec4'> | null;
  material.colorNode = own ? vec4(own).mul(surface.color) : surface.painted;
  return material;
}

/** The vertex colours that a part's material shows. */
function vertexColors({ geometry, material }: Part): Part['geometry']['attributes'][string] | undefined {
  return material.vertexColors ? geometry.attributes['color'] : undefined;
}

function colorAttribute(size: number): Node<'vec4'> {
  return size === 4 ? attribute<'vec4'>('color', 'vec4') : vec4(vec3(attribute<'vec3'>('color', 'vec3')), 1);
}

/**
 * Dithers the opacity: discards the pixels, also of shadows, whose threshold is above it.
 *
 * Rejected: three's own `alphaHash`. Its noise depends on the surface, so that the inside of a sleeve shows through the
 * outside. Here a pixel draws all surfaces or none, so that only the background shows through.
 */
function ditherMaterial(material: NodeMaterial, isDrawn: Node<'bool'>): void {
  const own = material.maskNode as Node<'bool'> | null;
  const ownShadow = (material.maskShadowNode ?? own) as Node<'bool'> | null;
  material.maskNode = own ? own.and(isDrawn) : isDrawn;
  material.maskShadowNode = ownShadow ? ownShadow.and(isDrawn) : isDrawn;
}

/** True if a pixel is drawn at an opacity. */
function ditherMask(opacity: Node<'float'>, shaders: ShaderFunctions): Node<'bool'> {
  return shaders.crowdDither(screenCoordinate.xy).lessThan(opacity) as Node<'bool'>;
}

/** The material of one part of one clone; three skins it. */
export function createTintedMaterial(
  part: Part,
  dithers: boolean,
  renderer: WebGPURenderer,
  shaders: ShaderFunctions,
): TintedMaterial {
  const tint = uniform(new Color(1, 1, 1));
  const cell = uniform(0, 'uint');
  const opacity = uniform(1);
  const instance = {
    tint: tint as unknown as Node<'vec3'>,
    cell: cell as unknown as Node<'uint'>,
    opacity: dithers ? (opacity as unknown as Node<'float'>) : undefined,
  };
  const material = new TintedNodeMaterials(instance, renderer, shaders).create(part);
  return {
    material,
    setTint: (r, g, b) => tint.value.setRGB(r, g, b),
    setOpacity: (value) => {
      opacity.value = value;
    },
    setTextureCell: (value) => {
      cell.value = value;
    },
  };
}
