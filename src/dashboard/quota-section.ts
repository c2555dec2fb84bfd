import { create, createSection, createTime } from './element.js';
import type { Account } from './service.js';

/** Fraction of the quota above which the meter warns. */
const MUCH = 0.9;

/** Creates the section on the quota: requests used this month. */
export function createQuotaSection({
  plan,
  max_size,
  quota,
  used,
  period_ends_at,
  key,
}: Account): HTMLElement {
  const left = Math.max(0, quota - used);
  const number = (value: number) => value.toLocaleString();
  const meter = create('meter', {
    min: 0,
    max: Math.max(1, quota),
    high: quota * MUCH,
    optimum: 0,
    value: Math.min(used, quota),
    'aria-label': `Billable requests used: ${number(used)} of ${number(quota)}`,
  });
  return createSection(
    'Quota',
    create(
      'p',
      { class: 'figure' },
      create('strong', {}, number(used)),
      ` of ${number(quota)} billable requests this month`,
    ),
    meter,
    create(
      'p',
      { class: 'faint' },
      left === 0 && quota > 0
        ? 'The quota is used up: crowds can be read and changed, but not created. '
        : '',
      `Plan “${plan}”, crowds of up to ${number(max_size)} people. Resets on `,
      createTime(period_ends_at),
      '.',
      key.quota === null ? '' : ` This key has used ${number(key.used ?? 0)} of its ${number(key.quota)}.`,
    ),
  );
}
