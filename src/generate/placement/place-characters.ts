import type { Point } from '../../math/index.js';
import type { Distribution, Recipe } from '../../protocol/index.js';
import { membersOf, type PlacementGroup } from '../traits/groups.js';
import { fillFromStart, fillGrid } from './fill-lattice.js';
import type { Ground } from './ground.js';
import { emptyPositions, type Positions, placeGroup } from './positions.js';
import { scatter } from './scatter.js';

type Fill = (groups: readonly PlacementGroup[], ground: Ground) => Point[] | undefined;

const FILLS: Record<Exclude<Distribution, 'random'>, Fill> = { grid: fillGrid, startpoint: fillFromStart };

/**
 * Places every character of a group, in the recipe's distribution. If a lattice is too coarse for groups, members are placed
 * individually; if no lattice fits, positions are random.
 */
export function placeCharacters(
  recipe: Recipe,
  groups: readonly PlacementGroup[],
  ground: Ground,
): Positions {
  const { size, distribution } = recipe;
  if (distribution !== 'random' && groups.length > 0) {
    const arrangements = recipe.groupingMode ? [groups, groups.flatMap(membersOf)] : [groups];
    for (const arrangement of arrangements) {
      const places = FILLS[distribution](arrangement, ground);
      if (!places) continue;
      const positions = emptyPositions(size);
      arrangement.forEach((group, i) => {
        placeGroup(positions, group, places[i][0], places[i][1]);
      });
      return positions;
    }
  }
  return scatter(recipe, groups, ground);
}
