import { streamSeed, uniformAt } from '../../math/index.js';
import type { Population } from '../population.js';
import type { StepArrays } from '../step/step-arrays.js';
import { emptyPlace } from '../world/path.js';
import type { World } from '../world/world.js';

/** How strongly full `personalSpace` pulls someone at the edge towards the path, against 1 along it. */
const PULL = 1.5;
/** How strongly people who are not where they keep right are pulled there, likewise. */
const KEEP_RIGHT_PULL = 0.5;
/** People turn round between this far, metres, … */
const NEAREST_TURN = 0.5;
/** … and this much more from an open end, each at a distance of their own, so that no line of turners forms. */
const TURN_SPREAD = 4;
/** But no more than this share of the path. */
const MAX_TURN_SHARE = 0.25;
/** Draw that sets how far from an end someone turns. */
const TURN_DRAW = 0xffff;

const place = emptyPlace();

/** Walks along a path. */
export function follow(person: number, people: Population, arrays: StepArrays, world: World): void {
  const path = world.paths[people.path[person]];
  path.locate(people.x[person], people.z[person], people.piece[person], place);
  people.piece[person] = place.piece;
  if (!path.isClosed) {
    const spread = Math.min(TURN_SPREAD, MAX_TURN_SHARE * path.length);
    const early = NEAREST_TURN + spread * uniformAt(streamSeed(world.seed, person), TURN_DRAW);
    if (place.arc > path.length - early) people.direction[person] = -1;
    else if (place.arc < early) people.direction[person] = 1;
  }
  const direction = people.direction[person];
  const off = place.left / path.halfWidth + direction * path.keepRight;
  const pull = off * (PULL * world.personalSpace + (path.keepRight > 0 ? KEEP_RIGHT_PULL : 0));
  // The left of the path is (directionZ, −directionX).
  const x = place.directionX * direction - pull * place.directionZ;
  const z = place.directionZ * direction + pull * place.directionX;
  const length = Math.sqrt(x * x + z * z);
  arrays.aimX[person] = x / length;
  arrays.aimZ[person] = z / length;
  arrays.aimDistance[person] = Number.POSITIVE_INFINITY;
  people.wishSpeed[person] = people.preferredSpeed[person];
}
