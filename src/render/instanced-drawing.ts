import { Group } from 'three';
import type { CharacterTable, PartRegistry, PartsInUse } from './characters/index.js';
import type { CrowdDrawing } from './crowd.js';
import type { InstancedCrowd } from './drawing/index.js';

/**
 * Keeps a backend's drawing in step with the character table. The drawing's buffers are as large as the crowd that it
 * was made for; when that has outgrown them, or wears a part that was not in use, another is made before the next frame.
 *
 * @param create draws the parts in use and all rows of the table
 */
export function createInstancedDrawing(
  table: CharacterTable,
  partRegistry: PartRegistry,
  create: (parts: PartsInUse) => InstancedCrowd,
): CrowdDrawing & { check(): Promise<void> } {
  let isStale = false;
  const object = new Group();
  const layOut = (): { crowd: InstancedCrowd; rows: number } => {
    const crowd = create(partRegistry.allocate(table));
    // A new drawing uploads the whole table.
    table.changes.take();
    object.add(crowd.object);
    return { crowd, rows: table.count };
  };
  let drawn = layOut();
  let replaced: InstancedCrowd | undefined;
  const disposeReplaced = (): void => {
    replaced?.dispose();
    replaced = undefined;
  };
  return {
    object,
    get drawCalls() {
      return drawn.crowd.drawCalls;
    },
    update: (frame) => {
      disposeReplaced();
      if (isStale || partRegistry.needsAllocation || drawn.rows < table.count) {
        isStale = false;
        // Kept for a frame, so that the renderer finds the new one's programs in use and need not compile them.
        replaced = drawn.crowd;
        object.remove(replaced.object);
        drawn = layOut();
      } else {
        const changes = table.changes.take();
        if (changes.length > 0) drawn.crowd.updateTable(changes);
      }
      drawn.crowd.update(frame);
    },
    redraw: () => {
      isStale = true;
    },
    check: async () => drawn.crowd.check?.(),
    dispose: () => {
      disposeReplaced();
      drawn.crowd.dispose();
    },
  };
}
