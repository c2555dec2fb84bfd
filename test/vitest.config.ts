import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { alias } from './alias.js';
import { BROWSER_FLAGS, findBrowser } from './support/find-browser.js';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Tests of the benchmark, which take a quarter of the time of all: `npm run test:nightly` has them. */
const BENCH = ['test/e2e/bench*.test.ts'];

export default defineConfig({
  root: path('..'),
  test: {
    reporters: ['default', path('./support/tally-reporter.ts')],
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          globalSetup: [path('./support/software-gpu.ts')],
          testTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          exclude: ['test/contract/outside/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'outside',
          include: ['test/contract/outside/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // After all others and one file at a time: how long bystanders wait is part of what is tested.
          sequence: { groupOrder: 1 },
          fileParallelism: false,
        },
      },
      {
        resolve: { alias, dedupe: ['three'] },
        optimizeDeps: {
          include: [
            'three',
            'three/webgpu',
            'three/tsl',
            'three/addons/controls/OrbitControls.js',
            'three/addons/loaders/DRACOLoader.js',
            'three/addons/loaders/KTX2Loader.js',
            'three-stdlib',
            'zod/mini',
            'simplex-noise',
            '@gltf-transform/core',
            'axe-core',
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
          ],
        },
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: [path('./support/serve-kit.ts')],
          testTimeout: 120_000,
          fileParallelism: false,
          browser: {
            enabled: true,
            headless: true,
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
          include: ['test/package/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        // The benchmark page and its headless twin, run each night.
        resolve: { alias },
        test: {
          name: 'bench',
          include: BENCH,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          // Pages load within time limits, which browser tests beside them would use up.
          sequence: { groupOrder: 2 },
          exclude: BENCH,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
