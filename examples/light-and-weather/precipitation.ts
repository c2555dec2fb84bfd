import {
  BoxGeometry,
  type BufferGeometry,
  Group,
  IcosahedronGeometry,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  type Vector3,
} from 'three';

/** Side of the square that it rains on, and height that drops fall from; metres. */
const [SIDE, HEIGHT] = [34, 14];

interface Fall {
  readonly geometry: BufferGeometry;
  readonly material: MeshBasicMaterial;
  readonly drops: number;
  /** Metres a second. */
  readonly speed: number;
  /** Metres that flakes are blown about. */
  readonly sway: number;
}

const FALLS: Readonly<Record<'rain' | 'snow', Fall>> = {
  rain: {
    geometry: new BoxGeometry(0.008, 0.42, 0.008),
    material: new MeshBasicMaterial({
      color: '#c9d6e2',
      transparent: true,
      opacity: 0.34,
      depthWrite: false,
    }),
    drops: 1600,
    speed: 11,
    sway: 0,
  },
  snow: {
    geometry: new IcosahedronGeometry(0.022, 0),
    material: new MeshBasicMaterial({ color: '#ffffff', transparent: true, opacity: 0.9, depthWrite: false }),
    drops: 1500,
    speed: 1.1,
    sway: 0.7,
  },
};

/** Rain or snow around a place. Its layers fall as wholes, at different speeds: nothing is computed for a drop. */
export class Precipitation extends Group {
  #kind: Fall | undefined;
  #seconds = 0;

  /** @param kind anything else for a dry sky */
  start(kind: string): void {
    this.clear();
    this.#kind = FALLS[kind as 'rain' | 'snow'];
    if (this.#kind) for (let layer = 0; layer < 3; layer++) this.add(createLayer(this.#kind, layer));
  }

  update(seconds: number, place: Vector3): void {
    this.#seconds += seconds;
    this.position.set(place.x, 0, place.z);
    if (!this.#kind) return;
    const { speed, sway } = this.#kind;
    for (const [layer, drops] of this.children.entries()) {
      const fallen = this.#seconds * speed * (1 + layer * 0.22);
      const swing = this.#seconds * 0.5 + layer * 2;
      drops.position.set(Math.sin(swing) * sway, -(fallen % HEIGHT), Math.cos(swing * 0.8) * sway);
    }
  }
}

/** The drops of twice the height, the upper half like the lower: what has fallen by one height looks the same. */
function createLayer({ geometry, material, drops }: Fall, layer: number): InstancedMesh {
  const half = Math.floor(drops / 3);
  const mesh = new InstancedMesh(geometry, material, 2 * half);
  const matrix = new Matrix4();
  for (let i = 0; i < half; i++) {
    // The sequence of Roberts: evenly spread, and never in rows.
    const k = i + layer * half;
    const [x, y, z] = [0.8191725, 0.6710436, 0.5497005].map((step) => (k * step) % 1);
    for (const copy of [0, 1]) {
      matrix.makeTranslation((x - 0.5) * SIDE, (y + copy) * HEIGHT, (z - 0.5) * SIDE);
      mesh.setMatrixAt(i + copy * half, matrix);
    }
  }
  mesh.frustumCulled = false;
  return mesh;
}
