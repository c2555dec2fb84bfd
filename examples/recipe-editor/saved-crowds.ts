import { CrowdClient, isCrowdError, type Recipe } from 'three-crowd';
import type { ControlPanel } from 'three-crowd/stage';
import { isOnStaticHost } from '../page/service-address.js';

const NONE = '';

/**
 * Lists, opens and saves the crowds of a key that the reader types in. It stays in this page: a page for others should
 * have a back end that keeps the key.
 */
export function addSavedCrowds(
  controls: ControlPanel,
  baseUrl: string,
  current: () => Recipe,
  open: (recipe: Recipe) => void,
): void {
  const section = controls.addSection('Save', true);
  if (isOnStaticHost()) {
    section.addNote(
      'Here are files alone, and nothing is saved. It is where you run: npx three-crowd-server serve',
    );
    return;
  }
  const note = section.addNote('The service gives a key to whoever runs: npx three-crowd-server key create');
  const attempt = async (work: (client: CrowdClient) => Promise<string>): Promise<void> => {
    note.textContent = '…';
    const client = new CrowdClient({ baseUrl, apiKey: key.value, dangerouslyAllowBrowser: true });
    note.textContent = await work(client).catch(explain);
  };
  const list = async ({ projects }: CrowdClient, chosen: string = NONE): Promise<number> => {
    const crowds = await projects.list().toArray({ limit: 50 });
    const options = crowds.map(({ crowd_id, name: label }) => new Option(label, crowd_id));
    saved.replaceChildren(new Option('a new one', NONE), ...options);
    saved.value = chosen;
    return crowds.length;
  };

  const key = section.addText('Your key', 'password', '', () =>
    attempt(async (client) => `This key has ${await list(client)} saved crowds.`),
  );
  const saved = section.addChoice('Crowd', { [NONE]: 'a new one' }, NONE, (id) => {
    if (id === NONE) return;
    void attempt(async (client) => {
      const crowd = await client.getCrowd(id);
      name.value = crowd.name;
      open(crowd.recipe);
      return `Opened ${id}.`;
    });
  });
  const name = section.addText('Name', 'text', 'My crowd', () => {});
  section.addButton('Save', () =>
    attempt(async (client) => {
      const project = { name: name.value, recipe_json: current() };
      const isNew = saved.value === NONE;
      const { crowd_id } = await (isNew
        ? client.projects.create(project)
        : client.projects.update(saved.value, project));
      await list(client, crowd_id);
      return `${isNew ? 'Saved' : 'Changed'}: ${crowd_id}`;
    }),
  );
}

/** The service's message for a plan that is too small, a used-up quota or an invalid recipe. */
function explain(error: unknown): string {
  if (isCrowdError(error, 'AuthenticationError'))
    return 'The service does not know this key. Make one: npx three-crowd-server key create';
  if (error instanceof Error) return `${error.name}: ${error.message}`;
  return String(error);
}
