import type { Document } from '@gltf-transform/core';
import { onTestFinished } from 'vitest';
import { tinyCharacter } from '../rig/tiny-character.js';

/** One character in one file: a robe, a rigid hat, and clips with an exporter's names. */
export async function characterFile(parts: readonly string[] = ['robe_1']): Promise<Uint8Array<ArrayBuffer>> {
  const { files } = await tinyCharacter({
    edit: (document, file) => {
      if (file === 'characters.glb') keepParts(document, parts);
    },
  });
  return files.get('characters.glb')!;
}

/** The same, whose robe has a cloud of points, too, which no crowd draws. */
export async function fileWithPoints(): Promise<Uint8Array<ArrayBuffer>> {
  const { files } = await tinyCharacter({
    edit: (document, file) => {
      if (file !== 'characters.glb') return;
      keepParts(document, ['robe_1']);
      const robe = document
        .getRoot()
        .listNodes()
        .find((node) => node.getName() === 'robe_1')!;
      const [whole] = robe.getMesh()!.listPrimitives();
      robe.getMesh()!.addPrimitive(whole.clone().setMode(0));
    },
  });
  return files.get('characters.glb')!;
}

/** Leaves these parts, and adds the hat and the clips. */
export function keepParts(document: Document, parts: readonly string[]): void {
  const root = document.getRoot();
  const find = (name: string) => root.listNodes().find((node) => node.getName() === name)!;
  // The mesh lies at the height of the head, which is 150 cm up.
  const hat = document.createNode('hat').setMesh(find('hair_1').getMesh()).setTranslation([0, -150, 0]);
  find('Head').addChild(hat);
  for (const node of root.listNodes()) if (node.getSkin() && !parts.includes(node.getName())) node.dispose();
  const [buffer] = root.listBuffers();
  for (const [name, degrees] of [
    ['Armature|Idle|Layer', 5],
    ['Armature|Walking|Layer', 40],
  ] as const) {
    const turn = (sign: number) => [
      0,
      0,
      Math.sin((sign * degrees * Math.PI) / 360),
      Math.cos((degrees * Math.PI) / 360),
    ];
    const accessor = (type: 'SCALAR' | 'VEC4', numbers: number[]) =>
      document.createAccessor().setType(type).setArray(Float32Array.from(numbers)).setBuffer(buffer);
    const sampler = document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', [0, 0.5, 1]))
      .setOutput(accessor('VEC4', [...turn(1), ...turn(-1), ...turn(1)]));
    const channel = document
      .createAnimationChannel()
      .setTargetNode(find('Spine'))
      .setTargetPath('rotation')
      .setSampler(sampler);
    document.createAnimation(name).addSampler(sampler).addChannel(channel);
  }
}

/** An address of the bytes, for the duration of a test. */
export function addressOf(bytes: Uint8Array<ArrayBuffer>): string {
  const address = URL.createObjectURL(new Blob([bytes]));
  onTestFinished(() => URL.revokeObjectURL(address));
  return address;
}
