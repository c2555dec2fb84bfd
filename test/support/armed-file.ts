import { type FileNode, writeForeignFile } from './foreign-file.js';

/** Angle of the arms from where they hang, radians. */
const REST_POSES = { T: Math.PI / 2, A: Math.PI / 5 } as const;

/** Lengths of upper arm and forearm, metres. */
const [UPPER, FORE] = [0.3, 0.24];
const SHOULDER = [0.2, 1.4, 0.02] as const;

/** A person with arms. */
export interface PersonFile {
  readonly rest: keyof typeof REST_POSES;
  /** Of the nodes below the root, in metres. */
  readonly unit?: number;
  /** Number of materials of its meshes, which differ in more than colour. @default 1 */
  readonly surfaces?: number;
}

/** Writes a person of Mixamo's bones with a slot in each hand. The clip `hang` lowers the arms, `rest` leaves them; both nod. */
export function writePerson({ rest, unit = 1, surfaces = 1 }: PersonFile): Promise<Uint8Array<ArrayBuffer>> {
  const angle = REST_POSES[rest];
  const scaled = (at: readonly [number, number, number]) =>
    at.map((value) => value / unit) as unknown as [number, number, number];
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const arms = (['Left', 'Right'] as const).flatMap((side): FileNode[] => {
    const way = side === 'Left' ? 1 : -1;
    const along = (length: number) => scaled([way * length * sin, -length * cos, 0]);
    const at = scaled([way * SHOULDER[0], SHOULDER[1] - 0.9, SHOULDER[2]]);
    return [
      { name: `mixamorig:${side}Arm`, parent: 'mixamorig:Hips', at },
      { name: `mixamorig:${side}ForeArm`, parent: `mixamorig:${side}Arm`, at: along(UPPER) },
      { name: `mixamorig:${side}Hand`, parent: `mixamorig:${side}ForeArm`, at: along(FORE) },
      { name: `mixamorig:${side}HandThumb1`, parent: `mixamorig:${side}Hand`, at: along(0.05) },
      { name: `slot ${side}`, parent: `mixamorig:${side}Hand`, at: scaled([0, 0.05, 0.02]) },
    ];
  });
  const nodes: FileNode[] = [
    { name: 'Armature' },
    { name: 'mixamorig:Hips', parent: 'Armature', at: scaled([0, 0.9, 0]) },
    { name: 'mixamorig:Head', parent: 'mixamorig:Hips', at: scaled([0, 0.6, 0]) },
    ...arms,
  ];
  const joints = nodes.slice(1).flatMap(({ name }) => (name.startsWith('slot') ? [] : [name]));
  const pieces = Array.from({ length: surfaces }, (_, k): FileNode => {
    const [x, y, z] = [
      [0.2, 0.5, 0.1],
      [0.12, 0.6, 0.12],
      [0.22, 0.1, 0.14],
    ][k];
    return { name: ['Shirt', 'Hair', 'Skin'][k], box: scaled([x, y, z]), joints };
  });
  const turn = (node: string, z: number) => ({
    ...{ node, path: 'rotation' as const, times: [0, 1] },
    values: [0, 1].flatMap(() => [0, 0, Math.sin(z / 2), Math.cos(z / 2)]),
  });
  const clip = (lowered: number) => [
    turn('mixamorig:LeftArm', -lowered),
    turn('mixamorig:RightArm', lowered),
    { ...turn('mixamorig:Head', 0), values: [0, 0, 0, 1, Math.sin(0.3), 0, 0, Math.cos(0.3)] },
  ];
  return writeForeignFile([...nodes, ...pieces], { hang: clip(angle), rest: clip(0) }, (document, find) => {
    find('Armature')
      .setScale([unit, unit, unit])
      .setRotation([0, Math.sin(0.1), 0, Math.cos(0.1)]);
    const [, ...others] = pieces;
    for (const [k, { name }] of others.entries()) {
      const [primitive] = find(name).getMesh()!.listPrimitives();
      primitive.getMaterial()!.setRoughnessFactor(0.2 + 0.3 * k);
    }
    const colors = [
      [0.5, 0.1, 0.1],
      [0.15, 0.1, 0.05],
      [0.7, 0.5, 0.4],
    ] as const;
    for (const [k, material] of document.getRoot().listMaterials().entries())
      material.setBaseColorFactor([...colors[k], 1]).setMetallicFactor(0);
  });
}

/** Writes a thing of two meshes, of which one is turned and scaled below another node. */
export function writeThing(
  name: string,
  color: readonly [number, number, number],
): Promise<Uint8Array<ArrayBuffer>> {
  return writeForeignFile(
    [
      { name: 'stand', at: [0.01, 0, 0.02] },
      { name, parent: 'stand', at: [0, 0.3, 0], box: [0.05, 0.2, 0.03] },
      { name: `${name} tip`, parent: name, at: [0.02, 0.2, 0], box: [0.1, 0.03, 0.02] },
    ],
    {},
    (document, find) => {
      find('stand').setRotation([Math.sin(0.2), 0, 0, Math.cos(0.2)]);
      find(`${name} tip`).setScale([1, 2, 0.5]);
      for (const material of document.getRoot().listMaterials())
        material
          .setBaseColorFactor([...color, 1])
          .setMetallicFactor(0)
          .setRoughnessFactor(0.9);
    },
  );
}
