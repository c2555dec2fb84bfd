import {
  type CreateCrowdFromGLTFOptions,
  type Crowd,
  CrowdClient,
  type CrowdResponse,
  createCrowd,
  createCrowdFromGLTF,
  type GroundHeight,
  terrainHeight,
} from '../index.js';
import type { ViewRenderer } from '../stage/index.js';
import type { CrowdViewAttributes } from './crowd-view-attributes.js';
import { fetchFile, fetchOnce } from './early-request.js';

/** Called before each request; returns a bearer token. */
export type TokenProvider = () => string | Promise<string>;

/** Content of a view, independent of the renderer. */
export interface ViewContent {
  /** For assistive technology. */
  readonly name: string;
  /** Undefined for even ground. */
  readonly terrain: GroundHeight | undefined;
  readonly scene: CrowdResponse['scene'];
  /**
   * Creates the crowd without checking the device: the first picture does.
   *
   * @throws {CrowdError} where the crowd cannot be loaded
   */
  createCrowd(rendering: Promise<ViewRenderer>, options: ViewContentOptions): Promise<Crowd>;
}

export interface ViewContentOptions {
  readonly attributes: CrowdViewAttributes;
  /** In place of the content's terrain. */
  readonly ground: GroundHeight | undefined;
  readonly signal: AbortSignal;
  /** @param fraction 0 to 1 */
  onProgress(fraction: number): void;
}

/** Density of the characters of a GLB file. */
const PEOPLE_A_SQUARE_METRE = 0.3;

/** Message if the attributes name no content. */
export const NOTHING_NAMED =
  'This <crowd-view> names nothing to show. Give it the id of a crowd as attribute `crowd` and the address of its service ' +
  'as `src`, or the address of a GLB file as `src`.';

/** True if the attributes name something to show: a crowd of a service, or a GLB file. */
export function namesContent(attributes: CrowdViewAttributes): boolean {
  return attributes.crowd !== '' || namesFile(attributes);
}

/**
 * Loads the content that the attributes name; of a service, as soon as it has responded.
 *
 * @throws {CrowdError} what `CrowdClient` throws
 */
export async function fetchContent(
  attributes: CrowdViewAttributes,
  tokenProvider: TokenProvider | undefined,
  signal: AbortSignal,
): Promise<ViewContent> {
  if (namesFile(attributes)) return fileContent(attributes.src);
  const { src, crowd, apiKey, strict } = attributes;
  const client = new CrowdClient({
    baseUrl: src || location.href,
    dangerouslyAllowBrowser: true,
    strict,
    fetch: fetchOnce(attributes),
    ...(tokenProvider ? { tokenProvider } : apiKey ? { apiKey } : {}),
  });
  return servedContent(await client.getCrowd(crowd, { signal }));
}

/** A GLB file has its extension or a `count`: an address alone may be that of a service whose `crowd` is set later. */
function namesFile(attributes: CrowdViewAttributes): boolean {
  const { src, crowd } = attributes;
  return crowd === '' && src !== '' && (attributes.hasAttribute('count') || /\.(glb|vrm)([?#]|$)/i.test(src));
}

/** Content of a service's response. */
export function servedContent(response: CrowdResponse): ViewContent {
  return {
    name: response.name,
    terrain: response.recipe.terrain.active ? terrainHeight(response.recipe) : undefined,
    scene: response.scene,
    createCrowd: (
      rendering,
      { attributes: { mode, motion, strict, maxCharacters }, ground, signal, onProgress },
    ) =>
      createCrowd({
        response: limitCharacters(response, maxCharacters),
        renderer: rendering,
        mode,
        motion,
        strict,
        signal,
        checkDevice: false,
        fetch: fetchFile,
        onProgress: ({ fraction, stage }) => stage === 'assets' && onProgress(fraction),
        ...(ground ? { ground } : {}),
      }),
  };
}

function fileContent(src: string): ViewContent {
  return {
    name: fileName(src),
    terrain: undefined,
    scene: undefined,
    async createCrowd(rendering, { attributes, ground, signal, onProgress }) {
      const looks = parseLooks(attributes.looks);
      const size = Math.min(attributes.count, attributes.maxCharacters);
      return createCrowdFromGLTF(src, {
        renderer: await rendering,
        mode: attributes.mode,
        strict: attributes.strict,
        vary: attributes.vary,
        recipe: squareOf(size),
        motion: attributes.motion,
        signal,
        checkDevice: false,
        onProgress: ({ fraction }) => onProgress(fraction),
        ...(looks.length > 0 ? { looks } : {}),
        ...(ground ? { ground } : {}),
      });
    },
  };
}

/** The last part of an address, decoded where it can be: `100%.glb` cannot. */
function fileName(src: string): string {
  const name = src.replace(/[?#].*/, '').replace(/.*\//, '');
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Recipe of a square for `size` people. */
function squareOf(size: number): CreateCrowdFromGLTFOptions['recipe'] & object {
  const half = Math.sqrt(size / PEOPLE_A_SQUARE_METRE) / 2;
  return { size, boundaryShape: 'square', boundaryRadius: half, spawnRadius: half };
}

function parseLooks(text: string): string[][] {
  const split = (whole: string, separator: string): string[] =>
    whole
      .split(separator)
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '');
  return split(text, ';').map((look) => split(look, ','));
}

/** The first `limit` characters of a response; the same object if it has no more, since that need not be checked again. */
function limitCharacters(response: CrowdResponse, limit: number): CrowdResponse {
  if (response.characters.length <= limit) return response;
  return { ...response, characters: response.characters.slice(0, limit) };
}
