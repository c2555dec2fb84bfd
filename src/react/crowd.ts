import { type ThreeElement, useFrame, useThree } from '@react-three/fiber';
import { createElement, type ReactElement, type Ref, use, useEffect } from 'react';
import {
  type Crowd as CrowdObject,
  type CrowdRenderer,
  createCrowd,
  type ServedCrowdOptions,
} from '../index.js';
import { cacheCrowd } from './crowd-cache.js';

/** How the crowd is fetched and drawn. A change of one of these that is no function loads another crowd. */
type LoadOptions = Omit<ServedCrowdOptions, 'renderer' | 'signal'>;

type SceneProps = Omit<ThreeElement<typeof CrowdObject>, keyof LoadOptions | 'args' | 'ref'>;

/** The props of {@link Crowd}: these, and those of any object of the scene, such as `position`, `visible` and events. */
export interface CrowdProps extends LoadOptions, SceneProps {
  /**
   * A name of its own for each `<Crowd>` of one canvas that has the same other props as another.
   *
   * @default ''
   */
  instance?: string;
  /**
   * Seconds of animation per second; 0 holds it.
   *
   * @default 1
   */
  timeScale?: number;
  /** Gets the {@link CrowdObject | crowd} once it is loaded. */
  ref?: Ref<CrowdObject>;
}

/**
 * A crowd in a scene of @react-three/fiber. It suspends while it loads, is freed when it is unmounted, and throws to the
 * error boundary what `createCrowd` throws; when it is rendered again after that, it loads again.
 *
 * @example
 * <Suspense fallback={null}>
 *   <Crowd
 *     baseUrl="https://crowds.example"
 *     crowdId="cr_Market1k"
 *     apiKey={key}
 *     onClick={(event) => greet((event as unknown as CrowdIntersection).character)}
 *   />
 * </Suspense>
 */
export function Crowd({ instance = '', timeScale = 1, ...props }: CrowdProps): ReactElement {
  const renderer = useThree(({ gl }) => gl) as CrowdRenderer;
  const { options, others } = splitProps(props);
  // Functions and decoders are left out of JSON, so that new ones in each render do not load another crowd.
  const cached = cacheCrowd(
    renderer,
    JSON.stringify([instance, { ...options, decoders: undefined }]),
    (signal) => createCrowd({ ...options, renderer, signal }),
  );
  const crowd = use(cached.promise);
  useEffect(() => cached.claim(), [cached]);
  useFrame(({ camera }, seconds) => crowd.update(seconds * timeScale, camera));
  return createElement('primitive', { ...others, object: crowd });
}

/** Every load option by name; the compiler asks for a new one here. */
const LOAD_OPTIONS: Readonly<Record<keyof LoadOptions, true>> = {
  baseUrl: true,
  crowdId: true,
  apiKey: true,
  tokenProvider: true,
  onProgress: true,
  strict: true,
  onWarning: true,
  mode: true,
  cloneLimit: true,
  lodScreenHeight: true,
  farDraws: true,
  frameBudget: true,
  material: true,
  motion: true,
  castShadow: true,
  receiveShadow: true,
  retarget: true,
  clips: true,
  decoders: true,
};

/** The props that `createCrowd` takes, and those that the object takes. */
function splitProps(props: Omit<CrowdProps, 'instance' | 'timeScale'>): {
  options: LoadOptions;
  others: SceneProps;
} {
  const options: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (!(name in LOAD_OPTIONS)) others[name] = value;
    else if (value !== undefined) options[name] = value;
  }
  return { options: options as unknown as LoadOptions, others: others as SceneProps };
}
