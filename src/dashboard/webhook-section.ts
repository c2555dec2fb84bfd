import {
  announce,
  confirmIn,
  create,
  createButton,
  createField,
  createForm,
  createSection,
  createTime,
} from './element.js';
import { createSecretBox } from './secret-box.js';
import type { FailedMessage, Service, Webhook } from './service.js';

const ABOUT = 'The service sends a message to these addresses when a crowd is created, updated or deleted.';
const SECRET_ADVICE = 'It signs the messages (Standard Webhooks). Copy it now. It will not be shown again.';

/** Creates the list of the account's webhooks and a form for new ones. */
export async function createWebhookSection(service: Service): Promise<HTMLElement> {
  const list = create('ul', { class: 'rows', 'aria-label': 'Webhooks' });
  const secrets = create('div', { 'aria-live': 'polite' });
  const showSecret = (secret: string, advice: string): void =>
    secrets.replaceChildren(createSecretBox('Signing secret', secret, advice));
  const refresh = async (): Promise<void> => {
    const webhooks = await service.listWebhooks();
    const failed = await Promise.all(
      webhooks.map(({ webhook_id }) => service.listFailedMessages(webhook_id)),
    );
    const rows = webhooks.map((webhook, i) =>
      createRow(service, webhook, failed[i], { refresh, showSecret }),
    );
    list.replaceChildren(...rows);
    list.hidden = rows.length === 0;
  };
  await refresh();
  const address = create('input', {
    name: 'url',
    type: 'url',
    required: true,
    placeholder: 'https://shop.example/crowds',
  });
  const form = createForm([createField('Address', address)], 'Create webhook', async (data) => {
    const { secret } = await service.createWebhook(String(data.get('url')));
    showSecret(secret, SECRET_ADVICE);
    form.reset();
    await refresh();
  });
  return createSection(
    'Webhooks',
    create('p', { class: 'faint' }, ABOUT),
    list,
    secrets,
    create('details', {}, create('summary', {}, 'New webhook'), form),
  );
}

interface Handlers {
  refresh(): Promise<void>;
  showSecret(secret: string, advice: string): void;
}

function createRow(
  service: Service,
  { webhook_id, url, events, created_at }: Webhook,
  failed: readonly FailedMessage[],
  { refresh, showSecret }: Handlers,
): HTMLElement {
  const replaceSecret = async () => {
    const question = `Replace the signing secret of ${url}? For 24 hours, messages are signed with both secrets.`;
    if (!(await confirmIn(question, 'Replace secret'))) return;
    const { secret, old_secret_until } = await service.replaceSecret(webhook_id);
    const until = new Date(old_secret_until).toLocaleString();
    showSecret(secret, `${SECRET_ADVICE} The old secret also signs messages until ${until}.`);
    announce('Replaced the signing secret.');
  };
  const remove = async () => {
    if (!(await confirmIn(`Delete the webhook ${url}? Messages that are not sent yet are lost.`, 'Delete')))
      return;
    await service.deleteWebhook(webhook_id);
    await refresh();
    announce('Deleted the webhook.');
  };
  const resend = async () => {
    const count = await service.resendFailedMessages(webhook_id);
    await refresh();
    announce(count === 1 ? 'One message is sent again.' : `${count} messages are sent again.`);
  };
  return create(
    'li',
    {},
    create('strong', { class: 'address' }, url),
    create('div', { class: 'faint' }, `${events.join(', ')} · created `, createTime(created_at)),
    create(
      'div',
      { class: 'actions' },
      createNamedButton('Replace secret', url, replaceSecret),
      createNamedButton('Delete', url, remove),
    ),
    failed.length === 0 ? undefined : createFailures(failed, createNamedButton('Send again', url, resend)),
  );
}

/** Creates a button whose accessible name contains the webhook's address, since each row has the same buttons. */
function createNamedButton(text: string, url: string, work: () => Promise<void>): HTMLElement {
  const button = createButton(text, work, 'quiet');
  button.setAttribute('aria-label', `${text}: ${url}`);
  return button;
}

/** Creates the collapsed list of failed messages. */
function createFailures(failed: readonly FailedMessage[], resend: HTMLElement): HTMLElement {
  const count = failed.length === 1 ? '1 failed message' : `${failed.length} failed messages`;
  const rows = failed.map(({ type, crowd_id, attempts, failed_at, reason }) => {
    const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
    const text = `${type} ${crowd_id}: ${reason}. ${tries}`;
    return create('li', { class: 'faint' }, text, createTime(failed_at));
  });
  return create('details', {}, create('summary', {}, count), create('ul', {}, ...rows), resend);
}
