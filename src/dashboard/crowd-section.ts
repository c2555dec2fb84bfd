import {
  announce,
  confirmIn,
  create,
  createButton,
  createForm,
  createInput,
  createSection,
  createTime,
} from './element.js';
import { createLivePicture } from './live-picture.js';
import { type ListedCrowd, SERVICE, type Service } from './service.js';

const NO_CROWDS = 'There are no crowds yet. Create one with a request such as this:';

/** Creates the list of the account's crowds, each with a still picture, and a live view of the selected one. */
export async function createCrowdSection(service: Service, onRead: () => void): Promise<HTMLElement> {
  const stage = create('div', { id: 'stage' });
  const cards = create('ul', { class: 'cards', 'aria-label': 'Crowds' });
  const more = create('div', {});
  const pictures = new Map<string, Promise<string>>();
  const pictureOf = (id: string): Promise<string> => {
    const picture = pictures.get(id) ?? service.getPicture(id);
    pictures.set(id, picture);
    // A failed picture is requested again the next time.
    picture.catch(() => pictures.delete(id));
    return picture;
  };

  const select = async (crowd: ListedCrowd): Promise<void> => {
    for (const button of cards.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', String(button.dataset['id'] === crowd.crowd_id));
    }
    const still = await pictureOf(crowd.crowd_id);
    // The user may have selected another crowd in the meantime.
    if (cardOf(crowd)?.getAttribute('aria-pressed') !== 'true') return;
    stage.replaceChildren(
      createLivePicture(service, crowd, still, onRead),
      createDetails(service, crowd, { rename, remove }),
    );
  };
  const cardOf = ({ crowd_id: id }: ListedCrowd) => cards.querySelector(`[data-id="${id}"]`);
  const rename = (crowd: ListedCrowd): void => {
    const isShown = cardOf(crowd)?.getAttribute('aria-pressed');
    cardOf(crowd)?.closest('li')?.replaceWith(createCard(crowd));
    cardOf(crowd)?.setAttribute('aria-pressed', String(isShown));
  };
  const remove = (crowd: ListedCrowd): void => {
    cardOf(crowd)?.closest('li')?.remove();
    stage.replaceChildren();
    const next = cards.querySelector('button');
    if (next) next.focus();
    else section.append(create('p', {}, NO_CROWDS), createExample());
  };
  const createCard = (crowd: ListedCrowd): HTMLElement => {
    const picture = create('img', { alt: '', width: 320, height: 180 });
    void pictureOf(crowd.crowd_id).then(
      (address) => picture.setAttribute('src', address),
      () => {},
    );
    const text = create('span', { class: 'name' }, crowd.name);
    const card = create(
      'button',
      { type: 'button', class: 'card', 'data-id': crowd.crowd_id, 'aria-pressed': 'false' },
      picture,
      text,
      create('span', { class: 'faint' }, `${crowd.collection} · `, createTime(crowd.updated_at)),
    );
    card.addEventListener('click', () => {
      void select(crowd).catch((error: Error) => announce(error.message, true));
    });
    return create('li', {}, card);
  };
  const load = async (cursor?: string): Promise<readonly ListedCrowd[]> => {
    const { data, next_cursor } = await service.listCrowds(cursor);
    cards.append(...data.map(createCard));
    const goOn = createButton('Show more', async () => void (await load(next_cursor ?? undefined)));
    more.replaceChildren(...(next_cursor === null ? [] : [goOn]));
    return data;
  };

  const section = createSection('Crowds', stage, cards, more);
  const [newest] = await load();
  if (newest) await select(newest);
  else section.append(create('p', {}, NO_CROWDS), createExample());
  return section;
}

function createExample(): HTMLElement {
  const line = `curl -X POST ${new URL('v1/projects', SERVICE)} -H "Authorization: Bearer $KEY" \\
  -H 'Content-Type: application/json' -d '{"name": "Quay", "recipe_json": {"seed": 7, "size": 150}}'`;
  return create('pre', { tabindex: 0 }, create('code', {}, line));
}

interface Handlers {
  rename(crowd: ListedCrowd): void;
  remove(crowd: ListedCrowd): void;
}

/** Creates the details and actions of the selected crowd. */
function createDetails(service: Service, crowd: ListedCrowd, { rename, remove }: Handlers): HTMLElement {
  const { crowd_id: id, collection, created_at, updated_at } = crowd;
  const title = create('h3', {}, crowd.name);
  const form = createForm(
    [createInput('Name', { name: 'name', value: crowd.name, required: true, maxlength: 200 })],
    'Rename',
    async (data) => {
      const renamed = await service.rename(id, String(data.get('name')));
      title.textContent = renamed.name;
      rename(renamed);
      announce(`Renamed to “${renamed.name}”.`);
    },
  );
  form.className = 'row';
  const deleteCrowd = async () => {
    const question = `Delete the crowd “${title.textContent}”? This cannot be undone, and pages can no longer load it.`;
    if (!(await confirmIn(question, 'Delete'))) return;
    await service.deleteCrowd(id);
    remove(crowd);
    announce('Deleted the crowd.');
  };
  const facts: readonly [string, Node | string][] = [
    ['ID', create('code', {}, id)],
    ['Collection', collection],
    ['Created', createTime(created_at)],
    ['Last changed', createTime(updated_at)],
  ];
  return create(
    'div',
    { class: 'details' },
    title,
    create('dl', {}, ...facts.flatMap(([term, value]) => [create('dt', {}, term), create('dd', {}, value)])),
    form,
    create('p', { class: 'faint' }, 'Each live view counts as one billable request.'),
    createButton('Delete crowd', deleteCrowd, 'quiet'),
  );
}
