import { Simulation } from 'three-crowd/simulate';
import { numberOf, worstOverlap } from './measures.js';
import { drawSpeeds, personAt, scenarioOf, straight } from './scenarios.js';

/** Seconds that one walker at 1.33 m/s takes for 40 m along a straight line at an angle, radians, from rest. */
export function timeFor40Metres(angle: number, [x, z]: readonly [x: number, z: number] = [0, 0]): number {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const path = straight([x, z], [x + 60 * sin, z + 60 * cos]);
  const walker = personAt(x, z, { kind: 'follow', path: 0, direction: 1 }, { speed: 1.33, heading: angle });
  const simulation = new Simulation(scenarioOf([walker], { paths: [path] }));
  const walked = (): number =>
    (numberOf(simulation, 0, 'x') - x) * sin + (numberOf(simulation, 0, 'z') - z) * cos;
  while (walked() < 40) simulation.step();
  return simulation.time;
}

/**
 * Lets one walk 12 m past another who stands half-way, `aside` metres beside the line.
 *
 * @returns metres walked, and by how much of their touching distance the two overlapped at most
 */
export function passStander(aside: number): { walked: number; overlap: number } {
  const walker = personAt(0, 0, { kind: 'go', x: 0, z: 12 });
  const simulation = new Simulation(scenarioOf([walker, personAt(aside, 6, { kind: 'stand' })]));
  let overlap = 0;
  while (simulation.time < 20) {
    simulation.step();
    overlap = Math.max(overlap, worstOverlap(simulation));
  }
  return { walked: numberOf(simulation, 0, 'z'), overlap };
}

/** Speeds of fifty people who walk alone for 20 s, as shares of what they were given: the last and the highest. */
export function keptSpeeds(seed: number): { last: number; highest: number }[] {
  const speed = drawSpeeds(seed);
  const paths = Array.from({ length: 50 }, (_, i) => straight([3 * i - 75, -100], [3 * i - 75, 100]));
  const people = paths.map((_, path) =>
    personAt(3 * path - 75, -50, { kind: 'follow', path, direction: 1 }, { speed: speed() }),
  );
  const simulation = new Simulation(scenarioOf(people, { paths }));
  const highest = people.map(() => 0);
  while (simulation.time < 20) {
    simulation.step();
    people.forEach((person, i) => {
      highest[i] = Math.max(highest[i], numberOf(simulation, i, 'speed') / person.speed);
    });
  }
  return people.map((person, i) => ({
    last: numberOf(simulation, i, 'speed') / person.speed,
    highest: highest[i],
  }));
}

/** Metres between two who walk towards one another, `aside` metres beside one another, when they step aside. */
export function reactionDistance(anticipation: number, aside = 0.05): number {
  const paths = [straight([0, -100], [0, 100])];
  const people = [
    personAt(-aside / 2, -10, { kind: 'follow', path: 0, direction: 1 }),
    personAt(aside / 2, 10, { kind: 'follow', path: 0, direction: -1 }, { heading: Math.PI }),
  ];
  const simulation = new Simulation(scenarioOf(people, { paths, anticipation }));
  for (let step = 0; step < 300; step++) {
    simulation.step();
    const sidewards = Math.abs(simulation.current[0] - simulation.previous[0]) / 0.05;
    if (sidewards > 0.05) return numberOf(simulation, 1, 'z') - numberOf(simulation, 0, 'z');
  }
  return 0;
}
