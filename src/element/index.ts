/**
 * `<crowd-view>`: a crowd in a page without any script of the page's own. Importing this module defines the element; on a
 * server it does nothing.
 *
 * @module three-crowd/element
 */
import { CrowdViewElement } from './crowd-view-element.js';

export type { BackendChoice, ViewRenderer } from '../stage/index.js';
export type { ViewObjects } from './crowd-scene.js';
export type { CrowdViewAttributes } from './crowd-view-attributes.js';
export type { CrowdViewError, CrowdViewEventMap, CrowdViewSelection } from './crowd-view-events.js';
export type { TokenProvider } from './view-content.js';
export type { ViewState } from './view-shadow-root.js';
export { CrowdViewElement };

declare global {
  interface HTMLElementTagNameMap {
    'crowd-view': CrowdViewElement;
  }
}

if (globalThis.customElements && !customElements.get('crowd-view')) {
  customElements.define('crowd-view', CrowdViewElement);
}
