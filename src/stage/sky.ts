import {
  BackSide,
  Color,
  type ColorRepresentation,
  Float32BufferAttribute,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';

/** The height at which the upper colour is reached, as a part of the sphere's radius. */
const ZENITH_HEIGHT = 0.3;

export type Sky = Mesh<SphereGeometry, MeshBasicMaterial>;

/** A sphere of one metre about the camera, which everything else is drawn over. */
export function createSky(): Sky {
  const geometry = new SphereGeometry(1, 16, 64);
  const { count } = geometry.attributes.position;
  geometry.setAttribute('color', new Float32BufferAttribute(new Float32Array(count * 3), 3));
  const sky = new Mesh(
    geometry,
    new MeshBasicMaterial({
      vertexColors: true,
      side: BackSide,
      fog: false,
      toneMapped: false,
      depthTest: false,
      depthWrite: false,
    }),
  );
  sky.name = 'Sky';
  sky.renderOrder = -2;
  sky.frustumCulled = false;
  return sky;
}

/** Paints the sky from one colour at the horizon to another overhead. */
export function paintSky({ geometry }: Sky, horizon: ColorRepresentation, zenith: ColorRepresentation): void {
  const { position, color: colors } = geometry.attributes;
  const [low, high, color] = [new Color(horizon), new Color(zenith), new Color()];
  for (let i = 0; i < position.count; i++) {
    color.lerpColors(low, high, MathUtils.smoothstep(position.getY(i), -0.02, ZENITH_HEIGHT));
    colors.setXYZ(i, color.r, color.g, color.b);
  }
  colors.needsUpdate = true;
}
