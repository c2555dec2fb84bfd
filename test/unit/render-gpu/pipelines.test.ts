import { type Material, Mesh, MeshStandardMaterial, PlaneGeometry } from 'three';
import { MeshletDrawingPipeline } from 'three/examples/jsm/pipelines/MeshletDrawingPipeline.js';
import { VisibilityBufferDrawingPipeline } from 'three/examples/jsm/pipelines/VisibilityBufferDrawingPipeline.js';
import { RenderTarget } from 'three/webgpu';
import { buildCrowd } from 'three-crowd';
import { expect, onTestFinished, test } from 'vitest';
import { createFigure, figureCharacters } from '../../support/browser/figure.js';
import { createStage } from '../../support/browser/picture.js';
import { createNodeRenderer } from '../../support/render/node-renderer.js';

const SEED = 5;
const [WIDTH, HEIGHT] = [160, 120];
/** People in a row. */
const ROW = 8;

const PIPELINES = [
  ['MeshletDrawingPipeline', MeshletDrawingPipeline],
  ['VisibilityBufferDrawingPipeline', VisibilityBufferDrawingPipeline],
] as const;

// The pipelines draw no vertex colours, and leave meshes that have some to three's usual drawing.
test.each(
  PIPELINES.flatMap(([name, Pipeline]) =>
    [true, false].map((hasColors) => [name, hasColors, Pipeline] as const),
  ),
)(
  "a crowd near and far has the same picture under three's %s (vertex colours: %s), beside a mesh that it draws",
  async (_name, vertexColors, Pipeline) => {
    const renderer = await createNodeRenderer();
    onTestFinished(() => renderer.dispose());
    const characters = figureCharacters(5 * ROW, SEED).map((character, i) => ({
      ...character,
      x: (i % ROW) - ROW / 2,
      z: -4 * Math.floor(i / ROW),
    }));
    const { assets } = createFigure();
    const material = (_part: string, own: Material) => Object.assign(own, { vertexColors });
    const options = { sharedParts: ['hands'], mode: 'instanced', motion: false, material } as const;
    const crowd = await buildCrowd({ renderer, assets, characters, ...options });
    onTestFinished(() => crowd.dispose());
    const { scene, camera } = createStage(crowd, 'directional');
    // Behind the crowd, and as wide as the view: it looks the same at each of the pipeline's levels.
    const sheet = new Mesh(new PlaneGeometry(200, 200, 32, 32), new MeshStandardMaterial());
    scene.add(sheet.translateZ(-40));
    camera.position.set(0, 2, 4);
    camera.lookAt(0, 1, -10);
    crowd.update(0.1, camera);
    const target = new RenderTarget(WIDTH, HEIGHT);
    const draw = async (): Promise<Uint8Array> => {
      // The first frame awaits levels of detail, the second one compiles their shaders.
      for (let frame = 0; frame < 3; frame++) {
        crowd.update(0, camera);
        renderer.setRenderTarget(target);
        renderer.render(scene, camera);
        renderer.setRenderTarget(null);
        await crowd.levelsReady;
      }
      return (await renderer.readRenderTargetPixelsAsync(target, 0, 0, WIDTH, HEIGHT)) as Uint8Array;
    };
    const countDifferences = (a: Uint8Array, b: Uint8Array): number =>
      a.filter((value, k) => Math.abs(value - b[k]) > 4).length;
    const drawn = await draw();
    crowd.visible = false;
    expect(countDifferences(await draw(), drawn)).toBeGreaterThan(5000);
    crowd.visible = true;

    const before = renderer.info.compute.calls;
    await draw();
    const computed = renderer.info.compute.calls - before;
    renderer.drawingPipeline = new Pipeline();
    expect(countDifferences(await draw(), drawn)).toBe(0);
    // It draws the sheet, by kernels of its own.
    expect(renderer.info.compute.calls - before - computed).toBeGreaterThan(computed);
  },
);
