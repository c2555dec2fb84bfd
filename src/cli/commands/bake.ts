import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Command, Option } from 'commander';
import { movedNodes, openGlb, readCharacter, readClip, readClipGlb, readSkeleton } from '../../gltf/index.js';
import type { BoneTextureManifest } from '../../protocol/index.js';
import {
  bakeBoneTexture,
  type Clip,
  chooseConvention,
  encodeBoneTexture,
  estimateGroundSpeed,
  findSoles,
  RETARGET_CONVENTIONS,
  type RetargetConvention,
  retargetClip,
  type Skeleton,
  startAtFirstKey,
} from '../../rig/index.js';
import { nonEmpty, wholeNumber } from '../program/parse-options.js';
import { expandPatterns, readBytes } from '../program/read-file.js';
import { showProgress } from '../program/show-progress.js';
import type { Terminal } from '../program/terminal.js';

interface BakeOptions {
  readonly skeleton: string;
  readonly rest: string;
  readonly clips: readonly string[];
  readonly out: string;
  readonly fps: number;
  readonly convention?: RetargetConvention;
}

/** Clips whose speed over the ground is measured where their files give none. */
const MOVING = ['walk', 'jog'];

export function createBake(terminal: Terminal): Command {
  return new Command('bake')
    .summary('bake clips into a bone texture')
    .description(
      'Retargets clips to a skeleton and bakes them into bone-texture.bin and bone-texture.json. A file may be "-", ' +
        'for standard input.',
    )
    .requiredOption('--skeleton <file>', 'GLB with the skinned characters', nonEmpty)
    .requiredOption('--rest <file>', 'GLB in the rest pose that the clips are authored for', nonEmpty)
    .requiredOption(
      '--clips <file...>',
      'GLBs with animations, or a pattern such as "clips/*.glb"; one alone in its file is called like the file',
    )
    .requiredOption('--out <directory>', 'output directory; created if it does not exist', nonEmpty)
    .addOption(
      new Option('--fps <number>', 'frames a second, 1 to 240').default(30).argParser(wholeNumber(1, 240)),
    )
    .addOption(
      new Option(
        '--convention <name>',
        'meaning of the clips where the rest poses differ: pose-matched (limbs point where the clip points them) or ' +
          "rest-relative (bones turn away from their own rest pose as the clip's do); by default the one that sets the feet on the " +
          'ground and left like right',
      ).choices(RETARGET_CONVENTIONS),
    )
    .action((options: BakeOptions) => bake(options, terminal));
}

async function bake(options: BakeOptions, terminal: Terminal): Promise<void> {
  const read = (file: string) => readBytes(file, terminal);
  const master = openGlb(await read(options.skeleton), options.skeleton);
  const files = new Map<string, Uint8Array>();
  for (const file of await expandPatterns(options.clips)) files.set(file, await read(file));
  const moved = [...files].flatMap(([file, bytes]) => movedNodes(openGlb(bytes, file)));
  const skinned = await readCharacter(master, moved);
  const rest = readSkeleton(openGlb(await read(options.rest), options.rest));
  for (const { name, reason } of skinned.dropped) terminal.printError(`${name} is left out. ${reason}`);
  const authored = await readClips(files);
  const convention = options.convention ?? choose(authored, rest.skeleton, skinned.skeleton, terminal);
  const clips: Clip[] = [];
  const unmatched = new Set<string>();
  for (const clip of authored) {
    const retargeted = retargetClip(clip, rest.skeleton, skinned.skeleton, { convention, fps: options.fps });
    for (const bone of retargeted.unmatched) unmatched.add(bone);
    clips.push(retargeted.clip);
  }
  if (unmatched.size > 0) {
    terminal.printError(
      `These bones stay at rest, since only one side has them: ${[...unmatched].join(', ')}`,
    );
  }
  const { skeleton, skin, parts } = skinned;
  const vertices = [...parts.values()].flatMap(({ pieces }) => pieces.map((piece) => piece.vertices));
  const texture = await showProgress('Baking', terminal, (onProgress) =>
    bakeBoneTexture(skeleton, skin, clips, { fps: options.fps, vertices, onProgress }),
  );
  const soles = findSoles(skeleton, skin, vertices);
  const clipInfo = texture.manifest.clipInfo.map((info) =>
    info.speed > 0 || !MOVING.includes(info.name)
      ? info
      : { ...info, speed: estimateGroundSpeed(texture, soles, info) },
  );
  await mkdir(options.out, { recursive: true });
  await writeFile(join(options.out, 'bone-texture.bin'), new Uint8Array(encodeBoneTexture(texture)));
  const manifest: BoneTextureManifest = { ...texture.manifest, clipInfo, retarget: convention };
  await writeFile(join(options.out, 'bone-texture.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { texWidth, texHeight } = texture.manifest;
  terminal.print(`${clips.length} clips in ${texWidth} × ${texHeight} texels are in ${options.out}`);
}

/** Chooses the retarget convention if no option gives one, and prints the choice if the conventions differ. */
function choose(
  clips: readonly Clip[],
  source: Skeleton,
  target: Skeleton,
  terminal: Terminal,
): RetargetConvention {
  const { convention, misfit, isSame } = chooseConvention(
    clips.map((clip) => ({ clip, source })),
    target,
  );
  if (isSame) return convention;
  const misfits = RETARGET_CONVENTIONS.map((name) => `${name} ${Math.round(misfit[name] * 1000)} mm`).join(
    ', ',
  );
  terminal.printError(
    `The clips are baked ${convention} (feet and symmetry off by: ${misfits}). If the characters stand wrong, choose with --convention.`,
  );
  return convention;
}

/** The clips of all files. One alone in its file is called like it, whatever an exporter called the animation. */
async function readClips(files: ReadonlyMap<string, Uint8Array>): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const [file, bytes] of files) {
    const animations = await readClipGlb(bytes, file);
    const name = basename(file).replace(/\.glb$/i, '');
    // Read again by that name, which says whether it loops.
    clips.push(...(animations.length === 1 ? [await readClip(openGlb(bytes, file), 0, name)] : animations));
  }
  return clips.map(startAtFirstKey);
}
