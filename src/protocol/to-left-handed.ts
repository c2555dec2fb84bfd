/**
 * Converts a position and heading to a left-handed, Y-up world: the mirror image along Z. The model must be mirrored
 * along Z, too, as importers of such engines do; it then faces −Z at `rot_y` 0.
 *
 * @param placed in the interface's right-handed world: metres, and radians counter-clockwise from above
 * @returns the same with `z` and `rot_y` negated; `rot_y` then counts as the engine's own angle about Y, by the
 * left-hand rule
 * @example
 * const { x, z, rot_y } = toLeftHanded(character);
 */
export function toLeftHanded<Placed extends { readonly z: number; readonly rot_y: number }>(
  placed: Placed,
): Placed {
  // `0 - x` avoids −0, which JSON does not preserve.
  return { ...placed, z: 0 - placed.z, rot_y: 0 - placed.rot_y };
}
