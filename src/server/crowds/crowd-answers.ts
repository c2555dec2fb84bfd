import { catalogueFields } from '../../generate/index.js';
import { drawCrowd } from '../../picture/index.js';
import type { Assets, CrowdResponse, Manifest, Project, ProjectSummary, Tier } from '../../protocol/index.js';
import type { DatabaseTime } from '../core/database-time.js';
import type { ListedCrowd, SavedCrowd, Storage } from '../storage/storage.js';
import { CharacterSource } from './character-source.js';
import { describeAssets } from './describe-assets.js';
import type { CharacterGenerator } from './generation/character-generator.js';
import {
  type CharacterSummary,
  decodeCharacters,
  sampleCharacters,
} from './generation/encoded-characters.js';
import type { Kits } from './kit-versions.js';

/** Characters that a picture is made from: enough to fill it, and decoded in a few milliseconds. */
const PICTURED_CHARACTERS = 1_500;

interface Options {
  readonly storage: Storage;
  readonly kits: Kits;
  readonly generator: CharacterGenerator;
  /** Address of the assets, without a slash at the end. @default that of the service */
  readonly assetBaseUrl?: string | undefined;
}

/**
 * The answers about saved crowds: recipe, characters, shared parts, addresses of assets. Each takes the time of its request,
 * for which lookups of other servers' catalogues and kits count.
 */
export class CrowdAnswers {
  readonly #kits: Kits;
  readonly #characters: CharacterSource;
  readonly #assetBaseUrl: string | undefined;

  constructor({ storage, kits, generator, assetBaseUrl }: Options) {
    this.#kits = kits;
    this.#characters = new CharacterSource(storage, kits, generator);
    this.#assetBaseUrl = assetBaseUrl;
  }

  /**
   * A saved crowd with its characters as JSON, and its assets' addresses under `baseUrl` (no slash at the end).
   *
   * @throws {ServiceError} 422 where its characters take too long to generate, 503 where too many crowds wait for that
   */
  async encode(crowd: SavedCrowd, baseUrl: string, tier: Tier, time?: DatabaseTime): Promise<Uint8Array> {
    const { characters, manifest } = await this.#characters.charactersOf(crowd, time);
    const { before, after } = await this.#surround(crowd, manifest, baseUrl, tier, time);
    return Buffer.concat([
      Buffer.from(`${JSON.stringify(before).slice(0, -1)},"characters":`),
      characters.json,
      Buffer.from(`,${JSON.stringify(after).slice(1)}`),
    ]);
  }

  /**
   * The same as data, with some of its characters and a summary of all.
   *
   * @throws {ServiceError} likewise
   */
  async describe(
    crowd: SavedCrowd,
    baseUrl: string,
    tier: Tier,
    {
      first = 0,
      count = crowd.recipe.size,
      time,
    }: { first?: number; count?: number; time?: DatabaseTime | undefined } = {},
  ): Promise<{ crowd: CrowdResponse; summary: CharacterSummary }> {
    const { characters, manifest } = await this.#characters.charactersOf(crowd, time);
    const { before, after } = await this.#surround(crowd, manifest, baseUrl, tier, time);
    return {
      crowd: { ...before, characters: decodeCharacters(characters, first, count), ...after },
      summary: characters.summary,
    };
  }

  /**
   * A still picture of a saved crowd, as SVG.
   *
   * @throws {ServiceError} likewise
   */
  async draw(crowd: SavedCrowd, time?: DatabaseTime): Promise<string> {
    const { characters } = await this.#characters.charactersOf(crowd, time);
    return drawCrowd(sampleCharacters(characters, PICTURED_CHARACTERS), crowd.name);
  }

  /** A saved crowd without its characters. */
  async describeProject(crowd: SavedCrowd, baseUrl: string, time?: DatabaseTime): Promise<Project> {
    const listed = describeListed({ ...crowd, collection: crowd.recipe.collection });
    return {
      ...listed,
      recipe: crowd.recipe,
      assets: await this.#describeAssets(
        crowd,
        await this.#characters.manifestOf(crowd.manifestVersion, time),
        baseUrl,
        'full',
        time,
      ),
    };
  }

  /** Fields before and after the characters of a crowd. */
  async #surround(crowd: SavedCrowd, manifest: Manifest, baseUrl: string, tier: Tier, time?: DatabaseTime) {
    return {
      before: {
        crowd_id: crowd.id,
        name: crowd.name,
        collection: crowd.recipe.collection,
        recipe: crowd.recipe,
      },
      after: {
        ...catalogueFields(crowd.recipe, manifest),
        assets: await this.#describeAssets(crowd, manifest, baseUrl, tier, time),
        updated_at: crowd.updatedAt,
      },
    };
  }

  async #describeAssets(
    { manifestVersion }: SavedCrowd,
    manifest: Manifest,
    baseUrl: string,
    tier: Tier,
    time?: DatabaseTime,
  ): Promise<Assets> {
    const kit = await this.#kits.withManifest(manifestVersion, time);
    return describeAssets(kit, manifest, this.#assetBaseUrl ?? baseUrl, tier);
  }
}

/** A saved crowd as one entry of a list. */
export function describeListed({ id, name, collection, createdAt, updatedAt }: ListedCrowd): ProjectSummary {
  return { crowd_id: id, name, collection, created_at: createdAt, updated_at: updatedAt };
}
