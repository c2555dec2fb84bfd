import { Group } from 'three';
import type { CrowdDrawing } from './crowd.js';
import type { CharacterTable, InstancedCrowd, PartLists } from './shared/index.js';
import type { Wardrobe } from './wardrobe.js';

/**
 * Keeps a backend's drawing in step with the character table. The drawing's buffers are as large as the crowd that it
 * was made for; when that has outgrown them, or wears a part that was not in use, another is made before the next frame.
 *
 * @param create draws the parts in use and all rows of the table
 */
export function createInstancedDrawing(
  table: CharacterTable,
  wardrobe: Wardrobe,
  create: (parts: PartLists) => InstancedCrowd,
): CrowdDrawing {
  const object = new Group();
  const layOut = (): { crowd: InstancedCrowd; rows: number } => {
    const crowd = create(wardrobe.layOut(table));
    // A new drawing uploads the whole table.
    table.changes.take();
    object.add(crowd.object);
    return { crowd, rows: table.count };
  };
  let drawn = layOut();
  return {
    object,
    get drawCalls() {
      return drawn.crowd.drawCalls;
    },
    update: (frame) => {
      if (wardrobe.isOutgrown || drawn.rows < table.count) {
        const { crowd } = drawn;
        drawn = layOut();
        object.remove(crowd.object);
        // Last, so that the renderer finds the same programs in use and keeps them.
        crowd.dispose();
      } else {
        const changes = table.changes.take();
        if (changes.length > 0) drawn.crowd.updateTable(changes);
      }
      drawn.crowd.update(frame);
    },
    dispose: () => drawn.crowd.dispose(),
  };
}
