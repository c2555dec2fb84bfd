import { BufferAttribute, BufferGeometry } from 'three';
import {
  type SeenAttributes,
  type SimplifiedMesh,
  type SimplifyJob,
  type SimplifyResult,
  surfaceDistance,
} from '../../assets/index.js';
import { countTriangles, type Part } from '../characters/index.js';
import { hasMap } from './part-material.js';

type Attribute = BufferGeometry['attributes'][string];

/** Simplifies meshes: the levels of each, finest first, or the reason why it has none. Undefined for all if no mesh can be simplified. */
export type Simplify = (jobs: readonly SimplifyJob[]) => Promise<readonly SimplifyResult[] | undefined>;

/** A part to make levels of. */
export interface SimplifyRequest {
  readonly part: Part;
  /** A mesh of the part in `lod_glb`: the level whose error it has. The levels behind it are made of it. */
  readonly far?: Part | undefined;
  /** Largest distance of each level from the part's surface, in the unit of the positions, ascending. */
  readonly errors: readonly number[];
}

/** The levels of a request. */
interface Levels {
  /** Undefined until they have been made, and where they cannot be. */
  made?: readonly { readonly from: 'part' | 'far'; readonly geometry: BufferGeometry }[] | undefined;
  /** Undefined until they are requested. */
  coming?: Promise<void>;
  isSettled: boolean;
}

/** Levels by their request, for all crowds that show the same part. */
const known = new WeakMap<BufferGeometry, Map<string, Levels>>();

function levelsOf({ part: { geometry }, far, errors }: SimplifyRequest): Levels {
  const byRequest = known.get(geometry) ?? new Map<string, Levels>();
  known.set(geometry, byRequest);
  const key = `${far?.geometry.uuid} ${errors}`;
  const levels = byRequest.get(key) ?? { isSettled: false };
  byRequest.set(key, levels);
  return levels;
}

/**
 * A part for each error, with as few triangles as that allows: none for a part that is smaller than the error. Undefined until
 * {@link requestLevels} has made them.
 */
export function simplifiedParts(request: SimplifyRequest): readonly Part[] | undefined {
  return levelsOf(request).made?.map(({ from, geometry }) => {
    const part = request[from]!;
    return part.geometry === geometry ? part : { ...part, geometry };
  });
}

/**
 * Has levels made. Resolves once all of them are there, those that were requested before included; undefined if they are.
 *
 * @param onWarning called once for each mesh that cannot be simplified
 */
export function requestLevels(
  requests: readonly SimplifyRequest[],
  simplify: Simplify,
  onWarning: (message: string) => void,
): Promise<unknown> | undefined {
  // A part may be in use more than once, with several tints.
  const all = new Map(requests.map((request) => [levelsOf(request), request]));
  const added = [...all].filter(([levels]) => !levels.coming);
  if (added.length > 0) {
    const coming = makeLevels(
      added.map(([, request]) => request),
      simplify,
      onWarning,
    ).then((made) => {
      for (const [k, [levels]] of added.entries())
        Object.assign(levels, { made: made?.[k], isSettled: true });
    });
    for (const [levels] of added) levels.coming = coming;
  }
  const awaited = [...all.keys()].filter(({ isSettled }) => !isSettled).map(({ coming }) => coming);
  return awaited.length > 0 ? Promise.all(awaited) : undefined;
}

/** Undefined if nothing can be simplified, and for a mesh that cannot be. */
async function makeLevels(
  requests: readonly SimplifyRequest[],
  simplify: Simplify,
  onWarning: (message: string) => void,
): Promise<Levels['made'][] | undefined> {
  const jobs: SimplifyJob[] = [];
  const all: { readonly request: SimplifyRequest; readonly farLevel: number; readonly firstJob: number }[] =
    [];
  for (const request of requests) {
    const { part, far, errors } = request;
    const job = createJob(part, errors);
    const firstJob = jobs.push(job) - 1;
    if (!far) {
      all.push({ request, farLevel: errors.length, firstJob });
      continue;
    }
    const behind = createJob(far, errors);
    // Up to 20 ms, so each in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    const error = surfaceDistance(job, behind);
    const farLevel = errors.filter((most) => most < error).length;
    jobs[firstJob] = { ...job, errors: errors.slice(0, farLevel) };
    jobs.push({ ...behind, errors: errors.slice(farLevel + 1) });
    all.push({ request, farLevel, firstJob });
  }
  const results = await simplify(jobs);
  return (
    results &&
    all.map(({ request: { part, far, errors }, farLevel, firstJob }) => {
      const levelsFrom = (from: 'part' | 'far', job: number) => {
        const result = results[job];
        const source = from === 'far' && far ? far : part;
        if (!('failure' in result)) {
          return result.map((mesh) => ({ from, geometry: createGeometry(source, mesh) }));
        }
        onWarning(
          `three-crowd: no levels of detail are made of the mesh "${source.name}": ${result.failure}. Export it anew.`,
        );
        return undefined;
      };
      const fine = levelsFrom('part', firstJob);
      if (!far) return fine;
      const own = { from: 'far', geometry: far.geometry } as const;
      const behind = levelsFrom('far', firstJob + 1) ?? [];
      return [
        ...(fine ?? new Array(farLevel).fill(own)),
        ...(farLevel < errors.length ? [own] : []),
        ...behind,
      ];
    })
  );
}

function createJob(part: Part, errors: readonly number[]): SimplifyJob {
  const { index, attributes } = part.geometry;
  const { position, skinIndex, skinWeight } = attributes;
  const indices = new Uint32Array(countTriangles(part) * 3);
  for (let k = 0; k < indices.length; k++) indices[k] = index ? index.getX(k) : k;
  const seen: SeenAttributes = {};
  for (const { name, size, attribute } of seenAttributes(part)) {
    seen[name] = readNumbers(attribute, size, Float32Array);
  }
  return {
    indices,
    positions: readNumbers(position, 3, Float32Array),
    seen,
    joints: readNumbers(skinIndex, 4, Uint16Array),
    weights: readNumbers(skinWeight, 4, Float32Array),
    errors,
  };
}

function readNumbers<T extends Float32Array | Uint16Array>(
  attribute: Attribute,
  size: number,
  Numbers: new (length: number) => T,
): T {
  const numbers = new Numbers(attribute.count * size);
  for (let k = 0; k < numbers.length; k++)
    numbers[k] = attribute.getComponent(Math.floor(k / size), k % size);
  return numbers;
}

function createGeometry(part: Part, { indices, vertices, positions, seen }: SimplifiedMesh): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const [name, attribute] of Object.entries(part.geometry.attributes)) {
    const { itemSize } = attribute;
    const values = new Float32Array(vertices.length * itemSize);
    for (let k = 0; k < values.length; k++)
      values[k] = attribute.getComponent(vertices[Math.floor(k / itemSize)], k % itemSize);
    geometry.setAttribute(name, new BufferAttribute(values, itemSize));
  }
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  // Further components, such as the weight of the tint, stay.
  for (const { name, size } of seenAttributes(part)) {
    const attribute = geometry.getAttribute(name);
    for (let k = 0; k < attribute.count * size; k++) {
      attribute.setComponent(Math.floor(k / size), k % size, seen[name]![k]);
    }
  }
  return geometry.setIndex(new BufferAttribute(indices, 1));
}

/** The attributes of a part that its material shows, with the number of components that count. */
function* seenAttributes({ geometry, material }: Part) {
  for (const [name, size, isSeen] of [
    ['normal', 3, true],
    ['color', 3, material.vertexColors],
    ['uv', 2, hasMap(material)],
  ] as const) {
    const attribute = geometry.getAttribute(name);
    if (attribute && isSeen) yield { name, size, attribute };
  }
}
