import { EXAMPLES, type Example } from './page/example-list.js';

/** Addresses of the pictures, which the tests take, by path. */
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
  text: 'Speeds and lanes, measured while you watch as pedestrian engineers measure. Save where everybody was, for JuPedSim and PedPy.',
  tags: ['simulate', 'corridors'],
};

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
  labels.textContent = tags.join(' · ');
  link.append(createPicture(name), heading);
  card.append(link, sentence, labels);
  return card;
}

function createPicture(name: string): HTMLImageElement {
  const picture = document.createElement('img');
  [picture.width, picture.height] = [640, 400];
  // The title beside it says all there is to say.
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
document.documentElement.dataset['ready'] = 'true';
