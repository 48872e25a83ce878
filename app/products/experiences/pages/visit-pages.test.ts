import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { changeParty } from '../change-party.server.ts';
import { openTestExperiences } from '../experience-sale-testing.ts';
import { loadExperiences } from '../load-experiences.server.ts';
import { openVisit } from '../place-experience-order.server.ts';

const platform = await openTestPlatform();
const chosen = ['abu-dhabi-mangrove-kayak', 'dubai-desert-evening'];
await loadExperiences(
  platform,
  readCatalogueFiles('experiences').filter(({ id }) => chosen.includes(id)),
  { replace: false },
);
const shop = await openTestExperiences(platform);
const app = await openTestApp(platform, null, shop.bank.provider);
const { clock, db } = platform;
const [kayak, desert] = ['abu-dhabi-mangrove-kayak', 'dubai-desert-evening'] as const;
const customer = { by: 'customer', who: 'guest' } as const;
const plain = (html: string) => wordsOf(html).replaceAll('\u00a0', ' ');

/** The first open start from so many days ahead. */
async function start(id: string, ahead: number, times: readonly string[]): Promise<string> {
  for (let day = ahead; ; day += 1) {
    const date = new Date(clock.now() + day * dayMs).toISOString().slice(0, 10);
    for (const time of times) {
      const query = `date=${date}&time=${time}&option=standard&adult=2`;
      if (await openVisit(platform, id, new URLSearchParams(query), 'en')) return query;
    }
  }
}
const timesOf = async (id: string) =>
  ((await db.execute(sql`select start_times from experiences where id = ${id}`)) as unknown as { rows: { start_times: string[] }[] })
    .rows[0]!.start_times;
const bought = async (id: string, ahead: number) => shop.bought(id, await start(id, ahead, await timesOf(id)));
const cookieOf = (orderId: string) => orderCookie(platform, orderId).split(';')[0]!;
const see = async (path: string, cookie = '') => {
  const answer = await app.send(path, { cookie });
  return { status: answer.status, html: (await answer.text()).replaceAll('<!-- -->', ''), to: answer.headers.get('location') };
};
const letter = async (reference: string, words: string) =>
  (await platform.mail.folder!.list()).find(({ text }) => text.includes(reference) && text.includes(words))?.text.replaceAll('\u00a0', ' ');

describe('a visit of which a part is not paid', () => {
  it('says on voucher, order and in the letter who is paid for, what is open and by when, and takes the payment', async () => {
    const orderId = await bought(kayak, 40);
    const { reference, total } = await shop.order(orderId);
    const page = `/experience-visit/${reference}`;
    expect(plain((await see(page, cookieOf(orderId))).html)).not.toContain('still to pay');
    const question = plain((await see(`${page}?party=1&adult=3`, cookieOf(orderId))).html);
    expect(question).toContain('Until it is paid, the voucher lets in as many as are paid for, and nobody else.');
    const changed = await changeParty(platform, shop.product, { orderId, party: { adult: 3 }, ...customer, seenTotal: total * 2 });
    expect(changed.ok).toBe(true);
    await shop.settle();
    const open = (await findInstalments(db, orderId)).find(({ paidAt }) => paidAt === null)!;
    const sum = `AED ${(open.amount / 100).toFixed(2)}`;
    const day = formatDate(open.dueOn!, 'en', 'long');
    const shown = await see(`${page}?said=changed`, cookieOf(orderId));
    expect(plain(shown.html)).toContain('what was added is still to pay');
    expect(plain(shown.html)).toContain(`2 of 3 are paid for ${sum} is still to pay, by ${day}.`);
    const form = readForms(shown.html, new URL(`http://localhost${page}`)).find(({ buttons }) =>
      buttons.some(({ value }) => value === 'pay-part'),
    )!;
    const told = await letter(reference, 'Still to pay, next');
    expect(told).toContain(`Still to pay, next: ${sum} by ${day}.`);
    expect(told).toContain('2 of 3, the others once they are paid for');
    expect(told).not.toContain('the time you chose instead');
    expect(plain((await see(`/track?order=${reference}`, cookieOf(orderId))).html)).toContain('2 of 3, the others once they are paid for');
    const sent = await app.send(form.action, {
      cookie: cookieOf(orderId),
      form: { ...Object.fromEntries(form.fields), intent: 'pay-part' },
    });
    await shop.bank.pay(sent.headers.get('location')!, 'approved');
    await shop.settle();
    expect(plain((await see(page, cookieOf(orderId))).html)).not.toContain('still to pay');
    expect(plain((await see(`/track?order=${reference}`, cookieOf(orderId))).html)).not.toContain('once they are paid for');
  });
});

describe('a day whose every place is taken', () => {
  it('is told as full in its own field, with the way on for whoever keeps places of it', async () => {
    const query = await start(desert, 30, await timesOf(desert));
    const date = new URLSearchParams(query).get('date')!;
    const placed = await shop.place(desert, query.replace('adult=2', 'adult=12'));
    if (!placed.ok) throw new Error(placed.refused);
    const rest = await shop.place(desert, query.replace('adult=2', 'adult=12'), { address: '10.9.9.9' });
    if (!rest.ok) throw new Error(rest.refused);
    const page = `/experience/${desert}?date=${date}&adult=2`;
    const { html } = await see(page);
    expect(plain(html)).toContain(`Every place on ${formatDate(date, 'en', 'long')} is taken.`);
    expect(plain(html)).not.toContain('does not run');
    expect(html).toMatch(new RegExp(`name="date"[^>]*value="${date}"|value="${date}"[^>]*name="date"`));
    expect(plain(html)).toContain('Still free that day: Your own group');
    expect(html).toContain('when every place is taken. Please write to us if places come free.');
    expect(html).not.toContain('/checkout/');
    expect((await see(page, cookieOf(placed.value.orderId))).html).toContain(`href="/checkout/${placed.value.reference}"`);
    expect((await see(page, 'language=ar')).html).toContain('محجوزة');
  });
});

describe('more places than one network may keep unpaid', () => {
  it('lead a larger group to us before the form, and others to try again, not to orders that are not theirs', async () => {
    const query = await start(desert, 50, await timesOf(desert));
    const group = await see(`/experience/${desert}?${query.replace('adult=2', 'adult=12&child=12')}`);
    expect(plain(group.html)).toContain(
      'Up to 20 persons are booked here at once. A larger group we arrange for you: A larger group? Ask us',
    );
    expect(group.html).toContain('We are a group of 24 and would like to come on');
    expect(group.html).not.toContain('/book?');
    const office = '10.77.7.7';
    expect((await shop.place(desert, query.replace('adult=2', 'adult=12'), { address: office })).ok).toBe(true);
    const other = await shop.place(desert, query.replace('adult=2', 'adult=9'), { address: office });
    expect(other).toEqual({ ok: false, refused: 'network-full' });
  });
});
