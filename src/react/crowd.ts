import { type ThreeElement, useFrame, useThree } from '@react-three/fiber';
import {
  createElement,
  type ReactElement,
  type Ref,
  use,
  useEffect,
  useLayoutEffect,
  useReducer,
  useState,
} from 'react';
import { OPTION_NAMES } from '../create-crowd-options.js';
import { GLTF_OPTION_NAMES } from '../from-gltf/gltf-crowd-options.js';
import {
  type CreateCrowdFromGLTFOptions,
  type Crowd as CrowdObject,
  type CrowdRenderer,
  createCrowd,
  createCrowdFromGLTF,
  type GivenCrowdOptions,
  type GLTFSource,
  type ServedCrowdOptions,
} from '../index.js';
import { type CrowdRequest, reserveCrowd, takeCrowd } from './crowd-cache.js';
import { type CrowdListeners, type CrowdPointerHandlers, useListeners } from './crowd-events.js';

/** Options of a crowd of the service. A change of one that is not a function loads another crowd. */
type LoadOptions = Omit<ServedCrowdOptions, 'renderer' | 'signal'>;

/** Options of a crowd with a given response. A change of one that is not a function loads another crowd. */
type GivenOptions = Omit<GivenCrowdOptions, 'renderer' | 'signal'>;

/** Options of a crowd of GLB files. A change of one that is not a function loads another crowd. */
type GltfOptions = Omit<CreateCrowdFromGLTFOptions, 'renderer' | 'signal'>;

type SceneProps = Omit<
  ThreeElement<typeof CrowdObject>,
  | keyof LoadOptions
  | keyof GivenOptions
  | keyof GltfOptions
  | keyof CrowdPointerHandlers
  | keyof CrowdListeners
  | 'gltf'
  | 'args'
  | 'ref'
>;

interface CommonProps extends SceneProps, CrowdPointerHandlers, CrowdListeners {
  /**
   * Distinguishes the crowds of one React element that is mounted twice in a canvas. Not needed for two elements.
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
  /** Ref to the {@link CrowdObject | crowd}; null until it is loaded. */
  ref?: Ref<CrowdObject>;
}

/**
 * The props of a {@link Crowd} of the service: these, and those of any object of the scene, such as `position`, `visible`
 * and events.
 */
export interface CrowdProps extends LoadOptions, CommonProps {}

/**
 * The props of a {@link Crowd} of a given `response`: these, and those of any object of the scene. Another response object
 * loads another crowd, so pass the same one in all renders.
 */
export interface GivenCrowdProps extends GivenOptions, CommonProps {}

/** The props of a {@link Crowd} of GLB files: these, and those of any object of the scene. */
export interface GLTFCrowdProps extends GltfOptions, CommonProps {
  /** One or several GLB files: addresses, or results of three's `GLTFLoader` or `useGLTF`. */
  gltf: GLTFSource | readonly GLTFSource[];
}

/**
 * A crowd in a scene of @react-three/fiber. It suspends while it loads, is freed when it is unmounted, and passes errors of
 * `createCrowd` to the error boundary; rendered again after that, it loads again. Each `<Crowd>` is a crowd of its own. If
 * several with the same props mount together, the first suspends, and the others appear once they are loaded.
 *
 * @example
 * <Suspense fallback={null}>
 *   <Crowd
 *     baseUrl="https://crowds.example"
 *     crowdId="cr_Market1k"
 *     apiKey={key}
 *     onClick={({ character }) => greet(character)}
 *     onArrived={({ character }) => console.log(character)}
 *   />
 *   <Crowd gltf="knight.glb" recipe={{ size: 200 }} position={[0, 0, -20]} />
 * </Suspense>
 */
export function Crowd(props: CrowdProps | GivenCrowdProps | GLTFCrowdProps): ReactElement | null {
  const { instance = '', timeScale = 1, onArrived, onBlocked, onFinished, onFootstep, ...rest } = props;
  const renderer = useThree(({ gl }) => gl) as CrowdRenderer;
  const { key, load, others } = 'gltf' in rest ? prepareGltf(rest) : prepareResponse(rest);
  const request = {
    renderer,
    key: `${JSON.stringify(instance)} ${key}`,
    load: (signal: AbortSignal) => load(renderer, signal),
  };
  const crowd = useCrowd(request, props);
  useListeners(crowd, { onArrived, onBlocked, onFinished, onFootstep });
  useFrame(({ camera }, seconds) => crowd?.update(seconds * timeScale, camera));
  return crowd ? createElement('primitive', { ...others, object: crowd }) : null;
}

/** A settled promise, for which `use` does not suspend. */
const NOTHING: Promise<undefined> = Object.assign(Promise.resolve(undefined), {
  status: 'fulfilled' as const,
  value: undefined,
});

/**
 * The crowd of this component alone. Suspends until it is loaded. Undefined for a component that was mounted together with
 * another of the same key, until a second such crowd is loaded.
 */
function useCrowd(request: CrowdRequest, props: object): CrowdObject | undefined {
  const [owner] = useState(() => ({}));
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const cached = takeCrowd(request, owner, props);
  const crowd = use(cached?.promise ?? NOTHING);
  // Runs before the effects of components without a crowd, which take unclaimed ones.
  useLayoutEffect(() => void cached?.claim(owner), [cached, owner]);
  useEffect(() => {
    if (!cached) return reserveCrowd(request, owner, renderAgain);
    // The crowd of a tree that was hidden for long may have been freed.
    if (!cached.claim(owner)) renderAgain();
    return () => cached.release(owner);
  }, [cached, owner, request.renderer, request.key]);
  return crowd;
}

/** Content of a component. */
interface Prepared {
  /** Key that is equal for props with the same content. */
  readonly key: string;
  readonly load: (renderer: CrowdRenderer, signal: AbortSignal) => Promise<CrowdObject>;
  /** Props of the `primitive`. */
  readonly others: SceneProps;
}

function prepareResponse(props: (LoadOptions | GivenOptions) & SceneProps): Prepared {
  const { options, others } = splitProps<LoadOptions | GivenOptions>(props, OPTION_NAMES);
  return {
    key: keyOf(options),
    load: (renderer, signal) => createCrowd({ ...options, renderer, signal }),
    others,
  };
}

function prepareGltf({ gltf, ...props }: GltfOptions & SceneProps & Pick<GLTFCrowdProps, 'gltf'>): Prepared {
  const { options, others } = splitProps<GltfOptions>(props, GLTF_OPTION_NAMES);
  const sources = Array.isArray(gltf) ? (gltf as readonly GLTFSource[]) : [gltf as GLTFSource];
  const names = sources.map(nameOf);
  return {
    key: `${JSON.stringify(names)} ${keyOf(options)}`,
    load: (renderer, signal) => createCrowdFromGLTF(sources, { ...options, renderer, signal }),
    others,
  };
}

function nameOf(source: GLTFSource): string {
  if (typeof source === 'string') return source;
  return 'scene' in source ? source.scene.uuid : `${source.name} ${source.size} ${source.lastModified}`;
}

/**
 * Leaves out functions and decoders, so that new ones in each render do not load another crowd. Contains the identity of a
 * response: serialising it would take time in each render.
 */
function keyOf(options: LoadOptions | GivenOptions | GltfOptions): string {
  const response = 'response' in options ? numberOf(options.response) : undefined;
  return JSON.stringify({ ...options, decoders: undefined, response });
}

const numbers = new WeakMap<object, number>();
let lastNumber = 0;

function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++lastNumber;
  numbers.set(object, number);
  return number;
}

/** Splits props into options and those of the `primitive`. */
function splitProps<Options extends object>(
  props: Options & SceneProps,
  names: Readonly<Record<string, true>>,
): { options: Options; others: SceneProps } {
  const options: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (!(name in names)) others[name] = value;
    else if (value !== undefined) options[name] = value;
  }
  return { options: options as unknown as Options, others: others as SceneProps };
}
