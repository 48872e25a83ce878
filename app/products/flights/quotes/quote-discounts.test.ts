import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { getQuote, findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { deskDiscountOf } from '#app/commerce/pricing/apply-policy.ts';
import { explainSale } from '#app/commerce/pricing/explain-sale.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import { sumMoney } from '#app/values/money.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import type { StaffRole } from '#app/platform/access.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { changeDraft } from '../booking/booking-draft-store.server.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { flightsOver } from '../flights.server.ts';
import { anOffer } from '../offer-testing.ts';
import type { Offer } from '../offer.ts';
import { placeFlightOrder } from '../order/place-flight-order.server.ts';
import { priceDraft } from '../booking/price-draft.server.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { theWorld } from '../world/open-world.server.ts';
import { flightQuoteAddress } from './flight-quote-link.server.ts';
import { findPricedFlights } from './find-priced.server.ts';
import { findFlightQuoteAsStaff, findFlightQuoteEvents, findOptions, type FlightQuote } from './flight-quotes-store.server.ts';
import { deliveredDiscountLimits, mostDiscountAlone, ownDiscountLimit } from './discount-limits.ts';
import { discountOf, readDiscountForm } from './quote-discount-form.ts';
import { quoteDiscountMachine } from './quote-discount-status.ts';
import { findDiscounts } from './quote-discounts-store.server.ts';
import { lapseOverdueWishes } from './lapse-discounts.server.ts';
import { mailFlightQuotes } from './mail-flight-quotes.server.ts';
import { priceOption } from './price-option.server.ts';
import { draftFlightQuote, editFlightQuote, workFlightQuote } from './work-flight-quote.server.ts';
import { askDiscount, decideDiscount, roomOfPrice, withdrawDiscount } from './work-quote-discount.server.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
const theOffer: Offer = { ...anOffer({ supplier: 'first', dirhams: 6_000 }), id: 'first.one', expiresAt: '2026-12-01T00:00:00.000Z' };
const supplier = new ScriptedSupplier({ code: 'first', offers: [theOffer], keepsHours: 96 });
const sale = await openTestSale(platform, [supplier]);
const flights = { ...flightsOver(await theWorld(), [supplier]), supplierOf: sale.flights.supplierOf };
await mailFlightQuotes(platform, flights);
const app = await openTestApp(platform, flights, sale.bank.provider);
const [clerk, finance, auditor] = (await Promise.all(
  ['flights', 'finance', 'auditor'].map((name) => app.signIn(`${name}@rihla.example`, demoPassword)),
)) as [string, string, string];
const idOf = async (name: string) =>
  ((await db.execute(sql`select id from users where email = ${`${name}@rihla.example`}`)) as unknown as { rows: { id: string }[] }).rows[0]!
    .id;
const clerkId = await idOf('flights');
const financeId = await idOf('finance');
const staff = { id: clerkId, roles: ['flight_agent'] as const };
const list = '/admin/orders/flights/quotes';
let callers = 0;

const wish = (amount: number) => ({ amount, basisPoints: null, reason: 'Was quoted less elsewhere' });
const again = async ({ reference }: FlightQuote) => (await findFlightQuoteAsStaff(db, crypto, reference))!;
async function sent(hours = 48): Promise<FlightQuote> {
  const rules = await getPricingRules(db, clock.now(), 'desk');
  const option = await priceOption(flights, rules, { offerId: 'first.one', brand: 'light' }, anOffer().passengers, clock.now());
  if (typeof option === 'string') throw new Error(option);
  callers += 1;
  const words = {
    contact: { name: 'Mona Caller', email: `discounted${callers}@example.com`, phone: '' },
    language: 'en' as const,
    message: '',
    expiresAt: new Date(clock.now() + hours * hourMs),
  };
  const reference = await draftFlightQuote(platform, { words, options: [option], inquiryId: null, customerId: null, staffId: clerkId });
  const quote = (await findFlightQuoteAsStaff(db, crypto, reference))!;
  await workFlightQuote(platform, { quoteId: quote.id, version: quote.version, work: 'send', staffId: clerkId });
  return again(quote);
}
const priceOf = async (quote: FlightQuote) => (await findOptions(db, quote.id))[0]!.price;
const ask = async (quote: FlightQuote, amount: number) =>
  askDiscount(platform, { quoteId: quote.id, version: (await again(quote)).version, option: 1, wish: wish(amount), staff });
const newest = async (quote: FlightQuote) => (await findDiscounts(db, quote.id))[0]!;
const calls = async () => (await listOpenStaffTasks(db, 99, ['flight-discount'])).map(({ subject, askedBy }) => [subject, askedBy]);
const textOf = async (path: string, cookie: string) => (await app.send(path, { cookie })).text();
const field = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)![1]!;

describe('the form of a discount', () => {
  const form = (fields: Record<string, string>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.set(name, value);
    return readDiscountForm(data);
  };

  it('takes an amount or a percentage and a reason, and says what is wrong', () => {
    expect(form({ kind: 'amount', value: '1,250.50', reason: 'Loyal' }).wish).toEqual({
      amount: 125_050,
      basisPoints: null,
      reason: 'Loyal',
    });
    expect(form({ kind: 'percent', value: '2.5', reason: 'Loyal' }).wish).toEqual({ amount: null, basisPoints: 250, reason: 'Loyal' });
    for (const value of ['', '0', '-5', '1.234', 'five', '1e9', '99999999'])
      expect(form({ kind: 'amount', value, reason: 'Loyal' }).faults.map(({ field: name }) => name)).toEqual(['value']);
    expect(form({ kind: 'percent', value: '100.01', reason: ' ' }).faults.map(({ fault }) => fault)).toEqual([
      'value-wrong',
      'reason-missing',
    ]);
    expect(discountOf({ amount: null, basisPoints: 250 }, 99_999)).toBe(2_500);
  });

  it('knows the limit of somebody by the roles that quote, and of nobody else', () => {
    const limitOf = (...roles: StaffRole[]) => ownDiscountLimit(deliveredDiscountLimits, roles);
    expect(limitOf('flight_agent')).toBe(5_000);
    expect(limitOf('flight_agent', 'ops_manager')).toBe(20_000);
    expect(limitOf('finance', 'support_agent')).toBe(0);
    expect(ownDiscountLimit({ owner: 9_000_000, finance: 9_000_000 }, ['owner', 'finance'])).toBe(mostDiscountAlone);
  });
});

describe('a discount on a quote', () => {
  it('is granted alone by the limit of the moment: a lowered one binds the next that is asked for', async () => {
    await applySetting(db, 'discounts', { flight_agent: 1_000 });
    const [one, other] = [await sent(), await sent()];
    expect(await ask(one, 3_000)).toEqual({ ok: true, value: 'asked' });
    await applySetting(db, 'discounts', {});
    expect(await ask(other, 1)).toEqual({ ok: true, value: 'asked' });
    for (const quote of [one, other]) await withdrawDiscount(platform, { id: (await newest(quote)).id, staffId: clerkId });
    await applySetting(db, 'discounts', deliveredDiscountLimits);
    expect(await ask(await sent(), 3_000)).toEqual({ ok: true, value: 'granted' });
  });

  it('counts at once within the limit of whoever asks: a line of the price, with the VAT of what it comes off', async () => {
    const quote = await sent();
    const before = await priceOf(quote);
    expect(await ask(quote, 3_000)).toEqual({ ok: true, value: 'granted' });
    const after = await priceOf(quote);
    expect(before.total.amount - after.total.amount).toBe(3_000);
    const lines = after.lines.filter(({ facts }) => facts['desk'] !== undefined);
    expect(
      sumMoney(
        lines.map(({ amount }) => amount),
        'AED',
      ).amount,
    ).toBe(-3_000);
    // Fares of international journeys and what is added to them are zero-rated: nothing of the fee's VAT goes with it.
    expect(lines.every(({ vatCategory, vat }) => vatCategory === 'zero-rated' && vat.amount === 0)).toBe(true);
    expect(after.vatTotal).toEqual(before.vatTotal);
    expect(sumMoney(after.perTraveller, 'AED')).toEqual(after.total);
    expect((await again(quote)).lowest).toBe(after.total.amount);
    expect(await calls()).toEqual([]);
    expect((await findFlightQuoteEvents(db, quote.id)).at(-1)!.event).toBe('discount-grant');
    expect(await ask(quote, 1_000)).toEqual({ ok: false, refused: 'already' });
    expect(await withdrawDiscount(platform, { id: (await newest(quote)).id, staffId: clerkId })).toEqual({ ok: true, value: 'withdrawn' });
    expect((await priceOf(quote)).total).toEqual(before.total);
  });

  it('never goes below the floor of the margin', async () => {
    const quote = await sent();
    const { room, margin, floor } = await roomOfPrice(db, await priceOf(quote));
    expect(room).toBe(margin - floor);
    expect(await ask(quote, room + 1)).toEqual({ ok: false, refused: 'below-floor' });
    expect(await findDiscounts(db, quote.id)).toEqual([]);
    expect(await textOf(`${list}/${quote.reference}/discount?option=1`, clerk)).toContain((room / 100).toFixed(2).replace(/\.00$/, ''));
  });

  it('waits for a second person above the limit: not who asked, and once', async () => {
    const quote = await sent();
    const { room } = await roomOfPrice(db, await priceOf(quote));
    const before = (await priceOf(quote)).total.amount;
    expect(room).toBeGreaterThan(5_000);
    expect(await ask(quote, room)).toEqual({ ok: true, value: 'asked' });
    const { id } = await newest(quote);
    expect(await calls()).toEqual([[`flight_quote_discounts:${id}`, `staff:${clerkId}`]]);
    expect((await priceOf(quote)).total.amount).toBe(before);
    const grant = { id, event: 'grant', answer: '' } as const;
    expect(await decideDiscount(platform, { ...grant, staffId: clerkId })).toEqual({ ok: false, refused: 'second-person' });
    expect(await decideDiscount(platform, { id, event: 'refuse', answer: '', staffId: financeId })).toEqual({
      ok: false,
      refused: 'no-reason',
    });
    // Two tabs of the same colleague, and a press of another: one of them counts.
    const answers = await Promise.all(['a', 'b', financeId].map((staffId) => decideDiscount(platform, { ...grant, staffId })));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok)).toEqual([
      { ok: false, refused: 'not-possible-from-here' },
      { ok: false, refused: 'not-possible-from-here' },
    ]);
    expect((await priceOf(quote)).total.amount).toBe(before - room);
    expect(await calls()).toEqual([]);
    const audited = (await db.execute(
      sql`select action from audit_events where subject = ${`flight_quote_discounts:${id}`} order by sequence`,
    )) as unknown as { rows: { action: string }[] };
    expect(audited.rows.map(({ action }) => action)).toEqual(['flight-discount.asked', 'flight-discount.grant']);
  });

  it('is kept from the approval of who asked by the database too', async () => {
    const quote = await sent();
    await ask(quote, 6_000);
    const { id } = await newest(quote);
    await expect(
      db.execute(sql`update flight_quote_discounts set status = 'granted', decided_by = asked_by, decided_at = now() where id = ${id}`),
    ).rejects.toThrow();
    await expect(db.execute(sql`update flight_quote_discounts set status = 'asked' where id = ${id}`)).resolves.toBeTruthy();
  });

  it('is a line of its own where its price is explained, beside the rules and their versions', async () => {
    const quote = await sent();
    await ask(quote, 2_000);
    const explained = await explainSale(db, quote.reference.toLowerCase(), findPricedFlights(platform, flights));
    if (!explained.ok) throw new Error(explained.refused);
    expect(explained.value.map(({ of, name, option }) => [of, name, option])).toEqual([['quote', quote.reference, 1]]);
    const [{ lines, total, rulesVersion }] = explained.value as [(typeof explained.value)[number]];
    expect(lines.reduce((sum, { amount }) => sum + amount.amount, 0)).toBe(total.amount);
    const desk = lines.filter(({ rule }) => rule?.of === 'desk');
    expect([desk[0]!.rule!.id, desk.reduce((sum, { amount }) => sum + amount.amount, 0)]).toEqual([(await newest(quote)).id, -2_000]);
    expect(lines.find(({ kind }) => kind === 'markup')!.rule).toMatchObject({ of: 'published', version: rulesVersion });
    const offer = await explainSale(db, 'first.one', findPricedFlights(platform, flights));
    expect(offer.ok && offer.value.map(({ of, name }) => [of, name])).toEqual([['offer', 'first.one']]);
    const nobody = async () => [];
    expect(await explainSale(db, 'ABCDE-FGHJK', nobody)).toEqual({ ok: false, refused: 'nothing' });
    for (const typed of ['x', 'what is it worth then', 'ق'.repeat(20), `${'a'.repeat(601)}`])
      expect(await explainSale(db, typed, nobody)).toEqual({ ok: false, refused: 'malformed' });
    expect(await textOf(`/admin/pricing-engine?explain=${quote.reference}`, finance)).toContain('Discount by the desk');
    expect(await textOf('/admin/pricing-engine?explain=what+is+it+worth+then', finance)).toContain('This is no reference or id');
  });

  it('is refused in words that the clerk reads, and may be asked for anew', async () => {
    const quote = await sent();
    await ask(quote, 6_000);
    const { id } = await newest(quote);
    expect(await decideDiscount(platform, { id, event: 'refuse', answer: 'Too much for one seat', staffId: financeId })).toEqual({
      ok: true,
      value: 'refused',
    });
    expect(await newest(quote)).toMatchObject({ status: 'refused', answer: 'Too much for one seat', decidedBy: `staff:${financeId}` });
    expect((await ask(quote, 5_500)).ok).toBe(true);
  });

  it('calls nobody any more once its quote has run out, and the clock says so', async () => {
    const [over, open] = [await sent(2), await sent(48)];
    for (const quote of [over, open]) await ask(quote, 6_000);
    const now = clock.now();
    clock.set(instant(now + 3 * hourMs));
    await lapseOverdueWishes(platform);
    expect([(await newest(over)).status, (await newest(open)).status]).toEqual(['lapsed', 'asked']);
    const waiting = (await calls()).map(([subject]) => subject);
    expect(waiting).not.toContain(`flight_quote_discounts:${(await newest(over)).id}`);
    expect(waiting).toContain(`flight_quote_discounts:${(await newest(open)).id}`);
    clock.set(now);
  });

  it('ends with its quote: written anew, taken back, or over by time', async () => {
    const [anew, back, over] = [await sent(), await sent(), await sent(2)];
    for (const quote of [anew, back, over]) await ask(quote, 6_000);
    const waiting = await newest(over);
    await workFlightQuote(platform, { quoteId: back.id, version: (await again(back)).version, work: 'withdraw', staffId: clerkId });
    expect((await newest(back)).status).toBe('lapsed');
    const draft = await again(anew);
    await db.execute(sql`alter table flight_quotes disable trigger flight_quotes_edges`);
    await db.execute(sql`update flight_quotes set status = 'draft', sent_at = null where id = ${draft.id}`);
    await db.execute(sql`alter table flight_quotes enable trigger flight_quotes_edges`);
    const options = (await findOptions(db, draft.id)).map(({ offer, brand, price }) => ({ offer, brand, price }));
    const { contact, message, language, expiresAt } = draft;
    const words = { contact, message, language, expiresAt };
    expect(await editFlightQuote(platform, { quoteId: draft.id, version: draft.version, words, options, staffId: clerkId })).toMatchObject({
      ok: true,
    });
    expect((await newest(anew)).status).toBe('lapsed');
    const now = clock.now();
    clock.set(instant(now + 3 * hourMs));
    expect(await decideDiscount(platform, { id: waiting.id, event: 'grant', answer: '', staffId: financeId })).toEqual({
      ok: false,
      refused: 'expired',
    });
    expect((await newest(over)).status).toBe('lapsed');
    expect(await ask(over, 1_000)).toEqual({ ok: false, refused: 'expired' });
    clock.set(now);
    expect((await calls()).filter(([subject]) => subject === `flight_quote_discounts:${waiting.id}`)).toEqual([]);
  });

  it('becomes a line of the order, and ends for a booking whose quote is over', async () => {
    const quote = await sent();
    const asked = (await priceOf(quote)).total.amount;
    await ask(quote, 4_000);
    const taken = await app.send(flightQuoteAddress(platform.secret, quote.id), { form: { option: '1', seen: String(asked - 4_000) } });
    expect([taken.status, taken.headers.get('location')]).toEqual([303, '/flight-passenger-details']);
    const { rows } = (await db.execute(sql`select draft_id from flight_quote_drafts where quote_id = ${quote.id}`)) as unknown as {
      rows: { draft_id: string }[];
    };
    const whole = aDraft(theOffer, {}, aParty(anOffer().passengers));
    const draft = (await changeDraft(platform, rows[0]!.draft_id, ({ booking, checkedBags }) => ({
      booking: { ...booking, passengerDetails: whole.booking.passengerDetails, contactInfo: whole.booking.contactInfo, currentStep: 6 },
      checkedBags,
    })))!;
    const priced = await priceDraft(platform, flights, draft);
    if (!priced.ok) throw new Error(priced.refused);
    expect(priced.value.quote.total.amount).toBe(asked - 4_000);
    expect(priced.value.quote.facts).toMatchObject({ channel: 'desk' });
    const now = clock.now();
    clock.set(instant(quote.expiresAt.getTime()));
    const late = await priceDraft(platform, flights, draft);
    expect(late.ok && late.value.quote.total.amount).toBe(asked);
    expect(late.ok && late.value.quote.facts?.['channel']).toBe('web');
    clock.set(now);
    const placed = await placeFlightOrder(platform, flights, {
      viewer: { kind: 'anonymous' },
      draft,
      language: 'en',
      seenTotal: priced.value.quote.total,
      key: 'a-discounted-order',
      address: '203.0.113.7',
    });
    if (!placed.ok) throw new Error(placed.refused);
    const order = (await findOrderAsSystem(db, placed.value.orderId))!;
    const price = await getQuote(db, order);
    expect(price.total.amount).toBe(asked - 4_000);
    expect(deskDiscountOf(price.lines)).toEqual({ id: (await newest(quote)).id, amount: 4_000 });
    expect((await newest(quote)).status).toBe('granted');
    expect(await withdrawDiscount(platform, { id: (await newest(quote)).id, staffId: clerkId })).toEqual({ ok: false, refused: 'expired' });
  });

  it('is asked for on its page, decided on another, and a form that is sent once more asks for nothing', async () => {
    const quote = await sent();
    const page = `${list}/${quote.reference}/discount?option=1`;
    const html = await textOf(page, clerk);
    const form = { key: field(html, 'key'), version: field(html, 'version'), kind: 'amount', value: '60', reason: 'An old customer' };
    const wrong = await app.send(page, { cookie: clerk, form: { ...form, value: '6o' } });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('value="6o"');
    // What is refused uses its key up, and a slip after it is answered with the key that the slip was sent under.
    const refused = await app.send(page, { cookie: clerk, form: { ...form, value: '999999' } });
    const next = field(await refused.text(), 'key');
    expect([refused.status, next === form.key]).toEqual([409, false]);
    const slip = await app.send(page, { cookie: clerk, form: { ...form, key: next, value: '60.555' } });
    expect([slip.status, field(await slip.text(), 'key')]).toEqual([422, next]);
    form.key = next;
    const asked = await app.send(page, { cookie: clerk, form });
    expect([asked.status, asked.headers.get('location')]).toEqual([303, `${list}/${quote.reference}?did=discount-asked`]);
    expect((await app.send(page, { cookie: clerk, form })).headers.get('location')).toBe(asked.headers.get('location'));
    expect(await findDiscounts(db, quote.id)).toHaveLength(1);
    const { id } = await newest(quote);
    const decision = `${list}/${quote.reference}/discounts/${id}`;
    expect((await app.send(decision, { cookie: clerk })).headers.get('location')).toContain('/admin/unauthorized');
    expect((await app.send(decision, { cookie: auditor, form: { intent: 'grant' } })).headers.get('location')).toContain(
      '/admin/unauthorized',
    );
    expect(await textOf(decision, finance)).toContain('An old customer');
    expect((await app.send(decision, { cookie: finance, form: { intent: 'refuse', answer: '' } })).status).toBe(422);
    expect((await app.send(decision, { cookie: finance, form: { intent: 'grant' } })).headers.get('location')).toBe(`${decision}?did`);
    expect((await app.send(decision, { cookie: finance, form: { intent: 'grant' } })).headers.get('location')).toBe(
      `${decision}?refused=not-possible`,
    );
    expect((await app.send(`${list}/${quote.reference}/discounts/FD-none`, { cookie: finance })).status).toBe(404);
    expect(await textOf(`${list}/${quote.reference}`, clerk)).toContain(id);
  });

  it('has the same steps in the database', async () => {
    const { rows } = (await db.execute(
      sql`select from_status as a, to_status as b from status_edges where machine = ${quoteDiscountMachine.name}`,
    )) as unknown as { rows: { a: string; b: string }[] };
    expect(rows.map(({ a, b }) => `${a}>${b}`).toSorted()).toEqual(
      edgesOf(quoteDiscountMachine)
        .map((edge) => edge.join('>'))
        .toSorted(),
    );
  });
});
