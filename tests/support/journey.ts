import { test as base, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { journeyBase, returningVisitor, shortHoldsBase } from './journey-servers.ts';

/**
 * A context that outlives its journey. The process of its pages is started once and stays as long as the first page, which
 * nobody looks at: starting one takes longer than showing a page. A journey gets it without a cookie, a stored value or a
 * page of the one before.
 */
interface Kept {
  readonly context: BrowserContext;
  readonly keeper: Page;
  readonly session: CDPSession;
  isTaken: boolean;
}

/** Of this worker, which is a process of its own and has one browser. */
const kept: Kept[] = [];
/** More are taken by few journeys. */
const mostKept = 4;
/** Whether the journey that runs opens browsers as the configuration says; others are opened for it alone. */
let isAsConfigured = false;

/** The browser of one more person in a journey, as the configuration opens them. It is closed with the journey. */
export async function newVisitor(browser: Browser): Promise<BrowserContext> {
  if (!isAsConfigured) return browser.newContext();
  const free = kept.find(({ isTaken }) => !isTaken);
  if (free) {
    free.isTaken = true;
    return free.context;
  }
  const context = await browser.newContext();
  if (kept.length === mostKept) return context;
  const keeper = await context.newPage();
  await keeper.goto(`${journeyBase}/healthz`);
  const one: Kept = { context, keeper, session: await context.newCDPSession(keeper), isTaken: true };
  kept.push(one);
  context.on('close', () => kept.splice(kept.indexOf(one), 1));
  return context;
}

async function giveBack(one: Kept): Promise<void> {
  const { context, keeper, session } = one;
  await Promise.all(
    context
      .pages()
      .filter((page) => page !== keeper)
      .map((page) => page.close()),
  );
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const origin of [journeyBase, shortHoldsBase]) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  // The pages' process writes down what they stored a moment later: there it is emptied as a page would, before it is written.
  await keeper.evaluate(() => localStorage.clear());
  await context.clearCookies();
  await context.addCookies(returningVisitor.cookies);
  one.isTaken = false;
}

export const test = base.extend<{ nothingLeftOpen: void }>({
  // A journey leaves nothing open behind it: what it opened beside its own page (a colleague at the desk, a visitor) would go
  // on asking the server for news until the last of them ends.
  nothingLeftOpen: [
    async ({ browser, baseURL, storageState, javaScriptEnabled, timezoneId, hasTouch }, use, { project }) => {
      isAsConfigured =
        baseURL === project.use.baseURL &&
        JSON.stringify(storageState) === JSON.stringify(project.use.storageState) &&
        javaScriptEnabled !== false &&
        timezoneId === undefined &&
        !hasTouch;
      await use();
      isAsConfigured = false;
      await Promise.all(kept.filter(({ isTaken }) => isTaken).map(giveBack));
      const contexts = browser.contexts().filter((context) => kept.every((one) => one.context !== context));
      await Promise.all(contexts.map((context) => context.close()));
    },
    { auto: true },
  ],
  // What applies to every journey is set up before: by then it is known how its browsers are opened.
  context: async ({ browser }, use) => use(await newVisitor(browser)),
});

export { expect, type Browser, type Locator, type Page, type Route } from '@playwright/test';
