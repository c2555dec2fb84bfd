/**
 * `<Crowd>` for @react-three/fiber, and the types of `<crowd-view>` in JSX.
 *
 * @module three-crowd/react
 */
import type { CrowdViewProps } from './crowd-view-props.js';

export { Crowd, type CrowdProps, type GivenCrowdProps, type GLTFCrowdProps } from './crowd.js';
export type { CrowdListeners, CrowdPointerEvent, CrowdPointerHandlers } from './crowd-events.js';
export type { CrowdViewProps };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'crowd-view': CrowdViewProps;
    }
  }
}
