import { HemisphereLight, PerspectiveCamera, Scene, type WebGLRenderer } from 'three';
import { type Crowd, type CrowdResponse, createCrowd } from 'three-crowd';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWebGLRenderer } from '../support/browser/backends.js';
import { TASKS, type TaskPage } from '../support/browser/model-tasks.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { testInTurn } from '../support/in-turn.js';

/** Seconds of one frame. */
const FRAME = 1 / 30;

/** What each program has to come to. */
const EXPECTED: Readonly<Record<keyof typeof TASKS, unknown>> = {
  'send somebody to where the ground is clicked': true,
  'paint two teams': ['#c02020', '#2040c0'],
  'lead a parade of eight, two abreast': 8,
  'put a lantern into a hand': {
    reach: expect.toSatisfy((metres: number) => metres < 1),
    height: expect.toSatisfy((metres: number) => metres > 0.4 && metres < 1.9),
  },
  'count who is within five metres of the middle': expect.toSatisfy(
    (count: number) => count > 0 && count <= 24,
  ),
  'let everybody look around, one after the other': {
    clip: 'idle_look_around',
    phases: expect.toSatisfy((count: number) => count > 15),
  },
  'hide every second character': 12,
  'make a hero who turns the head': expect.closeTo(0.6, 2),
  'keep the crowd away from the player': expect.toSatisfy((metres: number) => metres > 1.9),
  'generate a square of 60 people in the page': 60,
};

let response: CrowdResponse;
let renderer: WebGLRenderer;
let crowd: Crowd;
let page: TaskPage;

beforeAll(async () => {
  response = await fetchSampleCrowd();
});

beforeEach(async () => {
  renderer = createWebGLRenderer();
  renderer.setSize(160, 90, false);
  const scene = new Scene().add(new HemisphereLight('#ffffff', '#8a8070', 3));
  const camera = new PerspectiveCamera(38, 16 / 9, 0.1, 300);
  camera.position.set(9, 6, 14);
  camera.lookAt(0, 1, 0);
  camera.updateMatrixWorld();
  // In the page's own thread, so that a frame that a test plays is a frame of the simulation.
  crowd = await createCrowd({ response, renderer, motion: { worker: false } });
  scene.add(crowd);
  const play = async (seconds: number, eachFrame = () => {}): Promise<void> => {
    for (let frame = 0; frame < seconds / FRAME; frame++) {
      crowd.update(FRAME, camera);
      eachFrame();
      if (frame % 10 === 0) renderer.render(scene, camera);
      await Promise.resolve();
    }
  };
  page = { crowd, response, scene, camera, renderer, play };
});

afterEach(() => {
  crowd.dispose();
  renderer.dispose();
});

test('there are ten tasks', () => expect(Object.keys(TASKS)).toHaveLength(10));

testInTurn(Object.keys(TASKS), [8])('a program written from llms.txt alone: %s', async (name) => {
  expect(await TASKS[name](page)).toEqual(EXPECTED[name]);
});
