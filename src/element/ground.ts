import { BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial, type Vector3 } from 'three';

const SEGMENTS = 96;
const RINGS = 48;
/** Fraction of the radius from which the ground fades out towards its rim. */
const FADE_FROM = 0.55;
const COLOR = '#b9ad97';

/**
 * A round ground under the crowd that follows the terrain. It fades out at its rim, so that it suits any background.
 *
 * @param radius metres
 * @param height of the terrain, metres
 */
export function createGround(
  center: Vector3,
  radius: number,
  height: (x: number, z: number) => number,
): Mesh {
  const ground = new Mesh(
    createDisc(center, radius, height),
    new MeshStandardMaterial({ color: COLOR, roughness: 1, vertexColors: true, transparent: true }),
  );
  ground.name = 'Ground';
  ground.receiveShadow = true;
  // Drawn before all other transparent objects, which lie on it.
  ground.renderOrder = -1;
  return ground;
}

function createDisc(
  center: Vector3,
  radius: number,
  height: (x: number, z: number) => number,
): BufferGeometry {
  const count = (RINGS + 1) * (SEGMENTS + 1);
  const positions = new Float32Array(count * 3);
  const colors = new Float32Array(count * 4).fill(1);
  for (let ring = 0, v = 0; ring <= RINGS; ring++) {
    // Denser towards the middle, which the camera sees from near.
    const fraction = (ring / RINGS) ** 1.5;
    for (let segment = 0; segment <= SEGMENTS; segment++, v++) {
      const angle = (segment / SEGMENTS) * 2 * Math.PI;
      const x = center.x + Math.sin(angle) * radius * fraction;
      const z = center.z + Math.cos(angle) * radius * fraction;
      positions.set([x, height(x, z), z], v * 3);
      colors[v * 4 + 3] = 1 - smoothstep((fraction - FADE_FROM) / (1 - FADE_FROM));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setIndex(createIndex());
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('color', new BufferAttribute(colors, 4));
  geometry.computeVertexNormals();
  return geometry;
}

function createIndex(): number[] {
  const row = SEGMENTS + 1;
  const index: number[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    for (let segment = 0; segment < SEGMENTS; segment++) {
      const a = ring * row + segment;
      index.push(a, a + row, a + 1, a + 1, a + row, a + row + 1);
    }
  }
  return index;
}

function smoothstep(t: number): number {
  const clamped = Math.min(Math.max(t, 0), 1);
  return clamped * clamped * (3 - 2 * clamped);
}
