import axe from 'axe-core';
import type { Page } from 'playwright';

/**
 * Accessibility violations of a page, found by axe: its rule, and the element that breaks it. A page's
 * own policy does not refuse axe, since the debugger puts it in.
 *
 * @param exclude selectors of elements that other tests check
 */
export async function findBarriers(page: Page, exclude: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(
    (selectors) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        include: [['html']],
        exclude: selectors.map((selector) => [selector]),
      }),
    exclude,
  );
  if (passes.length === 0) return ['nothing was checked'];
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
