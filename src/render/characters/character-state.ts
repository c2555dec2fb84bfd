import { Color } from 'three';
import type { CharacterTable } from './character-table.js';
import type { PlayState } from './clip-player.js';
import type { ClipRegistry } from './clip-registry.js';
import type { PartRegistry } from './part-registry.js';

/** A character as it is now, read back from its row: places to 32 bits, headings to 3e-5, colours to 0.001. */
export interface CharacterState {
  readonly index: number;
  /** Metres. */
  readonly x: number;
  readonly y: number;
  readonly z: number;
  /** Radians about Y, −π to π; 0 faces +Z. */
  readonly heading: number;
  readonly scale: number;
  readonly isVisible: boolean;
  /** The clip that plays, or that is being faded into. */
  readonly clip: string;
  /** Whether the clip repeats. */
  readonly repeats: boolean;
  /** Where the clip stands, as a fraction of its length. */
  readonly phase: number;
  readonly speed: number;
  /** Weight of the clip, below 1 while it fades in. */
  readonly share: number;
  readonly colors: { readonly garment: Color; readonly skin: Color; readonly hair: Color };
  /** Names of nodes of the master GLB. */
  readonly parts: { readonly body: string; readonly face: string; readonly hair: string };
}

export function readState(
  index: number,
  table: CharacterTable,
  playing: PlayState,
  clips: ClipRegistry,
  partRegistry: PartRegistry,
): CharacterState {
  const partName = (slot: number): string => partRegistry.part(table.part(index, slot)).part.name;
  return {
    index,
    x: table.x(index),
    y: table.y(index),
    z: table.z(index),
    heading: table.heading(index),
    scale: table.scale(index),
    isVisible: !table.isHidden(index),
    clip: clips.name(playing.clip),
    repeats: clips.infos[playing.clip].loop,
    phase: playing.phase,
    speed: playing.speed,
    share: playing.weight,
    colors: {
      garment: new Color(...table.color(index, 'garment')),
      skin: new Color(...table.color(index, 'skin')),
      hair: new Color(...table.color(index, 'hair')),
    },
    parts: { body: partName(0), face: partName(1), hair: partName(2) },
  };
}
