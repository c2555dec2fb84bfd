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

/** Metres. */
const RADIUS = 240;

/** A sky that goes from one colour at the horizon to another overhead. */
export class Sky extends Mesh<SphereGeometry, MeshBasicMaterial> {
  constructor(horizon: ColorRepresentation, zenith: ColorRepresentation) {
    super(
      new SphereGeometry(RADIUS, 24, 48),
      new MeshBasicMaterial({
        vertexColors: true,
        side: BackSide,
        fog: false,
        toneMapped: false,
        depthWrite: false,
      }),
    );
    const { count } = this.geometry.attributes.position;
    this.geometry.setAttribute('color', new Float32BufferAttribute(new Float32Array(count * 3), 3));
    this.renderOrder = -1;
    this.setColors(horizon, zenith);
  }

  setColors(horizon: ColorRepresentation, zenith: ColorRepresentation): void {
    const { position, color } = this.geometry.attributes;
    const [low, high, mixed] = [new Color(horizon), new Color(zenith), new Color()];
    for (let i = 0; i < position.count; i++) {
      mixed.lerpColors(low, high, MathUtils.smoothstep(position.getY(i) / RADIUS, 0, 0.55));
      color.setXYZ(i, mixed.r, mixed.g, mixed.b);
    }
    color.needsUpdate = true;
  }
}
