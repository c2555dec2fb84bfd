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

/** Words by which the clips are known that a crowd walks and stands by. */
const WALK = /^walk/;
const RUN = /^(run(ning|cycle|loop)?|jog\w*)$/;
/** Names of clips that move a character, those of animals included. */
const MOVE = /^(mov(e|ing)|locomotion|trot\w*|gallop\w*|hop\w*|crawl\w*|swim\w*|fly\w*)$/;
const IDLE = /^idle/;
const STAND = /^(stand(ing)?|survey|rest)$/;

/** Words of a clip that goes another way, or is a part of something: of a way to walk, or of the body. */
const OTHER = /^(back\w*|bwd|left|right|strafe\w*|side\w*|start|stop|end|turn\w*|upper|[blr])$/;

/** Words that say nothing of how it is done: of programs that export, of what repeats, and of people. */
const PLAIN =
  /^(\d+|[a-z]|anim\w*|armature|action|character|clip|com|mixamo\w*|layer|base|loop\w*|cycle|in|place|inplace|forwards?|fwd|normal|default|basic|lower|male|female)$/;

/** Up to which a clip is a pose, such as the T-pose that exporters add, which nobody stands by unless told to. */
const POSE_SECONDS = 0.1;

/**
 * Tells from their names which clips walk, stand and jog. Where none stands, those of a file that walks hold their step; those
 * of another play what it has.
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
    const words = wordsOf(name);
    if (!words.some((own) => word.test(own)) || words.some((own) => OTHER.test(own))) continue;
    others.set(name, words.filter((own) => !word.test(own) && !PLAIN.test(own)).length);
  }
  const order = (a: string, b: string): number => others.get(a)! - others.get(b)! || a.length - b.length;
  return [...others.keys()].sort(order)[0];
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
