import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { readRates } from '#app/commerce/currencies/currency-store.server.ts';
import { messageIdOf, sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { orderTemplates, type OrderMessage } from '#app/commerce/messages/message-jobs.server.ts';
import { masked } from '#app/commerce/orders/order-description.ts';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { stageOf } from '#app/commerce/orders/order-stages.ts';
import { countByShownCurrency, findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { refusalKeys } from '#app/commerce/orders/pages/refusal-words.ts';
import { deliveredWays, type OfferedWays } from '#app/commerce/payments/payment-ways.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { calendarDate, dayMs, hourMs, minuteMs, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { readForms, wordsOf } from '#tests/support/http-traveller.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openTestPlatform, testNow } from '#tests/support/test-platform.ts';
import { openCounters } from '../../registry.server.ts';
import { flightOrderStates } from './flight-order-status.ts';
import { aDraft, aParty, openTestSale } from './flight-order-testing.ts';
import { findTickets } from './flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { createDraft } from '../booking/booking-draft-store.server.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-11-24T08:12:00.000Z' };
/** Becomes dearer when a test says so. */
class Moody extends ScriptedSupplier {
  permille = 0;
  override async price(...given: Parameters<ScriptedSupplier['price']>) {
    const priced = await super.price(...given);
    if (priced.outcome !== 'ok') return priced;
    const dearer = (amount: number) => Math.round(amount * (1 + this.permille / 1000));
    const brands = priced.value.brands.map((brand) => ({
      ...brand,
      fares: brand.fares.map((fare) => ({ ...fare, base: { ...fare.base, amount: dearer(fare.base.amount) } })),
    }));
    return { outcome: 'ok' as const, value: { ...priced.value, brands } };
  }
}
const moodyOffer = { ...anOffer({ supplier: 's2' }), id: 's2.one', expiresAt: '2026-12-24T08:12:00.000Z' };
const moody = new Moody({ code: 's2', offers: [moodyOffer] });
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] }), moody]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights, sale.bank.provider);
const counters = openCounters(platform, flights);

// Each order has its own travellers, network and browser, so that limits do not meet.
let orders = 0;
async function held(): Promise<Order> {
  orders += 1;
  return sale.placed(aDraft(offer), { address: `10.1.${orders}.1` });
}
const ticketed = async () => sale.paid((await held()).id);
const cookieOf = (order: Order) => orderCookie(platform, order.id).split(';')[0]!;
const missing = '00000-00000';

/** The page without what differs in every answer. */
async function plain(response: Response): Promise<string> {
  return (await response.text())
    .replace(/nonce="[^"]*"|[0-9a-f]{12}|[\w-]{43}|[A-Za-z0-9+/=]{24}/g, '')
    .replaceAll(/[0-9A-Z]{5}(?:-|%2D)[0-9A-Z]{5}/g, 'REF');
}

describe('the terms of an order', () => {
  test('say of one flight what is carried on it, and not each way', async () => {
    const order = await held();
    const html = await (await app.send(`/track?order=${order.reference}`, { cookie: cookieOf(order) })).text();
    expect(html).toMatch(/Cabin bag: 7 kg, for each traveller\.(?! on every)/);
    expect(html).not.toContain('each way');
    expect(html).toMatch(/Cabin bag with EK: at most 55 × 38 × 20 cm \(length × width × height\)/);
  });
});

describe('papers of an order', () => {
  test('open for who holds the order, are never kept by a cache, and have the right kind', async () => {
    const order = await ticketed();
    const [ticket] = await findTickets(platform.db, order.id);
    const pdf = await app.send(`/documents/${order.reference}/e-ticket-${ticket!.number}.pdf`, { cookie: cookieOf(order) });
    expect([pdf.status, pdf.headers.get('content-type'), pdf.headers.get('cache-control')]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ]);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const calendar = await app.send(`/documents/${order.reference}/flights.ics`, { cookie: cookieOf(order) });
    expect(calendar.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(await calendar.text()).toContain('BEGIN:VEVENT');
    const invoice = await app.send(`/documents/${order.reference}/INV-2026-000001-ar.pdf`, { cookie: cookieOf(order) });
    expect(invoice.status).toBe(200);
  });

  test('do not exist for anybody else, exactly as for an order that does not', async () => {
    const [order, other] = [await ticketed(), await ticketed()];
    const [ticket] = await findTickets(platform.db, order.id);
    const name = `e-ticket-${ticket!.number}.pdf`;
    const answers = await Promise.all([
      app.send(`/documents/${order.reference}/${name}`),
      app.send(`/documents/${order.reference}/${name}`, { cookie: cookieOf(other) }),
      app.send(`/documents/${missing}/${name}`, { cookie: cookieOf(other) }),
      // Their own order, but somebody else's ticket and invoice.
      app.send(`/documents/${other.reference}/${name}`, { cookie: cookieOf(other) }),
      app.send(`/documents/${other.reference}/INV-2026-000001-en.pdf`, { cookie: cookieOf(other) }),
      app.send(`/documents/${other.reference}/../secret`, { cookie: cookieOf(other) }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404]);
    const bodies = await Promise.all(answers.slice(0, 3).map(plain));
    expect(new Set(bodies).size).toBe(1);
  });

  test('are not there before the tickets are', async () => {
    const order = await held();
    expect((await app.send(`/documents/${order.reference}/flights.ics`, { cookie: cookieOf(order) })).status).toBe(404);
  });
});

describe('pages of an order', () => {
  test('answer a foreign order as one that does not exist', async () => {
    const order = await held();
    const [foreign, none] = await Promise.all([app.send(`/checkout/${order.reference}`), app.send(`/checkout/${missing}`)]);
    expect([foreign.status, none.status]).toEqual([404, 404]);
    expect(await plain(foreign)).toBe(await plain(none));
    for (const page of ['/payment-success', '/payment-failed', '/track']) {
      const [theirs, nobodys] = await Promise.all([app.send(`${page}?order=${order.reference}`), app.send(`${page}?order=${missing}`)]);
      expect(theirs.status).toBe(200);
      expect(await plain(theirs)).toBe(await plain(nobodys));
    }
    // Nor does the window's title speak of a payment.
    for (const page of ['/payment-success', '/payment-failed'])
      expect(await (await app.send(`${page}?order=${missing}`)).text()).toContain('<title>We cannot show this order here');
    const pressed = await app.send(`/checkout/${order.reference}`, { form: { intent: 'pay', key: newFormKey() } });
    expect(pressed.status).toBe(404);
  });

  test('change nothing by being looked at', async () => {
    const order = await ticketed();
    const count = async () => {
      const result = await platform.db.execute(
        sql`select (select count(*) from order_events) as events, (select count(*) from payments) as payments, (select count(*) from payment_attempts) as attempts, (select count(*) from cancel_quotes) as quotes, (select sum(version) from orders) as versions`,
      );
      return JSON.stringify((result as unknown as { rows: unknown[] }).rows[0]);
    };
    const before = await count();
    for (const path of [
      `/checkout/${order.reference}`,
      `/payment-success?order=${order.reference}`,
      `/payment-failed?order=${order.reference}`,
      `/track?order=${order.reference}`,
      '/checkout',
    ])
      await app.send(path, { cookie: cookieOf(order) });
    expect(await count()).toBe(before);
  });

  test('say what our own records say, whatever the address of the way back claims', async () => {
    const order = await held();
    const claimed = await app.send(`/payment-success?order=${order.reference}&status=succeeded&paid=1`, { cookie: cookieOf(order) });
    expect(claimed.headers.get('location')).toBe(`/payment-failed?order=${order.reference}`);
    const failed = await app.send(`/payment-failed?order=${order.reference}`, { cookie: cookieOf(order) });
    expect(await failed.text()).toContain('Nothing was taken.');
    const done = await ticketed();
    const lied = await app.send(`/payment-failed?order=${done.reference}`, { cookie: cookieOf(done) });
    expect(lied.headers.get('location')).toBe(`/payment-success?order=${done.reference}`);
    expect(await (await app.send(`/payment-success?order=${done.reference}`, { cookie: cookieOf(done) })).text()).toContain('Thank you');
  });

  test('lead to us with the order they are about', async () => {
    const order = await held();
    const to = `/contact?about=booking&amp;order=${order.reference}`;
    expect(await (await app.send(`/track?order=${order.reference}`, { cookie: cookieOf(order) })).text()).toContain(to);
    const form = await app.send(to.replace('&amp;', '&'));
    expect(await form.text()).toContain(`value="${order.reference}"`);
  });

  test('tell who left the page of the bank that nothing is paid, and lead back to it', async () => {
    const order = await held();
    const [cookie, failed] = [cookieOf(order), `/payment-failed?order=${order.reference}`];
    const bankPage = await sale.pressPay(order.id);
    await sale.bank.post(bankPage, { action: 'leave' });
    const left = await app.send(failed, { cookie });
    const html = await left.text();
    expect([left.status, html.includes('You have not paid yet'), html.includes('The payment did not go through')]).toEqual([
      200,
      true,
      false,
    ]);
    expect(html).toContain('Nothing was taken.');
    expect(html).toMatch(/still held until \d\d:\d\d/);
    const tracked = await (await app.send(`/track?order=${order.reference}`, { cookie })).text();
    expect([tracked.includes('We have no payment from you yet'), tracked.includes('do not pay again')]).toEqual([true, false]);
    const [again] = readForms(html, new URL(`http://localhost${failed}`)).filter((form) => form.action.startsWith('/checkout/'));
    const pressed = await app.send(again!.action, { cookie, form: { ...Object.fromEntries(again!.fields), intent: 'pay' } });
    expect(pressed.headers.get('location')).toBe(bankPage);

    // A bank that does not answer is no bank that says no.
    await sale.bank.control({ api: [{ operation: 'fetch', fault: 'error-before', times: 9 }] });
    expect((await app.send(failed, { cookie })).headers.get('location')).toBe(`/payment-success?order=${order.reference}`);
    await sale.bank.control({ api: [] });

    // A decline that no message has told of yet is what the bank says it is.
    await sale.bank.pay(bankPage, 'do-not-honour');
    expect(await (await app.send(failed, { cookie })).text()).toContain('Your bank declined the payment and does not tell us why.');
    // So is a payment that was made after all.
    await sale.bank.pay(bankPage, 'approved');
    expect((await app.send(failed, { cookie })).headers.get('location')).toBe(`/payment-success?order=${order.reference}`);
    expect((await sale.order(order.id)).status).toBe('payment_pending');
  });

  test('say that the hold is over, by the clock and not only when the sweeper came by', async () => {
    const order = await held();
    const cookie = cookieOf(order);
    expect(await (await app.send(`/checkout/${order.reference}`, { cookie })).text()).toContain('are held until');
    platform.clock.set(instant(testNow + hourMs));
    expect(await (await app.send(`/checkout/${order.reference}`, { cookie })).text()).toContain('The hold ended at');
    const pressed = await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'pay', key: newFormKey() } });
    expect(pressed.headers.get('location')).toBe(`/checkout/${order.reference}?refused=hold-over`);
    platform.clock.set(testNow);
  });

  test('put every refusal into words, and what an address makes up into neutral ones', async () => {
    const order = await held();
    const words = async (refused: string) =>
      (await app.send(`/checkout/${order.reference}?refused=${refused}`, { cookie: cookieOf(order) })).text();
    expect(await words('no-more-extensions')).toContain('It cannot be held any longer.');
    expect(await words('%3Cb%3Eyou+won%3C%2Fb%3E')).toContain('That did not work.');
    for (const language of languageCodes) {
      const t = textsFor(language).of('orders');
      for (const key of Object.values(refusalKeys)) expect(t(key), `${language} ${key}`).not.toBe(key);
    }
  });

  test('ask about a cancel, show it line by line, and carry it out only when confirmed', async () => {
    const order = await ticketed();
    const cookie = cookieOf(order);
    await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'ask-cancel', key: newFormKey() } });
    expect((await sale.order(order.id)).status).toBe('cancel_quoted');
    const quoted = await (await app.send(`/track?order=${order.reference}`, { cookie })).text();
    expect(quoted).toContain('If you cancel now');
    expect(quoted).toMatch(/<dt>Fare<small>Paid AED/);
    await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'keep', key: newFormKey() } });
    expect((await sale.order(order.id)).status).toBe('ticketed');
    await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'ask-cancel', key: newFormKey() } });
    await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'confirm-cancel', key: newFormKey() } });
    await sale.settle();
    const ended = await sale.order(order.id);
    expect(['cancelled', 'refund_due', 'refunded']).toContain(ended.status);
    expect(await (await app.send(`/track?order=${order.reference}`, { cookie })).text()).toContain('Your refund');
  });

  test('let go of what is not paid at once, without a question, and say that nothing was charged, as its mail does', async () => {
    const order = await held();
    const cookie = cookieOf(order);
    const read = async () => (await app.send(`/track?order=${order.reference}`, { cookie })).text();
    const page = await read();
    expect(page).toContain('value="let-go"');
    expect(page).not.toContain('value="ask-cancel"');
    expect(wordsOf(page)).toMatch(/Let go of these flights You owe nothing\./);
    const form = { intent: 'let-go', key: newFormKey() };
    const gone = await app.send(`/checkout/${order.reference}`, { cookie, form });
    expect([gone.status, gone.headers.get('location')]).toEqual([302, `/track?order=${order.reference}`]);
    await sale.settle();
    expect((await sale.order(order.id)).status).toBe('cancelled');
    const after = wordsOf(await read());
    expect(after).toContain('Let go Nothing was charged, and you owe nothing. All done.');
    expect(after).toContain('There are none: nothing was issued.');
    expect(after).toMatch(/Total AED 1,565\.00 Includes VAT AED 0\.95\. Nothing was charged\./);
    for (const words of ['We are on it', 'They appear here', 'Noted', 'refund', 'Change AED']) expect(after, words).not.toContain(words);
    // Sent once more, the same press is the same answer.
    expect((await app.send(`/checkout/${order.reference}`, { cookie, form })).headers.get('location')).toBe(
      `/track?order=${order.reference}`,
    );
    const message = sale.mails.find((each) => each.orderId === order.id && each.template === 'order-cancelled')!;
    await sendMessage(platform, counters, message);
    const mail = (await platform.mail.folder!.list()).find((each) => each.text.includes(order.reference))!;
    expect(mail.text).toContain('Your booking, DXB to LHR, is cancelled. Nothing was charged, and you owe nothing.');
    expect(mail.text).not.toMatch(/goes back|stands on the order/);
  });

  test('an order that was paid meanwhile is asked about first, and nothing of it is lost by that press', async () => {
    const order = await ticketed();
    const cookie = cookieOf(order);
    await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'let-go', key: newFormKey() } });
    expect((await sale.order(order.id)).status).toBe('cancel_quoted');
    expect(await (await app.send(`/track?order=${order.reference}`, { cookie })).text()).toContain('If you cancel now');
  });

  test('ask about a cancel anew where the answer has run out, and offer nothing by the old one', async () => {
    const order = await ticketed();
    const cookie = cookieOf(order);
    const ask = () => app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'ask-cancel', key: newFormKey() } });
    const page = async () => (await app.send(`/track?order=${order.reference}`, { cookie })).text();
    await ask();
    platform.clock.set(instant(platform.clock.now() + 61 * minuteMs));
    const over = await page();
    expect(over).toContain('Ask again to see what you would get back now.');
    expect(over).toContain('value="ask-cancel"');
    expect(over).not.toContain('value="confirm-cancel"');
    await ask();
    expect(await page()).toContain('value="confirm-cancel"');
    platform.clock.set(testNow);
  });

  test('every state has words in every language, and no state is unknown to them', () => {
    for (const state of flightOrderStates) if (state !== 'stuck') expect(stageOf(state), state).not.toBe(stageOf('no-such-state'));
    for (const language of languageCodes) {
      const t = textsFor(language).of('orders');
      for (const state of flightOrderStates)
        for (const part of ['title', 'text']) expect(t(`states.${state}.${part}`)).not.toBe(`states.${state}.${part}`);
    }
  });
});

test('what comes next speaks of a passport of the order only where one ends within six months of the journey', async () => {
  const said = async (expires: string) => {
    orders += 1;
    const [person] = aParty(offer.passengers);
    const people = [{ ...person!, document: { ...person!.document!, expires: calendarDate(expires) } }];
    const order = await sale.placed(aDraft(offer, {}, people), { address: `10.1.${orders}.1` });
    const description = await counters.of('flight').describe(order.id, 'en');
    expect(masked(description).next.filter(({ icon }) => icon === 'passport')).toEqual([]);
    return [people[0]!.givenNames, ...description.next.filter(({ icon }) => icon === 'passport').map(({ words }) => words)];
  };
  // They land on 5 December.
  const fine = 'Every passport in this order is valid for six months after the journey.';
  expect((await said('2034-01-01')).slice(1)).toEqual([fine]);
  expect((await said('2027-06-05')).slice(1)).toEqual([fine]);
  const [name, ...short] = await said('2027-06-04');
  expect(short).toHaveLength(1);
  expect(short[0]).toContain(`The passport of ${name} Haddad ends less than six months after the journey.`);
});

/** What a page sends along that says this is to be paid, in fils. */
const seenOf = (amount: number) => ({ seen: String(amount), currency: 'AED' });

describe('a page of an order that was left open while the amount changed', () => {
  const payments = async (order: Order) => (await findPaymentsOfOrder(platform.db, order.id)).map(({ amount }) => amount);
  /** The form with the button to pay, as a browser without scripts sends it. */
  const payForm = async (order: Order, page = `/checkout/${order.reference}`) => {
    const html = await (await app.send(page, { cookie: cookieOf(order) })).text();
    const form = readForms(html, new URL(`http://localhost${page}`)).find(({ buttons }) => buttons.some(({ value }) => value === 'pay'))!;
    return { ...Object.fromEntries(form.fields), intent: 'pay' };
  };
  const press = (order: Order, form: Record<string, string>) => app.send(`/checkout/${order.reference}`, { cookie: cookieOf(order), form });
  const toPay = (amount: number) => wordsOf(`To pay now: ${formatMoney(money(amount, 'AED'), 'en')}.`);
  const refusedAt = (order: Order) => `/checkout/${order.reference}?refused=amount-changed`;
  const dearer = (order: Order) =>
    platform.db.execute(sql`update orders set total = total + 5000, version = version + 1 where id = ${order.id}`);

  test('begins no payment, says what it is now, and the next press pays that', async () => {
    const order = await held();
    const stale = await payForm(order);
    await dearer(order);
    const pressed = await press(order, stale);
    expect([pressed.status, pressed.headers.get('location')]).toEqual([302, refusedAt(order)]);
    expect([await payments(order), (await findOrderAsSystem(platform.db, order.id))!.status]).toEqual([[], 'held']);
    // The same press once more is answered the same.
    expect((await press(order, stale)).headers.get('location')).toBe(refusedAt(order));
    const told = wordsOf(await (await app.send(refusedAt(order), { cookie: cookieOf(order) })).text());
    expect(told).toContain('The amount changed after you opened the page you pressed on. Nothing was charged');
    expect(told).toContain(toPay(order.total + 5_000));
    const again = await payForm(order, refusedAt(order));
    const bank = (await press(order, again)).headers.get('location')!;
    expect(bank).toMatch(/^http/);
    expect(await payments(order)).toEqual([order.total + 5_000]);
    // Of two tabs that show the same amount each leads to the one page of the bank.
    expect((await press(order, { ...again, key: newFormKey() })).headers.get('location')).toBe(bank);
    expect(await payments(order)).toEqual([order.total + 5_000]);
  });

  test('does the same when it is the page of a declined payment, which says what is to be paid', async () => {
    const order = await held();
    await sale.bank.post(await sale.pressPay(order.id), { action: 'leave' });
    const failed = `/payment-failed?order=${order.reference}`;
    const words = wordsOf(await (await app.send(failed, { cookie: cookieOf(order) })).text());
    expect(words).toContain(toPay(order.total));
    const stale = await payForm(order, failed);
    await dearer(order);
    expect((await press(order, stale)).headers.get('location')).toBe(refusedAt(order));
    expect(await payments(order)).toEqual([order.total]);
  });

  test('takes no press that does not say what it saw, or says what is no amount', async () => {
    const order = await held();
    for (const seen of [
      {},
      seenOf(-1),
      seenOf(0),
      { ...seenOf(order.total), currency: 'XXX' },
      { ...seenOf(order.total), currency: 'EUR' },
    ])
      expect((await press(order, { intent: 'pay', key: newFormKey(), ...seen })).headers.get('location')).toBe(refusedAt(order));
    expect(await payments(order)).toEqual([]);
  });
});

const draftOf = async () => {
  const draft = aDraft(moodyOffer);
  return (await createDraft(platform, { booking: draft.booking, checkedBags: {} })).cookie.split(';')[0]!;
};

test('a payment keeps in what its total was shown and by which rate, and stays in dirhams', async () => {
  const pay = async (currency: string | null) => {
    const order = await held();
    const cookie = currency === null ? cookieOf(order) : `${cookieOf(order)}; selectedCurrency=${currency}`;
    await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'pay', key: newFormKey(), ...seenOf(order.total) } });
    const { status, currency: charged, shownCurrency, shownRate } = (await findOrderAsSystem(platform.db, order.id))!;
    return [status, charged, shownCurrency, shownRate && Number(shownRate)];
  };
  const { EUR } = await readRates(platform.db, platform.clock);
  const counted = async () =>
    Object.fromEntries((await countByShownCurrency(platform.db)).map(({ kind, currency, all }) => [`${kind} ${currency}`, all]));
  const before = await counted();
  expect(await pay('EUR')).toEqual(['payment_pending', 'AED', 'EUR', EUR]);
  expect(await pay('AED')).toEqual(['payment_pending', 'AED', 'AED', 1]);
  expect(await pay('XXX')).toEqual(['payment_pending', 'AED', null, null]);
  expect(await pay(null)).toEqual(['payment_pending', 'AED', null, null]);
  expect(await counted()).toEqual({
    ...before,
    'flight EUR': (before['flight EUR'] ?? 0) + 1,
    'flight AED': (before['flight AED'] ?? 0) + 1,
  });
});

describe('a checkout while a way of paying is not offered', () => {
  const without = (way: keyof OfferedWays) =>
    applySetting(platform.db, 'payments', { ...deliveredWays, [way]: { ...deliveredWays[way], kinds: [] } });
  const fieldsOf = (html: string, at: string) =>
    Object.fromEntries(
      readForms(html, new URL(`http://localhost${at}`)).find((form) => form.fields.some(([name]) => name === 'seen'))!.fields,
    );

  test('says so in place of the button, and refuses the press of a page that was open before, with nothing placed', async () => {
    moody.permille = 0;
    const cookie = await draftOf();
    const before = await (await app.send('/checkout', { cookie })).text();
    expect(before).toContain('value="pay"');
    expect(before).toContain('class="order-promise"');
    await without('card');
    const after = await (await app.send('/checkout', { cookie })).text();
    expect(after).not.toContain('value="pay"');
    expect(after).not.toContain('class="order-promise"');
    expect(after).toContain('We do not take cards for this kind of booking');
    expect(after).toContain('if your account has enough credit to cover all of it, you use that on the next page');
    await applySetting(platform.db, 'payments', {
      ...deliveredWays,
      card: { ...deliveredWays.card, kinds: [] },
      credit: { ...deliveredWays.credit, kinds: [] },
    });
    const neither = await (await app.send('/checkout', { cookie })).text();
    expect(neither).not.toContain('if your account has enough credit');
    expect(neither).toContain('Write to us: a colleague finds a way.');
    await without('card');
    const count = () => platform.db.$count(sql`orders`);
    const orders = await count();
    const pressed = await app.send('/checkout', { cookie, form: { ...fieldsOf(before, '/checkout'), intent: 'pay' } });
    expect(pressed.status).toBe(409);
    expect(await pressed.text()).toContain('We do not take cards for this kind of booking');
    await without('later');
    const later = await app.send('/checkout', { cookie, form: { ...fieldsOf(before, '/checkout'), intent: 'pay-later' } });
    expect([later.status, await later.text()]).toEqual([409, expect.stringContaining('cannot be kept and paid later')]);
    expect(await count()).toBe(orders);
    await applySetting(platform.db, 'payments', deliveredWays);
  });

  test('tells the same on the page of an order that is held, in the language of the reader', async () => {
    const order = await held();
    const cookie = `${cookieOf(order)}; language=es`;
    await without('card');
    const pressed = await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'pay', key: newFormKey() } });
    expect(pressed.headers.get('location')).toBe(`/checkout/${order.reference}?refused=card-off`);
    const page = await (await app.send(`/checkout/${order.reference}`, { cookie })).text();
    expect(page).not.toContain('value="pay"');
    expect(page).toContain('Por ahora no aceptamos tarjetas');
    expect(page).toContain('Lo que puedes hacer:');
    expect(page).toContain('href="/contact"');
    await applySetting(platform.db, 'payments', deliveredWays);
    expect(await (await app.send(`/checkout/${order.reference}`, { cookie })).text()).toContain('value="pay"');
  });

  test('the checkout of nothing leads to the trip where something lies in it, and says so where there is nothing', async () => {
    const nothing = await app.send('/checkout');
    expect([nothing.status, await nothing.text()]).toEqual([200, expect.stringContaining('There is nothing to pay here')]);
    const order = await held();
    const form = { intent: 'add-to-trip', key: newFormKey() };
    const added = await app.send(`/checkout/${order.reference}`, { cookie: cookieOf(order), form });
    const cookie = [cookieOf(order), ...added.headers.getSetCookie().map((line) => line.split(';')[0])].join('; ');
    const led = await app.send('/checkout', { cookie });
    expect([led.status, led.headers.get('location')]).toEqual([302, '/cart']);
    expect(await (await app.send('/cart', { cookie })).text()).toContain('value="pay"');
    // What is being booked comes first, and what cannot be booked says what else there is.
    const draft = async (id: string) => {
      const drafted = await createDraft(platform, { booking: aDraft({ ...offer, id }).booking, checkedBags: {} });
      return app.send('/checkout', { cookie: `${cookie}; ${drafted.cookie.split(';')[0]}` });
    };
    expect(await (await draft('s1.one')).text()).toContain('Review and pay');
    const gone = await (await draft('s1.sold')).text();
    expect(gone).toContain('This fare has just been sold');
    expect(gone).toContain('href="/cart"');
    await app.send('/cart', { cookie, form: { intent: 'remove', order: order.reference, key: newFormKey() } });
    expect(await (await app.send('/checkout', { cookie })).text()).toContain('There is nothing to pay here');
  });

  test('a trip says at once which of its bookings cannot be paid and what can be done, and has no button to pay', async () => {
    const order = await held();
    const added = await app.send(`/checkout/${order.reference}`, {
      cookie: cookieOf(order),
      form: { intent: 'add-to-trip', key: newFormKey() },
    });
    const basket = added.headers.getSetCookie().map((line) => line.split(';')[0]);
    const cart = async (language = 'en') =>
      (await app.send('/cart', { cookie: [cookieOf(order), ...basket, `language=${language}`].join('; ') })).text();
    expect(await cart()).toContain('value="pay"');
    await without('card');
    const page = await cart();
    expect(page).not.toContain('value="pay"');
    expect(page).toContain('This trip cannot be paid in one sum now');
    expect(page).toContain('We do not take cards for this kind of booking at the moment.');
    expect(page).toContain(`href="/checkout/${order.reference}"`);
    expect(page).toContain('value="remove"');
    expect(await cart('ar')).toContain('لا يمكن دفع هذه الرحلة بمبلغ واحد الآن');
    await applySetting(platform.db, 'payments', deliveredWays);
    expect(await cart()).toContain('value="pay"');
  });
});

describe('a price that rose since it was shown', () => {
  const formOf = (html: string, button: string) => {
    const form = readForms(html, new URL('http://localhost/checkout')).find((one) => one.buttons.some((each) => each.value === button))!;
    const named = form.buttons.find((each) => each.value === button)!;
    return { ...Object.fromEntries(form.fields), [named.name]: button };
  };

  test.each(['/checkout', '/flight-extras', '/flight-passenger-details'])(
    'after %s is told before and now, line by line, and is accepted with the same page',
    async (shown) => {
      moody.permille = 0;
      const cookie = await draftOf();
      const before = await (await app.send('/checkout', { cookie })).text();
      const old = formOf(before, 'hold');
      // Another step is looked at last, at the same price: it is remembered too.
      await platform.db.execute(sql`delete from shown_quotes`);
      expect((await app.send(shown, { cookie })).status).toBe(200);
      moody.permille = 100;
      const told = await app.send('/checkout', { cookie, form: old });
      expect(told.status).toBe(409);
      const html = await told.text();
      expect(html).toContain('The price has changed');
      const rows = [
        .../<table class="order-change">[\s\S]*?<\/table>/.exec(html)![0].matchAll(/<tr><th scope="row">([\s\S]*?)<\/tr>/g),
      ].map(([, row]) => wordsOf(row!));
      expect(rows[0]).toMatch(/^Fare AED 1,500(\.00)? AED 1,650(\.00)?$/);
      expect(rows.length).toBeGreaterThan(1);
      expect(rows.at(-1)).toMatch(/^Total AED [\d,.]+ AED [\d,.]+$/);
      const accepted = await app.send('/checkout', { cookie, form: formOf(html, 'hold') });
      expect([accepted.status, accepted.headers.get('location')]).toEqual([302, expect.stringMatching(/^\/checkout\/\w{5}-\w{5}$/)]);
    },
  );

  test('is accepted with JavaScript too, where the page is not asked for again after a refusal', async () => {
    moody.permille = 0;
    const cookie = await draftOf();
    const old = formOf(await (await app.send('/checkout', { cookie })).text(), 'hold');
    moody.permille = 100;
    const told = await app.send('/checkout.data', { cookie, form: old });
    expect(told.status).toBe(409);
    const answer = await told.text();
    const fresh = /"formKey","([\w-]{16,})"/.exec(answer)?.[1] ?? '';
    expect(fresh).not.toBe('');
    expect(fresh).not.toBe(old['key']);
    const { seen } = formOf(await (await app.send('/checkout', { cookie })).text(), 'hold');
    const accepted = await app.send('/checkout.data', { cookie, form: { ...old, key: fresh, seen: seen! } });
    expect(await accepted.text()).toMatch(/\/checkout\/\w{5}-\w{5}/);
  });
});

describe('tracking', () => {
  const ask = (reference: string, who: string) => app.send('/track', { form: { reference, who } });

  test('answers a wrong name for a real order as any name for none: same status, words and length', async () => {
    const order = await held();
    const hit = await ask(order.reference, 'Nobody');
    platform.clock.set(instant(testNow + hourMs));
    const miss = await ask('7K2M9-4QX3D', 'Nobody');
    platform.clock.set(testNow);
    expect(hit.status).toBe(miss.status);
    const [a, b] = [await hit.text(), await miss.text()];
    expect(a.length).toBe(b.length);
    expect(a).toContain('We have no booking with these details together.');
    expect(b).toContain('We have no booking with these details together.');
    expect(hit.headers.getSetCookie()).toEqual(miss.headers.getSetCookie());
  });

  test('opens with the e-mail or a last name, without names, papers or money', async () => {
    const order = await ticketed();
    platform.clock.set(instant(testNow + 2 * hourMs));
    for (const who of ['layla@example.com', 'haddad']) {
      const found = await ask(order.reference.toLowerCase().replace('-', ' '), who);
      expect(found.headers.get('location')).toBe(`/track?order=${order.reference}`);
      const cookie = found.headers.getSetCookie()[0]!.split(';')[0]!;
      const html = await (await app.send(`/track?order=${order.reference}`, { cookie })).text();
      expect(html).toContain('Confirmed, tickets issued');
      for (const secret of ['HADDAD', 'layla@example.com', 'e-ticket-', 'INV-2026', 'What you paid']) expect(html).not.toContain(secret);
      expect((await app.send(`/documents/${order.reference}/flights.ics`, { cookie })).status).toBe(404);
      expect((await app.send(`/checkout/${order.reference}`, { cookie, form: { intent: 'ask-cancel', key: newFormKey() } })).status).toBe(
        404,
      );
    }
    platform.clock.set(testNow);
  });

  test('counts tries and then asks to wait, in words', async () => {
    platform.clock.set(instant(testNow + 4 * hourMs));
    let last = '';
    for (let tries = 0; tries < 6; tries += 1) last = await (await ask('8K2M9-4QX3D', 'Nobody')).text();
    expect(last).toContain('Too many tries.');
    platform.clock.set(testNow);
  });

  test('keeps what was typed and says what is missing', async () => {
    const html = await (await app.send('/track', { form: { reference: '7K2M9', who: '' } })).text();
    expect(html).toContain('value="7K2M9"');
    expect(html).toContain('Enter the e-mail or the last name.');
  });
});

describe('mails about an order', () => {
  const inFolder = async () => (await platform.mail.folder!.list()).length;

  test('leave once for each order, template and version, however often the job runs', async () => {
    const order = await held();
    const message: OrderMessage = { template: 'order-held', orderId: order.id, version: order.version, language: 'en' };
    const before = await inFolder();
    for (let runs = 0; runs < 3; runs += 1) await sendMessage(platform, counters, message);
    expect(await inFolder()).toBe(before + 1);
    await sendMessage(platform, counters, { ...message, version: order.version + 1 });
    expect(await inFolder()).toBe(before + 2);
    expect(messageIdOf(message)).toBe(`${order.id}.order-held.${order.version}`);
  });

  test('carry tickets, calendar and invoice, and a link that opens the order without typing', async () => {
    const order = await ticketed();
    await sendMessage(platform, counters, { template: 'order-ticketed', orderId: order.id, version: order.version, language: 'ar' });
    const mail = (await platform.mail.folder!.list()).find((each) => each.text.includes(order.reference))!;
    expect(mail.to).toBe('layla@example.com');
    expect(mail.attachments.map((file) => file.type)).toEqual(['application/pdf', 'text/calendar', 'application/pdf']);
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
    const link = new URL(/http\S+/.exec(mail.text)![0]);
    const opened = await app.send(link.pathname + link.search);
    expect(opened.headers.get('location')).toBe(`/track?order=${order.reference}`);
    const cookie = opened.headers.getSetCookie()[0]!.split(';')[0]!;
    const page = await (await app.send(`/track?order=${order.reference}`, { cookie })).text();
    for (const words of ['The price', 'What you paid', 'Paid so far']) expect(page).toContain(words);
    for (const words of ['Returned', 'Still to pay', 'Kept under the terms']) expect(page).not.toContain(words);
    // A key opens its own order only, and not for ever.
    const other = await held();
    const borrowed = await app.send(`/track?order=${other.reference}&key=${link.searchParams.get('key')}`);
    expect(borrowed.headers.getSetCookie()).toEqual([]);
    platform.clock.set(instant(testNow + 31 * dayMs));
    // Only the language of the letter is remembered.
    const late = (await app.send(link.pathname + link.search)).headers.getSetCookie();
    expect(late.filter((each) => each.startsWith(cookie.split('=')[0]!))).toEqual([]);
    platform.clock.set(testNow);
  });

  test('have subject, words and button in every language for every template', async () => {
    for (const language of languageCodes) {
      const t = textsFor(language).of('mails');
      for (const template of orderTemplates)
        for (const part of ['subject', 'title', 'text', 'button']) expect(t(`${template}.${part}`)).not.toBe(`${template}.${part}`);
    }
  });
});
