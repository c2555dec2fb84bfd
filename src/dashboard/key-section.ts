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
import type { Key, Service } from './service.js';

/** The keys of the account: made, shown once, revoked. @param signOut called when the key in use was revoked */
export async function createKeySection(service: Service, signOut: () => void): Promise<HTMLElement> {
  const list = create('ul', { class: 'rows', 'aria-label': 'Keys' });
  const made = create('div', { 'aria-live': 'polite' });
  const refresh = async () => list.replaceChildren(...(await service.listKeys()).toReversed().map(createRow));
  const createRow = (key: Key): HTMLElement => {
    const name = key.label || key.key_id;
    const revoke = async () => {
      const what = key.is_current ? 'This is the key that you are signed in with. ' : '';
      const question = `${what}Let “${name}” open nothing any more? Whatever uses it stops working at once.`;
      if (!(await confirmIn(question, 'Revoke'))) return;
      await service.revokeKey(key.key_id);
      if (key.is_current) signOut();
      else {
        await refresh();
        announce(`“${name}” is revoked.`);
      }
    };
    const isUsable = key.revoked_at === null;
    const button = createButton('Revoke', revoke, 'quiet');
    button.setAttribute('aria-label', `Revoke ${name}`);
    return create(
      'li',
      { class: isUsable ? '' : 'over' },
      create(
        'div',
        {},
        create('strong', {}, name),
        key.is_current ? create('span', { class: 'tag' }, 'in use here') : undefined,
      ),
      create('div', { class: 'faint' }, ...describe(key)),
      isUsable ? button : undefined,
    );
  };
  await refresh();
  const form = createForm(
    [
      createField(
        'What it is for',
        create('input', { name: 'label', maxlength: 200, required: true, placeholder: 'Web shop' }),
      ),
      createField(
        'It may',
        create(
          'select',
          { name: 'access' },
          create('option', { value: 'read' }, 'read crowds'),
          create('option', { value: 'write' }, 'read and change crowds'),
        ),
      ),
      createField(
        'Of the collection',
        create('input', { name: 'collection', maxlength: 200 }),
        'Empty for all.',
      ),
      createField(
        'Sent by pages of',
        create('input', { name: 'origins', placeholder: 'https://shop.example' }),
        'Origins with spaces between them; empty for pages and programs alike.',
      ),
      createField('Until', create('input', { name: 'expires', type: 'date' }), 'Empty for ever.'),
    ],
    'Make a key',
    async (data) => {
      const text = (name: string) => String(data.get(name) ?? '').trim();
      const { key, label } = await service.createKey({
        label: text('label'),
        access: text('access'),
        collection: text('collection') || null,
        origins: text('origins') ? text('origins').split(/[\s,]+/) : null,
        expires_at: text('expires') ? new Date(text('expires')).toISOString() : null,
      });
      made.replaceChildren(createSecretBox(`Key “${label}”`, key, 'Keep it now: it is never shown again.'));
      form.reset();
      await refresh();
    },
  );
  return createSection('Keys', list, made, create('details', {}, create('summary', {}, 'New key'), form));
}

function describe({
  access,
  collection,
  origins,
  created_at,
  expires_at,
  revoked_at,
}: Key): (Node | string)[] {
  return [
    access === 'read' ? 'reads' : 'reads and changes',
    collection === null ? ' all crowds' : ` crowds of “${collection}”`,
    origins === null ? '' : `, from ${origins.join(', ')}`,
    '; made ',
    createTime(created_at),
    ...(revoked_at !== null
      ? ['; revoked ', createTime(revoked_at)]
      : expires_at !== null
        ? ['; until ', createTime(expires_at)]
        : []),
  ];
}
