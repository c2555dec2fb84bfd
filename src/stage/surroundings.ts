import {
  type Box3,
  type ColorRepresentation,
  DirectionalLight,
  Fog,
  HemisphereLight,
  type PerspectiveCamera,
  Scene,
  Sphere,
  Vector3,
} from 'three';
import { createDisc, createGround, type Terrain } from './ground.js';
import { createSky, paintSky, type Sky } from './sky.js';

/** Largest half side of the square that the sun's shadow map covers, metres: larger ones make coarse shadows. */
const MAX_SHADOW_RADIUS = 26;
/** Radius of the ground: at least so many metres below a sky, where haze hides the rim, and so many radii of the crowd. */
const HORIZON_DISTANCE = 160;
const GROUND_FACTOR = 3;
/** Distance at which haze hides everything, as a multiple of the distance at which it begins, just behind the crowd. */
const HAZE_DEPTH = 3;

/** Sun, sky and haze; fields that are left out stay as they are. */
export interface StageLight {
  /** Direction from the ground to the sun, of any length: x, y, z. */
  readonly towardsSun?: readonly [x: number, y: number, z: number];
  readonly sunColor?: ColorRepresentation;
  /** Of three's `DirectionalLight`. */
  readonly sunIntensity?: number;
  /** Of three's `HemisphereLight`, which lights the shade. */
  readonly skyIntensity?: number;
  /** Colour of the sky at the horizon, and of the haze. */
  readonly horizon?: ColorRepresentation;
  /** Colour of the sky overhead. */
  readonly zenith?: ColorRepresentation;
  /**
   * Distances from the camera at which haze begins and at which it hides everything, metres.
   *
   * @default behind the crowd, and three times as far away
   */
  readonly haze?: readonly [begins: number, hides: number];
}

type PaintedLight = StageLight & Required<Omit<StageLight, 'towardsSun' | 'haze'>>;

/** Initial light, of a late morning. */
const MORNING: PaintedLight = {
  sunColor: '#ffe0b5',
  sunIntensity: 3.2,
  skyIntensity: 1.7,
  horizon: '#eee5d6',
  zenith: '#6d9ccf',
};

export interface SurroundingsOptions {
  /** Undefined for flat ground. */
  readonly terrain: Terrain | undefined;
  /** True if a sky is drawn; otherwise the ground fades out to the page's background. */
  readonly hasSky: boolean;
}

/** Sky, ground and light for a crowd: a low sun from the side, so that every character has a bright and a shaded half. */
export class Surroundings {
  readonly scene = new Scene();
  readonly skyLight = new HemisphereLight('#cfdff2', '#c2a885', MORNING.skyIntensity);
  readonly ground: ReturnType<typeof createGround>;
  readonly #sky: Sky | undefined;
  readonly #fog: Fog | undefined;
  readonly #terrain: Terrain | undefined;
  readonly #towardsSun = new Vector3(-0.72, 0.74, 0.55).normalize();
  #light = MORNING;
  /** Metres. */
  #crowdRadius = 1;
  /** Half side of the square that the shadow map covers, metres. */
  #shadowRadius = MAX_SHADOW_RADIUS;
  #sun: DirectionalLight;

  /** Creates an empty ground, until {@link Surroundings.surround} is called. */
  constructor({ terrain, hasSky }: SurroundingsOptions) {
    this.#terrain = terrain;
    this.ground = createGround(createDisc(new Vector3(), 1, terrain, 1), terrain, !hasSky);
    this.#sun = createSun(this.#shadowRadius);
    this.scene.add(this.skyLight, this.#sun, this.#sun.target, this.ground);
    if (hasSky) {
      this.#sky = createSky();
      this.scene.add(this.#sky);
      this.#fog = this.scene.fog = new Fog(MORNING.horizon);
    }
    this.setLight({});
  }

  /** Another one after {@link recreateSun}. */
  get sun(): DirectionalLight {
    return this.#sun;
  }

  set castsShadows(value: boolean) {
    this.#sun.castShadow = value;
  }

  /** Fits ground, haze and shadows to a crowd in this box, metres. */
  surround(box: Box3): void {
    const { center, radius } = this.fitTo(box);
    const reach = (radius + 1) * GROUND_FACTOR;
    this.ground.geometry.dispose();
    this.ground.geometry = createDisc(
      center,
      this.#sky ? Math.max(reach, HORIZON_DISTANCE) : reach,
      this.#terrain,
    );
  }

  /**
   * Fits haze and shadow map to a crowd in this box, metres.
   *
   * @returns the bounding sphere of the box
   */
  fitTo(box: Box3): Sphere {
    const sphere = box.getBoundingSphere(new Sphere());
    this.#crowdRadius = sphere.radius;
    this.castShadowsWithin(Math.min(sphere.radius + 4, MAX_SHADOW_RADIUS));
    return sphere;
  }

  /** @param radius half side of the square that the shadow map covers, metres */
  castShadowsWithin(radius: number): void {
    this.#shadowRadius = radius;
    coverWithShadows(this.#sun, radius);
  }

  setLight(light: StageLight): void {
    this.#light = { ...this.#light, ...light };
    const { sunColor, sunIntensity, skyIntensity, horizon, zenith } = this.#light;
    if (light.towardsSun) this.#towardsSun.set(...light.towardsSun).normalize();
    this.#sun.color.set(sunColor);
    this.#sun.intensity = sunIntensity;
    this.skyLight.intensity = skyIntensity;
    if (this.#sky) paintSky(this.#sky, horizon, zenith);
    this.#fog?.color.set(horizon);
  }

  /** Moves the sun to the left of a camera and a little behind it. */
  lightFor({ position }: PerspectiveCamera, target: Vector3): void {
    const towardsCamera = position.clone().sub(target).setY(0).normalize();
    this.#towardsSun.set(-towardsCamera.z, 0, towardsCamera.x).multiplyScalar(0.72);
    this.#towardsSun.addScaledVector(towardsCamera, 0.55).setY(0.74).normalize();
  }

  /** Moves the shadow map to the camera's target, and the haze behind it. */
  follow({ position }: PerspectiveCamera, target: Vector3): void {
    this.#sun.target.position.copy(target);
    this.#sun.position.copy(target).addScaledVector(this.#towardsSun, this.#shadowRadius * 2);
    this.#sky?.position.copy(position);
    if (!this.#fog) return;
    const behind = position.distanceTo(target) + this.#crowdRadius;
    [this.#fog.near, this.#fog.far] = this.#light.haze ?? [behind, behind * HAZE_DEPTH];
  }

  /** Call when the renderer has changed: a light keeps a shadow map that only the old renderer can read. */
  recreateSun(): void {
    const before = this.#sun;
    this.scene.remove(before, before.target);
    before.dispose();
    this.#sun = createSun(this.#shadowRadius);
    this.#sun.castShadow = before.castShadow;
    this.#sun.color.copy(before.color);
    this.#sun.intensity = before.intensity;
    this.#sun.position.copy(before.position);
    this.#sun.target.position.copy(before.target.position);
    this.scene.add(this.#sun, this.#sun.target);
  }

  dispose(): void {
    for (const mesh of [this.ground, this.#sky]) {
      mesh?.geometry.dispose();
      mesh?.material.dispose();
    }
    this.ground.material.map?.dispose();
    this.#sun.dispose();
    this.skyLight.dispose();
  }
}

function createSun(shadowRadius: number): DirectionalLight {
  const sun = new DirectionalLight(MORNING.sunColor, MORNING.sunIntensity);
  const { shadow } = sun;
  shadow.mapSize.set(2048, 2048);
  shadow.normalBias = 0.02;
  shadow.bias = -0.0004;
  coverWithShadows(sun, shadowRadius);
  return sun;
}

function coverWithShadows({ shadow: { camera } }: DirectionalLight, radius: number): void {
  camera.left = camera.bottom = -radius;
  camera.right = camera.top = radius;
  camera.near = 0.1;
  camera.far = radius * 4;
  camera.updateProjectionMatrix();
}
