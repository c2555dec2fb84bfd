import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { simplify } from '../../assets/simplify/simplify-in-worker.js';
import type { SeenAttributes, SimplifyJob } from '../../assets/simplify/simplify-job.js';
import {
  boundsOf,
  type GltfFile,
  type GltfPart,
  type GltfPiece,
  type LevelPrimitive,
  openGlb,
  readCharacter,
  writeLevels,
} from '../../gltf/index.js';
import { AFFINE_SIZE, invertAffine, transformPoint } from '../../math/index.js';
import { nonEmpty } from '../program/parse-options.js';
import { printTable } from '../program/print-table.js';
import { readBytes } from '../program/read-file.js';
import type { Terminal } from '../program/terminal.js';

/** Errors as fractions of the height: every second one of those that a page makes (`LEVEL_ERRORS`), for a smaller file. */
const ERRORS = [0.0125, 0.026, 0.053, 0.11];
/** Largest fraction of the triangles of the level before that a level may have. */
const WORTHWHILE = 0.7;

/** glTF's number of the mode of triangles. */
const TRIANGLES = 4;

/** The attributes of glTF that count in the error, with the numbers of each vertex that do. */
const SEEN = [
  ['normal', 'NORMAL', 3],
  ['color', 'COLOR_0', 3],
  ['uv', 'TEXCOORD_0', 2],
] as const;

export function createLevels(terminal: Terminal): Command {
  return new Command('levels')
    .summary('write levels of detail into a GLB file')
    .description(
      'Makes simpler meshes for characters that are small on the screen, and writes a copy of the file that has them ' +
        '(extension MSFT_lod), so that pages need not make them.',
    )
    .argument('<file>', 'GLB file with skinned characters, or "-" for standard input')
    .requiredOption('--out <file>', 'file to write', nonEmpty)
    .action(async (path: string, { out }: { out: string }) => {
      const bytes = await readBytes(path, terminal);
      const file = openGlb(bytes, path);
      const { parts, dropped } = await readCharacter(file);
      for (const { name, reason } of dropped) terminal.printError(`${name} is left out. ${reason}`);
      const all = [...parts.values()];
      const largest = largestExtent(all);
      const nodes = [];
      const rows = [];
      for (const part of all) {
        const reason = reasonAgainst(file, part);
        const levels = reason ? [] : await makeLevels(file, part, largest, terminal);
        const counts = levels.map((pieces) => countTriangles(pieces));
        rows.push({ part: part.name, triangles: reason ?? (counts.join(', ') || 'too few can be spared') });
        if (levels.length > 0) nodes.push({ node: part.node, isMirrored: part.pieces[0].isMirrored, levels });
      }
      printTable(rows, {}, terminal);
      if (nodes.length === 0) throw new Error(`${path} gets no levels of detail, so nothing is written.`);
      await writeFile(out, await writeLevels(bytes, path, nodes));
      terminal.print(`${nodes.length} of ${all.length} parts have levels of detail in ${out}`);
    });
}

/** Why a part gets no levels; undefined if it may. */
function reasonAgainst({ json }: GltfFile, { isRigid, levels, pieces }: GltfPart): string | undefined {
  if (levels.length > 0) return 'has levels of its own';
  if (isRigid) return 'has no skin';
  const areTriangles = pieces.every(
    ({ mesh, primitive }) => (json.meshes![mesh].primitives[primitive].mode ?? TRIANGLES) === TRIANGLES,
  );
  return areTriangles ? undefined : 'has strips or fans of triangles';
}

/** Longest side of the box around all parts in the bind pose: the height of a character, or the span of its arms. */
function largestExtent(parts: readonly GltfPart[]): number {
  const boxes = parts.flatMap(({ pieces }) => pieces.map(({ vertices }) => boundsOf(vertices.positions)));
  const sides = [0, 1, 2].map(
    (axis) => Math.max(...boxes.map(({ max }) => max[axis])) - Math.min(...boxes.map(({ min }) => min[axis])),
  );
  return Math.max(...sides);
}

async function makeLevels(
  file: GltfFile,
  part: GltfPart,
  largest: number,
  terminal: Terminal,
): Promise<LevelPrimitive[][]> {
  const errors = ERRORS.map((error) => error * largest);
  const jobs = await Promise.all(part.pieces.map((piece) => createJob(file, piece, errors)));
  const whole = jobs.map(({ indices, positions }, k) => ({
    ...{ primitive: part.pieces[k].primitive, indices, attributes: {} },
    vertices: new Uint32Array(positions.length / 3).map((_, v) => v),
  }));
  const results = await simplify(jobs);
  const levels: LevelPrimitive[][] = [];
  for (const level of ERRORS.keys()) {
    const last = levels.at(-1) ?? whole;
    const pieces = results.map((result, k) => {
      if ('failure' in result) return last[k];
      const { indices, vertices, positions, seen } = result[level];
      // A primitive needs a triangle.
      if (indices.length === 0) return last[k];
      const attributes: Record<string, Float32Array> = { POSITION: unbind(positions, part.pieces[k]) };
      for (const [name, semantic] of SEEN) if (seen[name]) attributes[semantic] = seen[name];
      return { primitive: part.pieces[k].primitive, indices, vertices, attributes };
    });
    if (countTriangles(pieces) <= WORTHWHILE * countTriangles(last)) levels.push(pieces);
  }
  for (const result of results) {
    if ('failure' in result) terminal.printError(`${part.name} is not simplified: ${result.failure}.`);
  }
  return levels;
}

function countTriangles(pieces: readonly Pick<LevelPrimitive, 'indices'>[]): number {
  return pieces.reduce((sum, { indices }) => sum + indices.length / 3, 0);
}

async function createJob(file: GltfFile, piece: GltfPiece, errors: readonly number[]): Promise<SimplifyJob> {
  const { positions, joints, weights } = piece.vertices;
  const { attributes, indices } = file.json.meshes![piece.mesh].primitives[piece.primitive];
  const count = positions.length / 3;
  const seen: SeenAttributes = {};
  for (const [name, semantic, size] of SEEN) {
    if (attributes[semantic] === undefined) continue;
    const numbers = await file.readAccessor(attributes[semantic]);
    const stride = numbers.length / count;
    seen[name] = Float32Array.from(
      { length: count * size },
      (_, k) => numbers[Math.floor(k / size) * stride + (k % size)],
    );
  }
  const corners =
    indices === undefined ? Array.from({ length: count }, (_, v) => v) : await file.readAccessor(indices);
  return {
    // Whole triangles: further corners are not drawn.
    indices: Uint32Array.from(corners).subarray(0, corners.length - (corners.length % 3)),
    positions: positions.slice(),
    seen,
    joints: joints.slice(),
    weights: weights.slice(),
    errors,
  };
}

/** Moves positions from the bind pose back to where the file has them. */
function unbind(positions: Float32Array, { rebase }: GltfPiece): Float32Array {
  const inverse = new Float64Array(AFFINE_SIZE);
  if (!rebase || !invertAffine(inverse, 0, rebase, 0)) return positions;
  const moved = new Float32Array(positions.length);
  for (let o = 0; o < moved.length; o += 3) transformPoint(moved, o, inverse, 0, positions, o);
  return moved;
}
