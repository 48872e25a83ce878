import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoPassword } from '#seeds/demo.ts';
import { places } from '#app/site-map.ts';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';

/*
 * Every page of the desk that is about more than one record is a list with all that a list has, or is named here with what it is
 * instead. A new page is neither until somebody says which.
 */
const noLists: Readonly<Record<string, readonly string[]>> = {
  'an overview or a board': [
    '/admin',
    '/admin/dashboard',
    '/admin/alerts',
    '/admin/consultations',
    '/admin/flight-supply',
    '/admin/visa-compliance',
    '/admin/settings',
    '/admin/connections',
    '/admin/webhooks',
    '/admin/retention',
    '/admin/security',
  ],
  figures: [
    '/admin/analytics',
    '/admin/analytics/explore',
    '/admin/analytics/records',
    '/admin/analytics/cohorts',
    '/admin/analytics/reports',
    '/admin/analytics/measures',
    '/admin/analytics/flights',
    '/admin/recruitment/equality',
    '/admin/invoices/statement',
    '/admin/invoices/vat',
    '/admin/invoices/ageing',
    '/admin/invoices/numbers',
  ],
  'rules and rates, worked on as a whole': [
    '/admin/consultations/hours',
    '/admin/loyalty/programme',
    '/admin/supply/flights/markup-management',
    '/admin/currency-settings',
    '/admin/visa-compliance/retention',
    '/admin/flight-supply/test',
  ],
  'a run or a form': [
    '/admin/orders/flights/bulk',
    '/admin/orders/flights/quotes/new',
    '/admin/orders/refunds/bulk',
    '/admin/inquiries/bulk',
    '/admin/customers/bulk',
    '/admin/customers/companies/bulk',
    '/admin/customers/companies/new',
    '/admin/loyalty/vouchers/new',
    '/admin/loyalty/vouchers/bulk',
    '/admin/orders/holidays/bulk',
    '/admin/orders/experiences/bulk',
    '/admin/orders/staycations/bulk',
    '/admin/orders/evisa/bulk',
    '/admin/orders/evisa/references',
    '/admin/sticker-visa-management/bulk',
    '/admin/sticker-visa-management/count',
    '/admin/visa-compliance/stays/bulk',
    '/admin/tickets/new',
    '/admin/tickets/bulk',
    '/admin/supply/holiday-packages/prices',
    '/admin/invoices/bulk',
    '/admin/invoices/statement/send',
    '/admin/invoices/bank/import',
    '/admin/recruitment/requisitions/new',
    '/admin/job-postings/new',
    '/admin/job-applications/reject',
    '/admin/interview-scheduling/new',
    '/admin/hr/asset-management/new',
    '/admin/hr/asset-management/import',
    '/admin/hr/asset-management/hand-over',
    '/admin/hr/asset-management/take-back',
    '/admin/hr/asset-management/stock-take',
  ],
  'what is one’s own': ['/admin/my-assets', '/admin/exports', '/admin/mail-folder'],
};
/** Sentences, each with its buttons: there are no columns to choose. */
const withoutColumns = ['/admin/tasks'];

const named = Object.values(noLists).flat();
const pages = places
  .filter(({ path, frame }) => /^admin(\/|$)/.test(path) && frame === 'backoffice' && !path.includes(':'))
  .map(({ path }) => `/${path}`);
const lists = pages.filter((path) => !named.includes(path));

const platform = await openDemoPlatform();
let app: TestApp;
let owner: string;

beforeAll(async () => {
  await platform.db.execute(sql`update early_access set is_on = true, changed_at = '2026-01-01T00:00:00Z'`);
  app = await openTestApp(platform);
  owner = await app.signIn('admin@rihla.example', demoPassword, true);
}, 120_000);

const columnsOf = (html: string) => {
  const chooser = /<form[^>]*class="dl-pop dl-columns__pop"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  return [...chooser.matchAll(/<input[^>]*type="checkbox"[^>]*>/g)].flatMap(([box]) => /value="([^"]+)"/.exec(box)?.[1] ?? []);
};

it('what is named as no list is a page, once', () => {
  expect(named.filter((path) => !pages.includes(path))).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

const read = async (list: string, query = '') => {
  const answer = await app.send(`${list}${query}`, { cookie: owner });
  expect(answer.status).toBe(200);
  return answer.text();
};

it.each(lists.filter((list) => !withoutColumns.includes(list)))(
  'the list %s shows the columns that are chosen, and is kept under a name with them',
  async (list) => {
    const [first = '', ...others] = columnsOf(await read(list));
    expect([first, others.length > 0]).toEqual([expect.stringMatching(/./), true]);
    const chosen = await read(list, `?column=${first}`);
    expect(chosen).toContain(`action="${list}/views"`);
    const box = new RegExp(`<input[^>]*value="${first}"[^>]*>`).exec(/dl-columns__pop[\s\S]*?<\/form>/.exec(chosen)?.[0] ?? '')?.[0];
    expect(box).toContain('checked');
  },
);

describe.each(lists)('the list %s', (list) => {
  it('is filtered by its address, and leaves as a file of what is filtered', async () => {
    const html = await read(list, withoutColumns.includes(list) ? '?view=mine' : '');
    expect(html).toContain('role="search"');
    const place = places.filter(({ path }) => path.endsWith('/export')).map(({ path }) => `/${path}`);
    const asked = [...html.matchAll(/ action="([^"?]*\/export)[^"]*"/g)].map(([, to]) => to!);
    // The same as a workbook, with the same filters.
    const books = [...html.matchAll(/<form[^>]* action="([^"]*\/export[^"]*)"[^>]*>(?:(?!<\/form>).)*? formaction="([^"]*)"/gis)];
    expect(books.map(([, to, book]) => [to, book])).toEqual(
      books.map(([, to]) => [to, `${to}${to!.includes('?') ? '&amp;' : '?'}format=xlsx`]),
    );
    expect(books).toHaveLength(asked.length);
    // The tasks have none while there is nothing to write.
    if (!withoutColumns.includes(list)) expect(asked).not.toEqual([]);
    expect(asked.filter((to) => !place.includes(to))).toEqual([]);
  });

  it('says what it is when it is asked for nonsense, and when nothing matches', async () => {
    const none = await read(list, '?find=zzzz-no-such-thing&queue=nonsense&state=nonsense&sort=nonsense&after=nonsense&column=nonsense');
    expect(none).toMatch(/class="(dl-none|fd-nothing)"|class="dl-sheet|<article/);
  });
});
