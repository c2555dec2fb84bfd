/** Texels across a texture that holds data; `crowd-texel` in `shaders/` knows it as a power of two. */
export const DATA_WIDTH = 1024;
