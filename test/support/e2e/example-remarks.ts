/** Console messages of other packages on the page of an example, by its name. */
export const REMARKS: Readonly<Record<string, readonly string[]>> = {
  // @react-three/fiber 9.8 still makes a clock of three's.
  react: ['THREE.Clock: This module has been deprecated. Please use THREE.Timer instead.'],
};
