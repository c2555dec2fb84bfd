import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openGlb, readCharacter, readClipGlb, readSkeleton } from '../../gltf/index.js';
import { bakeBoneTexture, type Clip, encodeBoneTexture, retargetClip } from '../../rig/index.js';
import { checkUsage, parseInteger } from '../check-usage.js';
import type { Command } from '../command.js';
import { reportProgress } from '../progress.js';
import { UsageError } from '../usage-error.js';

const CONVENTIONS = ['pose-matched', 'rest-relative'] as const;
type Convention = (typeof CONVENTIONS)[number];

export const bake: Command = {
  summary: 'bake clips into a bone texture',
  help: `Usage: three-crowd bake --skeleton <file> --rest <file> --clips <file>... --out <directory> [options]

Carries clips over to a skeleton and bakes them into bone-texture.bin and bone-texture.json.

  --skeleton <file>    GLB with the skinned characters
  --rest <file>        GLB in the rest pose that the clips are authored for
  --clips <file>...    GLBs with animations; one alone in its file is called like the file
  --out <directory>    where to; it is made where it is missing
  --fps <number>       frames a second, 1 to 240 (default: 30)
  --convention <name>  what the clips mean where the rest poses differ: pose-matched (limbs point where
                       the clip points them, the default) or rest-relative (bones turn away from
                       their own rest pose as the clip's do)`,
  async run(args, terminal) {
    const options = parseBakeOptions(args);
    const skinned = await readCharacter(openGlb(await readBytes(options.skeleton), options.skeleton));
    const rest = readSkeleton(openGlb(await readBytes(options.rest), options.rest));
    for (const { name, reason } of skinned.dropped) terminal.complain(`${name} is left out. ${reason}`);
    const clips: Clip[] = [];
    const unmatched = new Set<string>();
    for (const clip of await readClips(options.clips)) {
      const retargeted = retargetClip(clip, rest.skeleton, skinned.skeleton, options);
      for (const bone of retargeted.unmatched) unmatched.add(bone);
      clips.push(retargeted.clip);
    }
    if (unmatched.size > 0) {
      terminal.complain(
        `These bones stay at rest, since only one side has them: ${[...unmatched].join(', ')}`,
      );
    }
    const texture = bakeBoneTexture(skinned.skeleton, skinned.skin, clips, {
      fps: options.fps,
      vertices: [...skinned.parts.values()].flatMap(({ pieces }) => pieces.map(({ vertices }) => vertices)),
      onProgress: reportProgress('Baking', terminal),
    });
    await mkdir(options.out, { recursive: true });
    await writeFile(join(options.out, 'bone-texture.bin'), new Uint8Array(encodeBoneTexture(texture)));
    await writeFile(join(options.out, 'bone-texture.json'), `${JSON.stringify(texture.manifest, null, 2)}\n`);
    const { texWidth, texHeight } = texture.manifest;
    terminal.print(`${clips.length} clips in ${texWidth} × ${texHeight} texels are in ${options.out}`);
  },
};

function parseBakeOptions(args: readonly string[]) {
  const { values, positionals } = checkUsage(() =>
    parseArgs({
      args: [...args],
      options: {
        skeleton: { type: 'string' },
        rest: { type: 'string' },
        clips: { type: 'string', multiple: true, default: [] },
        out: { type: 'string' },
        fps: { type: 'string', default: '30' },
        convention: { type: 'string', default: CONVENTIONS[0] },
      },
      // The parser gives an option one value: the further clips come as positionals.
      allowPositionals: true,
    }),
  );
  const clips = [...values.clips, ...positionals];
  if (clips.length === 0) throw new UsageError('Name the clips with --clips <file>...');
  const convention = CONVENTIONS.find((name): name is Convention => name === values.convention);
  if (!convention) throw new UsageError(`--convention must be ${CONVENTIONS.join(' or ')}.`);
  return {
    skeleton: required(values.skeleton, '--skeleton <file>'),
    rest: required(values.rest, '--rest <file>'),
    out: required(values.out, '--out <directory>'),
    clips,
    fps: parseInteger(values.fps, '--fps', 1, 240),
    convention,
  };
}

function required(value: string | undefined, option: string): string {
  if (!value) throw new UsageError(`${option} is missing.`);
  return value;
}

/** The clips of all files. One alone in its file is called like it, whatever an exporter called the animation. */
async function readClips(files: readonly string[]): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const file of files) {
    const animations = await readClipGlb(await readBytes(file), file);
    const name = basename(file).replace(/\.glb$/i, '');
    clips.push(...(animations.length === 1 ? [{ ...animations[0], name }] : animations));
  }
  return clips;
}

async function readBytes(file: string): Promise<Uint8Array> {
  return readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read: ${cause.code}`, { cause });
  });
}
