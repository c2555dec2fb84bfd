import { type Agents, INTENT, type Population } from '../population/population.js';
import type { StepArrays } from '../step/step-arrays.js';
import type { World } from '../world/world.js';
import { accompany } from './accompany.js';
import { aimNowhere } from './aim.js';
import { exit } from './exit.js';
import { flee } from './flee.js';
import { follow } from './follow.js';
import { gather } from './gather.js';
import { go } from './go.js';
import { march } from './march.js';
import { stand } from './stand.js';
import { takeTurns } from './take-turns.js';
import { wander } from './wander.js';

/** Computes the wanted direction and speed of each agent from its goal, and lets agents take turns at doors. */
export function decide(people: Population, agents: Agents, arrays: StepArrays, world: World): void {
  world.exits.count(people);
  world.fields.countArrived(people);
  aimAtGoals(people, agents, arrays, world);
  takeTurns(people, agents, arrays, world);
}

/** Computes the wanted direction and speed of each agent from its goal. */
export function aimAtGoals(people: Population, agents: Agents, arrays: StepArrays, world: World): void {
  for (let n = 0; n < agents.count; n++) {
    const person = agents.list[n];
    switch (people.intent[person]) {
      case INTENT.stand:
        stand(person, people, arrays, world);
        break;
      case INTENT.wander:
        wander(person, people, arrays, world);
        break;
      case INTENT.follow:
        follow(person, people, arrays, world);
        break;
      case INTENT.go:
        go(person, people, arrays, world);
        break;
      case INTENT.gather:
        gather(person, people, arrays, world);
        break;
      case INTENT.accompany:
        accompany(person, people, arrays, world);
        break;
      case INTENT.flee:
        flee(person, people, arrays);
        break;
      case INTENT.exit:
        exit(person, people, arrays, world);
        break;
      case INTENT.march:
        march(person, people, arrays, world);
        break;
      default:
        aimNowhere(person, people, arrays);
    }
  }
}
