import {
  Color,
  CylinderGeometry,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  MeshStandardMaterial,
  Quaternion,
  Vector3,
} from 'three';

/** Where a tree stands, and how high it is; metres. */
export interface Tree {
  readonly x: number;
  readonly z: number;
  readonly height: number;
}

/** Clumps of blossom to a tree. */
const CLUMPS = 16;
/** Radians from one clump to the next, as in a sunflower: no two above each other. */
const GOLDEN_ANGLE = 2.39996;

/** Plum trees in blossom: two draws, however many. */
export function createTrees(trees: readonly Tree[], blossom = '#dda7a4'): Group {
  const trunks = new InstancedMesh(
    new CylinderGeometry(0.016, 0.04, 0.7, 7).translate(0, 0.35, 0),
    new MeshStandardMaterial({ color: '#4a3a30', roughness: 1 }),
    trees.length,
  );
  const clumps = new InstancedMesh(
    buildClump(),
    new MeshStandardMaterial({ roughness: 1, flatShading: true }),
    trees.length * CLUMPS,
  );
  const matrix = new Matrix4();
  const turn = new Quaternion();
  trees.forEach(({ x, z, height }, t) => {
    const foot = new Vector3(x, 0, z);
    trunks.setMatrixAt(t, matrix.compose(foot, turn.identity(), new Vector3().setScalar(height)));
    for (let c = 0; c < CLUMPS; c++) {
      const angle = c * GOLDEN_ANGLE + t;
      const up = c / (CLUMPS - 1);
      const out = 0.3 * Math.sin(Math.PI * (0.25 + 0.72 * up));
      const place = new Vector3(Math.cos(angle) * out, 0.5 + 0.42 * up, Math.sin(angle) * out);
      const size = height * (0.15 - 0.05 * up + 0.012 * ((c * 7) % 4));
      turn.setFromAxisAngle(UP, angle * 3);
      matrix.compose(place.multiplyScalar(height).add(foot), turn, new Vector3(size, size * 0.72, size));
      clumps.setMatrixAt(t * CLUMPS + c, matrix);
      const shade = (((c * 3 + t) % 7) - 3) * 0.018 + (up - 0.5) * 0.06;
      clumps.setColorAt(t * CLUMPS + c, new Color(blossom).offsetHSL(0, 0, shade));
    }
  });
  return new Group().add(trunks, clumps);
}

const UP = new Vector3(0, 1, 0);

/** A ball, ragged as leaves are. */
function buildClump(): IcosahedronGeometry {
  const geometry = new IcosahedronGeometry(1, 4);
  const { position } = geometry.attributes;
  const corner = new Vector3();
  for (let i = 0; i < position.count; i++) {
    corner.fromBufferAttribute(position, i);
    // Corners at one place move together.
    const ragged = Math.sin(corner.x * 17.3 + corner.y * 23.1 + corner.z * 29.7);
    corner.multiplyScalar(0.94 + 0.16 * ragged);
    position.setXYZ(i, corner.x, corner.y, corner.z);
  }
  return geometry;
}
