import type { Material } from 'three';

/** The part of `onBeforeCompile`'s argument that a patch may touch. */
export interface ShaderSource {
  vertexShader: string;
  fragmentShader: string;
}

/**
 * Replaces `#include <chunk>` lines of three's shaders.
 *
 * @throws {Error} where an expected chunk is not there, since the crowd would then be drawn wrong in silence
 */
export function replaceChunks(source: string, chunks: Readonly<Record<string, string>>): string {
  return Object.entries(chunks).reduce((text, [chunk, replacement]) => {
    const include = `#include <${chunk}>`;
    if (!text.includes(include)) {
      throw new Error(`three's shader has no ${include}; this version of three is not supported.`);
    }
    return text.replace(include, replacement);
  }, source);
}

/** A copy of a material with the defines that its user's own hook counts on; three's copies lose them. */
export function cloneWithDefines<M extends Material>(source: M): M {
  const material = source.clone();
  if (source.defines) material.defines = { ...material.defines, ...source.defines };
  return material;
}
