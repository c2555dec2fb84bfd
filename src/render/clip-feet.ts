import { allVertices } from '../assets/index.js';
import type { ClipFeet, FootSampler } from '../motion/index.js';
import { estimateGroundSpeed, findSoles, type Soles } from '../rig/index.js';
import type { BuildCrowdOptions } from './build-crowd-options.js';
import type { Characters } from './characters/index.js';
import type { PosedAssets } from './posed-assets.js';

export function createClipFeet(
  { clips }: Characters,
  { boneTexture, localPoses }: PosedAssets,
  { assets: { skeleton, skin, parts }, walkClipSpeed = 0 }: BuildCrowdOptions,
): ClipFeet {
  const walk = clips.tryFind('walk');
  const jog = clips.tryFind('jog');
  // A manifest with speeds gives 0 to clips that stand. Measuring those took 12 ms of the sample's first picture.
  const hasSpeeds = clips.infos.some(({ speed }) => speed > 0);
  let soles: Soles | undefined;
  const groundSpeed = (clip: number): number => {
    const info = clips.infos[clip];
    if (info.speed > 0 || (hasSpeeds && clip !== walk && clip !== jog)) return info.speed;
    soles ??= findSoles(skeleton, skin, allVertices(parts.values()));
    const measured = estimateGroundSpeed(boneTexture, soles, info);
    return measured === 0 && clip === walk ? walkClipSpeed : measured;
  };
  let known: FootSampler | undefined;
  return {
    groundSpeed,
    sampler: async () => {
      const poses = localPoses();
      if (!poses?.limbs) return undefined;
      const { FootSampler } = await import('../motion/walking.js');
      known ??= new FootSampler(
        poses,
        poses.limbs,
        clips.infos.map((info, clip) => ({ ...info, speed: groundSpeed(clip) })),
      );
      return known;
    },
  };
}
