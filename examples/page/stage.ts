import {
  type Box3,
  CircleGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  MathUtils,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
} from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { createPaving } from '../scenery/paving.js';

const HAZE = '#d9dcd3';
/** Half the side of the square that the sun's shadow map covers at first, metres. */
const SHADOW_REACH = 16;
/** Height of the camera: over people's heads, as from a balcony. Metres. */
const EYE = 3.8;
/** Greatest distance from the middle of a small crowd, metres. */
const FARTHEST = 17;

/** A hazy morning on a paved square: sky, ground, sun, and a camera at eye height. */
export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly sun: DirectionalLight;
  /** From the ground to the sun; of length 1. */
  readonly towardsSun: Vector3;
  readonly skyLight: HemisphereLight;
  /** The paving; a page that has another ground removes it. */
  readonly ground: Mesh<CircleGeometry, MeshStandardMaterial>;
  /** Places the camera before the crowd and the controls' target in it. */
  lookAt(crowd: Box3, controls: OrbitControls): void;
  /** Sets how far from where the camera looks there are shadows, metres: the farther, the coarser. */
  castShadowsWithin(reach: number): void;
  /** Keeps the shadows sharp where the camera looks. */
  follow(target: Vector3): void;
}

export function createStage(): Stage {
  const scene = new Scene();
  scene.background = new Color(HAZE);
  scene.fog = new Fog(HAZE, 18, 90);
  const skyLight = new HemisphereLight('#e6edf2', '#a3927a', 1.75);
  const ground = createGround();
  scene.add(skyLight, ground);

  const sun = new DirectionalLight('#fff0d8', 2.9);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.02;
  sun.shadow.bias = -0.0004;
  const { camera: shadowCamera } = sun.shadow;
  shadowCamera.near = 1;
  shadowCamera.far = 100;
  const castShadowsWithin = (reach: number): void => {
    shadowCamera.left = shadowCamera.bottom = -reach;
    shadowCamera.right = shadowCamera.top = reach;
    shadowCamera.updateProjectionMatrix();
  };
  castShadowsWithin(SHADOW_REACH);
  scene.add(sun, sun.target);

  const camera = new PerspectiveCamera(38, 1, 0.1, 300);
  const towardsSun = new Vector3(-0.55, 1, 0.7).normalize();
  const follow = (target: Vector3): void => {
    sun.target.position.copy(target);
    sun.position.copy(target).addScaledVector(towardsSun, 40);
  };

  return {
    scene,
    camera,
    sun,
    towardsSun,
    skyLight,
    ground,
    castShadowsWithin,
    follow,
    lookAt: (crowd, controls) => {
      const { x, z } = crowd.getCenter(new Vector3());
      const wide = (crowd.max.x - crowd.min.x) / 2;
      const back = Math.min(FARTHEST, wide / Math.tan(MathUtils.degToRad(camera.fov / 2)) / camera.aspect);
      // A street is looked along from its end; a small crowd is seen as a whole.
      const isStreet = crowd.max.z - z > back;
      camera.position.set(x + 2.5, EYE, isStreet ? crowd.max.z + 1.5 : z + back);
      controls.target.set(x, 0.6, isStreet ? crowd.max.z - 9 : z);
      controls.update();
      follow(controls.target);
    },
  };
}

function createGround(): Stage['ground'] {
  const ground = new Mesh(
    new CircleGeometry(140, 64),
    new MeshStandardMaterial({ map: createPaving(), roughness: 1, color: '#c9bca4' }),
  );
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  return ground;
}
