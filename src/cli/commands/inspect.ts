import { Command } from 'commander';
import { isCrowdError } from '../../errors/index.js';
import {
  type GltfAnimation,
  type GltfCharacter,
  type GltfFile,
  type GltfMesh,
  type GltfPart,
  movedNodes,
  openGlb,
  readCharacter,
  readClips,
  readVrm,
  type VrmInfo,
} from '../../gltf/index.js';
import { AFFINE_SIZE, transformPoint } from '../../math/index.js';
import { type Clip, skinMatrices } from '../../rig/index.js';
import { printTable } from '../program/print-table.js';
import { expandPatterns, readBytes } from '../program/read-file.js';
import type { Terminal } from '../program/terminal.js';

export function createInspect(terminal: Terminal): Command {
  return new Command('inspect')
    .summary('list what a crowd draws of a GLB file, and what it leaves out')
    .description(
      'Lists for each GLB file which parts, bones and clips a crowd finds in it, what it leaves out and why.',
    )
    .argument('<file...>', 'GLB files, patterns such as "models/*.glb", or "-" for standard input')
    .option('--json', 'print JSON')
    .action(async (names: string[], { json }: { json?: boolean }) => {
      const files = await expandPatterns(names);
      const opened = await Promise.all(
        files.map(async (path) => openGlb(await readBytes(path, terminal), path)),
      );
      const moved = opened.flatMap(movedNodes);
      const reports = await Promise.all(opened.map((file) => inspectFile(file, moved)));
      if (json) terminal.print(JSON.stringify(reports, null, 2));
      else for (const report of reports) printReport(report, terminal);
    });
}

/** Least ratio of length to height of a lying body; no standing animal reaches it. */
const LYING = 3;

interface Report {
  readonly file: string;
  readonly hasMeshes: boolean;
  readonly extensions: readonly string[];
  /** Undefined for a file that is no VRM. */
  readonly vrm: VrmInfo | undefined;
  /** Metres, in the rest pose; undefined for a file without a character. */
  readonly height: number | undefined;
  /** From front to back, likewise. */
  readonly depth: number | undefined;
  readonly bones: number;
  readonly joints: number;
  readonly parts: readonly {
    readonly name: string;
    readonly kind: string;
    readonly vertices: number;
    readonly materials: number;
  }[];
  readonly morphTargets: readonly { readonly mesh: string; readonly names: readonly string[] }[];
  readonly clips: readonly {
    readonly name: string;
    readonly seconds: number;
    readonly bones: number;
    /** True if it also moves morph targets, which a crowd leaves at their initial weights. */
    readonly movesMorphs: boolean;
  }[];
  readonly dropped: readonly { readonly name: string; readonly reason: string }[];
}

async function inspectFile(file: GltfFile, moved: readonly string[]): Promise<Report> {
  const clips = await readClips(file);
  const character = await readCharacter(file, moved).catch((error: unknown) => {
    // A file of clips alone has no character.
    if (isCrowdError(error, 'RigError') && clips.length > 0) return undefined;
    throw error;
  });
  return {
    file: file.url,
    hasMeshes: (file.json.meshes ?? []).length > 0,
    extensions: file.json.extensionsUsed ?? [],
    vrm: readVrm(file.json),
    ...(character ? restSize(character) : { height: undefined, depth: undefined }),
    bones: character?.skeleton.names.length ?? 0,
    joints: character?.skin.joints.length ?? 0,
    parts: [...(character?.parts.values() ?? [])].map(describePart),
    morphTargets: (file.json.meshes ?? []).flatMap((mesh, index) => describeMorphs(mesh, index)),
    clips: clips.map((clip, index) => describeClip(clip, file.json.animations![index])),
    dropped: character?.dropped ?? [],
  };
}

function describePart({ name, isRigid, pieces }: GltfPart): Report['parts'][number] {
  const vertices = pieces.reduce((sum, piece) => sum + piece.vertices.positions.length / 3, 0);
  return { name, kind: isRigid ? 'rigid' : 'skinned', vertices, materials: pieces.length };
}

function describeMorphs({ name, primitives, extras }: GltfMesh, index: number): Report['morphTargets'] {
  const count = primitives[0]?.targets?.length ?? 0;
  if (count === 0) return [];
  const { targetNames } = (extras ?? {}) as { targetNames?: readonly unknown[] };
  const names = Array.from({ length: count }, (_, k) => String(targetNames?.[k] || k));
  return [{ mesh: name ?? `mesh ${index}`, names }];
}

function describeClip(
  { name, duration, tracks }: Clip,
  { channels }: GltfAnimation,
): Report['clips'][number] {
  return {
    name,
    seconds: Number(duration.toFixed(3)),
    bones: new Set(tracks.map(({ bone }) => bone)).size,
    movesMorphs: channels.some(({ target }) => target.path === 'weights'),
  };
}

/** Of all parts in the rest pose. */
function restSize({ skeleton, skin, parts }: GltfCharacter): Record<'height' | 'depth', number> {
  const matrices = new Float64Array(skin.joints.length * AFFINE_SIZE);
  skinMatrices(skeleton, skin, skeleton.rest, matrices);
  const point = new Float64Array(3);
  const height = new Extent();
  const depth = new Extent();
  for (const { vertices } of [...parts.values()].flatMap(({ pieces }) => pieces)) {
    for (let v = 0; v * 3 < vertices.positions.length; v++) {
      let y = 0;
      let z = 0;
      for (let k = v * 4; k < v * 4 + 4; k++) {
        if (vertices.weights[k] === 0) continue;
        transformPoint(point, 0, matrices, vertices.joints[k] * AFFINE_SIZE, vertices.positions, v * 3);
        y += vertices.weights[k] * point[1];
        z += vertices.weights[k] * point[2];
      }
      height.add(y);
      depth.add(z);
    }
  }
  return { height: height.length, depth: depth.length };
}

/** From the least to the greatest number, rounded to millimetres. */
class Extent {
  #least = Number.POSITIVE_INFINITY;
  #greatest = Number.NEGATIVE_INFINITY;

  get length(): number {
    return Number(Math.max(0, this.#greatest - this.#least).toFixed(3));
  }

  add(value: number): void {
    this.#least = Math.min(this.#least, value);
    this.#greatest = Math.max(this.#greatest, value);
  }
}

function printReport(report: Report, terminal: Terminal): void {
  const { file, hasMeshes, height, depth, parts, morphTargets, clips, dropped, extensions, vrm } = report;
  terminal.print(terminal.printColors.bold(file));
  if (height === undefined) {
    const reason = hasMeshes ? 'its meshes are on no bone, and no clip moves them' : 'a file of clips';
    terminal.print(`  No character: ${reason}.`);
  }
  if (height !== undefined) terminal.print(`  ${describeRig(report)}, ${height} tall at rest`);
  if (height !== undefined && depth !== undefined && depth > height * LYING) {
    terminal.print(`  ${depth} from front to back: a person lies down. Blender has to export with +Y Up on.`);
  }
  if (vrm) terminal.print(`  ${describeVrm(vrm)}`);
  const rows: Record<string, string>[] = [
    ...parts.map(({ name, kind, vertices, materials }) => ({
      what: '  part',
      name,
      more: `${kind}, ${count(vertices, 'vertex', 'vertices')}, ${count(materials, 'material')}`,
    })),
    ...morphTargets.map(({ mesh, names }) => ({
      what: '  morph targets',
      name: mesh,
      more: `${names.join(', ')}: drawn at their initial weights`,
    })),
    ...clips.map((clip) => ({ what: '  clip', name: clip.name, more: describeMovement(clip) })),
    ...dropped.map(({ name, reason }) => ({ what: '  not drawn', name, more: reason })),
    ...extensions.map((name) => ({ what: '  extension', name, more: '' })),
  ];
  printTable(rows, { header: false }, terminal);
}

function describeMovement({ seconds, bones, movesMorphs }: Report['clips'][number]): string {
  if (bones === 0) return `left out: it moves ${movesMorphs ? 'morph targets alone' : 'no bone'}`;
  return `${seconds} s, moves ${count(bones, 'bone')}${movesMorphs ? '; its morph targets are left out' : ''}`;
}

function describeRig({ parts, bones, joints }: Report): string {
  return `${count(parts.length, 'part')} on ${count(bones, 'bone')} (${count(joints, 'joint')})`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function describeVrm({ version, title, humanBones, facesBack }: VrmInfo): string {
  const name = title === undefined ? '' : ` "${title}"`;
  return (
    `A VRM ${version}${name} with ${humanBones.length} bones of a human body, which looks along ${facesBack ? '−Z' : '+Z'}. ` +
    'MToon, spring bones, expressions and look-at are not drawn.'
  );
}
