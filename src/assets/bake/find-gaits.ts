/** The clips that a crowd moves with, by their names; undefined where no clip is called so. */
export interface Gaits {
  readonly walk: string | undefined;
  readonly idle: string | undefined;
  readonly jog: string | undefined;
}

/** A clip as its file has it. */
export interface NamedClip {
  readonly name: string;
  /** Seconds. */
  readonly duration: number;
}

/** Words in names of clips that walk, run, move or stand. */
const WALK = /^walk/;
const RUN = /^(run(ning|cycle|loop)?|jog\w*)$/;
/** Names of other clips that move a character or an animal. */
const MOVE = /^(mov(e|ing)|locomotion|trot\w*|gallop\w*|hop\w*|crawl\w*|swim\w*|fly\w*)$/;
const IDLE = /^idle/;
const STAND = /^(stand(ing)?|survey|rest)$/;

/** Words of a clip that moves in another direction, is one phase of walking, or moves a part of the body. */
const OTHER = /^(back\w*|bwd|left|right|strafe\w*|side\w*|start|stop|end|turn\w*|upper|[blr])$/;

/** Words without meaning for the gait: of exporters, of loops and of rigs. */
const PLAIN =
  /^(\d+|[a-z]|anim\w*|armature|action|character|clip|com|mixamo\w*|layer|base|loop\w*|cycle|in|place|inplace|forwards?|fwd|normal|default|basic|lower|male|female)$/;

/** Clips up to this long are poses, such as the T-pose that exporters add. They are played only if asked for by name. */
const POSE_SECONDS = 0.1;

/**
 * Finds the clips that walk, stand and jog by their names. Without a standing clip, `idle` is undefined if there is a walk
 * (characters hold the walk's first step), and the first moving clip if there is none.
 */
export function findGaits(clips: readonly NamedClip[]): Gaits {
  const names = clips.map(({ name }) => name);
  const walk = findClip(names, WALK) ?? findClip(names, RUN) ?? findClip(names, MOVE);
  const jog = findClip(names, RUN);
  const shown = walk === undefined ? movingClips(clips)[0]?.name : undefined;
  return {
    walk,
    idle: findClip(names, IDLE) ?? findClip(names, STAND) ?? shown,
    jog: jog === walk ? undefined : jog,
  };
}

/** Clips that are longer than a pose. */
export function movingClips<T extends NamedClip>(clips: readonly T[]): readonly T[] {
  return clips.filter(({ duration }) => duration > POSE_SECONDS);
}

/** The clip whose name has the word, and the fewest others that mean something: `Walk_Forward` rather than `WalkJump`. */
function findClip(names: readonly string[], word: RegExp): string | undefined {
  const others = new Map<string, number>();
  for (const name of names) {
    const words = wordsAndNumbersOf(name);
    if (!words.some((own) => word.test(own)) || words.some((own) => OTHER.test(own))) continue;
    others.set(name, words.filter((own) => !word.test(own) && !PLAIN.test(own)).length);
  }
  const order = (a: string, b: string): number => others.get(a)! - others.get(b)! || a.length - b.length;
  return [...others.keys()].sort(order)[0];
}

function wordsAndNumbersOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
