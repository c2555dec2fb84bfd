import {
  type Box3,
  CanvasTexture,
  CircleGeometry,
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  RepeatWrapping,
  Scene,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';

const HAZE = '#d9dcd3';
/** Half the side of the square that the sun's shadow map covers, metres. */
const SHADOW_REACH = 16;
/** Height of the camera: over people's heads, as from a balcony. Metres. */
const EYE = 3.8;

/** A hazy morning on a paved square: sky, ground, sun, and a camera at eye height. */
export interface Stage {
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  /** Places the camera before the crowd and the controls' target in it. */
  lookAt(crowd: Box3, controls: OrbitControls): void;
  /** Keeps the shadows sharp where the camera looks. */
  follow(target: Vector3): void;
}

export function createStage(): Stage {
  const scene = new Scene();
  scene.background = new Color(HAZE);
  scene.fog = new Fog(HAZE, 18, 90);
  scene.add(new HemisphereLight('#e6edf2', '#a3927a', 1.75));
  scene.add(createGround());

  const sun = new DirectionalLight('#fff0d8', 2.9);
  sun.castShadow = true;
  sun.shadow.mapSize.set(2048, 2048);
  sun.shadow.normalBias = 0.02;
  sun.shadow.bias = -0.0004;
  const { camera: shadowCamera } = sun.shadow;
  shadowCamera.left = shadowCamera.bottom = -SHADOW_REACH;
  shadowCamera.right = shadowCamera.top = SHADOW_REACH;
  shadowCamera.near = 1;
  shadowCamera.far = 80;
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
    follow,
    lookAt: (crowd, controls) => {
      const center = crowd.getCenter(new Vector3());
      camera.position.set(center.x + 2.5, EYE, crowd.max.z + 1.5);
      controls.target.set(center.x, 0.6, crowd.max.z - 9);
      controls.update();
      follow(controls.target);
    },
  };
}

function createGround(): Mesh {
  const ground = new Mesh(
    new CircleGeometry(140, 64),
    new MeshStandardMaterial({ map: createPaving(), roughness: 1, color: '#c9bca4' }),
  );
  ground.rotation.x = -Math.PI / 2;
  ground.receiveShadow = true;
  return ground;
}

/** Worn flagstones in running bond, drawn once; the stones' shades come from a fixed sequence. */
function createPaving(): CanvasTexture {
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
