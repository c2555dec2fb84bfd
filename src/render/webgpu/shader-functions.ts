import { glslFn, wgslFn } from 'three/tsl';
import type { Node } from 'three/webgpu';
import axesGlsl from '../../../shaders/crowd-axes.glsl?raw';
import axesWgsl from '../../../shaders/crowd-axes.wgsl?raw';
import colorGlsl from '../../../shaders/crowd-color.glsl?raw';
import colorWgsl from '../../../shaders/crowd-color.wgsl?raw';
import farNormalGlsl from '../../../shaders/crowd-far-normal.glsl?raw';
import farNormalWgsl from '../../../shaders/crowd-far-normal.wgsl?raw';
import floatsGlsl from '../../../shaders/crowd-floats.glsl?raw';
import floatsWgsl from '../../../shaders/crowd-floats.wgsl?raw';
import framesGlsl from '../../../shaders/crowd-frames.glsl?raw';
import framesWgsl from '../../../shaders/crowd-frames.wgsl?raw';
import slerpGlsl from '../../../shaders/crowd-slerp.glsl?raw';
import slerpWgsl from '../../../shaders/crowd-slerp.wgsl?raw';
import texelGlsl from '../../../shaders/crowd-texel.glsl?raw';
import texelWgsl from '../../../shaders/crowd-texel.wgsl?raw';
import tintGlsl from '../../../shaders/crowd-tint.glsl?raw';
import tintWgsl from '../../../shaders/crowd-tint.wgsl?raw';
import turnGlsl from '../../../shaders/crowd-turn.glsl?raw';
import turnWgsl from '../../../shaders/crowd-turn.wgsl?raw';
import unturnGlsl from '../../../shaders/crowd-unturn.glsl?raw';
import unturnWgsl from '../../../shaders/crowd-unturn.wgsl?raw';
import { withoutLeadingComment } from './three-internals.js';

/** The functions of `shaders/` as nodes. */
export interface ShaderFunctions {
  crowdAxes(turn: Node<'vec4'>, scales: Node<'vec3'>): Node<'mat3'>;
  crowdColor(bits: Node<'uint'>): Node<'vec3'>;
  crowdFarNormal(bits: Node<'uint'>): Node<'vec3'>;
  crowdFloats(bits: Node<'uvec4'>): Node<'vec4'>;
  crowdFrames(clip: Node<'vec4'>, seconds: Node<'float'>): Node<'vec3'>;
  crowdSlerp(a: Node<'vec4'>, b: Node<'vec4'>, k: Node<'float'>): Node<'vec4'>;
  crowdUnturn(v: Node<'vec3'>, heading: Node<'uint'>): Node<'vec3'>;
  crowdTexel(index: Node<'int'>): Node<'ivec2'>;
  crowdTint(
    vertexColor: Node<'vec4'>,
    base: Node<'vec3'>,
    tint: Node<'vec3'>,
    masked: Node<'float'>,
  ): Node<'vec3'>;
  crowdTurn(v: Node<'vec3'>, heading: Node<'uint'>): Node<'vec3'>;
}

/** The shader text that the backend understands, WGSL or GLSL, as nodes. */
export function createShaderFunctions(language: 'wgsl' | 'glsl'): ShaderFunctions {
  return language === 'wgsl' ? toNodes(WGSL, wgslFn) : toNodes(GLSL, glslFn);
}

type Sources = Record<keyof ShaderFunctions, string>;

const WGSL: Sources = {
  crowdAxes: axesWgsl,
  crowdColor: colorWgsl,
  crowdFarNormal: farNormalWgsl,
  crowdFloats: floatsWgsl,
  crowdFrames: framesWgsl,
  crowdSlerp: slerpWgsl,
  crowdUnturn: unturnWgsl,
  crowdTexel: texelWgsl,
  crowdTint: tintWgsl,
  crowdTurn: turnWgsl,
};

const GLSL: Sources = {
  crowdAxes: axesGlsl,
  crowdColor: colorGlsl,
  crowdFarNormal: farNormalGlsl,
  crowdFloats: floatsGlsl,
  crowdFrames: framesGlsl,
  crowdSlerp: slerpGlsl,
  crowdUnturn: unturnGlsl,
  crowdTexel: texelGlsl,
  crowdTint: tintGlsl,
  crowdTurn: turnGlsl,
};

function toNodes(
  sources: Sources,
  toNode: (source: string) => (...args: never[]) => unknown,
): ShaderFunctions {
  const entries = Object.entries(sources).map(([name, source]) => [
    name,
    toNode(withoutLeadingComment(source)),
  ]);
  return Object.fromEntries(entries) as ShaderFunctions;
}
