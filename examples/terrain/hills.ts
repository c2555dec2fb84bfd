import { Color, Float32BufferAttribute, Mesh, MeshStandardMaterial, PlaneGeometry } from 'three';

/** Metres. */
const SIDE = 180;
/** Short enough that the feet, which stand on the hills themselves, are not off the flat triangles by more than a sole. */
const STEP = 0.75;

const GRASS = new Color('#8d9a5b');
const DRY = new Color('#b7a873');
const EARTH = new Color('#8c7452');

export interface Hills {
  readonly mesh: Mesh;
  follow(height: (x: number, z: number) => number): void;
}

/** A meadow that takes the shape of a height function: dry on the tops, bare where it is steep. */
export function createHills(): Hills {
  const segments = SIDE / STEP;
  const geometry = new PlaneGeometry(SIDE, SIDE, segments, segments).rotateX(-Math.PI / 2);
  const position = geometry.getAttribute('position');
  const colors = new Float32BufferAttribute(position.count * 3, 3);
  geometry.setAttribute('color', colors);
  const mesh = new Mesh(geometry, new MeshStandardMaterial({ vertexColors: true, roughness: 1 }));
  mesh.receiveShadow = true;

  const color = new Color();
  const follow = (height: (x: number, z: number) => number): void => {
    for (let i = 0; i < position.count; i++) position.setY(i, height(position.getX(i), position.getZ(i)));
    geometry.computeVertexNormals();
    geometry.computeBoundingSphere();
    const normal = geometry.getAttribute('normal');
    for (let i = 0; i < position.count; i++) {
      color.copy(GRASS).lerp(DRY, clamp(0.45 + position.getY(i) * 0.25));
      color.lerp(EARTH, clamp((1 - normal.getY(i)) * 14));
      colors.setXYZ(i, color.r, color.g, color.b);
    }
    position.needsUpdate = normal.needsUpdate = colors.needsUpdate = true;
  };
  return { mesh, follow };
}

const clamp = (value: number): number => Math.min(Math.max(value, 0), 1);
