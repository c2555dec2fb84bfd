import type { PartList } from './part-source.js';

/** The parts in use. */
export interface PartLists {
  /** Bodies, faces, hair and shared parts; rows of the character table name them by their place in here. */
  readonly lists: readonly PartList[];
  /** Numbers in `lists` of what every character wears. */
  readonly shared: readonly number[];
}
