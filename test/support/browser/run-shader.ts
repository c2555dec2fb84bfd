/** Floats a case hands to a function: four vectors A, B, C and D; the same bits as unsigned integers are UA to UD. */
export const WORDS_A_CASE = 16;

/**
 * Evaluates an expression over A to D and UA to UD for every case, on the GPU. The expression gives four floats.
 *
 * @param source functions that the expression may call
 */
export async function runWgsl(
  source: string,
  expression: string,
  cases: Float32Array,
): Promise<Float32Array> {
  const adapter = await navigator.gpu?.requestAdapter();
  if (!adapter) throw new Error('This browser has no WebGPU adapter; the tests need one.');
  const device = await adapter.requestDevice();
  device.pushErrorScope('validation');
  const count = cases.length / WORDS_A_CASE;
  const module = device.createShaderModule({
    code: `
      ${source}
      @group(0) @binding(0) var<storage, read> cases: array<vec4<u32>>;
      @group(0) @binding(1) var<storage, read_write> results: array<vec4<f32>>;
      @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
        if (id.x >= ${count}u) { return; }
        let UA = cases[id.x * 4u]; let UB = cases[id.x * 4u + 1u];
        let UC = cases[id.x * 4u + 2u]; let UD = cases[id.x * 4u + 3u];
        let A = bitcast<vec4<f32>>(UA); let B = bitcast<vec4<f32>>(UB);
        let C = bitcast<vec4<f32>>(UC); let D = bitcast<vec4<f32>>(UD);
        results[id.x] = ${expression};
      }`,
  });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } });
  const { COPY_DST, COPY_SRC, MAP_READ, STORAGE } = GPUBufferUsage;
  const input = device.createBuffer({ size: cases.byteLength, usage: STORAGE | COPY_DST });
  device.queue.writeBuffer(input, 0, cases.buffer as ArrayBuffer);
  const output = device.createBuffer({ size: count * 16, usage: STORAGE | COPY_SRC });
  const read = device.createBuffer({ size: count * 16, usage: MAP_READ | COPY_DST });
  const entries = [input, output].map((buffer, binding) => ({ binding, resource: { buffer } }));
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
  pass.dispatchWorkgroups(Math.ceil(count / 64));
  pass.end();
  encoder.copyBufferToBuffer(output, 0, read, 0, count * 16);
  device.queue.submit([encoder.finish()]);
  const error = await device.popErrorScope();
  if (error) throw new Error(error.message);
  await read.mapAsync(GPUMapMode.READ);
  const results = new Float32Array(read.getMappedRange().slice(0));
  device.destroy();
  return results;
}

/** The same on WebGL2: a case a pixel. */
export function runGlsl(source: string, expression: string, cases: Float32Array): Float32Array {
  const count = cases.length / WORDS_A_CASE;
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl?.getExtension('EXT_color_buffer_float'))
    throw new Error('This browser has no float targets in WebGL2.');
  const program = gl.createProgram();
  attach(gl, program, gl.VERTEX_SHADER, TRIANGLE);
  attach(
    gl,
    program,
    gl.FRAGMENT_SHADER,
    `precision highp float; precision highp int; precision highp usampler2D;
    uniform usampler2D cases;
    out vec4 result;
    ${source}
    void main() {
      int x = int(gl_FragCoord.x) * 4;
      uvec4 UA = texelFetch(cases, ivec2(x, 0), 0); uvec4 UB = texelFetch(cases, ivec2(x + 1, 0), 0);
      uvec4 UC = texelFetch(cases, ivec2(x + 2, 0), 0); uvec4 UD = texelFetch(cases, ivec2(x + 3, 0), 0);
      vec4 A = uintBitsToFloat(UA); vec4 B = uintBitsToFloat(UB);
      vec4 C = uintBitsToFloat(UC); vec4 D = uintBitsToFloat(UD);
      result = ${expression};
    }`,
  );
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS))
    throw new Error(gl.getProgramInfoLog(program) ?? 'link failed');
  gl.useProgram(program);
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
  const bits = new Uint32Array(cases.buffer);
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, count * 4, 1, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, bits);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  const target = gl.createRenderbuffer();
  gl.bindRenderbuffer(gl.RENDERBUFFER, target);
  gl.renderbufferStorage(gl.RENDERBUFFER, gl.RGBA32F, count, 1);
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());
  gl.framebufferRenderbuffer(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.RENDERBUFFER, target);
  gl.viewport(0, 0, count, 1);
  gl.drawArrays(gl.TRIANGLES, 0, 3);
  const results = new Float32Array(count * 4);
  gl.readPixels(0, 0, count, 1, gl.RGBA, gl.FLOAT, results);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return results;
}

function attach(gl: WebGL2RenderingContext, program: WebGLProgram, type: number, source: string): void {
  const shader = gl.createShader(type) as WebGLShader;
  gl.shaderSource(shader, `#version 300 es\n${source}`);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS))
    throw new Error(gl.getShaderInfoLog(shader) ?? 'no shader');
  gl.attachShader(program, shader);
}

/** One triangle over the whole target. */
const TRIANGLE =
  'void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }';
