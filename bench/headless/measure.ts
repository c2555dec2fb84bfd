import type { Plan, Result } from '../measure/result.js';
import { writePlan } from '../page/plan.js';
import type { OpenPage } from './open-page.js';

/** Runs a plan in the page and returns the result. */
export async function measure({ page, url }: OpenPage, plan: Plan): Promise<Result> {
  await page.goto(`${url}?auto=1&${writePlan(plan)}`);
  await page.waitForFunction(() => document.documentElement.dataset['ready']);
  const json = (await page.locator('#json').textContent()) ?? '';
  if (json === '')
    throw new Error(`The page measured nothing: ${await page.locator('#status').textContent()}`);
  return JSON.parse(json) as Result;
}
