/**
 * `<Crowd>` for @react-three/fiber.
 *
 * @module
 */
export { Crowd, type CrowdProps } from './crowd.js';
