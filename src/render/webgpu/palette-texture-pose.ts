import { ivec2, uniform } from 'three/tsl';
import type { DataTexture, WebGPURenderer } from 'three/webgpu';
import type { LocalPoses } from '../../rig/index.js';
import type { CharacterTable } from '../characters/index.js';
import {
  acquireLocalPoseTexture,
  acquireRigTexture,
  PaletteBlocks,
  paletteSize,
  tableTexture,
} from '../drawing/index.js';
import { type PaletteReads, type PoseSource, palettePosition, slotOf } from './palette-nodes.js';
import { createPalettePass, type PalettePass, type PalettePassOptions } from './palette-pass.js';
import { previousFrameOf } from './previous-frame.js';
import type { ShaderFunctions } from './shader-functions.js';
import {
  createTableNodes,
  instancePair,
  readTableTextures,
  type TableNodes,
  type TableTextures,
} from './table-nodes.js';
import { loadTexel } from './three-internals.js';

/** Largest side of a texture that WebGPU guarantees, and that nearly all WebGL2 devices have. */
const MAX_TEXTURE_SIZE = 8192;

export interface PaletteTextureData {
  readonly localPoses: LocalPoses;
  readonly characters: CharacterTable;
  /** At most the number of characters. */
  readonly slots: number;
  readonly table: TableNodes;
  readonly clips: DataTexture;
}

interface PreviousPass {
  readonly textures: TableTextures;
  readonly nodes: TableNodes;
  readonly pass: PalettePass;
}

/**
 * Poses each character with a slot once a frame into float targets, one for each row of a bone's matrix: for three's WebGL2
 * backend, and for WebGPU devices without storage buffers in the vertex stage.
 */
export function createPaletteTexturePose(
  renderer: WebGPURenderer,
  { localPoses, characters, slots, table, clips }: PaletteTextureData,
  shaders: ShaderFunctions,
): PoseSource {
  // Throws for a crowd that is too large, before textures are acquired.
  paletteSize(slots, localPoses.parents.length, MAX_TEXTURE_SIZE);
  const locals = acquireLocalPoseTexture(renderer, localPoses);
  const rig = acquireRigTexture(renderer, localPoses);
  const blocks = new PaletteBlocks(slots);
  const options: PalettePassOptions = {
    rig: {
      bones: localPoses.parents.length,
      localTexels: localPoses.size / 4,
      local: (index) => loadTexel(locals.resource, shaders.crowdTexel(index)),
      hasBuilds: localPoses.builds !== undefined,
      rig: (index, line) => loadTexel(rig.resource, ivec2(index, line)),
    },
    limbs: localPoses.limbs,
    blocks: blocks.geometry,
    slots,
    maxTextureSize: MAX_TEXTURE_SIZE,
  };
  const createPass = (nodes: TableNodes): PalettePass => createPalettePass(renderer, options, nodes, shaders);
  const pass = createPass(table);

  const previous = previousFrameOf(renderer, characters);
  const hasPrevious = uniform(0, 'uint');
  const createPrevious = (): PreviousPass => {
    const { height, moves } = characters;
    const textures = {
      rows: tableTexture({ words: previous.rows.words, height }),
      moves: tableTexture({ words: previous.moves.words, height: moves.height }),
      layers: table.layers && tableTexture({ words: previous.layers.words, height }),
    };
    const nodes = createTableNodes(readTableTextures(textures, clips, shaders), shaders);
    return { textures, nodes, pass: createPass(nodes) };
  };
  let previousPass = previous.isStarted ? createPrevious() : undefined;
  const startPrevious = (): PreviousPass => {
    previous.start(table.time.value);
    previousPass ??= createPrevious();
    return previousPass;
  };
  const palette: PaletteReads = {
    row: pass.row,
    previousRow: () => startPrevious().pass.row,
    previousTable: () => startPrevious().nodes,
    hasPrevious,
  };
  return {
    position: palettePosition(slotOf(instancePair()), palette),
    palette,
    update: (posed) => {
      blocks.cover(posed);
      if (previousPass) {
        if (previous.advance(table.time.value)) {
          for (const texture of Object.values(previousPass.textures)) if (texture) texture.needsUpdate = true;
        }
        previousPass.nodes.time.value = previous.seconds;
        previousPass.nodes.step.value.set(previous.stepLeft, previous.step);
        hasPrevious.value = previous.isKnown ? 1 : 0;
      }
      if (posed.count === 0) return;
      pass.render();
      previousPass?.pass.render();
    },
    dispose: () => {
      pass.dispose();
      previousPass?.pass.dispose();
      for (const texture of Object.values(previousPass?.textures ?? {})) texture?.dispose();
      locals.dispose();
      rig.dispose();
      blocks.dispose();
    },
  };
}
