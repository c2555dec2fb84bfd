import type { Command } from '../commands/command.js';
import type { Scenario } from '../population/scenario.js';
import type { SimulationEvent } from '../running-simulation.js';
import type { SimulationSnapshot } from '../simulation.js';
import type { FramePair } from './frame-pair.js';

/** What a simulation in a worker is asked; in order. */
export type SimulationRequest =
  | { readonly kind: 'start'; readonly scenario: Scenario }
  /** Makes steps and writes the last two states into the pair, which is handed over. */
  | {
      readonly kind: 'step';
      readonly count: number;
      readonly pair: FramePair;
      readonly wantsSnapshot: boolean;
    }
  | { readonly kind: 'command'; readonly command: Command }
  | { readonly kind: 'snapshot' }
  | { readonly kind: 'resume'; readonly snapshot: SimulationSnapshot };

/** What it answers. */
export type SimulationAnswer =
  | {
      readonly kind: 'stepped';
      readonly pair: FramePair;
      readonly events: readonly SimulationEvent[];
      readonly snapshot: SimulationSnapshot | undefined;
    }
  | { readonly kind: 'snapshot'; readonly snapshot: SimulationSnapshot };
