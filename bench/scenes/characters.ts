import type { Character, CrowdResponse } from 'three-crowd';
import { type CrowdAssets, loadCrowdAssets } from 'three-crowd/assets';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, type Manifest } from 'three-crowd/protocol';
import type { BoneTexture } from 'three-crowd/rig';
import { halfSide } from './stage.js';
import { createStandardCharacter, type StandardCharacter } from './standard-character.js';

const SEED = 1127;

/** Assets of all contenders, loaded before anything is timed. */
export interface SceneAssets {
  /** Address of the service that it came from. */
  readonly origin: string;
  readonly response: CrowdResponse;
  readonly manifest: Manifest;
  readonly assets: CrowdAssets;
  readonly standard: StandardCharacter;
}

/** The characters of the scene. All walk, each at its own phase. */
export interface SceneCharacters {
  /** Address of the service that serves the assets. */
  readonly origin: string;
  /** All characters with the clothes of the standard character. */
  readonly alike: readonly Character[];
  /** The same characters, each with its own clothes. */
  readonly varied: readonly Character[];
  readonly standard: StandardCharacter;
  /** The baked clips. */
  readonly boneTexture: BoneTexture;
  /** Returns the served crowd with its characters replaced. */
  respond(characters: readonly Character[]): CrowdResponse;
}

/** Fetches the sample kit from the service that serves the page. */
export async function loadSceneAssets(origin: string): Promise<SceneAssets> {
  const { key, crowds } = await fetchJson<{ key: string; crowds: { crowd_id: string }[] }>(
    new URL('/sample.json', origin),
  );
  const response = await fetchJson<CrowdResponse>(new URL(`/v1/crowd/${crowds[0].crowd_id}`, origin), key);
  const manifest = await fetchJson<Manifest>(new URL(response.assets.manifest_json, origin));
  const assets = await loadCrowdAssets(response.assets, { baseUrl: origin });
  const [first] = generateWalkers(1, manifest);
  const standard = await createStandardCharacter(assets, first, response.shared_parts);
  return { origin, response, manifest, assets, standard };
}

export function createSceneCharacters(
  { origin, response, manifest, assets, standard }: SceneAssets,
  count: number,
): SceneCharacters {
  const varied = generateWalkers(count, manifest);
  const { body_id, face_id, hair_id, garment_hsl, skin_hex, hair_hex } = standard.character;
  return {
    origin,
    varied,
    alike: varied.map((one) => ({ ...one, body_id, face_id, hair_id, garment_hsl, skin_hex, hair_hex })),
    standard,
    boneTexture: assets.boneTexture,
    respond: (characters) => ({ ...response, characters: [...characters] }),
  };
}

/** The same recipe at every size, on a square that grows with it. */
function generateWalkers(size: number, manifest: Manifest): Character[] {
  const side = halfSide(size);
  return generateCharacters(
    completeRecipe({
      seed: SEED,
      size,
      boundaryShape: 'square',
      spawnRadius: side,
      boundaryRadius: side,
      pace: 1,
      scaleVariation: 0.05,
      hueVar: 0.03,
    }),
    manifest,
  );
}

async function fetchJson<T>(url: URL, key?: string): Promise<T> {
  const response = await fetch(url, key ? { headers: { authorization: `Bearer ${key}` } } : {});
  if (!response.ok)
    throw new Error(`${url} answered ${response.status}: the benchmark needs the reference service.`);
  return (await response.json()) as T;
}
