import { act, createRoot, events, extend, type ReconcilerRoot, type RootState } from '@react-three/fiber';
import {
  Component,
  createElement,
  createRef,
  type JSX,
  type PropsWithChildren,
  type ReactElement,
  type ReactNode,
  type Ref,
  StrictMode,
  Suspense,
  use,
} from 'react';
import * as THREE from 'three';
import { GLTFLoader } from 'three-stdlib';
import { afterEach, beforeEach, expect, inject, type MockInstance, test, vi } from 'vitest';
import { isCrowdError } from '../../src/errors/index.js';
import type { Crowd as CrowdObject, CrowdResponse, GLTFSource } from '../../src/index.js';
import { Crowd, type CrowdPointerEvent, type CrowdProps } from '../../src/react/index.js';
import { addressOf, characterFile, fileWithPoints } from '../support/browser/character-file.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';

/** What error boundaries catch is also reported to the page, which would fail the run. */
const reported = vi.hoisted(() => {
  const errors: unknown[] = [];
  globalThis.reportError = (error: unknown) => errors.push(error);
  return errors;
});

extend({ Group: THREE.Group });
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let canvas: HTMLCanvasElement;
let root: ReconcilerRoot<HTMLCanvasElement>;
let state: RootState;
let caught: unknown;
let complaints: MockInstance<typeof console.error>;

let boundary: Boundary;

class Boundary extends Component<PropsWithChildren, { failed: boolean }> {
  override state = { failed: false };
  override componentDidMount(): void {
    boundary = this;
  }
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override componentDidCatch(error: unknown): void {
    caught = error;
  }
  override render(): ReactNode {
    return this.state.failed ? createElement('group', { name: 'failed' }) : this.props.children;
  }
}

beforeEach(async () => {
  caught = undefined;
  complaints = vi.spyOn(console, 'error');
  canvas = document.createElement('canvas');
  document.body.append(canvas);
  root = createRoot(canvas);
  await root.configure({
    gl: { antialias: false },
    events,
    size: { width: 160, height: 90, top: 0, left: 0 },
    frameloop: 'never',
  });
});

afterEach(async () => {
  await act(async () => root.unmount());
  // The views of later tests would be out of sight below it.
  canvas.remove();
  expect(reported.splice(0).every((error) => String(error) === String(caught))).toBe(true);
  // Such as that of React for a `use` that comes and goes.
  expect(complaints.mock.calls.filter(([text]) => /use\(\)|hook/i.test(String(text)))).toEqual([]);
  vi.restoreAllMocks();
});

function crowd(props: Partial<CrowdProps> = {}): ReactElement {
  return createElement(Crowd, {
    key: `${props.crowdId}${props.instance}`,
    baseUrl: inject('baseUrl'),
    apiKey: inject('sampleKey'),
    crowdId: 'cr_Teahouse',
    mode: 'instanced',
    ...props,
  });
}

async function show(...crowds: ReactElement[]): Promise<void> {
  const fallback = createElement('group', { name: 'loading' });
  const tree = createElement(
    StrictMode,
    undefined,
    createElement(Boundary, undefined, createElement(Suspense, { fallback }, ...crowds)),
  );
  await act(async () => {
    state = root.render(tree).getState();
  });
}

const named = (name: string): THREE.Object3D[] => state.scene.children.filter((child) => child.name === name);
const settled = async (holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 400 && !holds(); turn++) {
    await act(async () => new Promise((resolve) => setTimeout(resolve, 50)));
  }
  expect(holds()).toBe(true);
};
const addressIn = (request: RequestInfo | URL): string =>
  request instanceof Request ? request.url : String(request);
const draw = (seconds: number) => act(async () => state.advance(seconds, true));

test('suspends while it loads, takes the props of an object, and moves with the frames', async () => {
  const ref = createRef<CrowdObject>();
  await show(crowd({ ref, position: [1, 2, 3], timeScale: 2 }));
  expect(named('loading')).toHaveLength(1);
  await settled(() => named('Crowd').length === 1);
  expect(named('loading').filter(({ visible }) => visible)).toHaveLength(0);
  expect(ref.current?.position.toArray()).toEqual([1, 2, 3]);
  const update = vi.spyOn(ref.current!, 'update');
  await draw(10);
  await draw(10.25);
  expect(update.mock.lastCall?.[0]).toBeCloseTo(0.5, 5);
  expect(update.mock.lastCall?.[1]).toBe(state.camera);
});

test('is the same crowd after a render with other functions and another place', {
  tags: ['nightly'],
}, async () => {
  const ref = createRef<CrowdObject>();
  await show(crowd({ ref, onProgress: () => {} }));
  await settled(() => ref.current !== null);
  const first = ref.current;
  await show(crowd({ ref, onProgress: () => {}, position: [5, 0, 0] }));
  expect(ref.current).toBe(first);
  expect(first?.position.x).toBe(5);
});

test('is freed when it is unmounted', { tags: ['nightly'] }, async () => {
  const ref = createRef<CrowdObject>();
  await show(crowd({ ref }));
  await settled(() => ref.current !== null);
  const dispose = vi.spyOn(ref.current!, 'dispose');
  await draw(1);
  expect(state.gl.info.memory.geometries).toBeGreaterThan(0);
  await show();
  await settled(() => dispose.mock.calls.length > 0);
  expect(state.gl.info.memory.geometries).toBe(0);
});

test('another crowd takes its place', { tags: ['nightly'] }, async () => {
  const ref = createRef<CrowdObject>();
  await show(crowd({ ref }));
  await settled(() => ref.current !== null);
  const first = ref.current!;
  const dispose = vi.spyOn(first, 'dispose');
  await show(crowd({ ref, crowdId: 'cr_Court150' }));
  await settled(() => ref.current !== null && ref.current !== first);
  expect(ref.current?.size).toBe(150);
  await settled(() => dispose.mock.calls.length > 0);
});

test('a component that requests several crowds in a row loads the last one alone', async () => {
  const ref = createRef<CrowdObject>();
  await show(crowd({ ref }));
  await settled(() => ref.current !== null);
  const { fetch } = globalThis;
  const signals: AbortSignal[] = [];
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const isCrowd = addressIn(request[0]).includes('/v1/crowd/');
    if (isCrowd) {
      signals.push((request[0] as Request).signal);
      await answered;
    }
    return fetch(...request);
  });
  for (const cloneLimit of [3, 2, 1]) await show(crowd({ ref, cloneLimit }));
  await settled(() => signals.length === 3 && signals[0].aborted && signals[1].aborted);
  expect(signals[2].aborted).toBe(false);
  const first = ref.current;
  answer();
  await settled(() => ref.current !== null && ref.current !== first);
  expect(caught).toBeUndefined();
});

test('errors of createCrowd reach the error boundary', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await show(crowd({ crowdId: 'cr_00000000' }));
  await settled(() => named('failed').length === 1);
  expect(isCrowdError(caught, 'NotFoundError')).toBe(true);
});

test('a load that failed is tried again when the boundary is, and not before', {
  tags: ['nightly'],
}, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const fetch = vi.spyOn(globalThis, 'fetch');
  fetch.mockImplementationOnce(async () => new Response('{"error":"not_found"}', { status: 404 }));
  await show(crowd());
  await settled(() => named('failed').length === 1);
  expect(isCrowdError(caught, 'NotFoundError')).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(1);

  // Longer than a failure is kept; what a press of "try again" does.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(fetch).toHaveBeenCalledTimes(1);
  await act(async () => boundary.setState({ failed: false }));
  await settled(() => named('Crowd').length === 1);
});

test('two components with one id have two crowds, and each frees its own', async () => {
  const refs = [createRef<CrowdObject>(), createRef<CrowdObject>(), createRef<CrowdObject>()];
  const twin = (i: number) =>
    createElement(Crowd, {
      ...(crowd({ ref: refs[i] as Ref<CrowdObject>, position: [i, 0, 0] }).props as CrowdProps),
      key: `twin ${i}`,
    });
  await show(twin(0), twin(1));
  // Rendered anew while they load, as by a page that shows how far they are.
  await show(twin(0), twin(1));
  await settled(() => named('Crowd').length === 2 && refs[0].current !== null && refs[1].current !== null);
  const [first, second] = refs.map(({ current }) => current!);
  expect(first).not.toBe(second);
  expect(named('Crowd').map(({ position }) => position.x)).toEqual([0, 1]);
  const updates = [first, second].map((shown) => vi.spyOn(shown, 'update'));
  await draw(1);
  expect(updates.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);

  await show(twin(0), twin(1), twin(2));
  await settled(() => refs[2].current !== null);
  expect(refs.map(({ current }) => current)).toEqual([first, second, expect.anything()]);
  expect(new Set(named('Crowd')).size).toBe(3);

  const freed = [first, second].map((shown) => vi.spyOn(shown, 'dispose'));
  await show(twin(1), twin(2));
  await settled(() => freed[0].mock.calls.length === 1);
  expect(freed[1]).not.toHaveBeenCalled();
  expect(named('Crowd').map(({ position }) => position.x)).toEqual([1, 2]);
  expect(caught).toBeUndefined();
});

test('two crowds of one id in Suspense boundaries of their own are loaded once each', {
  tags: ['nightly'],
}, async () => {
  const fetch = vi.spyOn(globalThis, 'fetch');
  const loads = () => fetch.mock.calls.filter(([request]) => /Teahouse/.test(addressIn(request))).length;
  let finish = (): void => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const Slow = (): null => {
    use(waiting);
    return null;
  };
  const refs = [createRef<CrowdObject>(), createRef<CrowdObject>()];
  const apart = () =>
    refs.map((ref, i) =>
      createElement(
        Suspense,
        { key: i, fallback: null },
        createElement(Crowd, { ...(crowd({ ref }).props as CrowdProps) }),
        i === 0 && createElement(Slow),
      ),
    );
  for (let round = 0; round < 6; round++) {
    await show(...apart());
    await act(async () => new Promise((resolve) => setTimeout(resolve, 300)));
  }
  await settled(() => refs[1].current !== null);
  await act(async () => finish());
  await settled(() => refs[0].current !== null);
  expect(refs[0].current).not.toBe(refs[1].current);
  expect(loads()).toBe(2);
  expect(caught).toBeUndefined();
});

test('an element that is shown twice without an instance is an error', { tags: ['nightly'] }, async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const element = crowd();
  const group = (key: string) => createElement('group', { key }, element);
  await show(group('a'), group('b'));
  await settled(() => caught !== undefined);
  expect(isCrowdError(caught)).toBe(true);
  expect((caught as Error).message).toContain('instance');
});

test('a given response is a crowd, the same for the same object', async () => {
  const response = await fetchSampleCrowd();
  const ref = createRef<CrowdObject>();
  const given = (of: CrowdResponse) =>
    createElement(Crowd, { key: 'given', response: of, baseUrl: inject('baseUrl'), mode: 'instanced', ref });
  await show(given(response));
  await settled(() => ref.current !== null);
  const first = ref.current!;
  expect(first.size).toBe(response.characters.length);
  await draw(1);
  expect(state.gl.info.render.triangles).toBeGreaterThan(0);
  await show(given(response));
  expect(ref.current).toBe(first);
  await show(given({ ...response, characters: response.characters.slice(0, 3) }));
  await settled(() => ref.current?.size === 3);
});

test('a click names the character, and listeners get the events of the crowd', async () => {
  const ref = createRef<CrowdObject>();
  const clicked: CrowdPointerEvent<MouseEvent>[] = [];
  const heard: string[] = [];
  const told = (round: number) =>
    crowd({
      ref,
      position: [0, 0, -10],
      onClick: (event) => clicked.push(event),
      onArrived: ({ character }) => heard.push(`${round} arrived ${character}`),
      onBlocked: ({ character }) => heard.push(`${round} blocked ${character}`),
      onFinished: ({ character, clip }) => heard.push(`${round} ${clip} ${character}`),
      onFootstep: ({ character, foot }) => heard.push(`${round} ${foot} ${character}`),
    });
  await show(told(1));
  await settled(() => ref.current !== null);
  await draw(1);

  const { x, y, z } = ref.current!.get(2);
  const chest = ref.current!.localToWorld(new THREE.Vector3(x, y + 1, z));
  state.camera.position.copy(chest).add(new THREE.Vector3(0, 0, 2));
  state.camera.lookAt(chest);
  state.camera.updateMatrixWorld();
  const at = { offsetX: 80, offsetY: 45 };
  state.events.connect?.(state.gl.domElement);
  for (const type of ['pointerdown', 'pointerup', 'click']) {
    const event = new PointerEvent(type, { bubbles: true, pointerId: 1 });
    for (const [name, value] of Object.entries(at)) Object.defineProperty(event, name, { value });
    await act(async () => void state.gl.domElement.dispatchEvent(event));
  }
  expect(clicked).toHaveLength(1);
  const [hit] = clicked;
  expect(hit.character).toBe(2);
  expect(hit.part).toMatch(/^[a-z]/);
  expect(hit.eventObject).toBe(ref.current);

  // Another listener takes the place of the first, and none is left after the component.
  const shown = ref.current!;
  const step = { character: 0, foot: 'left', position: new THREE.Vector3() } as const;
  const tell = (): void => {
    shown.motion!.dispatchEvent({ type: 'arrived', character: 1 });
    shown.motion!.dispatchEvent({ type: 'blocked', character: 2 });
    shown.dispatchEvent({ type: 'finished', character: 3, clip: 'idle' });
    shown.dispatchEvent({ type: 'footstep', ...step });
  };
  tell();
  await show(told(2));
  tell();
  await show();
  tell();
  const all = ['arrived 1', 'blocked 2', 'idle 3', 'left 0'];
  expect(heard).toEqual([1, 2].flatMap((round) => all.map((event) => `${round} ${event}`)));
});

test('a GLB file is a crowd, by its address or loaded already, and loads again when the count changes', async () => {
  const address = addressOf(await characterFile());
  const ref = createRef<CrowdObject>();
  const file = (count: number, gltf: GLTFSource) =>
    createElement(Crowd, { key: 'file', gltf, count, mode: 'instanced', ref, position: [0, 0, -3] });
  await show(file(5, address));
  await settled(() => ref.current?.size === 5);
  const first = ref.current!;
  expect(first.position.z).toBe(-3);
  await show(file(5, address));
  expect(ref.current).toBe(first);
  await show(file(7, await new GLTFLoader().loadAsync(address)));
  await settled(() => ref.current?.size === 7);
});

test('strict and onWarning are options of a file too', async () => {
  const address = addressOf(await fileWithPoints());
  const ref = createRef<CrowdObject>();
  const warnings: string[] = [];
  const onWarning = (message: string) => warnings.push(message);
  await show(createElement(Crowd, { key: 'told', gltf: address, count: 2, onWarning, ref }));
  await settled(() => ref.current?.size === 2);
  expect(warnings).toEqual([expect.stringContaining('are not drawn: "robe_1"')]);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await show(createElement(Crowd, { key: 'strict', gltf: address, count: 2, strict: true }));
  await settled(() => caught !== undefined);
  expect((caught as Error).message).toBe(warnings[0]);
});

test('pointer events have the types of what was hit', () => {
  const onClick: CrowdProps['onClick'] = ({ character, part }) => [character.toFixed(), part.trim()];
  // @ts-expect-error A part is a name.
  const onWheel: CrowdProps['onWheel'] = ({ part }) => part.toFixed();
  expect(Object.keys({ onClick, onWheel })).toHaveLength(2);
});

test('<crowd-view> has types in JSX', () => {
  const props: JSX.IntrinsicElements['crowd-view'] = {
    src: 'knight.glb',
    count: 200,
    shadows: false,
    onload: ({ detail }) => detail.crowd.size,
  };
  // @ts-expect-error A count is a number.
  const wrong: JSX.IntrinsicElements['crowd-view'] = { count: 'many' };
  expect(Object.keys({ ...props, ...wrong })).toContain('count');
});
