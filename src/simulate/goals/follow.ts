import { streamSeed, uniformAt } from '../../math/index.js';
import type { Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import { emptyPlace, type Path } from '../world/path.js';
import type { World } from '../world/world.js';

/** Pull towards the path at its edge with full `personalSpace`; 1 is the pull along it. */
const PULL = 1.5;
/** Pull of agents on the wrong side of a two-way path, likewise … */
const KEEP_RIGHT_PULL = 1;
/** … and what of their own side counts as the wrong one: next to the middle, as a share of half the width. */
export const MIDDLE = 0.1;
/** Distance from an open end at which agents turn round: at least this, metres, … */
const NEAREST_TURN = 0.5;
/** … and up to this much more, drawn for each agent, so that they do not turn in a line. */
const TURN_SPREAD = 4;
/** Limit of that spread, as a share of the path. */
const MAX_TURN_SHARE = 0.25;
/** Number of the draw of the distance at which an agent turns round. */
const TURN_DRAW = 0xffff;

const place = emptyPlace();

/** Walks along a path. */
export function follow(person: number, people: Population, arrays: StepArrays, world: World): void {
  const path = world.paths[people.path[person]];
  path.locate(people.x[person], people.z[person], people.piece[person], place);
  people.piece[person] = place.piece;
  const fromEnd = Math.min(place.arc, path.length - place.arc);
  if (!path.isClosed && fromEnd < NEAREST_TURN + turnSpread(path)) {
    const early = turnDistance(person, path, world.seed);
    if (place.arc > path.length - early) people.direction[person] = -1;
    else if (place.arc < early) people.direction[person] = 1;
  }
  const direction = people.direction[person];
  const left = place.left / path.halfWidth;
  const wrongSide = path.keepRight > 0 ? Math.max(0, direction * left + MIDDLE) : 0;
  const pull =
    PULL * world.personalSpace * (left + direction * path.keepRight) +
    KEEP_RIGHT_PULL * direction * wrongSide;
  // The left of the path is (directionZ, −directionX).
  const x = place.directionX * direction - pull * place.directionZ;
  const z = place.directionZ * direction + pull * place.directionX;
  const length = Math.sqrt(x * x + z * z);
  arrays.aimX[person] = x / length;
  arrays.aimZ[person] = z / length;
  arrays.aimDistance[person] = Number.POSITIVE_INFINITY;
  people.wishSpeed[person] = people.preferredSpeed[person];
}

/** Distance before an open end of a path at which an agent turns around, metres. */
function turnDistance(person: number, path: Path, seed: number): number {
  return NEAREST_TURN + turnSpread(path) * uniformAt(streamSeed(seed, person), TURN_DRAW);
}

function turnSpread({ length }: Path): number {
  return Math.min(TURN_SPREAD, MAX_TURN_SHARE * length);
}
