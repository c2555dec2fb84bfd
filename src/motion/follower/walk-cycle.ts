import { resized } from '../../math/index.js';
import {
  type Characters,
  type ClipRequest,
  changeSpeed,
  clipPhase,
  createAnimationState,
  FADE_SECONDS,
  fadeTo,
  fadeWeight,
  GAIT,
  type GaitClip,
  type GaitClips,
  HOLD,
  holdOf,
  JOG_ABOVE,
  reverseFade,
  SLOWEST_PLAYBACK,
  STEPS_BEFORE_IDLE,
  STOP_SPEED_SHARE,
  type StopClip,
  WALK_BELOW,
} from '../../render/characters/index.js';
import { FRAME, FRAME_STATE, FRAME_STRIDE, frameState, STEP_SECONDS } from '../../simulate/index.js';
import { isShortened, shortenStride, strideShare } from './short-strides.js';
import { fitStop } from './stop-clip.js';

/** A hold that has been released, until the next step: then the clip that fits the speed plays. */
const UNPINNED = 3;

/** Clips of a {@link WalkCycle}. */
export interface WalkCycleClips {
  readonly gaits: GaitClips;
  /** Clip of characters that stop; undefined if they fade to their idle. */
  readonly stop: StopClip | undefined;
  /** Number of the clip that slow walks are blended with; undefined where steps are never shortened. */
  readonly standing: number | undefined;
}

/** Saved state of a {@link WalkCycle}. */
export interface WalkState {
  readonly gaits: Uint8Array;
  readonly stoodSteps: Uint8Array;
  readonly offsets: Float64Array;
  readonly offsetClips: Int16Array;
  readonly holds: Uint8Array;
}

/**
 * Plays the clips of walking characters. The speed decides the clip, and the distance walked its phase, so that a foot
 * on the ground does not slide. That is exact: within a step of the simulation, characters and their clips move at a
 * constant speed. A clip that the page has set keeps playing, whatever its character does.
 */
export class WalkCycle {
  readonly #characters: Characters;
  readonly #gaitClips: GaitClips;
  /** Of characters that do not walk with the usual clip. */
  readonly #ownWalks = new Map<number, GaitClip>();
  readonly #stop: StopClip | undefined;
  /** Clip that slow walks are blended with. */
  readonly #standing: number | undefined;
  /** Gait that was last set, by character. */
  #gaits: Uint8Array;
  /** Steps that each character has stood in a row. */
  #stoodSteps: Uint8Array;
  /**
   * By character: clip seconds of the walk at distance 0, set when a gait begins; for a stopping one, the playback
   * speed of `walk_stop`.
   */
  #offsets: Float64Array;
  /** Clip that `#offsets` is valid for; −1 for none. */
  #offsetClips: Int16Array;
  /** By character: how long a clip of the page keeps playing, one of `HOLD`, or {@link UNPINNED}. */
  #pins: Uint8Array;
  readonly #animation = createAnimationState();

  /** @param size number of characters at first */
  constructor(characters: Characters, { gaits, stop, standing }: WalkCycleClips, size: number) {
    this.#characters = characters;
    this.#gaitClips = gaits;
    this.#stop = stop;
    this.#standing = standing;
    this.#gaits = new Uint8Array(size).fill(GAIT.walking);
    this.#stoodSteps = new Uint8Array(size);
    this.#offsets = new Float64Array(size);
    this.#offsetClips = new Int16Array(size).fill(-1);
    this.#pins = new Uint8Array(size);
    this.#forEach((i) => this.begin(i));
  }

  /** True if the gait that was last set is a walk or a jog. */
  isWalking(i: number): boolean {
    return this.#gaits[i] === GAIT.walking || this.#gaits[i] === GAIT.jogging;
  }

  /** Resets an index to which a character has been added. */
  begin(i: number): void {
    if (i >= this.#gaits.length) this.#grow(Math.max(i + 1, 2 * this.#gaits.length));
    const { clip } = this.#characters.table.animation(i, this.#animation);
    this.#gaits[i] = clip === this.#gaitClips.jog.clip ? GAIT.jogging : GAIT.walking;
    this.#stoodSteps[i] = 0;
    this.#offsetClips[i] = -1;
    this.#pins[i] = HOLD.none;
    this.#findWalk(i);
  }

  /**
   * Keeps a clip that the page has set, until the clip ends or {@link unpinClip}. The clip of a gait, which follows the
   * speed, is not kept.
   */
  pinClip(i: number, request: ClipRequest): void {
    const { clips } = this.#characters;
    const isUsual = (clip: number): boolean => {
      const name = clips.name(clip);
      return this.#isGait(i, clip) || name === 'idle' || name === this.#characters.idleClip(i);
    };
    this.#pins[i] = holdOf(request, clips, (clip) => this.#isGait(i, clip), isUsual);
  }

  /** Plays the clip that fits the speed again, from the next step on. */
  unpinClip(i: number): void {
    if (this.#pins[i] !== HOLD.none) this.#pins[i] = UNPINNED;
  }

  /** Called when a clip of the page has ended; its successor plays already. */
  end(i: number, ended: number): void {
    if (this.#pins[i] !== HOLD.untilEnd) return;
    const { clip } = this.#characters.table.animation(i, this.#animation);
    if (clip !== ended && !this.#characters.clips.infos[clip].loop) return;
    // A standing character continues with the idle that follows the clip.
    const stays = clip !== ended && this.#gaits[i] === GAIT.standing && !this.#isGait(i, clip);
    this.#pins[i] = stays ? HOLD.none : UNPINNED;
  }

  /**
   * Follows the latest step of the simulation. Call it after a step, before characters are posed.
   *
   * @param i index of the character, and of its agent
   * @param fraction of the time between the two frames that has passed, 0 to 1
   * @param since steps from the last update of a far agent to the first frame, −1 for a near one
   * @param now crowd seconds
   * @param timeScale simulated seconds per crowd second
   * @param keepsFeet true if feet are planted; otherwise those of short steps would graze the ground
   */
  follow(
    i: number,
    previous: Float32Array,
    current: Float32Array,
    fraction: number,
    since: number,
    now: number,
    timeScale: number,
    keepsFeet: boolean,
  ): void {
    const o = i * FRAME_STRIDE;
    const scale = this.#characters.table.scale(i);
    const state = frameState(current, i);
    let from = previous[o + FRAME.distance];
    let step = current[o + FRAME.distance] - from;
    if (since >= 0) {
      step = previous[o + FRAME.speed] * STEP_SECONDS;
      from += since * step;
    }
    const gait = this.#gaitOf(i, state, current[o + FRAME.speed] / scale, now);
    if (!this.#play(i, gait, now)) return;
    if (state === FRAME_STATE.stopping && gait === GAIT.walking) {
      this.#stopWhereItFits(i, scale, step / STEP_SECONDS, now);
    }
    if (this.#gaits[i] === GAIT.stopping) {
      this.#paceStop(i, timeScale, now);
      return;
    }
    const shown = this.#strideSpeed(state, current[o + FRAME.speed], scale, keepsFeet);
    const distance = from + step * fraction;
    this.#setPhase(i, scale, distance, (step / STEP_SECONDS) * timeScale, shown, now);
  }

  /** Makes a character stand that was removed from the simulation but is still drawn. */
  stand(i: number, now: number): void {
    this.#play(i, GAIT.standing, now);
  }

  takeState(): WalkState {
    return {
      gaits: this.#gaits.slice(),
      stoodSteps: this.#stoodSteps.slice(),
      offsets: this.#offsets.slice(),
      offsetClips: this.#offsetClips.slice(),
      holds: this.#pins.slice(),
    };
  }

  restoreState({ gaits, stoodSteps, offsets, offsetClips, holds }: WalkState): void {
    this.#gaits = gaits.slice();
    this.#stoodSteps = stoodSteps.slice();
    this.#offsets = offsets.slice();
    this.#offsetClips = offsetClips.slice();
    this.#pins = holds.slice();
    this.#forEach((i) => this.#findWalk(i));
  }

  #grow(size: number): void {
    this.#gaits = resized(this.#gaits, size, GAIT.walking);
    this.#stoodSteps = resized(this.#stoodSteps, size);
    this.#offsets = resized(this.#offsets, size);
    this.#offsetClips = resized(this.#offsetClips, size, -1);
    this.#pins = resized(this.#pins, size);
  }

  #forEach(visit: (i: number) => void): void {
    const { table } = this.#characters;
    for (let i = 0; i < table.count; i++) if (!table.isFree(i)) visit(i);
  }

  #findWalk(i: number): void {
    const { walk, jog } = this.#gaitClips;
    const own = this.#gaitClips.walkNamed(this.#characters.source(i).walk_clip);
    // A character that walks with the jog plays `walk` where it is slow: a jog at half its speed looks like slow motion.
    if (own === walk || own.clip === jog.clip) this.#ownWalks.delete(i);
    else this.#ownWalks.set(i, own);
  }

  #walkOf(i: number): GaitClip {
    return this.#ownWalks.get(i) ?? this.#gaitClips.walk;
  }

  #isGait(i: number, clip: number): boolean {
    return this.#gaitWith(i, clip) !== undefined;
  }

  /** The gait of a character that a clip shows; a page may have set `walk` for one with a clip of its own. */
  #gaitWith(i: number, clip: number): GaitClip | undefined {
    const own = this.#walkOf(i);
    if (clip === own.clip) return own;
    if (clip === this.#gaitClips.jog.clip) return this.#gaitClips.jog;
    return clip === this.#gaitClips.walk.clip ? this.#gaitClips.walk : undefined;
  }

  /** Plays the clip of a gait; returns false if a clip of the page keeps playing. */
  #play(i: number, gait: number, now: number): boolean {
    const pin = this.#pins[i];
    if (pin === HOLD.untilEnd || pin === HOLD.lasting) {
      this.#gaits[i] = gait;
      this.#offsetClips[i] = -1;
      return false;
    }
    if (gait !== this.#gaits[i] || pin === UNPINNED) this.#change(i, gait, now);
    this.#pins[i] = HOLD.none;
    return true;
  }

  #gaitOf(i: number, state: number, speed: number, now: number): number {
    const walk = this.#walkOf(i);
    if (walk.clip < 0) return GAIT.standing;
    if (this.#gaits[i] === GAIT.stopping && state !== FRAME_STATE.walking) {
      return this.#isStopOver(i, now) ? GAIT.standing : GAIT.stopping;
    }
    // A character whose `walk_stop` ends before it stands does not walk again.
    if (this.#gaits[i] === GAIT.standing && state === FRAME_STATE.stopping) return GAIT.standing;
    if (state === FRAME_STATE.standing) {
      if (this.#stoodSteps[i] < STEPS_BEFORE_IDLE) this.#stoodSteps[i] += 1;
      return this.#stoodSteps[i] < STEPS_BEFORE_IDLE ? this.#gaits[i] : GAIT.standing;
    }
    this.#stoodSteps[i] = 0;
    if (this.#gaitClips.jog.clip < 0) return GAIT.walking;
    const between = (speed - walk.speed) / (this.#gaitClips.jog.speed - walk.speed);
    const threshold = this.#gaits[i] === GAIT.jogging ? WALK_BELOW : JOG_ABOVE;
    return between > threshold ? GAIT.jogging : GAIT.walking;
  }

  /** Begins `walk_stop`, if it fits the phase of the walk and the distance that is left. */
  #stopWhereItFits(i: number, scale: number, speed: number, now: number): void {
    const stop = this.#stop;
    if (!stop || !this.#canStop(speed, scale)) return;
    const walk = this.#gaitClips.walk.clip;
    const { table, clips } = this.#characters;
    const animation = table.animation(i, this.#animation);
    // A row has room for two clips: no other one must be fading out.
    if (animation.clip !== walk || fadeWeight(animation, now) < 1) return;
    const phase = clipPhase(animation, clips.infos[walk], now);
    const entry = stop.entries[Math.round(phase * stop.entries.length) % stop.entries.length];
    const playback = fitStop(entry, speed, scale);
    if (playback === undefined) return;
    const start = now - entry.seconds / playback;
    fadeTo(animation, { clip: stop.clip, start, speed: playback }, now, FADE_SECONDS.toStop);
    table.setAnimation(i, animation);
    this.#gaits[i] = GAIT.stopping;
    this.#offsets[i] = Math.fround(playback);
    this.#offsetClips[i] = stop.clip;
  }

  /**
   * Speed that decides the length of strides, metres a second at scale 1; undefined to keep it. A character that is
   * about to play `walk_stop` keeps whole strides.
   */
  #strideSpeed(state: number, speed: number, scale: number, keepsFeet: boolean): number | undefined {
    if (state === FRAME_STATE.standing) return undefined;
    const isStopping = state === FRAME_STATE.stopping && this.#canStop(speed, scale);
    return isStopping || !keepsFeet ? Number.POSITIVE_INFINITY : speed / scale;
  }

  /** True if a character is fast enough for `walk_stop`. */
  #canStop(speed: number, scale: number): boolean {
    return this.#stop !== undefined && speed >= STOP_SPEED_SHARE * this.#gaitClips.walk.speed * scale;
  }

  /** Plays `walk_stop` at the time scale of the simulation. */
  #paceStop(i: number, timeScale: number, now: number): void {
    const { table } = this.#characters;
    const animation = table.animation(i, this.#animation);
    const playback = Math.max(SLOWEST_PLAYBACK, this.#offsets[i] * timeScale);
    if (animation.clip !== this.#offsetClips[i] || Math.fround(playback) === animation.speed) return;
    changeSpeed(animation, playback, now);
    table.setAnimation(i, animation);
  }

  /** True if `walk_stop` has ended, or the page has set another clip. */
  #isStopOver(i: number, now: number): boolean {
    const { clip, start, speed } = this.#characters.table.animation(i, this.#animation);
    return clip !== this.#offsetClips[i] || (now - start) * speed >= (this.#stop?.seconds ?? 0);
  }

  #change(i: number, gait: number, now: number): void {
    const hasStopped = this.#gaits[i] === GAIT.stopping;
    this.#gaits[i] = gait;
    // The clip after `walk_stop` starts at its beginning, where `walk_stop` ends.
    const begin = hasStopped ? { at: 0 } : {};
    if (gait === GAIT.standing) {
      this.#endShortSteps(i, now);
      const idle = this.#characters.idleClip(i);
      if (idle !== undefined)
        this.#characters.setClip(i, idle, { fade: FADE_SECONDS.toStand, ...begin }, now);
    } else {
      const { name } = gait === GAIT.jogging ? this.#gaitClips.jog : this.#walkOf(i);
      this.#characters.setClip(i, name, { fade: FADE_SECONDS.toWalk, ...begin }, now);
    }
  }

  /** Fades from a shortened walk to the standing clip that it is blended with. */
  #endShortSteps(i: number, now: number): void {
    const { table } = this.#characters;
    const animation = table.animation(i, this.#animation);
    if (!isShortened(animation)) return;
    reverseFade(animation, now, FADE_SECONDS.toStand);
    table.setAnimation(i, animation);
  }

  /**
   * Sets the phase of the clip from `distance`, and its playback speed from `speed`, metres a second. A clip that is no
   * gait stays as it is.
   *
   * @param shown as {@link #strideSpeed} returns it
   */
  #setPhase(
    i: number,
    scale: number,
    distance: number,
    speed: number,
    shown: number | undefined,
    now: number,
  ): void {
    const { table, clips } = this.#characters;
    const animation = table.animation(i, this.#animation);
    const gait = this.#gaitWith(i, animation.clip);
    if (!gait) {
      this.#offsetClips[i] = -1;
      return;
    }
    const { duration } = clips.infos[gait.clip];
    const before = strideShare(animation, now);
    const covered = distance / (gait.speed * scale);
    if (this.#offsetClips[i] !== gait.clip) {
      this.#offsetClips[i] = gait.clip;
      this.#offsets[i] = (now - animation.start) * animation.speed - covered / before;
    }
    let share = before;
    if (gait !== this.#gaitClips.jog && this.#standing !== undefined && shown !== undefined) {
      share = shortenStride(animation, this.#standing, shown / gait.speed, now);
      // The phase goes on from where it is.
      this.#offsets[i] += covered / before - covered / share;
    }
    const seconds = covered / share + this.#offsets[i];
    const playback = Math.max(SLOWEST_PLAYBACK, speed / (gait.speed * scale * share));
    animation.start = now - (seconds - duration * Math.floor(seconds / duration)) / playback;
    animation.speed = playback;
    table.setAnimation(i, animation);
  }
}
