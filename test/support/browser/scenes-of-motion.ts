import type { AnimationAction } from 'three';
import type { Crowd } from 'three-crowd';
import type { FigureActor, FigureClip } from './figure.js';

/** Calls for one character, and the same by three alone. Times are seconds from the start. */
export interface MotionScene {
  readonly name: string;
  readonly told: readonly { readonly at: number; tell(crowd: Crowd, i: number): void }[];
  /** Called once; the function it returns takes the actor to a moment, later each time. */
  play(actor: FigureActor): (seconds: number) => void;
}

const FPS = 30;
/** Seconds of the figure's clips. */
const LENGTH: Record<FigureClip, number> = { idle: 2, walk: 1, walk_stop: 0.8, jog: 0.6 };

/** three's mixer, whose actions are changed at given times. */
function letRun(
  actor: FigureActor,
  events: readonly { at: number; act(): void }[],
): (seconds: number) => void {
  let now = 0;
  let next = 0;
  return (seconds) => {
    for (; next < events.length && events[next].at <= seconds; next++) {
      actor.mixer.update(events[next].at - now);
      now = events[next].at;
      events[next].act();
    }
    actor.mixer.update(seconds - now);
    now = seconds;
  };
}

/** Times and weights of several actions as functions of the seconds. */
function setTo(
  actor: FigureActor,
  curves: readonly (readonly [
    clip: FigureClip,
    time: (t: number) => number,
    weight: (t: number) => number,
  ])[],
): (seconds: number) => void {
  const actions = curves.map(([clip]) => actor.action(clip).play());
  return (seconds) => {
    curves.forEach(([clip, time, weight], k) => {
      const at = time(seconds);
      actions[k].time = clip === 'walk_stop' ? at : at - LENGTH[clip] * Math.floor(at / LENGTH[clip]);
      actions[k].setEffectiveWeight(weight(seconds));
    });
    actor.mixer.update(0);
  };
}

function begin(action: AnimationAction, phase: number, speed = 1): AnimationAction {
  action.reset().setEffectiveWeight(1).setEffectiveTimeScale(speed).play();
  action.time = phase * action.getClip().duration;
  return action;
}

/** Rises from 0 to 1 between two moments. */
const rise =
  (from: number, to: number) =>
  (t: number): number =>
    Math.min(1, Math.max(0, (t - from) / (to - from)));

const held = (t: number, last: number): number => Math.min(last, Math.max(0, t));

export const SCENES: readonly MotionScene[] = [
  {
    name: 'a fade as crossFadeTo has it',
    told: [
      { at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk', { at: 0.3 }) },
      { at: 0.21, tell: (crowd, i) => crowd.setClip(i, 'idle', { fade: 0.9, at: 0.1 }) },
    ],
    play: (actor) => {
      const [walk, idle] = [actor.action('walk'), actor.action('idle')];
      const start = { at: 0, act: () => begin(walk, 0.3) };
      return letRun(actor, [start, { at: 0.21, act: () => walk.crossFadeTo(begin(idle, 0.1), 0.9, false) }]);
    },
  },
  {
    name: 'a fade between speeds',
    told: [
      { at: 0, tell: (crowd, i) => crowd.setClip(i, 'idle', { at: 0.6, speed: 0.7 }) },
      { at: 0.4, tell: (crowd, i) => crowd.setClip(i, 'jog', { fade: 1.4, at: 0.5, speed: 1.6 }) },
    ],
    play: (actor) => {
      const [idle, jog] = [actor.action('idle'), actor.action('jog')];
      const start = { at: 0, act: () => begin(idle, 0.6, 0.7) };
      return letRun(actor, [
        start,
        { at: 0.4, act: () => idle.crossFadeTo(begin(jog, 0.5, 1.6), 1.4, false) },
      ]);
    },
  },
  {
    name: 'walk_stop, and then the own idle',
    told: [
      { at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk', { at: 0 }) },
      { at: 0.3, tell: (crowd, i) => crowd.setClip(i, 'walk_stop', { fade: 0.25 }) },
    ],
    play: (actor) => {
      const [walk, stop, idle] = [actor.action('walk'), actor.action('walk_stop'), actor.action('idle')];
      return letRun(actor, [
        { at: 0, act: () => begin(walk, 0) },
        { at: 0.3, act: () => walk.crossFadeTo(begin(stop, 0), 0.25, false) },
        { at: 1.1, act: () => stop.crossFadeTo(begin(idle, 0.5), 0.3, false) },
      ]);
    },
  },
  {
    name: 'a clip that ends, held',
    told: [{ at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk_stop', { next: null, speed: 0.9 }) }],
    play: (actor) => letRun(actor, [{ at: 0, act: () => begin(actor.action('walk_stop'), 0, 0.9) }]),
  },
  {
    name: 'changes of speed, and a stop',
    told: [
      { at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk', { at: 0.2 }) },
      { at: 0.4, tell: (crowd, i) => crowd.setPlaybackSpeed(i, 1.7) },
      { at: 0.9, tell: (crowd, i) => crowd.setPlaybackSpeed(i, 0) },
      { at: 1.5, tell: (crowd, i) => crowd.setPlaybackSpeed(i, 0.4) },
    ],
    play: (actor) => {
      const walk = actor.action('walk');
      return letRun(actor, [
        { at: 0, act: () => begin(walk, 0.2) },
        { at: 0.4, act: () => walk.setEffectiveTimeScale(1.7) },
        { at: 0.9, act: () => walk.setEffectiveTimeScale(0) },
        { at: 1.5, act: () => walk.setEffectiveTimeScale(0.4) },
      ]);
    },
  },
  {
    name: 'a fade that turns round',
    told: [
      { at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk', { at: 0 }) },
      { at: 0.2, tell: (crowd, i) => crowd.setClip(i, 'idle', { fade: 1, at: 0 }) },
      { at: 0.6, tell: (crowd, i) => crowd.setClip(i, 'walk', { fade: 0.5 }) },
    ],
    play: (actor) => {
      // 0.4 of the way there, then back by twice the pace.
      const idle = (t: number): number => (t < 0.6 ? rise(0.2, 1.2)(t) : 0.4 - rise(0.6, 1.1)(t));
      const weight = (t: number): number => Math.max(0, idle(t));
      return setTo(actor, [
        ['walk', (t) => t, (t) => 1 - weight(t)],
        ['idle', (t) => t - 0.2, weight],
      ]);
    },
  },
  {
    name: 'a fade that another one interrupts',
    told: [
      { at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk', { at: 0 }) },
      { at: 0.2, tell: (crowd, i) => crowd.setClip(i, 'idle', { fade: 1, at: 0 }) },
      { at: 0.6, tell: (crowd, i) => crowd.setClip(i, 'jog', { fade: 0.8, at: 0.25 }) },
    ],
    play: (actor) => {
      const idle = (t: number): number => (t < 0.6 ? rise(0.2, 1.2)(t) : 0.4 + 0.6 * rise(0.6, 1)(t));
      const jog = rise(1, 1.4);
      return setTo(actor, [
        ['walk', (t) => t, (t) => 1 - idle(t)],
        ['idle', (t) => t - 0.2, (t) => idle(t) * (1 - jog(t))],
        ['jog', (t) => t - 1 + 0.25 * LENGTH.jog, jog],
      ]);
    },
  },
  {
    name: 'a loop played once, and then another',
    told: [
      {
        at: 0,
        tell: (crowd, i) =>
          crowd.setClip(i, 'jog', { loop: 'once', next: { clip: 'walk', fade: 0.4, at: 0.5 } }),
      },
    ],
    play: (actor) => {
      const end = LENGTH.jog;
      const walk = rise(end, end + 0.4);
      return setTo(actor, [
        ['jog', (t) => held(t, end), (t) => 1 - walk(t)],
        ['walk', (t) => t - end + 0.5, walk],
      ]);
    },
  },
  {
    name: 'a clip that ends, played over and over',
    told: [{ at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk_stop', { loop: 'repeat', at: 0 }) }],
    play: (actor) => {
      // Its last frame leads back to its first, which takes a frame's time.
      const period = LENGTH.walk_stop + 1 / FPS;
      const turn = (t: number): number => t - period * Math.floor(t / period);
      const seam = (t: number): number => rise(LENGTH.walk_stop, period)(turn(t));
      const again = actor.action('walk_stop');
      const first = begin(again, 0);
      const stop = setTo(actor, [['walk_stop', (t) => held(turn(t), LENGTH.walk_stop), (t) => 1 - seam(t)]]);
      return (seconds) => {
        first.time = 0;
        first.setEffectiveWeight(seam(seconds));
        stop(seconds);
      };
    },
  },
  {
    name: 'a fade from a clip to itself',
    told: [
      { at: 0, tell: (crowd, i) => crowd.setClip(i, 'walk', { at: 0 }) },
      { at: 0.35, tell: (crowd, i) => crowd.setClip(i, 'walk', { fade: 0.7, at: 0.9 }) },
    ],
    play: (actor) => {
      const share = rise(0.35, 1.05);
      return setTo(actor, [
        ['walk', (t) => t, (t) => 1 - share(t)],
        ['walk', (t) => t - 0.35 + 0.9, share],
      ]);
    },
  },
];
