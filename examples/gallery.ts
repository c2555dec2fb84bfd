import { EXAMPLES, type Example } from './page/example-list.js';

/** Addresses of the pictures by path; the tests take the pictures. */
const PICTURES = import.meta.glob<string>('./pictures/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
});

type Card = Pick<Example, 'name' | 'title' | 'text' | 'tags'>;

/** Not in the list of examples, since it draws no crowd. */
const VALIDATION: Card = {
  name: 'validation',
  title: 'As people walk',
  text: 'Speeds and lanes of walking people, measured with the methods of pedestrian engineers. Save their positions for JuPedSim and PedPy.',
  tags: ['simulate', 'corridors'],
};

/** The tag that filters the cards; kept in the address as `#tag=…`. */
function chosenTag(): string {
  return new URLSearchParams(location.hash.slice(1)).get('tag') ?? '';
}

/** A button that shows the cards of one tag. A pressed one shows all cards again. */
function createFilter(tag: string): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = button.value = tag;
  button.addEventListener('click', () => {
    location.hash = chosenTag() === tag ? '' : `${new URLSearchParams({ tag })}`;
  });
  return button;
}

/** Tags that more than one card has, the most frequent first. */
function commonTags(cards: readonly Card[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of cards.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .map(([tag]) => tag);
}

function applyFilter(): void {
  const tag = chosenTag();
  for (const button of document.querySelectorAll<HTMLButtonElement>('#filters button, .tags button')) {
    button.ariaPressed = String(button.value === tag);
  }
  for (const card of document.querySelectorAll<HTMLElement>('.cards > li')) {
    const tags = [...card.querySelectorAll<HTMLButtonElement>('.tags button')].map(({ value }) => value);
    card.hidden = tag !== '' && !tags.includes(tag);
  }
}

function createCard({ name, title, text, tags }: Card): HTMLLIElement {
  const card = document.createElement('li');
  const link = document.createElement('a');
  link.href = `./${name}.html`;
  const heading = document.createElement('h2');
  heading.textContent = title;
  const sentence = document.createElement('p');
  sentence.textContent = text;
  const labels = document.createElement('p');
  labels.className = 'tags';
  labels.append(...tags.flatMap((tag, k) => (k > 0 ? [' · ', createFilter(tag)] : [createFilter(tag)])));
  link.append(createPicture(name), heading);
  card.append(link, sentence, labels);
  return card;
}

function createPicture(name: string): HTMLImageElement {
  const picture = document.createElement('img');
  [picture.width, picture.height] = [640, 400];
  // The title beside it describes it.
  picture.alt = '';
  picture.loading = 'lazy';
  const address = PICTURES[`./pictures/${name}.jpg`];
  if (address) picture.src = address;
  return picture;
}

const tools = EXAMPLES.filter(({ isTool }) => isTool);
const programs = EXAMPLES.filter(({ isTool }) => !isTool);
document.getElementById('examples')?.append(...programs.map(createCard));
document.getElementById('tools')?.append(...[...tools, VALIDATION].map(createCard));
document.getElementById('filters')?.append(...commonTags([...EXAMPLES, VALIDATION]).map(createFilter));
applyFilter();
addEventListener('hashchange', applyFilter);
document.documentElement.dataset['ready'] = 'true';
