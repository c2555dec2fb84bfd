import { DataTexture, DoubleSide, MeshStandardMaterial } from 'three';

/** Materials of the houses. */
export interface Materials {
  readonly plaster: MeshStandardMaterial;
  readonly timber: MeshStandardMaterial;
  readonly stone: MeshStandardMaterial;
  readonly tiles: MeshStandardMaterial;
  /** Lattice windows; `emissiveIntensity` is the light behind them. */
  readonly paper: MeshStandardMaterial;
}

/** A texture whose pixels are there: no canvas, which Node has not. */
export type PixelTexture = DataTexture & {
  readonly image: { readonly data: Uint8Array; readonly width: number; readonly height: number };
};

export function createMaterials(): Materials {
  const lattice = drawLattice();
  const materials = {
    plaster: new MeshStandardMaterial({ color: '#d8ccb4', roughness: 1 }),
    timber: new MeshStandardMaterial({ color: '#6e2f24', roughness: 0.8 }),
    stone: new MeshStandardMaterial({ color: '#9a948a', roughness: 1 }),
    tiles: new MeshStandardMaterial({ map: drawTiles(), roughness: 0.85, side: DoubleSide }),
    paper: new MeshStandardMaterial({
      map: lattice,
      emissiveMap: lattice,
      emissive: '#ffb45c',
      roughness: 1,
    }),
  };
  for (const [name, material] of Object.entries(materials)) material.name = name;
  return materials;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Shades of a round tile from side to side, lit from above. */
const TILE: readonly (readonly [at: number, color: Rgb])[] = [
  [0, [62, 68, 72]],
  [0.45, [124, 132, 138]],
  [0.75, [86, 93, 98]],
  [1, [51, 56, 59]],
];

/** Round tiles side by side: one row of them. */
function drawTiles(): PixelTexture {
  return drawPixels(32, 64, (x) => {
    const next = Math.max(
      1,
      TILE.findIndex(([at]) => at >= x / 31),
    );
    const [[from, a], [to, b]] = [TILE[next - 1], TILE[next]];
    const share = (x / 31 - from) / (to - from);
    return [0, 1, 2].map((k) => a[k] + (b[k] - a[k]) * share) as unknown as Rgb;
  });
}

/** Paper behind a wooden lattice: bars five pixels wide, every 31. */
function drawLattice(): PixelTexture {
  const isBar = (at: number): boolean => (at + 1) % 31 < 5;
  return drawPixels(128, 128, (x, y) => (isBar(x) || isBar(y) ? [74, 42, 32] : [239, 226, 194]));
}

/** Worn flagstones in running bond: rows of four, each stone a little lighter or darker than its neighbours. */
export function drawPaving(): PixelTexture {
  const [size, row, stone] = [512, 64, 128];
  return drawPixels(size, size, (x, y) => {
    const line = Math.floor(y / row);
    const along = x + (line % 2) * (stone / 2);
    if (y % row < 3 || along % stone < 3) return [196, 185, 164];
    const shade = 208 + ((((Math.floor(along / stone) % 4) * 7 + line * 13) * 5) % 23);
    return [shade, shade - 9, shade - 26];
  });
}

/** Grey from black to white, from left to right. */
export function drawRamp(): PixelTexture {
  return drawPixels(32, 2, (x) => [0, 1, 2].map(() => Math.round((x * 255) / 31)) as unknown as Rgb);
}

function drawPixels(width: number, height: number, colorAt: (x: number, y: number) => Rgb): PixelTexture {
  const data = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++)
    data.set([...colorAt(i % width, Math.floor(i / width)), 255], i * 4);
  return new DataTexture(data, width, height) as PixelTexture;
}
