import type { CrowdAssets } from '../assets/index.js';
import { MAX_DRAW_CALLS } from '../protocol/index.js';
import type { BuildCrowdOptions } from './build-crowd-options.js';
import type { Characters } from './characters/index.js';
import type { FarSources } from './drawing/index.js';
import { InstancedDrawing, numberedLike } from './instanced-drawing.js';
import type { PosedAssets } from './posed-assets.js';
import { characterExtent } from './poses/index.js';
import type { CreateDrawing } from './sized-drawing.js';
import { replaceMaterials } from './wearable-parts.js';

/**
 * Loads the far parts of characters that are drawn as instances.
 *
 * @param signal aborts loading
 */
export async function loadInstances(
  { table, parts: partRegistry }: Characters,
  { boneTexture, localPoses }: PosedAssets,
  lodThreshold: number,
  options: BuildCrowdOptions,
  signal?: AbortSignal,
): Promise<CreateDrawing> {
  const { castShadow, receiveShadow, onWarning = console.warn } = options;
  if (!localPoses()) warnOfSampledMatrices(options);
  const farSources = lodThreshold > 0 ? await loadFarSources(boneTexture, options, signal) : undefined;
  // The drawing of the crowd's own renderer, which numbers the parts; the others follow it.
  let first: InstancedDrawing | undefined;
  return (backend, changes) => {
    const isFirst = changes === table;
    const drawing = new InstancedDrawing(
      table,
      isFirst || !first ? partRegistry : numberedLike(first),
      (parts, replaced) =>
        backend.createInstancedCrowd({
          table,
          boneTexture,
          localPoses: localPoses(),
          parts,
          replaced,
          castShadow,
          receiveShadow,
          ...(farSources ? { farSources } : {}),
          onWarning,
        }),
      changes,
    );
    if (!isFirst) return drawing;
    if (!first) warnOfDraws(drawing.drawCalls, partRegistry.partsInUse, options);
    first = drawing;
    return drawing;
  };
}

async function loadFarSources(
  { manifest, data, buildMargin }: PosedAssets['boneTexture'],
  options: BuildCrowdOptions,
  signal: AbortSignal | undefined,
): Promise<FarSources> {
  const { assets, onWarning = console.warn } = options;
  const parts = await assets.loadFarParts(signal ? { signal } : {});
  const height = characterExtent(manifest.clipInfo, buildMargin).height / metresPerUnit(data);
  return {
    parts: replaceMaterials(parts, options),
    height,
    simplify: assets.simplify && warnOnce(assets.simplify, onWarning),
    onWarning,
  };
}

/** The simplifier, which warns in place of throwing where it cannot run. */
function warnOnce(
  simplify: NonNullable<CrowdAssets['simplify']>,
  onWarning: NonNullable<BuildCrowdOptions['onWarning']>,
): NonNullable<FarSources['simplify']> {
  let hasWarned = false;
  return (jobs) =>
    simplify(jobs).catch((error: Error) => {
      if (hasWarned) return undefined;
      hasWarned = true;
      onWarning(
        `three-crowd: meshes cannot be simplified here (${error.message}), so far characters are drawn with the meshes of ` +
          "lod_glb, or with their near ones. If a content security policy forbids WebAssembly, allow 'wasm-unsafe-eval'.",
      );
      return undefined;
    });
}

/** Scale of the first joint's first matrix: metres per unit of the positions of the bind pose. */
function metresPerUnit([a, b, c, , d, e, f, , g, h, i]: Float32Array): number {
  return Math.cbrt(Math.abs(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)));
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
