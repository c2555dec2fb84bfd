import { addScaled, cross, FORWARD, normalize, type Vector } from '../math/vector.js';
import type { MeshBuilder, Vertex } from '../mesh/mesh-builder.js';
import type { Paint } from '../mesh/paint.js';
import { ring } from '../mesh/ring.js';
import type { Weights } from '../skeleton/weights.js';
import { armPoint } from '../skeleton/weights.js';

/** A point about the line of the left arm; `direction` is that of the limb there. */
export function aroundArm(t: number, direction: Vector, angle: number, radius: number): Vector {
  const across = normalize(cross(FORWARD, direction));
  return addScaled(
    addScaled(armPoint(t), across, radius * Math.cos(angle)),
    FORWARD,
    radius * Math.sin(angle),
  );
}

/** A round ring about the left arm, for bare arms and bracers. */
export function armRing(
  mesh: MeshBuilder,
  segments: number,
  { t, direction, radius }: { t: number; direction: Vector; radius: number },
  paint: Paint,
  weights: Weights,
): Vertex[] {
  return ring(mesh, segments, (angle) => ({
    position: aroundArm(t, direction, angle, radius),
    paint,
    weights,
  }));
}
