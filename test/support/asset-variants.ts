import type { Document } from '@gltf-transform/core';
import { openGlb, readCharacter } from '../../src/gltf/index.js';
import { AFFINE_SIZE, invertAffine, multiplyAffine } from '../../src/math/index.js';
import type { Shown } from './crowd-variants.js';
import {
  addMaterial,
  addRigidPart,
  addStranger,
  editGlb,
  type JointOrder,
  reorderJoints,
  separateSkins,
} from './edit-glb.js';
import type { Answer, Answers, Json } from './plain-answers.js';
import type { FileEdit, Variant } from './strict-service.js';

/** Change of the files that a response refers to, and the result of drawing. */
export interface AssetVariant extends Variant {
  readonly instanced: Shown;
  readonly clones: Shown;
  /** True if nothing says how clips are retargeted, which gives a further warning. */
  readonly hasUnclearClips?: boolean;
}

const WORKS: Shown = { works: true };

const NOT_THERE = (): Answer => ({ status: 404 });
const halve = (bytes: Uint8Array): Answer => ({ bytes: bytes.subarray(0, bytes.length / 2) });

/** The bone texture's manifest with another content. */
function withManifest(change: (manifest: Json) => Json): Variant['edits'] {
  return {
    'bone-texture.json': (bytes) => ({ body: change(JSON.parse(new TextDecoder().decode(bytes))) }),
  };
}

/** The fields of a manifest that the interface names. */
const DOCUMENTED = ['texWidth', 'texHeight', 'nBones', 'bakeFps', 'clipInfo', 'walkClip'];

/** The bone texture with each bone's matrix in another form. */
function withMatrices(form: (rows: Float32Array) => ArrayLike<number>): FileEdit {
  return (bytes) => {
    const numbers = new Float32Array(bytes.slice().buffer);
    const matrices = Array.from({ length: numbers.length / AFFINE_SIZE }, (_, k) =>
      Array.from(form(numbers.subarray(k * AFFINE_SIZE, (k + 1) * AFFINE_SIZE))),
    );
    return { bytes: new Uint8Array(Float32Array.from(matrices.flat()).buffer) };
  };
}

const asMat4 = (manifest: Json): Json => ({
  ...manifest,
  layout: undefined,
  texWidth: (manifest.texWidth / 3) * 4,
});

/** The texture with the bones' places in the world, without the inverse of the bind pose. */
const toWorldMatrices: FileEdit = async (bytes, files) => {
  const { skin } = await readCharacter(openGlb(files.get('skeleton.glb')!, 'skeleton.glb'));
  const binds = new Float64Array(skin.inverseBind.length);
  for (let o = 0; o < binds.length; o += AFFINE_SIZE) invertAffine(binds, o, skin.inverseBind, o);
  let matrix = 0;
  const edit = withMatrices((rows) => {
    const world = new Float64Array(AFFINE_SIZE);
    const joint = matrix++ % skin.joints.length;
    multiplyAffine(world, 0, rows, 0, binds, joint * AFFINE_SIZE);
    return world;
  });
  return edit(bytes, files);
};

const nextPowerOfTwo = (count: number): number => 2 ** Math.ceil(Math.log2(count));

/** Each row of texels with zeros behind it, up to a power of two. */
const padRows: FileEdit = (bytes, files) => {
  const { texWidth, texHeight } = JSON.parse(new TextDecoder().decode(files.get('bone-texture.json')));
  const width = nextPowerOfTwo(texWidth);
  const padded = new Uint8Array(width * texHeight * 16);
  for (let y = 0; y < texHeight; y++) {
    padded.set(bytes.subarray(y * texWidth * 16, (y + 1) * texWidth * 16), y * width * 16);
  }
  return { bytes: padded };
};

/** A row of texels a frame, whose bones are followed by zeros up to a power of two. */
function paddedSize({ nBones, texWidth, texHeight }: Json) {
  const frames = Math.floor((texWidth * texHeight) / 3 / nBones);
  return { nBones: nextPowerOfTwo(nBones), texWidth: nextPowerOfTwo(nBones) * 3, texHeight: frames };
}

const padBones: FileEdit = (bytes, files) => {
  const manifest = JSON.parse(new TextDecoder().decode(files.get('bone-texture.json')));
  const { texWidth, texHeight } = paddedSize(manifest);
  const padded = new Uint8Array(texWidth * texHeight * 16);
  const length = manifest.nBones * 3 * 16;
  for (let frame = 0; frame < texHeight; frame++) {
    padded.set(bytes.subarray(frame * length, (frame + 1) * length), frame * texWidth * 16);
  }
  return { bytes: padded };
};

/** A GLB of the kit with another content. */
function withGlb(file: string, change: (document: Document) => void): Variant['edits'] {
  return { [file]: async (bytes) => ({ bytes: await editGlb(bytes, change) }) };
}

/** A texture that cannot be used, while only the texture says how clips are retargeted. */
function boneTexture(name: string, pattern: RegExp, edits: Variant['edits']): AssetVariant {
  const message = new RegExp(`${pattern.source}.*give the option retarget`);
  return everywhere(name, { fails: 'BoneTextureError', message }, { edits });
}

function everywhere(name: string, shows: Shown, more: Partial<AssetVariant>): AssetVariant {
  return { name, instanced: shows, clones: shows, ...more };
}

const without =
  (...fields: string[]) =>
  ({ crowd }: Answers): void => {
    for (const field of fields) delete crowd.assets[field];
  };

/** Far files of the same people on other joints than the near one: in another order, and without a wrist. */
export const FAR_JOINTS = {
  'lod-other-joint-order': (names) => [...names.keys()].reverse(),
  'lod-joint-short': (names) => [...names.keys()].filter((joint) => names[joint] !== 'handL'),
} as const satisfies Readonly<Record<string, JointOrder>>;

/** A body of the kit. */
const TWO_MATERIALS = 'body_scholar';

/** Faults of files that can be downloaded. Clones do not fetch the far file. */
export const ASSET_VARIANTS: readonly AssetVariant[] = [
  boneTexture('bone-texture-404', /bone-texture\.bin.*404/, { 'bone-texture.bin': NOT_THERE }),
  boneTexture('bone-texture-cut', /bone-texture\.bin/, { 'bone-texture.bin': halve }),
  boneTexture('bone-manifest-404', /bone-texture\.json.*404/, { 'bone-texture.json': NOT_THERE }),
  boneTexture(
    'bone-layout-unknown',
    /layout/,
    withManifest((manifest) => ({ ...manifest, layout: 'quaternions' })),
  ),
  everywhere('bone-texture-of-two-clips', WORKS, {
    edits: withManifest((manifest) => ({
      ...manifest,
      clipInfo: manifest.clipInfo.filter(({ name }: Json) => name === 'jog' || name === 'walk'),
      walkClip: 1,
    })),
  }),
  everywhere('bone-manifest-as-documented', WORKS, {
    edits: withManifest((manifest) => ({
      ...Object.fromEntries(DOCUMENTED.map((field) => [field, manifest[field]])),
      clipInfo: manifest.clipInfo.map(({ name, startFrame, frameCount }: Json) => ({
        name,
        start: startFrame,
        end: startFrame + frameCount,
      })),
    })),
  }),
  // Other forms of the texture itself; those of its manifest are in `decode-bone-texture.test.ts`.
  everywhere('bone-texture-of-columns', WORKS, {
    edits: {
      ...withManifest(asMat4),
      'bone-texture.bin': withMatrices(([a, b, c, x, d, e, f, y, g, h, i, z]) => [
        ...[a, d, g, 0, b, e, h, 0, c, f, i, 0, x, y, z, 1],
      ]),
    },
  }),
  boneTexture('bone-texture-of-4x4-rows', /not a 4×4 stored by columns/, {
    ...withManifest(asMat4),
    'bone-texture.bin': withMatrices((rows) => [...rows, 0, 0, 0, 1]),
  }),
  boneTexture('bone-texture-of-padded-rows', /texWidth is \d+, not a multiple of 3/, {
    ...withManifest((manifest) => ({ ...manifest, texWidth: nextPowerOfTwo(manifest.texWidth) })),
    'bone-texture.bin': padRows,
  }),
  boneTexture('bone-texture-of-padded-bones', /has \d+ names for 64 bones \(nBones\)/, {
    ...withManifest((manifest) => ({ ...manifest, ...paddedSize(manifest) })),
    'bone-texture.bin': padBones,
  }),
  boneTexture('bone-texture-of-world-matrices', /tall/, { 'bone-texture.bin': toWorldMatrices }),
  {
    name: 'lod-404',
    instanced: { warns: /lod\.glb.*404.*near meshes \(assets\.lod_glb\)/ },
    clones: WORKS,
    edits: { 'lod.glb': NOT_THERE },
  },
  // Joints are matched by their bones' names.
  ...Object.entries(FAR_JOINTS).map(([name, order]) =>
    everywhere(name, WORKS, { edits: withGlb('lod.glb', (document) => reorderJoints(document, order)) }),
  ),
  {
    name: 'lod-of-another-skeleton',
    instanced: { warns: /Joint "\w+_far" of .*lod\.glb is not in .*near meshes \(assets\.lod_glb\)/ },
    clones: WORKS,
    edits: withGlb('lod.glb', (document) => {
      for (const node of document.getRoot().listNodes()) node.setName(`${node.getName()}_far`);
    }),
  },
  // Data and manifest of the bone texture are useless without each other.
  ...(['bone_tex_bin', 'bone_tex_manifest'] as const).map((missing): AssetVariant => {
    const pattern = new RegExp(`assets\\.${missing} is missing: neither can be read without the other`);
    const warns = new RegExp(`${pattern.source}\\. The crowd is drawn from its clips`);
    return everywhere(
      `no-${missing.replaceAll('_', '-')}`,
      { warns },
      { change: without(missing), hasUnclearClips: true },
    );
  }),
  // Output of exporters, and parts that some characters wear. The skins list their joints in reverse order, the texture does
  // not.
  everywhere('a-skin-for-each-mesh', WORKS, { edits: withGlb('skeleton.glb', separateSkins) }),
  everywhere('a-part-of-two-materials', WORKS, {
    change: ({ crowd }) => {
      // Worn by some of the characters.
      crowd.characters[0].body_id = TWO_MATERIALS;
    },
    edits: withGlb('skeleton.glb', (document) => addMaterial(document, TWO_MATERIALS)),
  }),
  everywhere('a-mesh-on-another-skeleton', WORKS, { edits: withGlb('skeleton.glb', addStranger) }),
  everywhere('a-rigid-part-on-a-bone', WORKS, {
    edits: withGlb('skeleton.glb', (document) => addRigidPart(document, 'handL')),
  }),
  everywhere(
    'a-part-that-is-not-there',
    { warns: /these parts are not in skeleton_glb and are not drawn: "hair_of_air" \(1 times/ },
    { change: ({ crowd }) => Object.assign(crowd.characters[0], { hair_id: 'hair_of_air' }) },
  ),
  everywhere(
    'a-shared-part-that-is-not-there',
    { warns: /are not drawn: "tail" \(1 times/ },
    { change: ({ crowd }) => crowd.shared_parts.push('tail') },
  ),
  everywhere('clip-404-that-the-texture-has', WORKS, { edits: { 'clips/jog.glb': NOT_THERE } }),
  everywhere(
    'played-clip-404-and-no-texture',
    { warns: /play "idle": "walk" \(.*clips\/walk\.glb.*404/ },
    {
      change: without('bone_tex_bin', 'bone_tex_manifest'),
      edits: { 'clips/walk.glb': NOT_THERE },
      hasUnclearClips: true,
    },
  ),
  everywhere(
    'skeleton-cut',
    { fails: 'AssetError', message: /skeleton\.glb/ },
    { edits: { 'skeleton.glb': halve } },
  ),
];
