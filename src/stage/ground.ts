import {
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  Mesh,
  MeshStandardMaterial,
  RepeatWrapping,
  SRGBColorSpace,
  type Vector3,
} from 'three';

const SEGMENTS = 96;
const RINGS = 48;
/** Fraction of the radius from which the ground fades out towards its rim. */
const FADE_FROM = 0.55;
/** Slabs, and grass where there are hills. */
const STONE = '#c8beac';
const GRASS = '#8f9a68';
/** Side of a slab, metres, and slabs along one side of the texture. */
const SLAB = 1.2;
const SLABS = 8;
/** Side of the texture, pixels. */
const TEXTURE_SIZE = 512;
/** Between slabs: #d2cec6, its bytes from the last to the first. */
const JOINT_COLOR = 0xffc6ced2;

/** Height of the terrain at a place, metres. */
export type Terrain = (x: number, z: number) => number;

/**
 * A round ground under the crowd: slabs of stone, whose lines show distances, or hills of grass.
 *
 * @param geometry as {@link createDisc} makes it
 * @param terrain undefined where it is flat
 * @param fadesOut true if its rim is transparent, so that it suits any background
 */
export function createGround(
  geometry: BufferGeometry,
  terrain: Terrain | undefined,
  fadesOut: boolean,
): Mesh<BufferGeometry, MeshStandardMaterial> {
  const ground = new Mesh(
    geometry,
    new MeshStandardMaterial({
      color: terrain ? GRASS : STONE,
      roughness: 1,
      vertexColors: fadesOut,
      transparent: fadesOut,
      map: terrain ? null : drawSlabs(),
    }),
  );
  ground.name = 'Ground';
  ground.receiveShadow = true;
  // Drawn before all other transparent objects, which lie on it.
  ground.renderOrder = -1;
  return ground;
}

/**
 * Slabs in rows, each a little lighter or darker than its neighbours, in a sequence that is always the same.
 *
 * Rejected: a canvas. Chromium has the page wait for all that the GPU has to do before it paints on one, even where the
 * canvas is kept off the GPU: 0.25 to 0.6 s of a page's start while a crowd's shaders are built (software GPU, busy machine).
 */
function drawSlabs(): DataTexture {
  const side = TEXTURE_SIZE / SLABS;
  const pixels = new Uint32Array(TEXTURE_SIZE * TEXTURE_SIZE).fill(JOINT_COLOR);
  for (let row = 0; row < SLABS; row++) {
    for (let column = 0; column <= SLABS; column++) {
      const color = 0xff000000 + 0x10101 * (232 + (((column % SLABS) * 37 + row * 53) % 19));
      // Every second row is shifted by half a slab.
      const x = (column - (row % 2) / 2) * side;
      const [from, to] = [Math.max(0, x + 1), Math.min(TEXTURE_SIZE, x + side - 1)];
      for (let y = row * side + 1; y < (row + 1) * side - 1; y++) {
        // A texture's memory begins with its lowest row.
        const start = (TEXTURE_SIZE - 1 - y) * TEXTURE_SIZE;
        pixels.fill(color, start + from, start + to);
      }
    }
  }
  const texture = new DataTexture(new Uint8Array(pixels.buffer), TEXTURE_SIZE, TEXTURE_SIZE);
  return Object.assign(texture, {
    colorSpace: SRGBColorSpace,
    wrapS: RepeatWrapping,
    wrapT: RepeatWrapping,
    magFilter: LinearFilter,
    minFilter: LinearMipmapLinearFilter,
    generateMipmaps: true,
    anisotropy: 8,
    needsUpdate: true,
  });
}

/**
 * The shape of a round ground.
 *
 * @param radius metres
 * @param rings fewer where only the shader of the ground is looked at
 */
export function createDisc(
  center: Vector3,
  radius: number,
  terrain?: Terrain,
  rings = RINGS,
): BufferGeometry {
  const count = (rings + 1) * (SEGMENTS + 1);
  const positions = new Float32Array(count * 3);
  const normals = new Float32Array(count * 3);
  const uvs = new Float32Array(count * 2);
  const colors = new Float32Array(count * 4).fill(1);
  for (let ring = 0, v = 0; ring <= rings; ring++) {
    // Denser towards the middle, which the camera sees from near.
    const fraction = (ring / rings) ** 1.5;
    for (let segment = 0; segment <= SEGMENTS; segment++, v++) {
      const angle = (segment / SEGMENTS) * 2 * Math.PI;
      const x = center.x + Math.sin(angle) * radius * fraction;
      const z = center.z + Math.cos(angle) * radius * fraction;
      positions.set([x, terrain?.(x, z) ?? 0, z], v * 3);
      normals[v * 3 + 1] = 1;
      uvs.set([x / (SLAB * SLABS), z / (SLAB * SLABS)], v * 2);
      colors[v * 4 + 3] = 1 - smoothstep((fraction - FADE_FROM) / (1 - FADE_FROM));
    }
  }
  const geometry = new BufferGeometry();
  geometry.setIndex(createIndex(rings));
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setAttribute('color', new BufferAttribute(colors, 4));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  // Half of the time of the whole: even ground is known to face upwards.
  if (terrain) geometry.computeVertexNormals();
  return geometry;
}

function createIndex(rings: number): number[] {
  const row = SEGMENTS + 1;
  const index: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
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
