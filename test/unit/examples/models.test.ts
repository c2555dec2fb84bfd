import validator from 'gltf-validator';
import {
  type AnimationClip,
  AnimationMixer,
  type BufferGeometry,
  InstancedMesh,
  Mesh,
  type Object3D,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { MODELS } from '../../../examples/models/models.js';
import { writeGlb } from '../../../examples/models/write-glb.js';

test.each(Object.entries(MODELS))(
  'the model %s is a valid file with all triangles and instances',
  async (_, create) => {
    const scene = create();
    const geometries = new Set<BufferGeometry>();
    const instances: number[] = [];
    scene.traverse((object) => {
      if (object instanceof Mesh) geometries.add(object.geometry);
      if (object instanceof InstancedMesh) instances.push(object.count);
    });
    const triangles = [...geometries].reduce(
      (sum, { index, attributes }) => sum + (index ?? attributes.position).count / 3,
      0,
    );
    const bytes = await writeGlb(scene);
    const { issues, info } = await validator.validateBytes(bytes);
    expect(issues.messages.filter(({ severity }) => severity < 2)).toEqual([]);
    expect(triangles).toBeGreaterThan(1000);
    expect(info.totalTriangleCount).toBe(triangles);
    expect(countInstances(bytes)).toEqual(instances);
  },
);

test('the mannequin walks at a metre a second on feet that do not slide', () => {
  const mannequin = MODELS['mannequin']();
  const mixer = new AnimationMixer(mannequin);
  const walk = mannequin.animations.find(({ name }) => name === 'walk') as AnimationClip;
  mixer.clipAction(walk).play();
  const foot = mannequin.getObjectByName('LeftFoot') as Object3D;
  const onGround = Array.from({ length: 12 }, (_, k) => {
    mixer.setTime(k / 30);
    mannequin.updateMatrixWorld();
    const { y, z } = foot.getWorldPosition(new Vector3());
    return { height: y, place: z + k / 30 };
  });
  for (const { height, place } of onGround) {
    expect(height).toBeCloseTo(onGround[0].height, 3);
    expect(place).toBeCloseTo(onGround[0].place, 3);
  }
});

/** Instances of each node that has some, by the file's JSON: the validator doesn't know the extension. */
function countInstances(bytes: Uint8Array): number[] {
  const { buffer, byteOffset } = bytes;
  const length = new DataView(buffer, byteOffset).getUint32(12, true);
  const { nodes, accessors } = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  return nodes
    .flatMap((node: InstancingNode) => node.extensions?.EXT_mesh_gpu_instancing ?? [])
    .map(({ attributes }: Instancing) => accessors[attributes['TRANSLATION']].count);
}

interface Instancing {
  readonly attributes: Readonly<Record<string, number>>;
}

interface InstancingNode {
  readonly extensions?: { readonly EXT_mesh_gpu_instancing?: Instancing };
}
