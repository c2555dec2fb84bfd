import { MAX_DRAW_CALLS } from '../protocol/index.js';
import type { BuildCrowdOptions } from './build-crowd-options.js';
import type { Characters, TableChanges } from './characters/index.js';
import type { CrowdDrawings } from './crowd-drawing.js';
import type { Backend } from './drawing/index.js';
import { InstancedDrawing, numberedLike } from './instanced-drawing.js';
import type { PosedAssets } from './posed-assets.js';
import { replaceMaterials } from './wearable-parts.js';

/** The first drawing of the same characters, and the source of changes for a further one. */
interface FirstInstances {
  readonly drawing: InstancedDrawing;
  readonly changes: TableChanges;
}

/**
 * Draws characters as instances.
 *
 * @throws {UnsupportedError} where the device cannot draw them
 */
export async function createInstances(
  characters: Characters,
  posed: PosedAssets,
  backend: Backend,
  lodScreenHeight: number,
  options: BuildCrowdOptions,
): Promise<CrowdDrawings> {
  const drawing = await createDrawing(characters, posed, backend, lodScreenHeight, options);
  // The signal aborts only the first drawing.
  const { signal: _, checkDevice: _checkDevice, ...lasting } = options;
  return {
    drawing,
    drawAgain: (other, changes) =>
      createDrawing(characters, posed, other, lodScreenHeight, lasting, { drawing, changes }),
  };
}

/** @param first undefined for the first drawing */
async function createDrawing(
  { table, parts: partRegistry }: Characters,
  { boneTexture, localPoses }: PosedAssets,
  backend: Backend,
  lodScreenHeight: number,
  options: BuildCrowdOptions,
  first?: FirstInstances,
): Promise<InstancedDrawing> {
  const { assets, castShadow = true, receiveShadow = true, signal } = options;
  const { onWarning = console.warn, checkDevice = true } = options;
  // The first drawing has already reported warnings that hold for all.
  if (!first && !localPoses()) warnOfSampledMatrices(options);
  const farParts =
    lodScreenHeight > 0
      ? replaceMaterials(await assets.loadFarParts(signal ? { signal } : {}), options)
      : undefined;
  const drawing = new InstancedDrawing(
    table,
    first ? numberedLike(first.drawing) : partRegistry,
    (parts) =>
      backend.createInstancedCrowd({
        table,
        boneTexture,
        localPoses: localPoses(),
        parts,
        castShadow,
        receiveShadow,
        ...(farParts ? { farParts } : {}),
        onWarning,
      }),
    first?.changes,
  );
  try {
    if (checkDevice) await drawing.check();
  } catch (error) {
    drawing.dispose();
    throw error;
  }
  if (!first) warnOfDraws(drawing.drawCalls, partRegistry.partsInUse, options);
  return drawing;
}

/** Warns if the number of materials, rather than of parts, takes the crowd over the limit of draw calls. */
function warnOfDraws(draws: number, parts: number, { onWarning = console.warn }: BuildCrowdOptions): void {
  // One for each part, and the merged far draw.
  if (draws <= Math.max(MAX_DRAW_CALLS, parts + 1)) return;
  onWarning(
    `three-crowd: this crowd takes ${draws} draws a frame where ${MAX_DRAW_CALLS} are usual: its ${parts} parts have several ` +
      'materials each that cannot be drawn together. Those that differ in colour or in an opaque, uncompressed picture alone ' +
      'can; see "Materials" in the guide "Your own assets".',
  );
}

function warnOfSampledMatrices({ onWarning = console.warn }: BuildCrowdOptions): void {
  onWarning(
    'three-crowd: a bone of this rig is sheared, flat or mirrored at times, so poses are taken from the baked matrices as ' +
      'they are: a little off between frames, and without fades. To have both, give nodes that are no joints one scale ' +
      'for all axes, and joints no scale that is 0 or changes its sign.',
  );
}
