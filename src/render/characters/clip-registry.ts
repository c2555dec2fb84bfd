import { CrowdError, UnknownClipError } from '../../errors/index.js';
import { closestName } from '../../math/index.js';
import { type ClipInfo, IDLE_CLIPS } from '../../protocol/index.js';
import { CLIP_BITS } from './row-layout.js';

/** Each takes two numbers of a row. */
const MAX_CLIPS = 1 << (CLIP_BITS - 1);

/** `clip` repeats a clip if the manifest says so, `repeat` always, `once` plays it up to its end. */
export type LoopMode = 'clip' | 'repeat' | 'once';

/**
 * The clips by number: first the clips of the bone texture, then each of them again with `loop` inverted. Thus the number
 * in a row determines whether the clip repeats.
 *
 * Rejected: a bit in the row. It would halve this list, but needs a mask and an exclusive or in the ten places, on CPU
 * and GPU, that look up a clip.
 */
export class ClipRegistry<Info extends ClipInfo = ClipInfo> {
  readonly infos: readonly Info[];
  readonly #count: number;
  readonly #walkClip: number;
  readonly #isPlayable: (clip: number) => boolean;
  readonly #unloaded: readonly string[];
  readonly #aliases: ReadonlyMap<string, string>;
  /** Numbers of the idle clips, by variant. */
  readonly #idles: readonly (number | undefined)[];

  /**
   * @param isPlayable true if a clip of the bone texture, by its index there, can be played; by default all can
   * @param unloaded names of clips that exist but were not requested, for messages
   * @param aliases further names of clips, each with the one in the bone texture
   * @throws {CrowdError} for more clips than rows can number
   */
  constructor(
    { clipInfo, walkClip }: { readonly clipInfo: readonly Info[]; readonly walkClip: number },
    isPlayable: (clip: number) => boolean = () => true,
    unloaded: readonly string[] = [],
    aliases: ReadonlyMap<string, string> = new Map(),
  ) {
    if (clipInfo.length > MAX_CLIPS) {
      throw new CrowdError(
        `A crowd can have ${MAX_CLIPS} clips, and this bone texture has ${clipInfo.length}. Make two crowds of it.`,
      );
    }
    // A loop that is played once ends where its last frame leads to.
    const inverted = clipInfo.map((info) =>
      info.loop ? { ...info, loop: false, end: info.end ?? 'first' } : { ...info, loop: true },
    );
    this.infos = [...clipInfo, ...inverted];
    this.#count = clipInfo.length;
    this.#walkClip = walkClip;
    this.#isPlayable = isPlayable;
    this.#unloaded = unloaded;
    this.#aliases = aliases;
    this.#idles = IDLE_CLIPS.map((name) => this.tryFind(name));
  }

  /**
   * The number of a clip.
   *
   * @throws {UnknownClipError} where there is no such clip, or it cannot be played
   */
  find(name: string, loop: LoopMode = 'clip'): number {
    const clip = this.#indexOf(name);
    if (clip < 0 && this.#unloaded.includes(name)) {
      throw new UnknownClipError(
        `The clip "${name}" was not loaded: a crowd of clones has the clips that its characters play at first. ` +
          `Make it with clips: ['${name}'], which loads that one too.`,
        name,
      );
    }
    if (clip < 0) throw this.#unknownClip(name);
    if (!this.#isPlayable(clip)) {
      throw new UnknownClipError(
        `The clip "${name}" has no address in assets.animations, which clones need.`,
        name,
      );
    }
    const isInverted = loop !== 'clip' && this.infos[clip].loop !== (loop === 'repeat');
    return isInverted ? clip + this.#count : clip;
  }

  /** As {@link find}, but undefined where there is no such clip or it cannot be played. */
  tryFind(name: string): number | undefined {
    const clip = this.#indexOf(name);
    return clip >= 0 && this.#isPlayable(clip) ? clip : undefined;
  }

  /** The number of the idle clip of a variant, or of the first idle clip there is; undefined where there is none. */
  findIdle(variant: number): number | undefined {
    return this.#idles[variant] ?? this.#idles.find((clip) => clip !== undefined);
  }

  name(clip: number): string {
    return this.infos[clip].name;
  }

  /** `walk` is the clip at the manifest's `walkClip`, whatever its name there. */
  #indexOf(name: string): number {
    if (name === 'walk' && this.#walkClip >= 0) return this.#walkClip;
    const own = this.infos.findIndex((info) => info.name === name);
    const alias = own < 0 ? this.#aliases.get(name) : undefined;
    return alias === undefined ? own : this.infos.findIndex((info) => info.name === alias);
  }

  #unknownClip(name: string): UnknownClipError {
    const names = this.infos.slice(0, this.#count).map((info) => info.name);
    const near = closestName(name, [...names, ...this.#unloaded]);
    const further = this.#unloaded.map((clip) => `'${clip}'`).join(', ');
    return new UnknownClipError(
      `There is no clip "${name}"${near ? ` (did you mean "${near}"?)` : ''}; this crowd has ${names.join(', ')}` +
        `${further ? `, and those that it loads if it is made with clips: [${further}]` : ''}.`,
      name,
    );
  }
}
