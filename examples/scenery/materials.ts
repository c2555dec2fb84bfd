import { CanvasTexture, DoubleSide, MeshStandardMaterial, RepeatWrapping, SRGBColorSpace } from 'three';

/** What houses are built of. */
export interface Materials {
  readonly plaster: MeshStandardMaterial;
  readonly timber: MeshStandardMaterial;
  readonly stone: MeshStandardMaterial;
  readonly tiles: MeshStandardMaterial;
  /** Lattice windows; `emissiveIntensity` is the light behind them. */
  readonly paper: MeshStandardMaterial;
}

export function createMaterials(): Materials {
  const lattice = drawLattice();
  return {
    plaster: new MeshStandardMaterial({ color: '#d8ccb4', roughness: 1 }),
    timber: new MeshStandardMaterial({ color: '#6e2f24', roughness: 0.8 }),
    stone: new MeshStandardMaterial({ color: '#9a948a', roughness: 1 }),
    tiles: new MeshStandardMaterial({ map: drawTiles(), roughness: 0.85, side: DoubleSide }),
    paper: new MeshStandardMaterial({
      map: lattice,
      emissiveMap: lattice,
      emissive: '#ffb45c',
      emissiveIntensity: 0,
      roughness: 1,
    }),
  };
}

/** Round tiles side by side, lit from above: one row of them. */
function drawTiles(): CanvasTexture {
  const { context, texture } = createCanvas(32, 64);
  const shade = context.createLinearGradient(0, 0, 32, 0);
  shade.addColorStop(0, '#3e4448');
  shade.addColorStop(0.45, '#7c848a');
  shade.addColorStop(0.75, '#565d62');
  shade.addColorStop(1, '#33383b');
  context.fillStyle = shade;
  context.fillRect(0, 0, 32, 64);
  return texture;
}

/** Paper behind a wooden lattice. */
function drawLattice(): CanvasTexture {
  const { context, texture } = createCanvas(128, 128);
  context.fillStyle = '#efe2c2';
  context.fillRect(0, 0, 128, 128);
  context.fillStyle = '#4a2a20';
  for (let k = 0; k <= 4; k++) {
    context.fillRect(k * 31 - 1, 0, 5, 128);
    context.fillRect(0, k * 31 - 1, 128, 5);
  }
  return texture;
}

function createCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.anisotropy = 8;
  return { context: canvas.getContext('2d') as CanvasRenderingContext2D, texture };
}
