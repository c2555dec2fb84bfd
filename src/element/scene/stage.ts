import {
  type Box3,
  DirectionalLight,
  Fog,
  HemisphereLight,
  type PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
} from 'three';
import { createGround } from './ground.js';
import { createSky, HAZE } from './sky.js';

/** Largest half side of the square that the sun's shadow map covers, metres: a larger one would make coarse shadows. */
const MAX_SHADOW_RADIUS = 26;
/** Radius of the ground where a sky meets it: the haze hides its rim. Metres, at least, and in radii of the crowd. */
const HORIZON_DISTANCE = 160;
const GROUND_FACTOR = 3;
/** The haze begins behind the crowd, and hides everything so many times as far away. */
const HAZE_DEPTH = 3;

export interface StageOptions {
  /** Of the crowd, metres. */
  readonly box: Box3;
  /** Height of the terrain, metres; undefined where it is flat. */
  readonly terrain: ((x: number, z: number) => number) | undefined;
  /** Whether a sky is drawn; otherwise the ground fades out before what the page has behind the view. */
  readonly hasSky: boolean;
}

/** Sky, ground and light for one crowd: a low sun from the side, so that everybody has a bright and a shaded half. */
export class Stage {
  readonly scene = new Scene();
  readonly #sky: ReturnType<typeof createSky> | undefined;
  readonly #skyLight = new HemisphereLight('#cfdff2', '#c2a885', 1.7);
  readonly #ground: ReturnType<typeof createGround>;
  readonly #fog: Fog | undefined;
  readonly #towardsSun = new Vector3();
  /** Metres. */
  readonly #crowdRadius: number;
  /** Half side of the square that the shadow map covers, metres. */
  readonly #shadowRadius: number;
  #sun: DirectionalLight;

  constructor({ box, terrain, hasSky }: StageOptions) {
    const { center, radius } = box.getBoundingSphere(new Sphere());
    this.#crowdRadius = radius;
    this.#shadowRadius = Math.min(radius + 4, MAX_SHADOW_RADIUS);
    const reach = (radius + 1) * GROUND_FACTOR;
    this.#ground = createGround({
      center,
      radius: hasSky ? Math.max(reach, HORIZON_DISTANCE) : reach,
      terrain,
      fadesOut: !hasSky,
    });
    this.#sun = createSun(this.#shadowRadius);
    this.scene.add(this.#skyLight, this.#sun, this.#sun.target, this.#ground);
    if (!hasSky) return;
    this.#sky = createSky();
    this.scene.add(this.#sky);
    this.#fog = this.scene.fog = new Fog(HAZE);
  }

  set castsShadows(value: boolean) {
    this.#sun.castShadow = value;
  }

  /** Lets the sun shine from the left of a camera, and a little from behind it. */
  lightFor({ position }: PerspectiveCamera, target: Vector3): void {
    const towardsCamera = position.clone().sub(target).setY(0).normalize();
    this.#towardsSun.set(-towardsCamera.z, 0, towardsCamera.x).multiplyScalar(0.72);
    this.#towardsSun.addScaledVector(towardsCamera, 0.55).setY(0.74).normalize();
  }

  /** Keeps the shadows sharp where the camera looks, and the haze behind what it looks at. */
  follow(camera: PerspectiveCamera, target: Vector3): void {
    const { position } = camera;
    const distance = position.distanceTo(target);
    this.#sun.target.position.copy(target);
    this.#sun.position.copy(target).addScaledVector(this.#towardsSun, this.#shadowRadius * 2);
    this.#sky?.position.copy(position);
    if (!this.#fog) return;
    this.#fog.near = distance + this.#crowdRadius;
    this.#fog.far = this.#fog.near * HAZE_DEPTH;
  }

  /** To be called when the renderer has changed: a light keeps a shadow map that only the old one can read. */
  recreateSun(): void {
    const before = this.#sun;
    this.scene.remove(before, before.target);
    before.dispose();
    this.#sun = createSun(this.#shadowRadius);
    this.#sun.castShadow = before.castShadow;
    this.#sun.position.copy(before.position);
    this.#sun.target.position.copy(before.target.position);
    this.scene.add(this.#sun, this.#sun.target);
  }

  dispose(): void {
    for (const mesh of [this.#ground, this.#sky]) {
      mesh?.geometry.dispose();
      mesh?.material.dispose();
    }
    this.#ground.material.map?.dispose();
    this.#sun.dispose();
    this.#skyLight.dispose();
  }
}

function createSun(shadowRadius: number): DirectionalLight {
  const sun = new DirectionalLight('#ffe0b5', 3.2);
  const { shadow } = sun;
  shadow.mapSize.set(2048, 2048);
  shadow.normalBias = 0.02;
  shadow.bias = -0.0004;
  const { camera } = shadow;
  camera.left = camera.bottom = -shadowRadius;
  camera.right = camera.top = shadowRadius;
  camera.near = 0.1;
  camera.far = shadowRadius * 4;
  return sun;
}
