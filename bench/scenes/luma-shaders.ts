/** Matrices of one bone in a baked frame, and of the node that carries the mesh. */
const COLUMNS_A_MATRIX = 4;

/**
 * luma.gl's glTF shaders without the features that the sample kit does not use, and with vertex colours,
 * which they lack. Skinning, light and material are its shader modules.
 */
export function crowdShaders(joints: number): { source: string; vs: string; fs: string } {
  return { source: wgsl(COLUMNS_A_MATRIX * (joints + 1)), vs: VERTEX, fs: FRAGMENT };
}

const wgsl = (frameStride: number): string => /* wgsl */ `
struct VertexInputs {
  @location(0) positions: vec3f,
  @location(1) normals: vec3f,
  @location(2) colors: vec3f,
  @location(3) JOINTS_0: vec4u,
  @location(4) WEIGHTS_0: vec4f,
  @location(5) instanceModelMatrixCol0: vec4f,
  @location(6) instanceModelMatrixCol1: vec4f,
  @location(7) instanceModelMatrixCol2: vec4f,
  @location(8) instanceModelMatrixCol3: vec4f,
  @location(9) instanceAnimationFrames: vec4f,
  @location(10) instanceAnimationBlend: vec4f,
};

struct FragmentInputs {
  @builtin(position) clip: vec4f,
  @location(0) position: vec3f,
  @location(1) normal: vec3f,
  @location(2) color: vec3f,
};

@vertex
fn vertexMain(inputs: VertexInputs) -> FragmentInputs {
  let frames = inputs.instanceAnimationFrames;
  let blend = inputs.instanceAnimationBlend;
  let place = mat4x4f(
    inputs.instanceModelMatrixCol0,
    inputs.instanceModelMatrixCol1,
    inputs.instanceModelMatrixCol2,
    inputs.instanceModelMatrixCol3,
  );
  let node = sampleGPUAnimationMatrix(frames, blend, 0u, ${frameStride}u);
  let skin = getGPUAnimatedSkinMatrix(inputs.WEIGHTS_0, inputs.JOINTS_0, frames, blend, ${frameStride}u);
  let position = place * (node * (skin * vec4f(inputs.positions, 1.0)));
  let normal = place * (node * (skin * vec4f(inputs.normals, 0.0)));
  var outputs: FragmentInputs;
  outputs.clip = pbrProjection.modelViewProjectionMatrix * position;
  outputs.position = position.xyz;
  outputs.normal = normalize(normal.xyz);
  outputs.color = inputs.colors;
  return outputs;
}

@fragment
fn fragmentMain(inputs: FragmentInputs) -> @location(0) vec4f {
  fragmentInputs.pbr_vPosition = inputs.position;
  fragmentInputs.pbr_vNormal = inputs.normal;
  return pbr_filterColor(vec4f(inputs.color, 1.0));
}
`;

const VERTEX = /* glsl */ `#version 300 es
in vec4 positions;
in vec3 normals;
in vec3 colors;
in uvec4 JOINTS_0;
in vec4 WEIGHTS_0;
in vec4 instanceModelMatrixCol0;
in vec4 instanceModelMatrixCol1;
in vec4 instanceModelMatrixCol2;
in vec4 instanceModelMatrixCol3;
in vec4 instanceAnimationFrames;
in vec4 instanceAnimationBlend;
out vec3 vertexColor;

void main(void) {
  vec4 frames = instanceAnimationFrames;
  vec4 blend = instanceAnimationBlend;
  mat4 place = mat4(
    instanceModelMatrixCol0,
    instanceModelMatrixCol1,
    instanceModelMatrixCol2,
    instanceModelMatrixCol3
  );
  mat4 node = sampleGPUAnimationMatrix(frames, blend, 0);
  mat4 skin = getGPUAnimatedSkinMatrix(WEIGHTS_0, JOINTS_0, frames, blend);
  vec4 position = place * (node * (skin * positions));
  vec4 normal = place * (node * (skin * vec4(normals, 0.0)));
  pbr_setPositionNormalTangentUV(position, normal, vec4(0.0), vec2(0.0), vec2(0.0));
  gl_Position = pbrProjection.modelViewProjectionMatrix * position;
  vertexColor = colors;
}
`;

const FRAGMENT = /* glsl */ `#version 300 es
in vec3 vertexColor;
out vec4 fragmentColor;

void main(void) {
  fragmentColor = pbr_filterColor(vec4(vertexColor, 1.0));
}
`;
