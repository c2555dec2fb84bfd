/** The points of a path, each as [x, z]. */
export const pathOf = (...points: [x: number, z: number][]): [x: number, z: number][] => points;
