import type { Document } from '@gltf-transform/core';
import { onTestFinished } from 'vitest';
import { addTrack } from '../edit-glb.js';
import { tinyCharacter } from '../rig/tiny-character.js';
import { aboutZ } from '../rig/tiny-rig.js';

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
  for (const [name, degrees] of [
    ['Armature|Idle|Layer', 5],
    ['Armature|Walking|Layer', 40],
  ] as const) {
    const values = [degrees, -degrees, degrees].flatMap(aboutZ);
    const keys = { path: 'rotation', times: [0, 0.5, 1], values } as const;
    addTrack(document, document.createAnimation(name), find('Spine'), keys);
  }
}

/** An address of the bytes, for the duration of a test. */
export function addressOf(bytes: Uint8Array<ArrayBuffer>): string {
  const address = URL.createObjectURL(new Blob([bytes]));
  onTestFinished(() => URL.revokeObjectURL(address));
  return address;
}
