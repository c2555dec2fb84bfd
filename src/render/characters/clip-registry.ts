import { UnknownClipError } from '../../errors/index.js';
import { type ClipInfo, IDLE_CLIPS } from '../../protocol/index.js';
import { closestName } from './closest-name.js';

/** `clip` plays a clip as it was made, `repeat` over and over, `once` up to its last frame. */
export type LoopMode = 'clip' | 'repeat' | 'once';

/**
 * The clips by number: those of the bone texture as they are, then each once more with its looping turned round. A row
 * then says by the number alone how its clip ends.
 */
export class ClipRegistry<Info extends ClipInfo = ClipInfo> {
  readonly infos: readonly Info[];
  readonly #count: number;
  readonly #walkClip: number;
  readonly #isPlayable: (clip: number) => boolean;

  /** @param isPlayable whether a clip of the bone texture can be shown. @default all */
  constructor(
    { clipInfo, walkClip }: { readonly clipInfo: readonly Info[]; readonly walkClip: number },
    isPlayable: (clip: number) => boolean = () => true,
  ) {
    this.infos = [...clipInfo, ...clipInfo.map((info) => ({ ...info, loop: !info.loop }))];
    this.#count = clipInfo.length;
    this.#walkClip = walkClip;
    this.#isPlayable = isPlayable;
  }

  /**
   * @throws {UnknownClipError} where there is no such clip
   */
  find(name: string, loop: LoopMode = 'clip'): number {
    const clip = this.#indexOf(name);
    if (clip < 0) throw unknownClip(name, this.infos.slice(0, this.#count));
    if (!this.#isPlayable(clip)) {
      throw new UnknownClipError(`The clip "${name}" has no address in assets.animations.`, name);
    }
    const turned = loop !== 'clip' && this.infos[clip].loop !== (loop === 'repeat');
    return turned ? clip + this.#count : clip;
  }

  /** The idle of that variant, or the first one there is; undefined where there is none. */
  findIdle(variant: number): number | undefined {
    return [IDLE_CLIPS[variant], ...IDLE_CLIPS]
      .map((name) => this.#indexOf(name))
      .find((clip) => clip >= 0 && this.#isPlayable(clip));
  }

  name(clip: number): string {
    return this.infos[clip].name;
  }

  /** The manifest names its walk clip, whatever that clip calls itself. */
  #indexOf(name: string): number {
    if (name === 'walk' && this.#walkClip >= 0) return this.#walkClip;
    return this.infos.findIndex((info) => info.name === name);
  }
}

function unknownClip(name: string, infos: readonly ClipInfo[]): UnknownClipError {
  const names = infos.map((info) => info.name);
  const near = closestName(name, names);
  return new UnknownClipError(
    `There is no clip "${name}"${near ? ` (did you mean "${near}"?)` : ''}; the bone texture holds ${names.join(', ')}.`,
    name,
  );
}
