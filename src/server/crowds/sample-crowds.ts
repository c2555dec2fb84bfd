import { completeRecipe, type Manifest, type RecipeInput } from '../../protocol/index.js';
import { hashApiKey } from '../accounts/api-key.js';
import { NO_LIMITS } from '../accounts/caller-permissions.js';
import { SAMPLE_ACCOUNT } from '../accounts/plans.js';
import type { SavedCrowd, Storage } from '../storage/storage.js';

/** Reads the sample crowds and nothing else, so it may be printed and put into pages. */
export const SAMPLE_KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Fixed, so that the same samples have the same ETag after a restart. */
const MADE_AT = '2026-01-01T00:00:00.000Z';

interface SampleCrowd {
  readonly id: string;
  readonly name: string;
  readonly recipe: RecipeInput;
}

/** The crowds that every key may read. */
export const SAMPLE_CROWDS: readonly SampleCrowd[] = [
  {
    id: 'cr_Market1k',
    name: 'Market street',
    // Nine people on twenty square metres: a full street, and still one sees the figures and the ground between them.
    recipe: {
      seed: 1127,
      size: 1000,
      boundaryShape: 'road',
      spawnRadius: 12,
      boundaryRadius: 46,
      pace: 0.7,
      facing: 0.15,
      groupingMode: true,
      scene: 'street',
      scaleVariation: 0.05,
      hueVar: 0.03,
      satVar: 0.1,
      lightVar: 0.08,
    },
  },
  {
    id: 'cr_Teahouse',
    name: 'Before the teahouse',
    recipe: {
      seed: 24,
      size: 24,
      weights: { scholar: 5, merchant: 3, townswoman: 3, court_lady: 3, official: 1, monk: 1 },
      boundaryShape: 'circle',
      spawnRadius: 6,
      boundaryRadius: 8,
      pace: 0.25,
      groupingMode: true,
      scene: 'square',
    },
  },
  {
    id: 'cr_Court150',
    name: 'Courtyard',
    recipe: {
      seed: 150,
      size: 150,
      weights: { official: 5, scholar: 4, soldier: 3, court_lady: 3 },
      boundaryShape: 'square',
      spawnRadius: 10,
      boundaryRadius: 12,
      pace: 0.4,
      obstacles: [{ type: 'cylinder', x: 0, z: 0, radius: 2 }],
      scene: 'court',
    },
  },
  {
    id: 'cr_Parade5k',
    name: 'Parade',
    recipe: {
      seed: 5000,
      size: 5000,
      weights: { soldier: 40, court_lady: 20, official: 15, scholar: 15, monk: 10 },
      boundaryShape: 'road',
      spawnRadius: 20,
      boundaryRadius: 110,
      distribution: 'grid',
      pace: 1,
      facing: 1,
      walkSpeedMin: 0.98,
      walkSpeedMax: 1.02,
      scaleVariation: 0.03,
      // Colours for fifty soldiers of one look within 15 m.
      hueVar: 0.04,
      satVar: 0.16,
      lightVar: 0.1,
    },
  },
  {
    id: 'cr_Hillside',
    name: 'Outing on the hills',
    recipe: {
      seed: 300,
      size: 300,
      boundaryShape: 'circle',
      spawnRadius: 26,
      boundaryRadius: 30,
      pace: 0.35,
      groupingMode: true,
      scene: 'outing',
      terrain: { active: true, amplitude: 1.2, frequency: 0.02, noiseType: 'fractal' },
    },
  },
];

/** The crowd that a page shows by default. */
export const DEFAULT_CROWD = 'cr_Market1k';

/** Puts the sample crowds and the key that reads them into a storage; again does no harm. */
export async function saveSamples(storage: Storage, manifest: Manifest): Promise<void> {
  await storage.saveManifest(manifest);
  await storage.saveAccount(SAMPLE_ACCOUNT);
  await storage.addKey({
    ...NO_LIMITS,
    id: 'key_samples',
    hash: hashApiKey(SAMPLE_KEY),
    accountId: SAMPLE_ACCOUNT.id,
    label: 'Public key of the samples',
    createdAt: MADE_AT,
    revokedAt: null,
  });
  for (const sample of SAMPLE_CROWDS) await storage.saveSample(toSavedCrowd(sample, manifest));
}

function toSavedCrowd({ id, name, recipe }: SampleCrowd, manifest: Manifest): SavedCrowd {
  const { scene, ...fields } = recipe;
  const hasScene = typeof scene === 'string' && manifest.scenes?.[scene] !== undefined;
  return {
    id,
    accountId: SAMPLE_ACCOUNT.id,
    isSample: true,
    name,
    recipe: completeRecipe({
      ...fields,
      weights: knownWeights(recipe, manifest),
      ...(hasScene ? { scene } : {}),
    }),
    manifestVersion: manifest.version,
    createdAt: MADE_AT,
    updatedAt: MADE_AT,
  };
}

/** Weights of those whom the kit has; with none of them, everybody weighs what the kit says. */
function knownWeights({ weights = {} }: RecipeInput, { buckets }: Manifest): Record<string, number> {
  const known = new Set(buckets.map(({ id }) => id));
  return Object.fromEntries(Object.entries(weights).filter(([id]) => known.has(id)));
}
