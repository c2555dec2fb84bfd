import { type Point, sinCos } from '../../math/index.js';
import { releaseCompanions } from '../goals/accompany.js';
import { assignGoal } from '../goals/assign-goal.js';
import { formUp } from '../goals/march.js';
import { INTENT, type Population } from '../population/population.js';
import { endFocus, startFocus } from '../world/focus.js';
import type { World } from '../world/world.js';
import type { Command, Who } from './command.js';

/** Numbers a person has in the command `setPositions`: x, z, heading. */
const PLACE_STRIDE = 3;

/** Executes a command. */
export function applyCommand(command: Command, people: Population, world: World): void {
  switch (command.kind) {
    case 'add':
      assignGoal(people, command.person, { kind: 'gone' }, world);
      releaseCompanions(command.person, people);
      people.set(command.person, command.description);
      assignGoal(people, command.person, command.description.goal, world);
      break;
    case 'goal':
      forEachOf(command.who, people, (person) => assignGoal(people, person, command.goal, world));
      break;
    case 'goalVia':
      assignGoal(people, command.person, command.goal, world, true);
      leadVia(command.person, command.via, people, world);
      break;
    case 'followLine': {
      const path = world.addPath(command.line, people);
      const goal = { kind: 'follow', path, direction: command.direction } as const;
      forEachOf(command.who, people, (person) => assignGoal(people, person, goal, world));
      break;
    }
    case 'flee':
      startFlight(command, people, world);
      break;
    case 'march':
      formUp(command, people, world);
      break;
    case 'speed':
      forEachOf(command.who, people, (person) => {
        people.preferredSpeed[person] = command.speed;
      });
      break;
    case 'setPosition':
      setPosition(command, people, world);
      break;
    case 'setPositions':
      forEachOf('all', people, (person) => {
        const start = person * PLACE_STRIDE;
        if (start >= command.positions.length) return;
        const [x, z, heading] = command.positions.subarray(start, start + PLACE_STRIDE);
        setPosition({ person, x, z, heading }, people, world);
      });
      break;
    case 'setObstacle':
      world.setObstacle(command.id, command.obstacle);
      break;
    case 'removeObstacle':
      world.removeObstacle(command.id);
      break;
    case 'focus':
      setFocus(command, people, world);
  }
}

/** Visits the agents of a selection; with `all`, those that have not been removed. */
function forEachOf(who: Who, people: Population, visit: (person: number) => void): void {
  if (typeof who === 'number') visit(who);
  else if (who === 'all') {
    for (let i = 0; i < people.size; i++) if (people.intent[i] !== INTENT.gone) visit(i);
  } else for (const person of who) visit(person);
}

/** Adds a route for an agent, past corners to its target. */
function leadVia(person: number, via: readonly Point[], people: Population, world: World): void {
  const corners: Point[] = [
    [people.x[person], people.z[person]],
    ...via,
    [people.targetX[person], people.targetZ[person]],
  ];
  people.route[person] = world.addPath({ corners, isClosed: false, halfWidth: 1, keepRight: 0 }, people);
  people.piece[person] = 0;
}

function setFocus(
  { points, nearest }: Extract<Command, { kind: 'focus' }>,
  people: Population,
  world: World,
): void {
  if (points.length === 0) {
    world.focus = undefined;
    endFocus(people, world.steps);
  } else {
    world.focus = startFocus(points, nearest, people, world.steps);
  }
}

function startFlight(
  { x, z, radius }: Extract<Command, { kind: 'flee' }>,
  people: Population,
  world: World,
): void {
  for (let i = 0; i < people.size; i++) {
    if (people.intent[i] === INTENT.gone || people.intent[i] === INTENT.manual) continue;
    const dx = people.x[i] - x;
    const dz = people.z[i] - z;
    if (dx * dx + dz * dz < radius * radius) assignGoal(people, i, { kind: 'flee', x, z, radius }, world);
  }
}

function setPosition(
  { person, x, z, heading }: Omit<Extract<Command, { kind: 'setPosition' }>, 'kind'>,
  people: Population,
  world: World,
): void {
  if (people.intent[person] === INTENT.gone) {
    people.x[person] = x;
    people.z[person] = z;
  }
  if (people.intent[person] !== INTENT.manual) assignGoal(people, person, { kind: 'manual' }, world);
  people.targetX[person] = x;
  people.targetZ[person] = z;
  people.isSettled[person] = heading === undefined ? 0 : 1;
  if (heading === undefined) return;
  const [sin, cos] = sinCos(heading);
  people.headingX[person] = sin;
  people.headingZ[person] = cos;
}
