import {
  type BufferGeometry,
  FloatType,
  InstancedBufferGeometry,
  type Material,
  type Mesh,
  NearestFilter,
  OrthographicCamera,
  Points,
  Scene,
  ShaderMaterial,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import { float, instanceIndex, int, varying, vec4, vertexIndex } from 'three/tsl';
import { IndirectStorageBufferAttribute, NodeMaterial, RenderTarget } from 'three/webgpu';
import { readPixels, type TestRenderer } from './backends.js';

const WIDTH = 256;

/**
 * Where the GPU puts each vertex of an instanced part, in the crowd's space: the part's own material poses every vertex
 * into a pixel of its own. Returns x, y, z for each (instance, vertex); on WebGPU, instances come in any order.
 *
 * @param instances how many characters wear the part, all of them in view
 */
export async function readPosedPositions(
  renderer: TestRenderer,
  mesh: Mesh,
  instances: number,
): Promise<Float32Array> {
  const vertices = mesh.geometry.getAttribute('position').count;
  const { geometry, first } = vertexByVertex(mesh.geometry, vertices, instances);
  const count = vertices * instances;
  const height = Math.ceil(count / WIDTH);
  const classic = renderer instanceof WebGLRenderer;
  const material = classic
    ? classicProbe(mesh.material as Material, vertices, height)
    : nodeProbe(mesh.material as NodeMaterial, vertices, height, first);
  const probe = new Points(geometry, material);
  probe.frustumCulled = false;
  const scene = new Scene();
  scene.add(probe);
  const options = { type: FloatType, minFilter: NearestFilter, magFilter: NearestFilter, depthBuffer: false };
  const target = classic
    ? new WebGLRenderTarget(WIDTH, height, options)
    : (new RenderTarget(WIDTH, height, options) as unknown as WebGLRenderTarget);
  renderer.setClearColor(0x000000, 0);
  renderer.setRenderTarget(target as never);
  renderer.render(scene, new OrthographicCamera());
  renderer.setRenderTarget(null);
  const pixels = await readPixels(renderer, target);
  target.dispose();
  material.dispose();

  const positions = new Float32Array(count * 3).fill(Number.NaN);
  for (let i = 0; i < pixels.length; i += 4) {
    // Backends disagree about which row is first, so every pixel contains its index.
    const owner = pixels[i + 3] - 1;
    if (owner >= 0) positions.set(pixels.subarray(i, i + 3), owner * 3);
  }
  return positions;
}

/** The same vertices one by one, since an index may leave some out; drawn from where the part's list begins. */
function vertexByVertex(
  source: BufferGeometry,
  vertices: number,
  instances: number,
): { geometry: InstancedBufferGeometry; first: number } {
  const geometry = new InstancedBufferGeometry();
  for (const [name, attribute] of Object.entries(source.attributes)) geometry.setAttribute(name, attribute);
  geometry.instanceCount = instances;
  if (!source.indirect) return { geometry, first: 0 };
  const first = source.indirect.array[(source.indirectOffset as number) / 4 + 4];
  geometry.setIndirect(new IndirectStorageBufferAttribute(Uint32Array.of(vertices, instances, 0, first), 1));
  return { geometry, first };
}

function classicProbe(material: Material, vertices: number, height: number): Material {
  const probe = new ShaderMaterial({
    vertexColors: material.vertexColors,
    vertexShader: `
      #include <common>
      #include <color_pars_vertex>
      varying vec3 vPosed;
      varying float vOwner;
      void main() {
        #include <uv_vertex>
        #include <color_vertex>
        #include <begin_vertex>
        int owner = gl_InstanceID * ${vertices} + gl_VertexID;
        vPosed = transformed;
        vOwner = float( owner + 1 );
        vec2 pixel = vec2( float( owner % ${WIDTH} ), float( owner / ${WIDTH} ) ) + 0.5;
        gl_Position = vec4( pixel / vec2( ${WIDTH}.0, ${height}.0 ) * 2.0 - 1.0, 0.0, 1.0 );
        gl_PointSize = 1.0;
      }`,
    fragmentShader: `
      #include <common>
      #include <color_pars_fragment>
      varying vec3 vPosed;
      varying float vOwner;
      void main() {
        vec4 diffuseColor = vec4( 1.0 );
        #include <color_fragment>
        gl_FragColor = vec4( vPosed, vOwner );
      }`,
  });
  probe.onBeforeCompile = material.onBeforeCompile;
  return probe;
}

function nodeProbe(material: NodeMaterial, vertices: number, height: number, first: number): Material {
  const probe = new NodeMaterial();
  const owner = int(instanceIndex).sub(first).mul(vertices).add(int(vertexIndex));
  const x = float(owner.mod(WIDTH)).add(0.5).div(WIDTH).mul(2).sub(1);
  const y = float(owner.div(WIDTH)).add(0.5).div(height).mul(2).sub(1);
  probe.vertexNode = vec4(x, y, 0, 1);
  probe.fragmentNode = varying(vec4(material.positionNode as never, float(owner.add(1))));
  return probe;
}
