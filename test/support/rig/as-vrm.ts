import { splitGlb } from '../../../src/gltf/index.js';
import { packGlb } from '../pack-glb.js';

/** Part of a file's JSON that an avatar changes. */
interface AvatarJson {
  readonly nodes: readonly { readonly name?: string }[];
  readonly materials: { readonly name: string; extensions?: object }[];
  extensions?: object;
  extensionsUsed?: readonly string[];
}

/** VRM's names for bones of the tiny character. */
const HUMAN_BONES = {
  hips: 'Hips',
  spine: 'Spine',
  head: 'Head',
  leftUpperArm: 'Arm.L',
  leftHand: 'Hand.L',
  leftUpperLeg: 'Leg.L',
};

/**
 * The tiny character as an avatar: the extensions that VRM demands, and materials as MToon's, whose glTF form is that of
 * any other. Version 0 should face −Z; tests that need that turn it.
 */
export function asVrm(glb: Uint8Array, version: '0.x' | '1.0'): Uint8Array<ArrayBuffer> {
  const json = structuredClone(splitGlb(glb, 'tiny.glb').json) as unknown as AvatarJson;
  const nodeOf = (name: string): number => json.nodes.findIndex((node) => node.name === name);
  const bones = Object.entries(HUMAN_BONES).map(([bone, name]) => ({ bone, node: nodeOf(name) }));
  if (version === '1.0') {
    json.extensions = {
      VRMC_vrm: {
        specVersion: '1.0',
        meta: { name: 'Tiny', authors: ['three-crowd'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
        humanoid: { humanBones: Object.fromEntries(bones.map(({ bone, node }) => [bone, { node }])) },
      },
    };
    for (const material of json.materials) {
      material.extensions = {
        VRMC_materials_mtoon: {
          specVersion: '1.0',
          shadeColorFactor: [0.6, 0.4, 0.4],
          shadingToonyFactor: 0.9,
        },
      };
    }
    json.extensionsUsed = ['VRMC_vrm', 'VRMC_materials_mtoon'];
  } else {
    json.extensions = {
      VRM: {
        specVersion: '0.0',
        meta: { title: 'Tiny', author: 'three-crowd' },
        humanoid: { humanBones: bones },
        materialProperties: (json.materials ?? []).map(({ name }) => ({
          name,
          shader: 'VRM/MToon',
        })),
      },
    };
    json.extensionsUsed = ['VRM'];
  }
  return packGlb(json, glb);
}
