import type { Page } from 'playwright';

/** Errors and warnings that a page's console gets from now on, and what it throws. */
export function watchComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A software driver remarks on its own pace; that is no complaint about the page.
    const isDriver = message.text().includes('GL Driver Message (OpenGL, Performance');
    if (['error', 'warning'].includes(message.type()) && !isDriver) complaints.push(message.text());
  });
  return complaints;
}
