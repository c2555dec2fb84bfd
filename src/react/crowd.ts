import { type ThreeElement, useFrame, useThree } from '@react-three/fiber';
import { createElement, type ReactElement, type Ref, use, useEffect } from 'react';
import {
  type Crowd as CrowdObject,
  type CrowdRenderer,
  createCrowd,
  type ServedCrowdOptions,
} from '../index.js';
import { cacheCrowd } from './crowd-cache.js';

/** How the crowd is fetched and drawn; each change of one of these but the functions takes another crowd. */
type LoadOptions = Omit<ServedCrowdOptions, 'renderer' | 'signal'>;

type SceneProps = Omit<ThreeElement<typeof CrowdObject>, keyof LoadOptions | 'args' | 'ref'>;

/** Beside these, the props of any object of the scene: place, events, `visible`. */
export interface CrowdProps extends LoadOptions, SceneProps {
  /**
   * Tells crowds of one canvas apart that are else the same.
   *
   * @default ''
   */
  instance?: string;
  /**
   * Seconds of animation a second; 0 holds it.
   *
   * @default 1
   */
  timeScale?: number;
  ref?: Ref<CrowdObject>;
}

/**
 * A crowd in a scene of @react-three/fiber. Suspends while it loads, throws to the error boundary what `createCrowd`
 * throws, and is freed when it is unmounted.
 *
 * @example
 * <Suspense fallback={null}>
 *   <Crowd baseUrl="https://crowds.example" crowdId="cr_Market1k" apiKey={key} onClick={(event) => greet(event.character)} />
 * </Suspense>
 */
export function Crowd({ instance = '', timeScale = 1, ...props }: CrowdProps): ReactElement {
  const renderer = useThree(({ gl }) => gl) as CrowdRenderer;
  const { options, others } = takeApart(props);
  const cached = cacheCrowd(renderer, JSON.stringify([instance, options]), (signal) =>
    createCrowd({ ...options, renderer, signal }),
  );
  const crowd = use(cached.promise);
  useEffect(() => cached.claim(), [cached]);
  useFrame(({ camera }, seconds) => crowd.update(seconds * timeScale, camera));
  return createElement('primitive', { ...others, object: crowd });
}

/** Functions are left out of JSON, so that new ones in each render don't make another crowd. */
function takeApart({
  baseUrl,
  crowdId,
  apiKey,
  tokenProvider,
  onProgress,
  mode,
  cloneLimit,
  farBelow,
  castShadow,
  receiveShadow,
  ...others
}: Omit<CrowdProps, 'instance' | 'timeScale'>) {
  const given = {
    ...{ apiKey, tokenProvider, onProgress },
    ...{ mode, cloneLimit, farBelow, castShadow, receiveShadow },
  };
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { options: { baseUrl, crowdId, ...(defined as Partial<LoadOptions>) }, others };
}
