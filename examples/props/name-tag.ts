import { CanvasTexture, Sprite, SpriteMaterial, SRGBColorSpace } from 'three';

/** Pixels; a tag is 10 cm high. */
const HEIGHT = 64;
const METRES_PER_PIXEL = 0.1 / HEIGHT;

/** Names of poets and painters of the time, for everyone of the teahouse. */
export const NAMES = [
  ...['Su Shi', 'Li Qingzhao', 'Ouyang Xiu', 'Mi Fu', 'Shen Kuo', 'Lu You', 'Xin Qiji', 'Huang Tingjian'],
  ...['Zhu Shuzhen', 'Fan Kuan', 'Guo Xi', 'Ma Yuan', 'Xia Gui', 'Yan Shu', 'Liu Yong', 'Qin Guan'],
  ...[
    'Wang Anshi',
    'Sima Guang',
    'Zeng Gong',
    'Jiang Kui',
    'Yang Wanli',
    'Li Tang',
    'Zhang Xian',
    'Cai Xiang',
  ],
];

/** A name on a slip of paper that always faces the reader. */
export function createNameTag(name: string): Sprite {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const font = `${HEIGHT * 0.6}px Georgia, serif`;
  context.font = font;
  canvas.width = context.measureText(name).width + HEIGHT * 0.8;
  canvas.height = HEIGHT;
  context.fillStyle = '#faf6ec';
  context.roundRect(0, 0, canvas.width, HEIGHT, 8);
  context.fill();
  // A canvas forgets its font when it is resized.
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = '#7c2320';
  context.fillText(name, canvas.width / 2, HEIGHT * 0.54);
  const map = new CanvasTexture(canvas);
  map.colorSpace = SRGBColorSpace;
  const tag = new Sprite(new SpriteMaterial({ map, toneMapped: false }));
  tag.scale.set(canvas.width * METRES_PER_PIXEL, HEIGHT * METRES_PER_PIXEL, 1);
  return tag;
}
