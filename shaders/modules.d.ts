/** Shader text, inlined by every bundler in use. */
declare module '*.wgsl?raw' {
  const source: string;
  export default source;
}

declare module '*.glsl?raw' {
  const source: string;
  export default source;
}
