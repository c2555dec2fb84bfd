import {
  BatchedMesh,
  type BufferGeometry,
  DataTexture,
  FloatType,
  type Material,
  Matrix4,
  MeshDepthMaterial,
  type MeshStandardMaterial,
  Quaternion,
  REVISION,
  RedFormat,
  RGBADepthPacking,
  RGBAFormat,
  Sphere,
  type Texture,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Character } from 'three-crowd';
import type { BoneTexture } from 'three-crowd/rig';
import type { Contender } from './contender.js';
import { copyCharacter, meshesOf } from './standard-character.js';
import { threeScene } from './three-scene.js';
import { createThreeStage } from './three-stage.js';

const ATTRIBUTES = ['position', 'normal', 'color', 'skinIndex', 'skinWeight'];

export const batchedMesh: Contender = {
  id: 'batched-mesh',
  title: 'BatchedMesh with bone texture',
  version: `0.${REVISION}.0`,
  documentation: 'https://threejs.org/docs/#api/en/objects/BatchedMesh',
  setup:
    'What an afternoon gives: the six parts merged, a BatchedMesh as it comes (culled and sorted), and a material whose ' +
    'vertex shader takes the nearest frame from three-crowd’s bone texture.',
  backends: ['webgl'],
  async create({ alike, standard, boneTexture }, stage) {
    const three = await createThreeStage(stage);
    const meshes = meshesOf(copyCharacter(standard));
    const geometry = mergeGeometries(meshes.map((mesh) => keepAttributes(mesh.geometry)));
    const time = { value: 0 };
    const poses = poseUniforms(boneTexture, alike, time);
    const material = patch((meshes[0].material as MeshStandardMaterial).clone(), poses);
    const batch = new BatchedMesh(
      alike.length,
      geometry.getAttribute('position').count,
      geometry.getIndex()?.count ?? 0,
      material,
    );
    batch.customDepthMaterial = patch(new MeshDepthMaterial({ depthPacking: RGBADepthPacking }), poses);
    batch.castShadow = batch.receiveShadow = stage.shadows;
    // Instances are culled by it. Vertices are unposed, in centimetres.
    geometry.boundingSphere = new Sphere(new Vector3(0, 0.9, 0), 1.2);
    const id = batch.addGeometry(geometry);
    for (const character of alike) batch.setMatrixAt(batch.addInstance(id), matrixOf(character));
    three.scene.add(batch);
    const pose = (seconds: number): void => {
      time.value = seconds;
    };
    return threeScene(three, pose, () => {
      batch.dispose();
      material.dispose();
      poses.poses.value.dispose();
      poses.phases.value.dispose();
    });
  },
};

function keepAttributes(geometry: BufferGeometry): BufferGeometry {
  for (const name of Object.keys(geometry.attributes)) {
    if (!ATTRIBUTES.includes(name)) geometry.deleteAttribute(name);
  }
  return geometry;
}

function matrixOf({ x, z, rot_y, scale }: Character): Matrix4 {
  const turn = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), rot_y);
  return new Matrix4().compose(new Vector3(x, 0, z), turn, new Vector3(scale, scale, scale));
}

interface PoseUniforms {
  readonly poses: { readonly value: Texture };
  readonly phases: { readonly value: Texture };
  readonly time: { value: number };
  /** First frame, frames, frames a second, bones. */
  readonly walk: { readonly value: readonly number[] };
}

function poseUniforms(
  { data, manifest }: BoneTexture,
  characters: readonly Character[],
  time: PoseUniforms['time'],
): PoseUniforms {
  const walk = manifest.clipInfo.find(({ name }) => name === 'walk');
  if (!walk) throw new Error('The bone texture has no walk.');
  const { texWidth, texHeight, bakeFps, nBones } = manifest;
  const width = Math.ceil(Math.sqrt(characters.length));
  const phases = new Float32Array(width * width);
  phases.set(characters.map(({ phase }) => phase));
  return {
    poses: { value: floatTexture(data, texWidth, texHeight, RGBAFormat) },
    phases: { value: floatTexture(phases, width, width, RedFormat) },
    time,
    walk: { value: [walk.startFrame, walk.frameCount, bakeFps, nBones] },
  };
}

function floatTexture(
  data: Float32Array,
  width: number,
  height: number,
  format: typeof RGBAFormat | typeof RedFormat,
): DataTexture {
  const texture = new DataTexture(data as Float32Array<ArrayBuffer>, width, height, format, FloatType);
  texture.needsUpdate = true;
  return texture;
}

const DECLARATIONS = /* glsl */ `
attribute vec4 skinIndex;
attribute vec4 skinWeight;
uniform highp sampler2D poses;
uniform highp sampler2D phases;
uniform float time;
uniform vec4 walk;

vec4 poseRow( int texel ) {
  int width = textureSize( poses, 0 ).x;
  return texelFetch( poses, ivec2( texel % width, texel / width ), 0 );
}

mat4 poseOf( float instance ) {
  int width = textureSize( phases, 0 ).x;
  float phase = texelFetch( phases, ivec2( int( instance ) % width, int( instance ) / width ), 0 ).r;
  int frame = int( walk.x + mod( floor( time * walk.z + phase * walk.y ), walk.y ) );
  vec4 rows[ 3 ] = vec4[]( vec4( 0.0 ), vec4( 0.0 ), vec4( 0.0 ) );
  for ( int i = 0; i < 4; i ++ ) {
    int texel = ( frame * int( walk.w ) + int( skinIndex[ i ] ) ) * 3;
    for ( int row = 0; row < 3; row ++ ) rows[ row ] += skinWeight[ i ] * poseRow( texel + row );
  }
  return transpose( mat4( rows[ 0 ], rows[ 1 ], rows[ 2 ], vec4( 0.0, 0.0, 0.0, 1.0 ) ) );
}
`;

function patch<T extends Material>(material: T, uniforms: PoseUniforms): T {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = `${DECLARATIONS}${shader.vertexShader}`
      .replace(
        '#include <batching_vertex>',
        '#include <batching_vertex>\nmat4 pose = poseOf( getIndirectIndex( gl_DrawID ) );',
      )
      .replace(
        '#include <beginnormal_vertex>',
        '#include <beginnormal_vertex>\nobjectNormal = mat3( pose ) * objectNormal;',
      )
      .replace(
        '#include <begin_vertex>',
        '#include <begin_vertex>\ntransformed = ( pose * vec4( transformed, 1.0 ) ).xyz;',
      );
  };
  return material;
}
