import { uniform } from 'three/tsl';
import { BufferAttribute, InstancedBufferGeometry, type WebGPURenderer } from 'three/webgpu';
import type { LocalPoses } from '../../rig/index.js';
import {
  type CharacterTable,
  createInstanceAttribute,
  createInstanceList,
  type InstanceList,
  leaseLocalPoseTexture,
  leaseRigTexture,
  paletteSize,
  showInstances,
  tableTexture,
} from '../shared/index.js';
import { type PaletteReads, palettePosition } from './palette-nodes.js';
import { createPalettePass, type PalettePass } from './palette-pass.js';
import { PastTable } from './past-table.js';
import type { PoseSource } from './pose-source.js';
import type { ShaderFunctions } from './shader-functions.js';
import { createTableNodes, instancePair, type TableNodes } from './table-nodes.js';

/** Side of a texture that every WebGL2 and WebGPU device of note has. */
const MAX_TEXTURE_SIZE = 8192;

/** What a palette kept in a texture is made from. */
export interface PaletteTextureData {
  readonly localPoses: LocalPoses;
  readonly characters: CharacterTable;
  readonly table: TableNodes;
  readonly clips: Parameters<typeof createTableNodes>[1];
}

/**
 * Poses each visible character once a frame into a float target, three texels a bone: for three's WebGL2 backend, and
 * for WebGPU devices without storage buffers in the vertex stage.
 */
export function createPaletteTexturePose(
  renderer: WebGPURenderer,
  { localPoses, characters, table, clips }: PaletteTextureData,
  shaders: ShaderFunctions,
): PoseSource {
  const bones = localPoses.parents.length;
  const size = paletteSize(characters.count, bones, MAX_TEXTURE_SIZE);
  const leases = [leaseLocalPoseTexture(localPoses), leaseRigTexture(localPoses)] as const;
  const rig = {
    bones,
    localTexels: localPoses.size / 4,
    locals: leases[0].resource,
    rig: leases[1].resource,
  };
  const slots = createInstanceList(characters.count);
  const blocks = createBlocks(slots);
  const pass = createPalettePass(renderer, rig, size, blocks, table, shaders);

  const past = new PastTable(renderer, characters.words);
  const hasPast = uniform(0, 'uint');
  let oldTexture: ReturnType<typeof tableTexture> | undefined;
  let oldTable: TableNodes | undefined;
  let oldPass: PalettePass | undefined;
  const palette: PaletteReads = {
    row: pass.row,
    oldRow: () => {
      if (!oldPass) {
        oldTexture = tableTexture({ words: past.words, height: characters.height });
        oldTable = createTableNodes(oldTexture, clips, shaders);
        oldPass = createPalettePass(renderer, rig, size, blocks, oldTable, shaders);
      }
      return oldPass.row;
    },
    hasPast,
  };
  return {
    position: palettePosition(instancePair().x, palette),
    palette,
    update: (visible) => {
      for (let slot = 0; slot < visible.count; slot++) {
        slots.pairs[slot * 2] = slot;
        slots.pairs[slot * 2 + 1] = visible.characters[slot];
      }
      slots.viewCount = slots.totalCount = visible.count;
      showInstances(blocks, slots);
      if (oldPass && oldTable && oldTexture) {
        if (past.advance(table.time.value)) oldTexture.needsUpdate = true;
        oldTable.time.value = past.seconds;
        hasPast.value = 1;
      }
      if (visible.count === 0) return;
      pass.render();
      oldPass?.render();
    },
    dispose: () => {
      pass.dispose();
      oldPass?.dispose();
      oldTexture?.dispose();
      for (const lease of leases) lease.dispose();
      blocks.dispose();
    },
  };
}

/** A unit square for each slot; the pass stretches it over the slot's block of texels. */
function createBlocks(slots: InstanceList): InstancedBufferGeometry {
  const geometry = new InstancedBufferGeometry();
  const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);
  geometry.setAttribute('position', new BufferAttribute(corners, 3));
  geometry.setIndex([0, 2, 1, 0, 3, 2]);
  geometry.setAttribute('crowdInstance', createInstanceAttribute(slots.pairs));
  return geometry;
}
