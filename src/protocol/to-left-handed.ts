/**
 * A character, or anything else that stands at `z` and faces `rot_y`, for an engine with a left-handed, Y-up world: the
 * world's mirror image along Z, as the interface has it. The model has to be its mirror image along Z too, as importers
 * of such engines make it; it then faces −Z at `rot_y` 0.
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
  // Subtracted, because negating 0 would give −0, which JSON and comparisons don't keep.
  return { ...placed, z: 0 - placed.z, rot_y: 0 - placed.rot_y };
}
