/**
 * `<Crowd>` for @react-three/fiber.
 *
 * @module three-crowd/react
 */
export { Crowd, type CrowdProps } from './crowd.js';
