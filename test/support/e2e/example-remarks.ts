/** What others' code says on the page of an example, by its name, which that page cannot change. */
export const REMARKS: Readonly<Record<string, readonly string[]>> = {
  // @react-three/fiber 9.8 still makes a clock of three's.
  react: ['THREE.Clock: This module has been deprecated. Please use THREE.Timer instead.'],
};
