import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { alias } from './alias.js';
import { BROWSER_FLAGS, findBrowser } from './support/find-browser.js';
import { ProjectSequencer } from './support/suite/project-sequencer.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Limits end what hangs, and are far above what a busy machine needs. */
const LIMITS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 240_000 } },
};

/**
 * Tests that need modules or a process of their own: they mock modules or load them twice, measure the heap, make the
 * globals of a page, or load a library that changes another one (that of the Model Context Protocol sets the language of
 * zod's messages). All other tests of Node share the modules of their process, which takes a third less processor time
 * than to load them for each file.
 */
const ISOLATED = [
  'test/contract/server/tools.test.ts',
  'test/unit/cli/cache-kit.test.ts',
  'test/unit/errors.test.ts',
  'test/unit/kit-motion/write-kit.test.ts',
  'test/unit/render/heap.test.ts',
  'test/unit/render-gpu/**/*.test.ts',
  'test/unit/server/content.test.ts',
];

/** Libraries of the package and of single tests, bundled before a page asks for them. */
const LIBRARIES = [
  'three',
  'three/webgpu',
  'three/tsl',
  'three/addons/controls/OrbitControls.js',
  'three/addons/loaders/DRACOLoader.js',
  'three/addons/loaders/GLTFLoader.js',
  'three/addons/loaders/KTX2Loader.js',
  'three/addons/postprocessing/EffectComposer.js',
  'three/addons/postprocessing/GTAOPass.js',
  'three/addons/postprocessing/OutlinePass.js',
  'three/addons/postprocessing/RenderPass.js',
  'three/addons/utils/SkeletonUtils.js',
  'meshoptimizer/decoder',
  'meshoptimizer/simplifier',
  'three-stdlib',
  'zod/mini',
  'simplex-noise',
  '@gltf-transform/core',
  '@gltf-transform/extensions',
  'axe-core',
  'iwer',
  'react',
  '@react-three/fiber',
  '@babylonjs/core/Animations/animatorAvatar.js',
  '@babylonjs/core/Cameras/targetCamera.js',
  '@babylonjs/core/Engines/engine.js',
  '@babylonjs/core/Lights/directionalLight.js',
  '@babylonjs/core/Loading/sceneLoader.js',
  '@babylonjs/core/Maths/math.color.js',
  '@babylonjs/core/Maths/math.vector.js',
  '@babylonjs/core/Meshes/transformNode.js',
  '@babylonjs/core/scene.js',
  '@babylonjs/loaders/glTF/2.0/index.js',
];

export default defineConfig({
  root: path('..'),
  test: {
    reporters: ['default', path('./support/suite/tally-reporter.ts')],
    sequence: { sequencer: ProjectSequencer },
    // One more than cores: tests of contracts wait for processes during two thirds of their time.
    maxWorkers: availableParallelism() + 1,
    tags: [
      {
        name: 'nightly',
        description:
          'Slow and rarely broken: `npm test` leaves it out, `npm run test:nightly` runs everything. See daily-gaps.ts.',
      },
    ],
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          ...LIMITS,
          include: ['test/unit/**/*.test.ts'],
          exclude: ISOLATED,
          globalSetup: [path('./support/contract/program-of-run.ts')],
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'isolated',
          ...LIMITS,
          include: ISOLATED,
          globalSetup: [path('./support/software-gpu.ts')],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'contract',
          ...LIMITS,
          include: ['test/contract/**/*.test.ts'],
          exclude: ISOLATED,
          globalSetup: [
            path('./support/contract/program-of-run.ts'),
            path('./support/contract/postgres-of-run.ts'),
          ],
          isolate: false,
        },
      },
      {
        resolve: { alias, dedupe: ['three'] },
        optimizeDeps: { include: LIBRARIES },
        test: {
          name: 'browser',
          ...LIMITS,
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [path('./support/kit-of-run.ts'), path('./support/serve-kit.ts')],
          // One page for all files, which share modules, renderers and shaders: a page each takes a quarter more.
          isolate: false,
          browser: {
            enabled: true,
            headless: true,
            // Two pages would share one software GPU. The tests of Node run beside this one, on what it leaves idle.
            fileParallelism: false,
            screenshotFailures: false,
            viewport: { width: 640, height: 360 },
            provider: playwright({
              launchOptions: { executablePath: findBrowser(), args: [...BROWSER_FLAGS] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'package',
          ...LIMITS,
          include: ['test/package/**/*.test.ts'],
          globalSetup: [path('./support/kit-of-run.ts'), path('./support/package/pack.ts')],
          // One process packs once.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          ...LIMITS,
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: [path('./support/kit-of-run.ts'), path('./support/e2e/browser-of-run.ts')],
          // Pages load within time limits, which browser tests beside them would use up.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
          isolate: false,
        },
      },
    ],
  },
});
