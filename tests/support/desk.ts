import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { newVisitor } from './journey.ts';
import { demoPassword } from '#app/values/demo-accounts.ts';

/** Signed in by the form alone: the page of it is not drawn each time a journey has something to do at the desk. */
export async function signInStaff(page: Page, email: string, next = '/admin'): Promise<void> {
  const door = `/admin/login?next=${encodeURIComponent(next)}`;
  const { origin } = new URL((await page.request.get('/healthz')).url());
  const answer = await page.request.post(door, {
    form: { email, password: demoPassword },
    headers: { Origin: origin },
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers()['location']]).toEqual([302, next]);
  await page.goto(next);
}

/** An owner, signed in on this page, turns parts of the house on that are off until somebody does. */
export async function switchOn(
  page: Page,
  ...names: readonly ('Support Tickets' | 'Loyalty Program' | 'Staycations Management')[]
): Promise<void> {
  await page.goto('/admin/settings');
  for (const name of names) {
    const row = page.getByRole('main').getByRole('row').filter({ hasText: name });
    await expect(row).toBeVisible();
    if (await row.getByText('off', { exact: true }).isVisible()) await row.getByRole('button', { name: /^Turn on/ }).click();
    await expect(row.getByText('on', { exact: true })).toBeVisible();
  }
}

/** Each worker signs in once: sign-ins of one network are counted. */
let signedIn: Awaited<ReturnType<BrowserContext['cookies']>> | null = null;

async function desk(browser: Browser): Promise<Page> {
  const context = await newVisitor(browser);
  const page = await context.newPage();
  if (signedIn) await context.addCookies(signedIn);
  else await signInStaff(page, 'flights@rihla.example');
  signedIn ??= await context.cookies();
  return page;
}

export interface DeskOrder {
  readonly reference: string;
  readonly state: string;
  readonly invoices: number;
  readonly captured: number;
}

/** What the desk has under a surname: its orders, how many invoices each has and how often money was taken. */
export async function ordersOf(browser: Browser, surname: string): Promise<DeskOrder[]> {
  const page = await desk(browser);
  const orders = await readOrders(page, surname);
  await page.close();
  return orders;
}

/** Until the desk has just these: the money is taken once the tickets are there, and the invoice is written after that. */
export async function untilOrdersAre(browser: Browser, surname: string, orders: readonly DeskOrder[]): Promise<void> {
  const page = await desk(browser);
  await expect.poll(() => readOrders(page, surname), { timeout: 60_000 }).toEqual(orders);
  await page.close();
}

async function readOrders(page: Page, surname: string): Promise<DeskOrder[]> {
  await page.goto(`/admin/orders/flights?find=${surname}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const links = await page
    .getByRole('main')
    .locator('a[href*="/admin/orders/flights/"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
  const addresses = [...new Set(links.filter((link) => /\/[0-9A-Z]{5}-[0-9A-Z]{5}$/.test(link)))];
  const orders: DeskOrder[] = [];
  for (const address of addresses) {
    await page.goto(address);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
    const words = await main.innerText();
    orders.push({
      reference: address.split('/').at(-1)!,
      state: /\b(Ticketed|Held|Payment pending|Paid|Ticketing failed|Expired)\b/.exec(words)?.[1] ?? '',
      invoices: new Set(words.match(/INV-\d{4}-\d{6}/g)).size,
      captured: await main.getByRole('cell', { name: 'Captured', exact: true }).count(),
    });
  }
  return orders;
}
