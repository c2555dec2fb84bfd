import { createCrowdSection } from './crowd-section.js';
import { announce, create, createButton, createField, createForm, createSection } from './element.js';
import { createKeySection } from './key-section.js';
import { createQuotaSection } from './quota-section.js';
import { Service, ServiceRefusal } from './service.js';
import { session } from './session.js';
import { createWebhookSection } from './webhook-section.js';

const main = create('main', { id: 'main', tabindex: -1 });
const who = create('div', { class: 'who' });
document.body.append(
  create('a', { class: 'skip', href: '#main' }, 'Skip to the content'),
  create('header', {}, create('h1', {}, 'three-crowd ', create('span', {}, 'dashboard')), who),
  create('p', { id: 'message', role: 'status', 'aria-live': 'polite' }),
  main,
);
if (session.key === undefined) showSignIn();
else await signIn(session.key).catch(fail);

function showSignIn(): void {
  who.replaceChildren();
  const input = create('input', {
    name: 'key',
    type: 'password',
    required: true,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: 'tc_live_…',
  });
  const form = createForm([createField('API key', input)], 'Sign in', (data) =>
    signIn(String(data.get('key')).trim()),
  );
  const advice =
    'Sign in with an API key of your account. It stays in this tab until you close the tab or sign out. The operator of the service gives you your first key.';
  const section = createSection('Sign in', create('p', { class: 'faint' }, advice), form);
  section.className = 'sign-in';
  main.replaceChildren(section);
  input.focus();
}

/** Shows the account of a key. Stores the key if the service accepts it. */
async function signIn(key: string): Promise<void> {
  const service = new Service(key);
  const account = await service.getAccount();
  session.key = key;
  who.replaceChildren(create('span', {}, account.name), createButton('Sign out', signOut, 'quiet'));
  const quota = create('div', {}, createQuotaSection(account));
  const refreshQuota = async () => quota.replaceChildren(createQuotaSection(await service.getAccount()));
  const onRead = () => void refreshQuota().catch(fail);
  const [crowds, keys, webhooks] = await Promise.all([
    createCrowdSection(service, onRead),
    createKeySection(service, signOut).catch(explain('Keys')),
    createWebhookSection(service).catch(explain('Webhooks')),
  ]);
  main.replaceChildren(crowds, create('div', { class: 'columns' }, quota, keys, webhooks));
  main.focus({ preventScroll: true });
}

function signOut(): void {
  session.key = undefined;
  announce('Signed out.');
  showSignIn();
}

/** Returns a handler that replaces a section by the reason why the key may not see it. */
function explain(title: string) {
  return (error: unknown): HTMLElement => {
    if (!(error instanceof ServiceRefusal && error.status === 403)) throw error;
    return createSection(title, create('p', { class: 'faint' }, error.message));
  };
}

function fail(error: Error): void {
  if (error instanceof ServiceRefusal && error.status === 401) {
    session.key = undefined;
    showSignIn();
  }
  announce(error.message, true);
}
