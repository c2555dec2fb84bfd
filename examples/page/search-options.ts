import type { Options } from 'minisearch';

/** A page, or a section of a guide, that the search finds. */
export interface SearchEntry {
  readonly id: number;
  /** Relative to the folder of examples. */
  readonly address: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

/** Options of the index, which writing and reading it have to share. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ['title', 'text'],
  storeFields: ['address', 'kind', 'title'],
  searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 3 }, combineWith: 'AND' },
};
