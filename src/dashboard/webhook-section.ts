import { confirmIn } from './confirm.js';
import {
  announce,
  create,
  createButton,
  createField,
  createForm,
  createSection,
  createTime,
} from './element.js';
import { createSecretBox } from './secret-box.js';
import type { Service, Webhook } from './service.js';

/** Where changes of the account's crowds are told. */
export async function createWebhookSection(service: Service): Promise<HTMLElement> {
  const list = create('ul', { class: 'rows', 'aria-label': 'Webhooks' });
  const made = create('div', { 'aria-live': 'polite' });
  const refresh = async () => {
    const webhooks = await service.listWebhooks();
    list.replaceChildren(...webhooks.map(createRow));
    list.hidden = webhooks.length === 0;
  };
  const createRow = ({ webhook_id, url, events, created_at }: Webhook): HTMLElement => {
    const remove = async () => {
      if (!(await confirmIn(`Tell ${url} nothing any more? Messages on their way are lost.`, 'Delete')))
        return;
      await service.deleteWebhook(webhook_id);
      await refresh();
      announce('The webhook is deleted.');
    };
    const button = createButton('Delete', remove, 'quiet');
    button.setAttribute('aria-label', `Delete ${url}`);
    return create(
      'li',
      {},
      create('strong', { class: 'address' }, url),
      create('div', { class: 'faint' }, `${events.join(', ')}; made `, createTime(created_at)),
      button,
    );
  };
  await refresh();
  const form = createForm(
    [
      createField(
        'Address',
        create('input', {
          name: 'url',
          type: 'url',
          required: true,
          placeholder: 'https://shop.example/crowds',
        }),
      ),
    ],
    'Make a webhook',
    async (data) => {
      const { secret } = await service.createWebhook(String(data.get('url')));
      const advice = 'It signs the messages (Standard Webhooks). Keep it now: it is never shown again.';
      made.replaceChildren(createSecretBox('Secret of the webhook', secret, advice));
      form.reset();
      await refresh();
    },
  );
  const text = 'The service tells these addresses when a crowd was created, updated or deleted.';
  return createSection(
    'Webhooks',
    create('p', { class: 'faint' }, text),
    list,
    made,
    create('details', {}, create('summary', {}, 'New webhook'), form),
  );
}
