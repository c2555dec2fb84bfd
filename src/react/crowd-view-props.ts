import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { CrowdViewAttributes, CrowdViewElement, CrowdViewEventMap } from '../element/index.js';

/** Properties of the element, which React sets as properties and not as attributes. */
type OwnProps = Partial<
  Omit<CrowdViewAttributes, keyof HTMLElement> & Pick<CrowdViewElement, 'tokenProvider' | 'ground'>
>;

/** Listeners to the element's events, such as `onload` for `load`. */
type Listeners = { [K in keyof CrowdViewEventMap as `on${K}`]?: (event: CrowdViewEventMap[K]) => void };

/**
 * The props of `<crowd-view>` in React: those of any element, the element's properties, and listeners to its events. The
 * element itself is defined by importing `three-crowd/element`. `import type {} from 'three-crowd/react'` is enough for JSX to
 * know it.
 */
export type CrowdViewProps = Omit<
  DetailedHTMLProps<HTMLAttributes<CrowdViewElement>, CrowdViewElement>,
  keyof OwnProps | keyof Listeners
> &
  OwnProps &
  Listeners;
