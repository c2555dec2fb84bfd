import type { Point } from '../../math/index.js';
import type { MarchOptions } from '../goals/march.js';
import type { Goal, ObstacleDescription, Person } from '../population/scenario.js';
import {
  type CommandBounds,
  checkAbove0,
  checkDirection,
  checkFrom0,
  checkGo,
  checkGoal,
  checkMarch,
  checkNumbers,
  checkPath,
  checkPoint,
  checkWho,
} from './check-input.js';
import type { Command, FollowOptions, GoOptions, Who } from './command.js';

/** Half the width of a path that is given by its points, metres. */
const LINE_HALF_WIDTH = 2;

/**
 * Commands to the agents of a simulation. Each takes effect with the next step. Invalid indices, numbers and points
 * throw a `CrowdError`, and nothing changes then. No agent walks beyond the boundary of the scenario: for a point
 * outside, the nearest place inside counts.
 *
 * @example
 * simulation.commands.goTo(7, [3, 4]);
 * simulation.commands.flee([0, 0], 5);
 * simulation.commands.setObstacle(1, { x: player.x, z: player.z, radius: 0.4 });
 */
export class SimulationCommands {
  readonly #send: (command: Command) => void;
  readonly #bounds: CommandBounds;

  /** @internal */
  constructor(send: (command: Command) => void, bounds: CommandBounds) {
    this.#send = send;
    this.#bounds = bounds;
  }

  /**
   * Adds an agent.
   *
   * @param person index in frames: that of a removed agent, or any number from `size` on, which makes room for at least as
   *   many more
   */
  add(person: number, description: Person): void {
    checkFrom0('add', 'the index', Number.isInteger(person) ? person : Number.NaN);
    checkNumbers('add', description);
    checkGoal('add', description.goal, { ...this.#bounds, size: Math.max(this.#bounds.size, person + 1) });
    this.#send({ kind: 'add', person, description });
  }

  /** Sets the goal of agents. */
  setGoal(who: Who, goal: Goal): void {
    checkWho('setGoal', who, this.#bounds);
    checkGoal('setGoal', goal, this.#bounds);
    this.#send({ kind: 'goal', who, goal });
  }

  /**
   * Sends agents to a point, metres, where they stay. Several agents gather around it: each emits `arrived` once it stands as
   * near as `within` says, or as the agents before it allow. Agents that are sent to the same point one by one gather as well;
   * the first stands at the point itself.
   */
  goTo(who: Who, point: Point, { via, ...options }: GoOptions = {}): void {
    checkWho('goTo', who, this.#bounds);
    checkGo(point, { ...options, ...(via && { via }) });
    const [x, z] = point;
    const isAlone = typeof who === 'number' || options.removeOnArrival === true;
    const { within } = options;
    const goal: Goal = isAlone
      ? { kind: 'go', x, z, ...options }
      : { kind: 'gather', x, z, ...(within === undefined ? {} : { within }) };
    if (via && who !== 'all') {
      for (const person of typeof who === 'number' ? [who] : who) {
        this.#send({ kind: 'goalVia', person, goal, via });
      }
    } else {
      this.setGoal(who, goal);
    }
  }

  /**
   * Sends agents along a path. They turn around at the ends of an open one.
   *
   * @param path index of one of the scenario's paths, or points, metres
   */
  follow(
    who: Who,
    path: number | readonly Point[],
    { direction = 1, isClosed = false }: FollowOptions = {},
  ): void {
    checkDirection(direction);
    checkWho('follow', who, this.#bounds);
    if (typeof path === 'number') {
      const goal: Goal = { kind: 'follow', path, direction };
      checkGoal('follow', goal, this.#bounds);
      this.#send({ kind: 'goal', who, goal });
      return;
    }
    checkPath('follow', path);
    const corners = isClosed ? [...path, path[0]] : path;
    const line = { corners, isClosed, halfWidth: LINE_HALF_WIDTH, keepRight: 0 };
    this.#send({ kind: 'followLine', who, line, direction });
  }

  /** Makes all agents within `radius` metres of a point walk away from it. Outside, they return to their goals. */
  flee(point: Point, radius: number): void {
    checkPoint('flee', 'the point', point);
    checkFrom0('flee', 'radius', radius);
    const [x, z] = point;
    this.#send({ kind: 'flee', x, z, radius });
  }

  /** Stops agents where they are. */
  stop(who: Who): void {
    this.setGoal(who, { kind: 'stand' });
  }

  /** Sends agents out by the scenario's exits. Without exits, they stay. */
  exit(who: Who): void {
    this.setGoal(who, { kind: 'exit' });
  }

  /** Removes agents from the simulation. A new goal brings them back, where they were. */
  remove(who: Who): void {
    this.setGoal(who, { kind: 'gone' });
  }

  /**
   * Makes agents march in ranks along a path. Each keeps its place in the formation.
   *
   * @param who the first is the right end of the first rank
   * @param path points, metres
   */
  march(
    who: readonly number[],
    path: readonly Point[],
    options: MarchOptions & { isClosed?: boolean } = {},
  ): void {
    const { isClosed = false, ...march } = options;
    checkWho('march', who, this.#bounds);
    checkPath('march', path);
    checkMarch(march);
    const corners = isClosed ? [...path, path[0]] : path;
    this.#send({ kind: 'march', who, corners, isClosed, options: march });
  }

  /** Sets the speed of agents on open ground, metres a second. */
  setWalkingSpeed(who: Who, speed: number): void {
    checkWho('setWalkingSpeed', who, this.#bounds);
    checkFrom0('setWalkingSpeed', 'speed', speed);
    this.#send({ kind: 'speed', who, speed });
  }

  /**
   * Sets the position of an agent, metres, that the caller moves from now on. The others walk around it.
   *
   * @param heading radians about Y; the direction of the movement by default
   */
  setPosition(person: number, point: Point, heading?: number): void {
    checkWho('setPosition', person, this.#bounds);
    checkPoint('setPosition', 'the point', point);
    const turned = heading === undefined ? {} : { heading };
    checkNumbers('setPosition', turned);
    const [x, z] = point;
    this.#send({ kind: 'setPosition', person, x, z, ...turned });
  }

  /**
   * Sets the positions of all agents, which the caller moves from now on.
   *
   * @param positions x, z and heading of each, metres and radians
   */
  setPositions(positions: Float32Array): void {
    this.#send({ kind: 'setPositions', positions: positions.slice() });
  }

  /** Adds a round obstacle under an id of the caller's choice, or moves the one that has it. */
  setObstacle(id: number, obstacle: ObstacleDescription): void {
    const { x, z, radius } = obstacle;
    checkNumbers('setObstacle', { id });
    checkPoint('setObstacle', 'its place', [x, z]);
    checkFrom0('setObstacle', 'radius', radius);
    this.#send({ kind: 'setObstacle', id, obstacle: { x, z, radius } });
  }

  /**
   * Steps only the agents nearest to some points in full, 20 times a second. The others walk to their goals as well, round
   * walls and obstacles, but straight on for half a second at a time and through others. One that comes near takes a second to
   * take up room. The choice is that of the moment: call it again as points and agents move, about once a second.
   *
   * @param points metres, such as the places of cameras; none steps all agents in full again
   * @param nearest number of agents that are stepped in full, rounded up to a whole metre of distance
   */
  focus(points: readonly Point[], nearest = 5_000): void {
    points.forEach((point, k) => {
      checkPoint('focus', `point ${k}`, point);
    });
    checkAbove0('focus', 'nearest', nearest);
    this.#send({ kind: 'focus', points: points.map(([x, z]): Point => [x, z]), nearest });
  }

  /** Removes an obstacle. The recipe's own have the ids from 0 on. */
  removeObstacle(id: number): void {
    this.#send({ kind: 'removeObstacle', id });
  }
}
