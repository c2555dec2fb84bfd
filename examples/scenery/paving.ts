import { CanvasTexture, RepeatWrapping, SRGBColorSpace } from 'three';

/** Worn flagstones in running bond, drawn once; the stones' shades come from a fixed sequence. */
export function createPaving(): CanvasTexture {
  const size = 512;
  const rows = 8;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = '#c4b9a4';
  context.fillRect(0, 0, size, size);
  const height = size / rows;
  for (let row = 0; row < rows; row++) {
    for (let stone = -1; stone < 4; stone++) {
      const shade = 208 + (((((stone + 4) % 4) * 7 + row * 13) * 5) % 23);
      context.fillStyle = `rgb(${shade} ${shade - 9} ${shade - 26})`;
      const x = (stone + (row % 2) * 0.5) * (size / 4);
      context.fillRect(x + 1.5, row * height + 1.5, size / 4 - 3, height - 3);
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(120, 120);
  texture.anisotropy = 8;
  return texture;
}
