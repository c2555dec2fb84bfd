import type { Command } from '../commands/command.js';
import type { Scenario } from '../population/scenario.js';
import type { SimulationEvent } from '../running-simulation.js';
import type { SimulationSnapshot } from '../simulation.js';
import type { FramePair } from './frame-pair.js';

/** Requests to a simulation in a worker, which handles them in order. */
export type SimulationRequest =
  | { readonly kind: 'start'; readonly scenario: Scenario }
  /** Makes steps and writes the last two states into the pair, whose buffers are transferred. */
  | {
      readonly kind: 'step';
      readonly id: number;
      readonly count: number;
      readonly pair: FramePair;
      readonly wantsSnapshot: boolean;
    }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'snapshot'; readonly id: number }
  | { readonly kind: 'resume'; readonly snapshot: SimulationSnapshot };

/** Answers, each with the id of its request. */
export type SimulationAnswer =
  | {
      readonly kind: 'stepped';
      readonly id: number;
      readonly pair: FramePair;
      readonly events: readonly SimulationEvent[];
      readonly snapshot: SimulationSnapshot | undefined;
    }
  | { readonly kind: 'snapshot'; readonly id: number; readonly snapshot: SimulationSnapshot };
