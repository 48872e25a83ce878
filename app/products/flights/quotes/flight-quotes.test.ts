import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { captured } from '#app/commerce/ledger/ledger-postings.ts';
import { post } from '#app/commerce/ledger/ledger-store.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { findNotes } from '#app/commerce/record-notes/record-notes-store.server.ts';
import { findOpenPolicy } from '#app/commerce/pricing/policies-store.server.ts';
import { aPolicyRule } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { askSimulation, workOnPricing } from '#app/commerce/pricing/simulate-policy.server.ts';
import { beginPolicy, editPolicy } from '#app/commerce/pricing/work-policy.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { dayMs, hourMs, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform, testNow } from '#tests/support/test-platform.ts';
import { changeDraft } from '../booking/booking-draft-store.server.ts';
import type { FlightDraft } from '../booking/booking-draft.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { flightsOver } from '../flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import type { BookableSupplier } from '../supplier/own-stock.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { theWorld } from '../world/open-world.server.ts';
import { mailFlightQuotes } from './mail-flight-quotes.server.ts';
import { flightQuoteAddress } from './flight-quote-link.server.ts';
import { flightQuoteMachine, standingOf } from './flight-quote-status.ts';
import {
  countOldQuotes,
  findFlightQuoteAsStaff,
  findFlightQuoteEvents,
  findOptions,
  tieDraft,
  type FlightQuote,
} from './flight-quotes-store.server.ts';
import { forgetQuotes } from './forget-quotes.server.ts';
import { compareOption, priceOption } from './price-option.server.ts';
import { countQuotes, findQuoteRows } from './staff/quote-list-store.server.ts';
import { quotedFlightPrices } from './quoted-prices.server.ts';
import { quoteSorts, readQuoteListView } from './staff/quote-list-view.ts';
import { draftFlightQuote, editFlightQuote, findStanding, workFlightQuote } from './work-flight-quote.server.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
const offerOf = (code: string): Offer => ({ ...anOffer({ supplier: code }), id: `${code}.one`, expiresAt: '2026-12-01T00:00:00.000Z' });

/** Its seats are ours; it asks for so many per mille more than it did, or has nothing left. */
class Moving extends ScriptedSupplier implements BookableSupplier {
  permille = 0;
  full = false;
  readonly stock = { wishes: () => [{ key: `cabin:EK1/2026-12-05/DXB/${this.code}`, quantity: 1, capacity: 1_000, ceiling: 1_000 }] };
  override async price(...given: Parameters<ScriptedSupplier['price']>) {
    if (this.full) return { outcome: 'refused' as const, refused: 'sold-out' as const };
    const priced = await super.price(...given);
    if (priced.outcome !== 'ok') return priced;
    const brands = priced.value.brands.map((brand) => ({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, base: money(Math.round(fare.base.amount * (1 + this.permille / 1000)), 'AED') })),
    }));
    return { outcome: 'ok' as const, value: { ...priced.value, brands } };
  }
}
const first = new Moving({ code: 'first', offers: [offerOf('first')], keepsHours: 96 });
const second = new Moving({ code: 'second', offers: [offerOf('second')] });
const sale = await openTestSale(platform, [first, second]);
const flights = { ...flightsOver(await theWorld(), [first, second]), supplierOf: sale.flights.supplierOf };
await mailFlightQuotes(platform, flights);
const app = await openTestApp(platform, flights, sale.bank.provider);
const clerk = await app.signIn('flights@rihla.example', demoPassword);
const staffId = (
  (await db.execute(sql`select id from users where email = 'flights@rihla.example'`)) as unknown as { rows: { id: string }[] }
).rows[0]!.id;

const list = '/admin/orders/flights/quotes';
const contact = { name: 'Mona Caller', email: 'mona.caller@example.com', phone: '+971501234567' };
let callers = 0;

async function aQuote(codes: readonly string[] = ['first', 'second'], hours = 48, inquiryId: string | null = null): Promise<FlightQuote> {
  const rules = await getPricingRules(db, clock.now());
  const options = await Promise.all(
    codes.map(async (code) => {
      const priced = await priceOption(flights, rules, { offerId: `${code}.one`, brand: 'light' }, anOffer().passengers, clock.now());
      if (typeof priced === 'string') throw new Error(priced);
      return priced;
    }),
  );
  callers += 1;
  const words = {
    contact: { ...contact, email: `caller${callers}@example.com` },
    language: 'en' as const,
    message: 'As promised on the telephone.',
    expiresAt: new Date(clock.now() + hours * hourMs),
  };
  const reference = await draftFlightQuote(platform, { words, options, inquiryId, customerId: null, staffId });
  return (await findFlightQuoteAsStaff(db, crypto, reference))!;
}
const again = async ({ reference }: FlightQuote) => (await findFlightQuoteAsStaff(db, crypto, reference))!;
async function sent(codes?: readonly string[], hours?: number): Promise<FlightQuote> {
  const quote = await aQuote(codes, hours);
  const worked = await workFlightQuote(platform, { quoteId: quote.id, version: quote.version, work: 'send', staffId });
  if (!worked.ok) throw new Error(worked.refused);
  return again(quote);
}
const pageOf = ({ id }: FlightQuote) => flightQuoteAddress(platform.secret, id);
const textOf = async (path: string, cookie = '') => (await app.send(path, { cookie })).text();
const standing = async (quote: FlightQuote) => findStanding(db, await again(quote), clock.now());
const amountOf = async (quote: FlightQuote, number = 1) => (await findOptions(db, quote.id))[number - 1]!.price.total.amount;
const take = async (quote: FlightQuote, seen: number, number = 1, cookie = '') =>
  app.send(pageOf(quote), { cookie, form: { option: String(number), seen: String(seen) } });
/** Takes an option as a stranger does and fills what the steps after it ask for; the draft that is ready to be placed. */
async function begun(quote: FlightQuote, number = 1): Promise<FlightDraft> {
  const answer = await take(quote, await amountOf(quote, number), number);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/flight-passenger-details']);
  const { rows } = (await db.execute(sql`select draft_id from flight_quote_drafts where quote_id = ${quote.id}`)) as unknown as {
    rows: { draft_id: string }[];
  };
  const whole = aDraft(offerOf(number === 1 ? 'first' : 'second'), {}, aParty(anOffer().passengers));
  return (await changeDraft(platform, rows.at(-1)!.draft_id, ({ booking, checkedBags }) => ({
    booking: { ...booking, passengerDetails: whole.booking.passengerDetails, contactInfo: whole.booking.contactInfo, currentStep: 6 },
    checkedBags,
  })))!;
}
const placeOf = (draft: FlightDraft) => sale.place(draft, { address: `10.7.${(callers += 1)}.1` });

beforeEach(() => {
  clock.set(testNow);
  first.permille = 0;
  first.full = false;
});

describe('a quote to a caller', () => {
  it('has the edges in the database that its rules declare', async () => {
    const { rows } = (await db.execute(sql`select from_status, to_status from status_edges where machine = 'flight-quote'`)) as unknown as {
      rows: { from_status: string; to_status: string }[];
    };
    const declared = edgesOf(flightQuoteMachine).map(([from, to]) => `${from}>${to}`);
    expect(rows.map((row) => `${row.from_status}>${row.to_status}`).toSorted()).toEqual(declared.toSorted());
  });

  it('stands by its state, its time and its order', () => {
    const quote = { status: 'sent' as const, seenAt: null, expiresAt: new Date(testNow + hourMs) };
    expect(standingOf(quote, testNow)).toBe('sent');
    expect(standingOf(quote, instant(testNow + hourMs))).toBe('expired');
    expect(standingOf({ ...quote, status: 'accepted' }, instant(testNow + hourMs))).toBe('accepted');
    // An order that was not paid in time leaves the quote as open as its time.
    expect(standingOf({ ...quote, status: 'accepted' }, testNow, false)).toBe('sent');
    expect(standingOf({ ...quote, status: 'accepted' }, instant(testNow + hourMs), false)).toBe('expired');
    expect(standingOf({ ...quote, status: 'withdrawn' }, testNow)).toBe('withdrawn');
  });

  it('keeps the price that was reckoned, line by line, and tells what became of it', async () => {
    const quote = await aQuote(['first']);
    const [option] = await findOptions(db, quote.id);
    expect(option!.price.lines.reduce((sum, line) => sum + line.amount.amount, 0)).toBe(option!.price.total.amount);
    const rules = await getPricingRules(db, clock.now());
    const now = () => priceOption(flights, rules, option!, option!.offer.passengers, clock.now());
    expect(compareOption(option!.price, await now()).kind).toBe('as-quoted');
    first.permille = 40;
    expect(compareOption(option!.price, await now())).toMatchObject({
      kind: 'dearer',
      changes: expect.arrayContaining([expect.anything()]),
    });
    first.full = true;
    expect(compareOption(option!.price, await now())).toEqual({ kind: 'sold-out' });
  });

  it('is changed by the one of two clerks who was first; the other is told', async () => {
    const quote = await aQuote();
    const options = await findOptions(db, quote.id);
    const words = { contact, language: 'ar' as const, message: '', expiresAt: quote.expiresAt };
    const edit = () => editFlightQuote(platform, { quoteId: quote.id, version: quote.version, words, options, staffId });
    expect(await edit()).toEqual({ ok: true, value: null });
    expect(await edit()).toEqual({ ok: false, refused: 'changed-meanwhile' });
    const send = await workFlightQuote(platform, { quoteId: quote.id, version: quote.version, work: 'send', staffId });
    expect(send).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect((await findFlightQuoteEvents(db, quote.id)).map(({ event }) => event)).toEqual(['make', 'edit']);
  });

  it('is sent once, by mail, in the language of its reader', async () => {
    const quote = await sent();
    const twice = await workFlightQuote(platform, { quoteId: quote.id, version: quote.version, work: 'send', staffId });
    expect(twice).toEqual({ ok: false, refused: 'not-possible-from-here' });
    await platform.jobs.drain();
    const mails = (await platform.mail.folder!.list()).filter(({ to }) => to === quote.contact.email);
    expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining(quote.reference)]);
  });

  it('becomes one order, which it shows and which shows it, and no second one', async () => {
    const quote = await sent();
    const [mine, theirs] = [await begun(quote), await begun(quote, 2)];
    const placed = await placeOf(mine);
    if (!placed.ok) throw new Error(placed.refused);
    expect(await standing(quote)).toBe('accepted');
    expect(await again(quote)).toMatchObject({ status: 'accepted', orderId: placed.value.orderId, taken: 1 });
    expect(await placeOf(theirs)).toEqual({ ok: false, refused: 'quote-closed' });
    expect(await textOf(`${list}/${quote.reference}`, clerk)).toContain(placed.value.reference);
    expect(await textOf(`/admin/orders/flights/${placed.value.reference}`, clerk)).toContain(quote.reference);
    expect(await textOf(pageOf(quote))).toContain(placed.value.reference);
    // The order was not paid in time: while the quote lasts it can be taken once more.
    clock.advance(hourMs);
    await expireOrders(platform, [sale.product]);
    expect((await findOrderAsSystem(db, placed.value.orderId))!.status).toBe('expired');
    expect(await standing(quote)).toBe('sent');
    const later = await placeOf(theirs);
    if (!later.ok) throw new Error(later.refused);
    expect(await again(quote)).toMatchObject({ orderId: later.value.orderId, taken: 2 });
  });

  it('does not hold whoever chose other flights of their own meanwhile', async () => {
    const quote = await sent(['first']);
    const draft = aDraft(offerOf('second'));
    await db.execute(sql`insert into flight_drafts (id, secret_hash, booking, personal, created_at, updated_at, expires_at)
      values (${draft.id}, ${draft.id}, '{}', '', now(), now(), now())`);
    await tieDraft(db, draft.id, quote.id, 1);
    expect((await placeOf(draft)).ok).toBe(true);
    expect(await standing(quote)).toBe('sent');
  });

  it('is found by the list under the state that its page shows', async () => {
    const [draft, open, over] = [await aQuote(), await sent(), await sent(['first'], 1)];
    clock.advance(2 * hourMs);
    for (const [quote, queue] of [
      [draft, 'draft'],
      [open, 'open'],
      [over, 'expired'],
    ] as const) {
      const view = readQuoteListView(new URLSearchParams({ queue, find: quote.reference }));
      const { rows } = await findQuoteRows(db, crypto, view, { now: clock.now(), most: 5, me: staffId });
      expect(rows.map(({ reference, standing: shown }) => [reference, shown])).toEqual([[quote.reference, await standing(quote)]]);
    }
    const byMail = readQuoteListView(new URLSearchParams({ queue: 'all', find: open.contact.email.toUpperCase() }));
    expect((await findQuoteRows(db, crypto, byMail, { now: clock.now(), most: 5, me: staffId })).rows).toHaveLength(1);
  });

  it.each(quoteSorts.flatMap((sort) => [sort, `-${sort}`]))('is shown once on the pages by %s, and none is left out', async (sort) => {
    for (let more = 0; more < 4; more += 1) await aQuote();
    const seen: string[] = [];
    let after: ReturnType<typeof readQuoteListView>['after'] = null;
    do {
      const page = await findQuoteRows(
        db,
        crypto,
        { ...readQuoteListView(new URLSearchParams({ queue: 'all', sort })), after },
        { now: clock.now(), most: 3, me: staffId },
      );
      seen.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe(await db.$count(sql`flight_quotes`));
  });

  it('is counted in the tab that shows it', async () => {
    await aQuote();
    await sent();
    const { open, draft, accepted, expired, withdrawn, all } = await countQuotes(db, clock.now());
    expect(all).toBe(open + draft + accepted + expired + withdrawn);
    for (const [queue, n] of Object.entries({ open, draft, all })) {
      const view = readQuoteListView(new URLSearchParams({ queue }));
      const { rows } = await findQuoteRows(db, crypto, view, { now: clock.now(), most: 1000, me: staffId });
      expect([queue, rows.length]).toEqual([queue, n]);
    }
  });
});

describe('the page of a quote', () => {
  it('answers a forged link, a draft and a link that never was alike', async () => {
    const draft = await aQuote();
    for (const path of [pageOf(draft), `/flight-quote/${draft.id}.${'0'.repeat(43)}`, '/flight-quote/nothing']) {
      expect((await app.send(path)).status, path).toBe(404);
    }
  });

  it('says to search engines to leave it, shows both options in words, and counts the first look of its reader', async () => {
    const quote = await sent();
    await textOf(pageOf(quote), clerk);
    expect(await standing(quote)).toBe('sent');
    const html = await textOf(pageOf(quote));
    expect(html).toMatch(/name="robots" content="noindex/);
    for (const words of ['Option 1', 'Option 2', 'Side by side', 'No refund', 'Price per person', 'Dubai time'])
      expect(html).toContain(words);
    expect(await standing(quote)).toBe('seen');
    const { version } = await again(quote);
    await textOf(pageOf(quote));
    expect((await again(quote)).version).toBe(version);
    expect(await textOf(`${pageOf(quote)}?lang=ar`)).toContain('dir="rtl"');
  });

  it('says per option what was sold out, and begins nothing with it', async () => {
    const quote = await sent();
    first.full = true;
    const html = await textOf(pageOf(quote));
    expect(html).toContain('Sold out');
    expect(html).toContain('Take option 2');
    expect(html).not.toContain('Take option 1');
    expect((await take(quote, await amountOf(quote))).status).toBe(409);
  });

  it('asks for consent line by line when an option became dearer since it was read', async () => {
    const quote = await sent();
    const seen = await amountOf(quote);
    first.permille = 40;
    const refused = await take(quote, seen);
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain('The airline now asks for more');
    const now = Number(/name="seen" value="(\d+)"/.exec(html)![1]);
    expect(now).toBeGreaterThan(seen);
    // The table on top and the card tell the price that is paid now, and what was quoted stands beside it.
    const plainly = async () => (await textOf(pageOf(quote))).replaceAll('<!-- -->', '').replaceAll('\u00a0', ' ');
    const said = (fils: number) => (fils / 100).toLocaleString('en', { minimumFractionDigits: 2 });
    const table = /<section class="fqp-compare[\s\S]*?<\/section>/.exec(await plainly())![0];
    expect(table).toContain(`${said(now)}</bdi><small>quoted at AED ${said(seen)}</small>`);
    expect(table).toContain('fqp-compare--2');
    expect((await take(quote, now)).status).toBe(303);
    expect((await app.send(pageOf(quote), { form: { option: '9', seen: '1' } })).status).toBe(400);
  });

  it('says that it is over, offers a search, and asks the desk anew once', async () => {
    const quote = await sent(['first'], 1);
    clock.advance(2 * hourMs);
    const html = await textOf(pageOf(quote));
    expect(html).toContain('This quote has ended');
    expect(html).toContain('/flight-search-results?from=DXB');
    expect((await take(quote, await amountOf(quote))).status).toBe(409);
    const asked = await app.send(pageOf(quote), { form: { intent: 'anew' } });
    expect(asked.headers.get('location')).toContain('?asked');
    const tasks = await listOpenStaffTasks(db);
    expect(tasks.filter(({ subject }) => subject === `flight_quotes:${quote.id}`)).toHaveLength(1);
    // Asked again and again it is the same wish, and in the end it is told to wait.
    for (let press = 0; press < 2; press += 1) await app.send(pageOf(quote), { form: { intent: 'anew' } });
    expect((await app.send(pageOf(quote), { form: { intent: 'anew' } })).headers.get('location')).toContain('?wait');
    clock.advance(dayMs);
  });

  it('names what was taken back and shows none of it', async () => {
    const quote = await sent();
    await workFlightQuote(platform, { quoteId: quote.id, version: quote.version, work: 'withdraw', staffId });
    const html = await textOf(pageOf(quote));
    expect(html).toContain('This quote was taken back');
    expect(html).not.toContain('Option 1');
  });
});

describe('the desk of quotes', () => {
  const party = 'adults=1&children=0&infants=0';
  const builder = `${list}/new?${party}&picked=1&pick=first.one~light&pick=second.one~light`;
  const field = (html: string, name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1] ?? '';
  const seenOf = (html: string) => [...html.matchAll(/name="seen" value="(\d+)"/g)].map(([, amount]) => amount!);
  const typed = {
    name: 'Mona Caller',
    email: 'mona@example.com',
    phone: '0501234567',
    language: 'tl',
    message: 'Hello',
    validUntil: '2026-11-24',
  };

  it('makes a quote of what was picked, once however often it is pressed', async () => {
    const html = await textOf(builder, clerk);
    const form = { ...typed, key: field(html, 'key'), seen: seenOf(html) };
    const made = await app.send(builder, { cookie: clerk, form });
    expect([made.status, made.headers.get('location')]).toEqual([303, expect.stringMatching(/quotes\/[0-9A-Z]{5}-[0-9A-Z]{5}\?did=made/)]);
    expect((await app.send(builder, { cookie: clerk, form })).headers.get('location')).toBe(made.headers.get('location'));
    const quote = (await findFlightQuoteAsStaff(db, crypto, /quotes\/([^?]+)/.exec(made.headers.get('location')!)![1]!))!;
    expect(quote).toMatchObject({ status: 'draft', language: 'tl', contact: { name: 'Mona Caller', phone: '+971501234567' } });
    expect(await findOptions(db, quote.id)).toHaveLength(2);
  });

  it('says beside each field what is wrong, keeps what was typed, and takes no price that has moved', async () => {
    const html = await textOf(builder, clerk);
    const wrong = await app.send(builder, {
      cookie: clerk,
      form: { ...typed, email: 'nowhere', validUntil: '2027-03-01', key: field(html, 'key'), seen: seenOf(html) },
    });
    expect(wrong.status).toBe(422);
    const said = await wrong.text();
    expect(said).toContain('id="email-error"');
    expect(said).toContain('id="validUntil-error"');
    expect(field(said, 'email') || said).toContain('nowhere');
    const none = `${list}/new?${party}`;
    expect((await app.send(none, { cookie: clerk, form: { ...typed, key: field(html, 'key') } })).status).toBe(422);
    first.permille = 30;
    expect((await app.send(builder, { cookie: clerk, form: { ...typed, key: field(html, 'key'), seen: seenOf(html) } })).status).toBe(409);
    first.full = true;
    expect((await app.send(builder, { cookie: clerk, form: { ...typed, key: field(html, 'key'), seen: seenOf(html) } })).status).toBe(409);
  });

  it('tells the slower of two clerks who was quicker, and keeps what they typed', async () => {
    const quote = await aQuote();
    const edit = `${list}/${quote.reference}/edit?${party}&picked=1&pick=first.one~light`;
    const html = await textOf(edit, clerk);
    const form = { ...typed, key: field(html, 'key'), seen: seenOf(html), version: String(quote.version) };
    expect((await app.send(edit, { cookie: clerk, form })).status).toBe(303);
    const late = await app.send(edit, { cookie: clerk, form: { ...form, message: 'Mine instead' } });
    expect(late.status).toBe(409);
    const said = await late.text();
    expect(said).toContain('has changed this quote');
    expect(said).toContain('Mine instead');
  });

  it('keeps the flights for the caller: an order that is held for days, theirs and not the clerk’s', async () => {
    const quote = await aQuote(['first', 'second']);
    // Its seller keeps nothing for days: the desk says so, and there is no form.
    expect((await app.send(`${list}/${quote.reference}/hold?option=2`, { cookie: clerk })).status).toBe(302);
    const path = `${list}/${quote.reference}/hold?option=1`;
    const html = await textOf(path, clerk);
    const person = {
      'p0.title': 'MS',
      'p0.given': 'Mona',
      'p0.surname': 'Caller',
      'p0.birthDay': '4',
      'p0.birthMonth': '05',
      'p0.birthYear': '1990',
      'p0.nationality': 'PT',
      'p0.number': 'CA100992',
      'p0.expiryDay': '1',
      'p0.expiryMonth': '05',
      'p0.expiryYear': '2034',
      'p0.issuedBy': 'PT',
      email: quote.contact.email,
      phoneCountry: 'AE',
      phone: '0501234567',
    };
    const form = { ...person, key: field(html, 'key'), seen: field(html, 'seen') };
    expect((await app.send(path, { cookie: clerk, form: { ...form, 'p0.birthYear': '' } })).status).toBe(422);
    let held = await app.send(path, { cookie: clerk, form });
    if (held.status === 422) {
      const read = field(await held.text(), 'read');
      Object.assign(form, { read });
      held = await app.send(path, { cookie: clerk, form });
    }
    expect([held.status, held.headers.get('location')]).toEqual([
      302,
      expect.stringMatching(/orders\/flights\/[0-9A-Z-]+\?did=held-for-caller/),
    ]);
    expect((await app.send(path, { cookie: clerk, form })).headers.get('location')).toBe(held.headers.get('location'));
    const order = (await findOrderAsSystem(db, (await again(quote)).orderId!))!;
    expect(order).toMatchObject({ status: 'held', payLater: true, userId: null, language: 'en' });
    expect(await standing(quote)).toBe('accepted');
    await platform.jobs.drain();
    expect(sale.mails.filter(({ orderId }) => orderId === order.id).map(({ template }) => template)).toContain('order-kept');
    expect(await textOf(`/admin/orders/flights?find=${order.reference}`, clerk)).toContain('kept until');
    // It ends by the clock that ends every hold.
    clock.set(instant(order.heldUntil!.getTime()));
    await expireOrders(platform, [sale.product]);
    expect((await findOrderAsSystem(db, order.id))!.status).toBe('expired');
  });

  it('is not read by who may not see flight orders, and not written by who only looks on', async () => {
    const quote = await aQuote();
    const visas = await app.signIn('visas@rihla.example', demoPassword);
    const auditor = await app.signIn('auditor@rihla.example', demoPassword);
    expect((await app.send(`${list}/${quote.reference}`, { cookie: visas })).headers.get('location')).toContain('/admin/unauthorized');
    const html = await textOf(`${list}/${quote.reference}`, auditor);
    expect(html).not.toContain(quote.contact.email);
    await app.send(`${list}/${quote.reference}`, { cookie: auditor, form: { work: 'withdraw', version: '1' } });
    expect(await standing(quote)).toBe('draft');
  });

  it('has notes of colleagues beside it, for who reads it, and is found by its reference', async () => {
    const quote = await aQuote();
    const at = `/admin/records/flight-quote/${quote.reference}`;
    const visas = await app.signIn('visas@rihla.example', demoPassword);
    const form = { intent: 'note', key: 'a-key-of-a-note-on-a-quote', words: 'Rings again on Sunday' };
    expect((await app.send(at, { cookie: visas, form })).status).toBe(404);
    expect((await app.send(at, { cookie: clerk, form })).headers.get('location')).toContain(`${list}/${quote.reference}#note-`);
    expect(await textOf(`${list}/${quote.reference}`, clerk)).toContain('Rings again on Sunday');
    const found = async (cookie: string) => textOf(`/admin/find?q=${quote.reference.toLowerCase()}`, cookie);
    expect(await found(clerk)).toContain(`${list}/${quote.reference}`);
    expect(await found(visas)).not.toContain(`${list}/${quote.reference}`);
  });
});

describe('a quote that never became an order', () => {
  const later = (days: number) => clock.set(instant(testNow + 48 * hourMs + days * dayMs));
  const noteOn = async ({ id }: FlightQuote) => {
    const [note] = await findNotes(db, crypto, { kind: 'flight-quote', id });
    return note!.words;
  };

  it('forgets its caller ninety days after its end, with what colleagues noted, and keeps its flights', async () => {
    const [quote, edited] = [await aQuote(), await aQuote()];
    const form = { intent: 'note', key: 'a-key-of-a-note-to-forget', words: 'Her sister travels, too' };
    await app.send(`/admin/records/flight-quote/${quote.reference}`, { cookie: clerk, form });
    later(90);
    await forgetQuotes(platform);
    expect((await again(quote)).contact).toEqual(quote.contact);
    clock.advance(1_000);
    expect(await countOldQuotes(db, clock.now())).toBeGreaterThanOrEqual(2);
    await forgetQuotes(platform);
    expect(await countOldQuotes(db, clock.now())).toBe(0);
    const gone = await again(quote);
    expect([gone.contact, gone.message, gone.customerId]).toEqual([{ name: '-', email: '-', phone: '' }, '', null]);
    expect(await noteOn(quote)).toBe('-');
    expect(await findOptions(db, quote.id)).toHaveLength(2);
    const html = await textOf(`${list}/${quote.reference}`, clerk);
    expect(html).toContain('Forgotten');
    // Written anew for somebody, it is theirs, and is forgotten again in its time.
    const options = await findOptions(db, edited.id);
    const words = {
      contact: { ...contact, email: 'new@example.com' },
      language: 'en' as const,
      message: '',
      expiresAt: new Date(clock.now() + dayMs),
    };
    expect((await editFlightQuote(platform, { quoteId: edited.id, version: edited.version, words, options, staffId })).ok).toBe(true);
    expect((await again(edited)).forgottenAt).toBeNull();
  });

  it('is one whose order ended before it was paid, and not one whose order was paid', async () => {
    const [unpaid, paid] = [await sent(), await sent()];
    const orders: string[] = [];
    for (const quote of [unpaid, paid]) {
      const placed = await placeOf(await begun(quote));
      if (!placed.ok) throw new Error(placed.refused);
      orders.push(placed.value.orderId);
    }
    clock.advance(hourMs);
    await expireOrders(platform, [sale.product]);
    for (const id of orders) expect((await findOrderAsSystem(db, id))!.status).toBe('expired');
    // Money that came when its order was over already: whose it is must be told.
    const facts = { provider: 'sandbox', orderId: orders[1]!, paymentId: 'late-money' };
    await transact(db, (tx) => post(tx, clock.now(), captured(facts, money(1000, 'AED'), 'late-money')));
    const [kept, told] = [await again(unpaid), await again(paid)];
    later(90);
    await forgetQuotes(platform);
    expect((await again(unpaid)).contact).toEqual(kept.contact);
    later(91);
    await forgetQuotes(platform);
    expect(await again(unpaid)).toMatchObject({ contact: { name: '-', email: '-', phone: '' }, message: '', customerId: null });
    expect((await again(paid)).contact).toEqual(told.contact);
    expect(await textOf(pageOf(unpaid))).not.toContain(kept.contact.email);
  });

  it('is left alone once it became an order', async () => {
    const quote = await sent();
    const placed = await placeOf(await begun(quote));
    if (!placed.ok) throw new Error(placed.refused);
    expect((await again(quote)).orderId).not.toBeNull();
    later(91);
    await forgetQuotes(platform);
    expect((await again(quote)).contact).toEqual(quote.contact);
  });
});

describe('what was quoted and not ordered', () => {
  it('is tried with a change of prices beside what was shown, as a part of its own', async () => {
    clock.set(testNow);
    await db.execute(sql`update flight_quotes set sent_at = sent_at - interval '40 days'`);
    await workOnPricing(platform, quotedFlightPrices);
    const [open, ordered] = [await sent(), await sent()];
    await aQuote();
    const placed = await placeOf(await begun(ordered));
    if (!placed.ok) throw new Error(placed.refused);
    const drafter = 'u-drafter';
    const version = async () => (await findOpenPolicy(db))!.version;
    await beginPolicy(platform, { staffId: drafter, title: 'A code for callers' });
    const rule = aPolicyRule({ scope: { ...openScope, words: { product: ['flight'] }, promo: 'CALLER10' } });
    const edited = await editPolicy(platform, { staffId: drafter, version: await version(), edit: { put: rule } });
    if (!edited.ok) throw new Error(edited.refused);
    const tried = async () => {
      const asked = await askSimulation(platform, quotedFlightPrices, { staffId: drafter, version: await version() });
      if (!asked.ok) throw new Error(asked.refused);
      await platform.jobs.drain();
      return (await findOpenPolicy(db))!.simulation!;
    };
    // A caller named the code for one of the two options: of flights a policy knows nothing else.
    await db.execute(
      sql`update flight_quote_options set price = jsonb_set(price, '{facts,promo}', '"CALLER10"') where quote_id = ${open.id} and number = 1`,
    );
    const prices = (await findOptions(db, open.id)).map(({ price }) => price.total.amount);
    const simulation = await tried();
    // Neither the draft of a quote nor the one that became an order: the order is among the orders.
    expect([simulation.state, simulation.quoted]).toEqual(['done', { all: 2, sampled: false }]);
    expect(simulation.done).toBe(simulation.all);
    const flight = simulation.products.find(({ product }) => product === 'flight')!;
    expect(flight.quoted).toMatchObject({ prices: 2, changed: 1 });
    expect(flight.quoted!.total[0]).toBe(prices.reduce((sum, price) => sum + price, 0));
    expect(flight.quoted!.total[1]).toBeLessThan(flight.quoted!.total[0]);
    expect(flight.orders).toBeGreaterThan(0);
    const since = new Date(clock.now() - dayMs).toISOString();
    const until = new Date(clock.now()).toISOString();
    // Page by page nothing is read twice, and of what is older nothing.
    const page = { since, until, all: 2, most: 9, batch: 1 };
    const [one] = await quotedFlightPrices.next(db, { ...page, after: null });
    const [two] = await quotedFlightPrices.next(db, { ...page, after: one! });
    expect([one!.subject, two!.subject].toSorted()).toEqual([`${open.id}.1`, `${open.id}.2`]);
    expect(await quotedFlightPrices.next(db, { ...page, after: two! })).toEqual([]);
    // A week later nothing of it is tried any more, and counted neither.
    await db.execute(sql`update flight_quotes set sent_at = sent_at - interval '7 days' where id = ${open.id}`);
    expect(await quotedFlightPrices.count(db, page)).toBe(0);
    expect(await quotedFlightPrices.next(db, { ...page, after: null })).toEqual([]);
  });
});
