import { metaQuest3, XRDevice } from 'iwer';
import { MathUtils, PerspectiveCamera, type Scene } from 'three';
import type { Crowd, CrowdMode } from 'three-crowd';
import { afterAll, expect } from 'vitest';
import { createRenderer, type TestRenderer } from '../support/browser/backends.js';
import { figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, differingPixels } from '../support/browser/picture.js';
import { testInTurn } from '../support/in-turn.js';

/** Metres between the eyes: more than people have, so that the two pictures differ much. */
const EYE_DISTANCE = 0.2;
/** What an eye sees from bottom to top, radians. */
const HEIGHT_ANGLE = 0.9;
const HEAD = [0.3, 1.5, 4] as const;
const TOLERANCE = 8;

const MODES: readonly CrowdMode[] = ['instanced', 'clones'];

const headset = new XRDevice(metaQuest3, {
  ipd: EYE_DISTANCE,
  fovy: HEIGHT_ANGLE,
  stereoEnabled: true,
});
headset.position.set(...HEAD);
headset.installRuntime({ forceInstall: true });
afterAll(() => headset.uninstallRuntime());

/** What each eye is shown: RGBA bytes, first row at the bottom. */
interface EyePictures {
  readonly left: Uint8Array;
  readonly right: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The third picture of a session: three draws shadow maps once an animation tick, and needs one to have all of them. */
async function drawInSession(renderer: TestRenderer, draw: () => void): Promise<EyePictures> {
  const session = await navigator.xr!.requestSession('immersive-vr', { optionalFeatures: ['local-floor'] });
  renderer.xr.enabled = true;
  await renderer.xr.setSession(session);
  let frames = 0;
  const pictures = await new Promise<EyePictures>((resolve, reject) => {
    const drawFrame = (): void => {
      if (!renderer.xr.isPresenting) return;
      draw();
      frames += 1;
      if (frames < 3) return;
      // The emulator shows the left eye in the left half of the canvas.
      const width = renderer.domElement.width / 2;
      const { height } = renderer.domElement;
      const left = readCanvas(renderer, 0, width, height);
      resolve({ left, right: readCanvas(renderer, width, width, height), width, height });
    };
    void renderer.setAnimationLoop(() => {
      try {
        drawFrame();
      } catch (error) {
        reject(error);
      }
    });
  });
  void renderer.setAnimationLoop(null);
  await session.end();
  return pictures;
}

/** What a camera of three's own sees from where an eye is, drawn without a session. */
function drawFromEye(renderer: TestRenderer, scene: Scene, x: number, size: EyePictures): Uint8Array {
  const eye = new PerspectiveCamera(MathUtils.radToDeg(HEIGHT_ANGLE), size.width / size.height, 0.1, 50);
  eye.position.set(HEAD[0] + x, HEAD[1], HEAD[2]);
  renderer.setSize(size.width, size.height, false);
  renderer.render(scene, eye);
  return readCanvas(renderer, 0, size.width, size.height);
}

function readCanvas(renderer: TestRenderer, x: number, width: number, height: number): Uint8Array {
  const gl = renderer.getContext() as WebGL2RenderingContext;
  const pixels = new Uint8Array(width * height * 4);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(x, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  return pixels;
}

testInTurn(MODES, [0])(
  'on webgl each eye of a headset sees the crowd from its place, as %s',
  async (mode) => {
    const renderer = await createRenderer('webgl');
    const create = (as: CrowdMode): Promise<Crowd> =>
      figureCrowd(renderer, { characters: figureCharacters(12, 3), mode: as });
    const crowd = await create(mode);
    const { scene, camera } = createStage(crowd, 'directional');
    const seen = await drawInSession(renderer, () => {
      renderer.xr.updateCamera(camera);
      crowd.update(0, renderer.xr.getCamera());
      renderer.render(scene, camera);
    });
    crowd.dispose();

    // three's own skinned meshes, all of them: without a camera nobody is left out.
    const skinned = await create('clones');
    skinned.update(0);
    scene.add(skinned);
    const left = drawFromEye(renderer, scene, -EYE_DISTANCE / 2, seen);
    const right = drawFromEye(renderer, scene, EYE_DISTANCE / 2, seen);
    skinned.visible = false;
    const empty = drawFromEye(renderer, scene, 0, seen);
    expect(differingPixels(left, empty, TOLERANCE)).toBeGreaterThan(0.1);
    expect(differingPixels(left, right, TOLERANCE)).toBeGreaterThan(0.1);
    expect(differingPixels(seen.left, left, TOLERANCE), 'left').toBeLessThan(0.01);
    expect(differingPixels(seen.right, right, TOLERANCE), 'right').toBeLessThan(0.01);
  },
);
