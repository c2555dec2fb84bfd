/** A project in TypeScript that uses the package as it is installed. */
export interface TypedProject {
  readonly name: string;
  /** Texts by the names of their files. */
  readonly files: Readonly<Record<'main.ts' | 'tsconfig.json', string>>;
}

/** Code of a page. */
const PAGE = `
import type { WebGLRenderer } from 'three';
import { DRACOLoader } from 'three/addons/loaders/DRACOLoader.js';
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js';
import { createCrowd, type Crowd } from 'three-crowd';
import type { DecoderOptions } from 'three-crowd/assets';
import type { CrowdClientOptions } from 'three-crowd/client';
import { CrowdViewElement } from 'three-crowd/element';
import type { CrowdProps } from 'three-crowd/react';
import type { Recipe } from 'three-crowd/protocol';
declare const renderer: WebGLRenderer;
export const crowd: Promise<Crowd> = createCrowd({ baseUrl: '', crowdId: 'cr_Market1k', renderer });
export const view: CrowdViewElement = document.createElement('crowd-view');
export const size: (recipe: Recipe) => number = ({ size }) => size;
export const options: CrowdClientOptions = { baseUrl: '' };
export const props: CrowdProps = { baseUrl: '', crowdId: '', position: [1, 0, 0], timeScale: 2 };
export const decoders: DecoderOptions = { draco: new DRACOLoader(), ktx2: new KTX2Loader() };
// @ts-expect-error a decoder of the one is none of the other
export const swapped: DecoderOptions = { draco: new KTX2Loader() };
// @ts-expect-error the id of a crowd is a text
void createCrowd({ baseUrl: '', crowdId: 1, renderer });
`;

/** Code that needs neither three nor the DOM. */
const NODE = `
import { CrowdClient } from 'three-crowd/client';
import { isCrowdError } from 'three-crowd/errors';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, type Manifest } from 'three-crowd/protocol';
import { bakeBoneTexture } from 'three-crowd/rig';
declare const manifest: Manifest;
export const characters = generateCharacters(completeRecipe({ seed: 1 }), manifest);
export const crowd = await new CrowdClient({ baseUrl: 'http://crowds.test' }).getCrowd('cr_Teahouse');
export const texture: typeof bakeBoneTexture = bakeBoneTexture;
export const status: boolean = isCrowdError(crowd, 'NotFoundError');
`;

/** Declarations are checked, too: those of the package, and of whatever they name. */
const OPTIONS = { strict: true, noEmit: true, target: 'es2022', skipLibCheck: false } as const;
const PAGE_OPTIONS = { ...OPTIONS, lib: ['es2023', 'dom', 'dom.iterable'], types: [] } as const;

function typedProject(name: string, code: string, compilerOptions: object): TypedProject {
  const config = { compilerOptions, files: ['main.ts'] };
  return { name, files: { 'main.ts': code, 'tsconfig.json': JSON.stringify(config) } };
}

/** Pages, by each way to resolve the package's types. */
export const PAGE_PROJECTS: readonly TypedProject[] = [
  typedProject('a page, bundled', PAGE, { ...PAGE_OPTIONS, module: 'esnext', moduleResolution: 'bundler' }),
  typedProject('a page, nodenext', PAGE, {
    ...PAGE_OPTIONS,
    module: 'nodenext',
    moduleResolution: 'nodenext',
  }),
];

/** Node alone. */
export const NODE_PROJECT = typedProject('Node', NODE, {
  ...OPTIONS,
  lib: ['es2023'],
  types: ['node'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
});
