import { glslFn, wgslFn } from 'three/tsl';
import type { Node } from 'three/webgpu';
import { withConstants } from '../drawing/index.js';
import { WGSL } from './wgsl.js';

export interface ShaderFunctions {
  crowdAxes(rotation: Node<'vec4'>, scales: Node<'vec3'>): Node<'mat3'>;
  crowdCellUv(uv: Node<'vec2'>, cell: Node<'uint'>, grid: Node<'vec3'>): Node<'vec2'>;
  crowdColor(bits: Node<'uint'>): Node<'vec3'>;
  crowdOpacity(bits: Node<'uint'>): Node<'float'>;
  crowdDither(pixel: Node<'vec2'>): Node<'float'>;
  crowdFarNormal(bits: Node<'uint'>): Node<'vec3'>;
  crowdFloats(bits: Node<'uvec4'>): Node<'vec4'>;
  crowdFrames(clip: Node<'vec4'>, seconds: Node<'float'>): Node<'vec3'>;
  crowdSlerp(a: Node<'vec4'>, b: Node<'vec4'>, k: Node<'float'>): Node<'vec4'>;
  crowdInverseRotate(v: Node<'vec3'>, heading: Node<'uint'>): Node<'vec3'>;
  crowdMoved(position: Node<'uvec4'>, moved: Node<'uvec4'>, step: Node<'vec2'>): Node<'uvec4'>;
  crowdTexel(index: Node<'int'>): Node<'ivec2'>;
  crowdTint(
    vertexColor: Node<'vec4'>,
    base: Node<'vec3'>,
    tint: Node<'vec3'>,
    masked: Node<'float'>,
  ): Node<'vec3'>;
  crowdFarTint(own: Node<'vec3'>, tinted: Node<'vec3'>, tint: Node<'vec3'>, bits: Node<'uint'>): Node<'vec3'>;
  crowdRotate(v: Node<'vec3'>, heading: Node<'uint'>): Node<'vec3'>;
  crowdBuild(animation: Node<'uvec4'>): Node<'uint'>;
  crowdTextureCell(animation: Node<'uvec4'>): Node<'uint'>;
  crowdClipNumber(animation: Node<'uvec4'>): Node<'uint'>;
  crowdOldClipNumber(animation: Node<'uvec4'>): Node<'uint'>;
  crowdClipSeconds(animation: Node<'uvec4'>, time: Node<'float'>): Node<'float'>;
  crowdOldClipSeconds(fade: Node<'uvec4'>, time: Node<'float'>): Node<'float'>;
  crowdFadeWeight(fade: Node<'uvec4'>, time: Node<'float'>): Node<'float'>;
  crowdScale(animation: Node<'uvec4'>): Node<'float'>;
  crowdProduct(a: Node<'vec4'>, b: Node<'vec4'>): Node<'vec4'>;
  crowdTurned(q: Node<'vec4'>, v: Node<'vec3'>): Node<'vec3'>;
  crowdLegTurns(
    hip: Node<'vec3'>,
    knee: Node<'vec3'>,
    ankle: Node<'vec3'>,
    wanted: Node<'vec3'>,
    hinge: Node<'vec3'>,
  ): Node<'mat4'>;
  crowdFootPlace(foot: Node<'uvec4'>, time: Node<'float'>): Node<'vec4'>;
  crowdFootTurn(foot: Node<'uvec4'>, heading: Node<'uint'>, time: Node<'float'>): Node<'vec4'>;
  crowdHipsDrop(body: Node<'uvec4'>): Node<'float'>;
  crowdLookWeight(body: Node<'uvec4'>): Node<'float'>;
  crowdLookTurn(body: Node<'uvec4'>, forward: Node<'vec3'>): Node<'vec4'>;
  crowdLessened(turn: Node<'vec4'>, weight: Node<'float'>): Node<'vec4'>;
  crowdUpperWeight(body: Node<'uvec4'>, upper: Node<'uvec4'>, time: Node<'float'>): Node<'float'>;
  crowdUpperNumber(upper: Node<'uvec4'>): Node<'uint'>;
  crowdUpperIsAdditive(upper: Node<'uvec4'>): Node<'uint'>;
  crowdUpperSeconds(upper: Node<'uvec4'>, time: Node<'float'>): Node<'float'>;
  crowdWeave(woven: Node<'vec4'>, normal: Node<'vec3'>, footprint: Node<'float'>): Node<'vec3'>;
}

/** The shader text in the backend's language, WGSL or GLSL, as nodes. Most pages never download the GLSL. */
export async function loadShaderFunctions(language: 'wgsl' | 'glsl'): Promise<ShaderFunctions> {
  return language === 'wgsl' ? toNodes(WGSL, wgslFn) : toNodes(await import('../drawing/glsl.js'), glslFn);
}

/** A function of either language: its name, and its text up to a brace at the beginning of a line. */
const FUNCTION = /^(?:fn|\w+) (crowd\w+)\([\s\S]*?^}/gm;

/** Each function as a node of its own: three takes one function a node. None of them calls another. */
function toNodes(
  sources: Readonly<Record<string, string>>,
  toNode: (source: string) => (...args: never[]) => unknown,
): ShaderFunctions {
  const entries = Object.values(sources).flatMap((source) =>
    [...withConstants(source).matchAll(FUNCTION)].map(([text, name]) => [name, toNode(text)]),
  );
  return Object.fromEntries(entries) as unknown as ShaderFunctions;
}
