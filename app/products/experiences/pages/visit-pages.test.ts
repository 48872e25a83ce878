import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findInstalments } from '#app/commerce/bookings/bookings-store.server.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { demoPassword } from '#seeds/demo.ts';
import { changeParty } from '../change-party.server.ts';
import { openTestExperiences } from '../experience-sale-testing.ts';
import { openOperator } from '../open-operator.server.ts';
import { findOperatorByToken, findOperatorOf, operatorToken } from '../operators-store.server.ts';
import { loadExperiences } from '../load-experiences.server.ts';
import { openVisit } from '../place-experience-order.server.ts';

const platform = await openDemoPlatform();
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

describe('an activity whose guests are fetched', () => {
  const operatorsView = async (day: string) => {
    const { id } = await findOperatorOf(db, desert, platform.env.operatorsMail);
    const { rows } = (await db.execute(sql`select link_version from experience_operators where id = ${id}`)) as unknown as {
      rows: { link_version: number }[];
    };
    const known = await findOperatorByToken(platform, operatorToken(platform, { id, linkVersion: rows[0]!.link_version }));
    return openOperator(platform, known!, day, 'en');
  };
  const fields = (html: string, page: string, button: string) =>
    readForms(html, new URL(`http://localhost${page}`)).find(({ buttons }) => buttons.some(({ value }) => value === button))!;

  it('asks where before the order, keeps what was typed, and shows it wherever somebody looks for it', async () => {
    const query = await start(desert, 70, await timesOf(desert));
    const day = new URLSearchParams(query).get('date')!;
    const page = `/experience/${desert}/book?${query}`;
    const { html } = await see(page);
    const form = readForms(html, new URL(`http://localhost${page}`)).find(({ fields: all }) =>
      [...all].some(([name]) => name === 'pickup'),
    )!;
    const typed = {
      ...Object.fromEntries(form.fields),
      givenNames: 'Rima',
      surname: 'Saleh',
      email: 'rima.fetched@example.com',
      phone: '0501234567',
    };
    for (const pickup of ['', '  12 ']) {
      const none = await app.send(page, { form: { ...typed, pickup } });
      const said = await none.text();
      expect([none.status, plain(said).includes('Write where we fetch you'), said.includes('value="Rima"')]).toEqual([422, true, true]);
    }
    const sent = await app.send(page, { form: { ...typed, pickup: ' Hotel  Blue Sand,\n Al Rigga 4 ' } });
    const reference = sent.headers.get('location')!.split('/').at(-1)!;
    const { rows } = (await db.execute(
      sql`select o.id, x.pickup from orders o join experience_bookings x on x.order_id = o.id where o.reference = ${reference}`,
    )) as unknown as { rows: { id: string; pickup: string }[] };
    const orderId = rows[0]!.id;
    expect(rows[0]!.pickup).not.toMatch(/Blue Sand|^$/);
    await shop.pay(orderId);
    expect((await shop.order(orderId)).status).toBe('confirmed');
    const at = 'Hotel Blue Sand, Al Rigga 4';
    const voucher = `/experience-visit/${reference}`;
    expect(plain((await see(voucher, cookieOf(orderId))).html)).toContain(`We fetch you at ${at}`);
    expect(plain((await see(`/track?order=${reference}`, cookieOf(orderId))).html)).toContain(at);
    expect(await letter(reference, 'Your visit is confirmed')).toContain(at);
    expect((await operatorsView(day)).guests.map(({ pickup }) => pickup)).toContain(at);
    const { email } = await findOperatorOf(db, desert, platform.env.operatorsMail);
    const told = async (subject: string) =>
      (await platform.mail.folder!.list()).filter(({ to, text }) => to.includes(email) && text.includes(subject)).map(({ text }) => text);
    expect((await told('A new booking')).some((text) => text.includes(at))).toBe(true);
    // Changed by its traveller: kept once, told to the operator, and not from a page that is old.
    const changing = fields((await see(voucher, cookieOf(orderId))).html, voucher, 'pickup');
    const change = (pickup: string) =>
      app.send(voucher, { cookie: cookieOf(orderId), form: { ...Object.fromEntries(changing.fields), intent: 'pickup', pickup } });
    const empty = await change('-');
    expect([empty.status, plain(await empty.text()).includes('that a driver finds, in up to 200')]).toEqual([422, true]);
    expect((await change('Villa 9, Al Barsha 2')).headers.get('location')).toBe(`${voucher}?said=fetched`);
    const old = await change('Somewhere else');
    const stands = await old.text();
    expect([old.status, plain(stands).includes('It was changed meanwhile'), stands.includes('Villa 9, Al Barsha 2')]).toEqual([
      409,
      true,
      true,
    ]);
    await shop.settle();
    expect((await told('Where to fetch your guests')).some((text) => text.includes('Villa 9, Al Barsha 2'))).toBe(true);
    // And by the desk.
    const record = `/admin/orders/experiences/${reference}`;
    const cookie = await app.signIn('products@rihla.example', demoPassword);
    expect(plain((await see(record, cookie)).html)).toContain('Villa 9, Al Barsha 2');
    const desk = fields((await see(`${record}/party`, cookie)).html, `${record}/party`, 'pickup');
    const kept = await app.send(`${record}/party`, {
      cookie,
      form: { ...Object.fromEntries(desk.fields), intent: 'pickup', pickup: 'Marina Walk 3' },
    });
    expect(kept.headers.get('location')).toBe(`${record}?did=fetched`);
    const time = new URLSearchParams(query).get('time')!;
    const session = await see(`/admin/supply/activities/${desert}/session?date=${day}&start=${time}`, cookie);
    expect(plain(session.html)).toContain('Fetched at Marina Walk 3');
    const { rows: acts } = (await db.execute(
      sql`select actor, detail::text as detail from audit_events where action = 'experience.pickup-changed' order by at`,
    )) as unknown as { rows: { actor: string; detail: string }[] };
    expect(acts.map(({ actor }) => actor.split(':')[0])).toEqual(['guest', 'staff']);
    expect(acts.some(({ detail }) => detail.includes('Marina'))).toBe(false);
  });

  it('says that it is not known where, until somebody says it, and is not asked where nobody is fetched', async () => {
    const orderId = await bought(desert, 80);
    const { reference } = await shop.order(orderId);
    const { startsLocal } = await shop.booking(orderId);
    const voucher = plain((await see(`/experience-visit/${reference}`, cookieOf(orderId))).html);
    expect(voucher).toContain('Without an address nobody can come for you.');
    expect((await operatorsView(startsLocal.slice(0, 10))).guests.map(({ pickup }) => pickup)).toContain('');
    const walked = await bought(kayak, 80);
    const own = await see(`/experience-visit/${(await shop.order(walked)).reference}`, cookieOf(walked));
    expect(plain(own.html)).not.toContain('Where we fetch you');
    const forged = await app.send(`/experience-visit/${(await shop.order(walked)).reference}`, {
      cookie: cookieOf(walked),
      form: { intent: 'pickup', pickup: 'Marina Walk 3', pickupVersion: '0' },
    });
    expect(forged.status).toBe(409);
  });
});
