import {
  announce,
  confirmIn,
  create,
  createButton,
  createField,
  createForm,
  createInput,
  createSection,
  createTime,
} from './element.js';
import { createSecretBox } from './secret-box.js';
import type { Key, Service } from './service.js';

/** Creates the list of the account's keys and a form for new ones. @param signOut called when the key in use is revoked */
export async function createKeySection(service: Service, signOut: () => void): Promise<HTMLElement> {
  const list = create('ul', { class: 'rows', 'aria-label': 'Keys' });
  const made = create('div', { 'aria-live': 'polite' });
  const refresh = async () => list.replaceChildren(...(await service.listKeys()).toReversed().map(createRow));
  const createRow = (key: Key): HTMLElement => {
    const name = key.label || key.key_id;
    const revoke = async () => {
      const what = key.is_current ? ' You are signed in with this key, and will be signed out.' : '';
      const question = `Revoke the key “${name}”? Programs and pages that use it stop working at once.${what}`;
      if (!(await confirmIn(question, 'Revoke'))) return;
      await service.revokeKey(key.key_id);
      if (key.is_current) signOut();
      else {
        await refresh();
        announce(`Revoked the key “${name}”.`);
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
        key.is_current ? create('span', { class: 'tag' }, 'this session') : undefined,
      ),
      create('div', { class: 'faint' }, ...describe(key)),
      isUsable ? button : undefined,
    );
  };
  await refresh();
  const form = createForm(
    [
      createInput('Label', { name: 'label', maxlength: 200, required: true, placeholder: 'Web shop' }),
      createField(
        'Access',
        create(
          'select',
          { name: 'access' },
          create('option', { value: 'read' }, 'Read only'),
          create('option', { value: 'write' }, 'Read and write'),
        ),
      ),
      createInput('Collection', { name: 'collection', maxlength: 200 }, 'Leave empty for all collections.'),
      createInput(
        'Origins',
        { name: 'origins', placeholder: 'https://shop.example' },
        'Pages that may use the key, separated by spaces. Leave empty to allow all pages and programs.',
      ),
      createInput(
        'Expires',
        { name: 'expires', type: 'date', max: '9999-12-31' },
        'Leave empty for a key that never expires.',
      ),
      createInput(
        'Quota',
        { name: 'quota', type: 'number', min: 0, step: 1 },
        'Billable requests a month. Leave empty for no limit but that of the account.',
      ),
    ],
    'Create key',
    async (data) => {
      const text = (name: string) => String(data.get(name) ?? '').trim();
      const { key, label } = await service.createKey({
        label: text('label'),
        access: text('access'),
        collection: text('collection') || null,
        origins: text('origins')
          ? text('origins')
              .split(/[\s,]+/)
              .filter(Boolean)
          : null,
        expires_at: text('expires') ? new Date(text('expires')).toISOString() : null,
        quota: text('quota') ? Number(text('quota')) : null,
      });
      made.replaceChildren(
        createSecretBox(`Key “${label}”`, key, 'Copy it now. It will not be shown again.'),
      );
      form.reset();
      await refresh();
    },
  );
  return createSection('Keys', list, made, create('details', {}, create('summary', {}, 'New key'), form));
}

function describe(key: Key): (Node | string)[] {
  const ends = key.revoked_at ?? key.expires_at;
  return [
    key.access === 'read' ? 'Read only' : 'Read and write',
    key.collection === null ? '' : `, collection “${key.collection}”`,
    key.origins === null ? '' : `, only for pages of ${key.origins.join(', ')}`,
    key.quota === null ? '' : `, ${key.quota.toLocaleString()} billable requests a month`,
    ' · created ',
    createTime(key.created_at),
    ...(ends === null ? [] : [key.revoked_at === null ? ' · expires ' : ' · revoked ', createTime(ends)]),
  ];
}
