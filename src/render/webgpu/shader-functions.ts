import { glslFn, wgslFn } from 'three/tsl';
import type { Node } from 'three/webgpu';
import colorGlsl from '../../../shaders/crowd-color.glsl?raw';
import colorWgsl from '../../../shaders/crowd-color.wgsl?raw';
import floatsGlsl from '../../../shaders/crowd-floats.glsl?raw';
import floatsWgsl from '../../../shaders/crowd-floats.wgsl?raw';
import framesGlsl from '../../../shaders/crowd-frames.glsl?raw';
import framesWgsl from '../../../shaders/crowd-frames.wgsl?raw';
import texelGlsl from '../../../shaders/crowd-texel.glsl?raw';
import texelWgsl from '../../../shaders/crowd-texel.wgsl?raw';
import tintGlsl from '../../../shaders/crowd-tint.glsl?raw';
import tintWgsl from '../../../shaders/crowd-tint.wgsl?raw';
import turnGlsl from '../../../shaders/crowd-turn.glsl?raw';
import turnWgsl from '../../../shaders/crowd-turn.wgsl?raw';

/** The functions of `shaders/` as nodes. */
export interface ShaderFunctions {
  crowdColor(bits: Node<'uint'>): Node<'vec3'>;
  crowdFloats(bits: Node<'uvec4'>): Node<'vec4'>;
  crowdFrames(clip: Node<'vec4'>, seconds: Node<'float'>): Node<'vec3'>;
  crowdTexel(index: Node<'int'>, width: Node<'int'>): Node<'ivec2'>;
  crowdTint(vertexColor: Node<'vec4'>, tint: Node<'vec3'>, masked: Node<'float'>): Node<'vec3'>;
  crowdTurn(v: Node<'vec3'>, heading: Node<'uint'>): Node<'vec3'>;
}

/** The shader text that the backend understands, WGSL or GLSL, as nodes. */
export function createShaderFunctions(language: 'wgsl' | 'glsl'): ShaderFunctions {
  return language === 'wgsl' ? toNodes(WGSL, wgslFn) : toNodes(GLSL, glslFn);
}

type Sources = Record<keyof ShaderFunctions, string>;

const WGSL: Sources = {
  crowdColor: colorWgsl,
  crowdFloats: floatsWgsl,
  crowdFrames: framesWgsl,
  crowdTexel: texelWgsl,
  crowdTint: tintWgsl,
  crowdTurn: turnWgsl,
};

const GLSL: Sources = {
  crowdColor: colorGlsl,
  crowdFloats: floatsGlsl,
  crowdFrames: framesGlsl,
  crowdTexel: texelGlsl,
  crowdTint: tintGlsl,
  crowdTurn: turnGlsl,
};

/** three reads the signature off the first line, so the comment above it has to go. */
function withoutLeadingComment(source: string): string {
  return source.replace(/^(\s*\/\/[^\n]*\n)+/, '');
}

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
