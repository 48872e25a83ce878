import { test as base } from '@playwright/test';

/**
 * A journey leaves nothing open behind it. A browser serves many, and what one opened beside its own page (a colleague at
 * the desk, a visitor) would go on asking the server for news until the last of them ends.
 */
export const test = base.extend<{ nothingLeftOpen: void }>({
  nothingLeftOpen: [
    async ({ browser }, use) => {
      await use();
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect, type Browser, type Locator, type Page, type Route } from '@playwright/test';
