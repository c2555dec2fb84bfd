import MiniSearch from 'minisearch';
import { SEARCH_OPTIONS } from './search-options.js';

/** Largest number of results in the list. */
const MOST_RESULTS = 12;

/** The folder of examples: this script is in it, or in `assets/` below it. */
const folder = new URL(
  document.querySelector<HTMLElement>('[data-search]')?.dataset['search'] ?? './',
  location.href,
);
let index: Promise<MiniSearch> | undefined;

/** Loads the index at the first use; tries again at the next use after a failure. */
function loadIndex(): Promise<MiniSearch> {
  index ??= fetch(new URL('search.json', folder))
    .then((answer) => {
      if (!answer.ok) throw new Error(`search.json: ${answer.status}`);
      return answer.text();
    })
    .then((text) => MiniSearch.loadJSON(text, SEARCH_OPTIONS))
    .catch((error: unknown) => {
      index = undefined;
      throw error;
    });
  return index;
}

/** Puts a search over guides and examples into an element. */
function addSearch(place: HTMLElement): void {
  place.innerHTML = `
    <input type="search" placeholder="Search guides and examples" aria-label="Search guides and examples" autocomplete="off">
    <p role="status"></p>
    <ol aria-label="Results"></ol>`;
  const find = <T extends Element>(selector: string): T => place.querySelector(selector) as T;
  const [input, status, list] = [find<HTMLInputElement>('input'), find('p'), find('ol')];
  const search = async (): Promise<void> => {
    const words = input.value.trim();
    try {
      const results = words ? (await loadIndex()).search(words) : [];
      // A later input has its own results.
      if (words !== input.value.trim()) return;
      status.textContent = words && results.length === 0 ? `No results for “${words}”.` : '';
      list.replaceChildren(...results.slice(0, MOST_RESULTS).map(createResult));
    } catch {
      status.textContent = 'The search index does not load. Check the connection, then type again.';
    }
  };
  input.addEventListener('input', () => void search());
  input.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') list.querySelector('a')?.click();
  });
}

function createResult(result: { readonly [field: string]: unknown }): HTMLLIElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = new URL(String(result['address']), folder).href;
  link.textContent = String(result['title']);
  const kind = document.createElement('small');
  kind.textContent = ` ${result['kind']}`;
  item.append(link, kind);
  return item;
}

for (const place of document.querySelectorAll<HTMLElement>('[data-search]')) addSearch(place);
