import {
  BackSide,
  Color,
  Float32BufferAttribute,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  SphereGeometry,
} from 'three';

/** The colour at the horizon, which what is far away fades to, and the one overhead. */
export const HAZE = '#eee5d6';
const ZENITH = '#6d9ccf';
/** The height at which the upper colour is reached, as a part of the sphere's radius. */
const ZENITH_HEIGHT = 0.3;

/** A sphere of one metre about the camera, blue above and hazy at the horizon. Everything else is drawn over it. */
export function createSky(): Mesh<SphereGeometry, MeshBasicMaterial> {
  const geometry = new SphereGeometry(1, 16, 64);
  const { position } = geometry.attributes;
  const [haze, zenith, color] = [new Color(HAZE), new Color(ZENITH), new Color()];
  const colors = new Float32BufferAttribute(position.count * 3, 3);
  for (let i = 0; i < position.count; i++) {
    color.lerpColors(haze, zenith, MathUtils.smoothstep(position.getY(i), -0.02, ZENITH_HEIGHT));
    colors.setXYZ(i, color.r, color.g, color.b);
  }
  geometry.setAttribute('color', colors);
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
