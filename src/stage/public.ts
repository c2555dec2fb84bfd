/**
 * A stage to start from: renderer, camera, sky, ground and light for a page that shows a crowd, and a panel of settings.
 * The guide "Getting started" has the same in plain three.js.
 *
 * @module three-crowd/stage
 */
export { ControlPanel, type SliderOptions } from './control-panel.js';
export type { BackendChoice, ViewRenderer } from './create-renderer.js';
export { createStage, type Stage, type StageOptions } from './create-stage.js';
export type { StageLight } from './surroundings.js';
