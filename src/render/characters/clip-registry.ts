import { CrowdError, UnknownClipError } from '../../errors/index.js';
import { closestName } from '../../math/index.js';
import { type Character, type ClipInfo, IDLE_CLIPS } from '../../protocol/index.js';
import { CLIP_BITS } from './row-layout.js';

/** Largest number of clips: each takes two clip numbers. */
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
  /** Missing clips by name, each with the reason. */
  readonly #missing: Map<string, string>;
  /** Missing clips that no warning of {@link takeWarning} has named yet. */
  readonly #unnamed: Set<string>;
  readonly #aliases: ReadonlyMap<string, string>;
  readonly #idles: readonly (number | undefined)[];

  /**
   * @param missing clips that cannot be had, each with the reason in a sentence
   * @param aliases further names of clips, each with the one in the bone texture
   * @throws {CrowdError} for more clips than rows can number
   */
  constructor(
    { clipInfo, walkClip }: { readonly clipInfo: readonly Info[]; readonly walkClip: number },
    missing: ReadonlyMap<string, string> = new Map(),
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
    this.#missing = new Map(missing);
    this.#unnamed = new Set(missing.keys());
    this.#aliases = aliases;
    this.#idles = IDLE_CLIPS.map((name) => this.tryFind(name));
  }

  /**
   * The number of a clip.
   *
   * @throws {UnknownClipError} where there is no such clip
   */
  find(name: string, loop: LoopMode = 'clip'): number {
    const clip = this.#indexOf(name);
    if (clip < 0) throw this.#unknownClip(name);
    const isInverted = loop !== 'clip' && this.infos[clip].loop !== (loop === 'repeat');
    return isInverted ? clip + this.#count : clip;
  }

  /** As {@link find}, but undefined where there is no such clip. */
  tryFind(name: string): number | undefined {
    const clip = this.#indexOf(name);
    return clip >= 0 ? clip : undefined;
  }

  /** As {@link find}, but an idle clip, or the first clip, where there is no such clip; {@link takeWarning} then names it. */
  findOrIdle(name: string, variant: number): number {
    const clip = this.tryFind(name);
    if (clip !== undefined) return clip;
    if (!this.#missing.has(name)) {
      this.#missing.set(name, 'Neither assets.animations nor the bone texture has it.');
      this.#unnamed.add(name);
    }
    return this.findIdle(variant) ?? 0;
  }

  /** A warning of missing clips that no earlier warning named; undefined if there are none. */
  takeWarning(): string | undefined {
    if (this.#unnamed.size === 0) return undefined;
    const list = [...this.#unnamed].map((name) => `"${name}" (${this.#missing.get(name)})`).join(', ');
    this.#unnamed.clear();
    return `three-crowd: characters that should play these clips play "${this.name(this.findIdle(0) ?? 0)}": ${list}.`;
  }

  /** The number of the idle clip of a variant, or of the first idle clip there is; undefined where there is none. */
  findIdle(variant: number): number | undefined {
    return this.#idles[variant] ?? this.#idles.find((clip) => clip !== undefined);
  }

  /** The number of the clip that a character plays where it stands: its own one, or an idle clip; undefined where there is none. */
  findStanding({ clip, idle_variant }: Pick<Character, 'clip' | 'idle_variant'>): number | undefined {
    return (clip === undefined ? undefined : this.tryFind(clip)) ?? this.findIdle(idle_variant);
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

  /** Names of all clips. */
  get names(): string[] {
    return this.infos.slice(0, this.#count).map((info) => info.name);
  }

  #unknownClip(name: string): UnknownClipError {
    const { names } = this;
    const near = closestName(name, names);
    const reason = this.#missing.get(name);
    const hint = reason ? `. ${reason} T` : `${near ? ` (did you mean "${near}"?)` : ''}; t`;
    return new UnknownClipError(`There is no clip "${name}"${hint}his crowd has ${names.join(', ')}.`, name);
  }
}
