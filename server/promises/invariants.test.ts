import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmCancel, quoteCancel } from '#app/commerce/orders/cancel-order.server.ts';
import { expireOrders } from '#app/commerce/orders/expire-orders.server.ts';
import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { aDraft, openTestSale, type TestSale } from '#app/products/flights/order/flight-order-testing.ts';
import type { Offer } from '#app/products/flights/offer.ts';
import { openHouseInventory } from '#app/products/flights/supplier/house-inventory.server.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { minuteMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { askInvariants, brokenLines, invariants, type Witnesses } from './invariants.ts';

const platform = await openTestPlatform();
const folder = mkdtempSync(join(tmpdir(), 'rihla-invariants-'));
const journal = join(folder, 'bank.jsonl');
const answers = join(folder, 'answers.jsonl');
const mails = join(folder, 'mails');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let sale: TestSale;
const order: Record<'ticketed' | 'refunded' | 'expired' | 'held', string> = { ticketed: '', refunded: '', expired: '', held: '' };

const question = { holdTtlMs: platform.env.HOLD_TTL_MS, settleMs: 0 };
const witnesses: Witnesses = { bankJournal: journal, clientJournal: answers, mailFolder: mails };
const ask = (only?: readonly string[], more: Witnesses = {}) =>
  askInvariants(platform.db, { ...question, now: platform.clock.now() }, { ...witnesses, ...more }, only);

/** A shop that has lived: bought, cancelled and refunded, let go, and one that somebody is thinking about. */
beforeAll(async () => {
  const house = openHouseInventory(platform, await theWorld());
  sale = await openTestSale(platform, [house]);
  const search = {
    slices: [{ from: 'DXB', to: 'LHR', date: '2027-02-09' }],
    passengers: { adults: 2, children: 0, infants: 0 },
    cabin: 'economy' as const,
    maxStops: 0 as const,
  };
  const found = await house.search({ search, chosen: [] }, { now: platform.clock.now() });
  if (found.outcome !== 'ok') throw new Error('No flights found');
  const offer: Offer = found.value.offer(found.value.facts[0]!.at);
  const withBag = () => ({ ...aDraft(offer), checkedBags: { '0:0': 1 } });
  const place = async (network: number) => (await sale.placed(withBag(), { address: `10.7.${network}.1` })).id;
  order.ticketed = (await sale.paid(await place(1))).id;
  order.refunded = (await sale.paid(await place(2))).id;
  const who = { orderId: order.refunded, by: 'customer', who: 'guest' } as const;
  await quoteCancel(platform, sale.product, who);
  await confirmCancel(platform, sale.product, who);
  await sale.settle();
  order.expired = await place(3);
  platform.clock.advance(20 * minuteMs);
  await expireOrders(platform, [sale.product]);
  await sale.settle();
  order.held = await place(4);
  await sale.settle();
  mkdirSync(mails);
  for (const mail of sale.mails) {
    // The test's own postman keeps no books; this is what the real one writes down.
    const id = `${mail.orderId}.${mail.template}.${mail.version}`;
    await platform.db.execute(
      sql`insert into sent_messages (message_id, order_id, template, order_version, language, sent_at) values (${id}, ${mail.orderId}, ${mail.template}, ${mail.version}, 'en', ${new Date(platform.clock.now()).toISOString()})`,
    );
    writeFileSync(join(mails, `${sha256(id).slice(0, 32)}.json`), '{}');
  }
  writeFileSync(
    journal,
    sale.bank
      .lines()
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(''),
  );
  writeFileSync(answers, '');
}, 120_000);

/** Does damage that the database itself would refuse, asks, and undoes it. */
async function planted(damage: string, id: string, more?: Witnesses): Promise<string[]> {
  try {
    await platform.database.script(`begin; set local session_replication_role = replica; ${damage}`);
    return brokenLines(await ask([id], more));
  } finally {
    await platform.database.script('rollback');
  }
}

it('counts 36 promises, each with a name of its own', () => {
  expect(invariants.map(({ id }) => id)).toEqual(Array.from({ length: 36 }, (_, index) => `I${index + 1}`));
  expect(new Set(invariants.map(({ says }) => says)).size).toBe(36);
});

it('finds nothing broken in a shop that has sold, cancelled, refunded and let go', async () => {
  const findings = await ask();
  expect(brokenLines(findings)).toEqual([]);
  expect(findings.filter(({ skipped }) => skipped)).toEqual([]);
  const states = (await platform.db.execute(sql`select status from orders order by status`)) as unknown as { rows: { status: string }[] };
  expect(states.rows.map((row) => row.status)).toEqual(['expired', 'held', 'refunded', 'ticketed']);
});

it('says which promises it could not ask about', async () => {
  const findings = await askInvariants(platform.db, { ...question, now: platform.clock.now() });
  expect(findings.filter(({ skipped }) => skipped).map(({ id }) => id)).toEqual(['I6', 'I19', 'I20']);
});

const of = (name: keyof typeof order) => `(select '${order[name]}')`;
/** A dispute of the order that was ticketed, of which nothing was posted. */
const aDispute = (status: string, sums: string, part = 10_000) => `
  insert into disputes (id, provider, provider_ref, payment_id, status, reason, amount, taken, written_off, currency, opened_at, changed_at, closed_at)
    select 'd1', 'sandbox', 'dp_1', p.id, '${status}', 'fraudulent', 10000, ${sums}, 'AED', now(), now(), case when '${status}' = 'lost' then now() end
    from payments p where p.order_id = ${of('ticketed')};
  insert into dispute_parts select 'd1', p.id, p.order_id, ${part}, 0 from payments p where p.order_id = ${of('ticketed')}`;
const damages: readonly (readonly [string, string, () => string, RegExp])[] = [
  ['I33', 'a bank took money and nothing was posted', () => aDispute('needs_response', '10000, 0'), /holds 0 and lost 0 of 10000 taken/],
  ['I33', 'a lost dispute is not written off', () => aDispute('lost', '0, 0'), /is lost, holds 0/],
  ['I33', 'a dispute is of more than its orders', () => aDispute('needs_response', '0, 0', 9_000), /is over 10000, its parts over 9000/],
  [
    'I33',
    'a dispute ended and is not closed',
    () => `${aDispute('lost', '0, 0')}; update disputes set closed_at = null`,
    /is lost and not closed/,
  ],
  [
    'I32',
    'a bag that was paid has no row',
    () => `delete from flight_extras where order_id = ${of('ticketed')}`,
    /bag 0:0 of traveller 0 has no row/,
  ],
  ['I32', 'an extra is at another price', () => `update flight_extras set price = price + 1`, /bag 0:0 of traveller 0 is \d+ for \d+/],
  [
    'I32',
    'an extra was never paid',
    () => `update flight_extras set code = '1:0' where order_id = ${of('ticketed')}`,
    /bag 1:0 of traveller 0 was not paid/,
  ],
  [
    'I32',
    'an extra is there twice',
    () =>
      `drop index flight_extras_one_living; insert into flight_extras select id || 'x', order_id, contract, traveller, kind, code, facts, price, currency, 'requested', null, attempt, why, refund_request, requested_at, changed_at from flight_extras`,
    /has 2 rows/,
  ],
  ['I1', 'a pool counts less than was claimed', () => `update pools set allocated = allocated - 1`, /counted/],
  ['I1', 'a pool is sold beyond its capacity', () => `update pools set capacity = allocated + held - 1`, /pools:/],
  [
    'I2',
    'a seat has two owners',
    () => `drop index claims_one_per_unit; insert into claims (id, order_id, actor, network, unit_key, quantity, held_until, hard_until, created_at)
      select n, ${of('held')}, 'a', 'n', 'seat:EK1/1A', 1, now() + interval '1 year', now() + interval '1 year', now() + interval '1 year' from unnest(array['x', 'y']) n`,
    /2 living claims/,
  ],
  [
    'I3',
    'a status was written past its history',
    () => `update orders set status = 'ticketed' where id = ${of('held')}`,
    /history ends in held/,
  ],
  [
    'I3',
    'a step of the history is gone',
    () => `delete from order_events where order_id = ${of('ticketed')} and version = 2`,
    /version 3 goes/,
  ],
  [
    'I3',
    'a step is not declared',
    () =>
      `update order_events set to_status = 'voided' where order_id = ${of('held')} and version = 2; update orders set status = 'voided' where id = ${of('held')}`,
    /goes priced > voided/,
  ],
  ['I4', 'more is promised back than was taken', () => `update refunds set amount = amount + 1`, /promised back/],
  [
    'I4',
    'a payment is in another currency',
    () => `update payments set currency = 'USD' where order_id = ${of('held')} or order_id = ${of('ticketed')}`,
    /USD for an order in AED/,
  ],
  [
    'I5',
    'an order is captured twice',
    () =>
      `drop index payments_one_per_order; insert into payments select id || 'x', order_id, order_version, purpose, provider, provider_ref || 'x', provider_intent_ref, status, version, amount, currency, language, return_to, redirect_to, decline_class, expires_at, created_at, changed_at, part_of, fate from payments where order_id = ${of('ticketed')}`,
    /2 captured payments/,
  ],
  [
    'I6',
    'a payment is for no order',
    () => `update payments set order_id = 'nobody' where order_id = ${of('ticketed')}`,
    /belongs to no order/,
  ],
  [
    'I6',
    'the bank took another amount than our ledger has',
    () => `update ledger_entries set amount = amount * 2 where transfer_id in (select id from ledger_transfers where kind = 'capture')`,
    /our ledger has/,
  ],
  [
    'I6',
    'the bank never heard of a payment',
    () => `update payments set id = 'ours-alone' where order_id = ${of('ticketed')}`,
    /not in the bank’s journal/,
  ],
  [
    'I7',
    'a confirmed order is unpaid and nobody is at it',
    () => `delete from ledger_entries; update payments set status = 'canceled'`,
    /nobody is at it/,
  ],
  ['I7', 'a confirmed order has no invoice', () => `delete from invoices where order_id = ${of('ticketed')}`, /has 0 invoices/],
  ['I7', 'a traveller has no ticket', () => `delete from flight_tickets where traveller = 1`, /without a locator or a ticket/],
  [
    'I7',
    'somebody left and has a ticket still',
    () => `update order_travellers set left_at = now() where order_id = ${of('ticketed')} and position = 0`,
    /has an open ticket of traveller 0, who left/,
  ],
  [
    'I7',
    'somebody left whom the flights do not know of',
    () => `update order_travellers set left_at = now() where order_id = ${of('ticketed')} and position = 0`,
    /says that nobody left, of its travellers 0/,
  ],
  [
    'I7',
    'a place was given to somebody else',
    () => `update claims set status = 'released' where order_id = ${of('ticketed')}`,
    /lost a claim/,
  ],
  [
    'I8',
    'a refund is called done and never happened',
    () =>
      `delete from ledger_entries where transfer_id in (select id from ledger_transfers where kind = 'refund'); delete from ledger_transfers where kind = 'refund'`,
    /refunded by name/,
  ],
  [
    'I8',
    'an order ends with money and nobody gives it back',
    () => `delete from order_events where to_status = 'ticketed'; update orders set status = 'cancelled' where id = ${of('ticketed')}`,
    /captured and 0 given back/,
  ],
  [
    'I9',
    'an order rests in a passing state',
    () => `update orders set status = 'ticketing', changed_at = changed_at - interval '2 days' where id = ${of('held')}`,
    /in ticketing since/,
  ],
  [
    'I9',
    'a hold was never ended',
    () =>
      `update orders set held_until = held_until - interval '1 day', changed_at = changed_at - interval '1 day' where id = ${of('held')}`,
    /in held since/,
  ],
  [
    'I10',
    'one side of a transfer is missing',
    () => `delete from ledger_entries where id = (select min(id) from ledger_entries)`,
    /over 1 entries/,
  ],
  [
    'I10',
    'the ledger can be rewritten',
    () => `alter table ledger_entries disable trigger ledger_entries_append_only`,
    /ledger_entries_append_only is missing or switched off/,
  ],
  [
    'I11',
    'the provider owes another sum',
    () => `update payments set amount = amount + 100 where order_id = ${of('ticketed')}`,
    /the ledger has/,
  ],
  [
    'I12',
    'an answer names an order that is not there',
    () => `update idempotency_keys set response = '{"answer": {"ok": true, "value": {"orderId": "nobody"}}}' where state = 'done'`,
    /does not exist/,
  ],
  [
    'I12',
    'two keys made one order',
    () =>
      `insert into idempotency_keys select actor, key || 'x', fingerprint, state, recovery_point, recovery_data, lease_token, lease_until, response, created_at from idempotency_keys where recovery_point = 'placed'`,
    /placed under 2 keys/,
  ],
  [
    'I13',
    'an event was never worked on',
    () =>
      `insert into payment_inbox (provider, event_id, type, refs, received_at) values ('sandbox', 'evt_lost', 'payment.captured', '{}', '2026-01-01')`,
    /never worked on/,
  ],
  [
    'I14',
    'a mail never left',
    () => `delete from sent_messages where template = 'order-ticketed'; update order_events set at = at - interval '1 day'`,
    /order-ticketed for version/,
  ],
  [
    'I14',
    'a mail tells of a step that was rolled back',
    () => `update sent_messages set order_version = 99 where template = 'order-ticketed'`,
    /is of version 99/,
  ],
  [
    'I14',
    'a job failed for good and nobody was told',
    () => `insert into pgboss.job (name, data, state, created_on) values ('payment.capture', '{}', 'failed', now() - interval '1 hour')`,
    /nobody was told/,
  ],
  [
    'I15',
    'a mail was sent twice',
    () => `insert into sent_messages select message_id || 'x', order_id, template, order_version, language, sent_at from sent_messages`,
    /sent 2 times/,
  ],
  [
    'I15',
    'a mail is noted and never left',
    () => `insert into sent_messages select 'never-sent', order_id, 'order-link', 1, language, sent_at from sent_messages limit 1`,
    /not in the mail folder/,
  ],
  [
    'I16',
    'an invoice number is missing',
    () =>
      `update invoices set sequence = sequence + 1 where sequence = (select max(sequence) from invoices i where i.kind = 'invoice') and kind = 'invoice'`,
    /counted to/,
  ],
  [
    'I17',
    'a price carries a discount of no rule',
    () => `update price_snapshots set quote = jsonb_set(quote, '{lines,0,kind}', '"discount"')`,
    /has a discount/,
  ],
  ['I18', 'a byte of the audit was changed', () => `update audit_events set reason = 'x' where sequence = 2`, /audit_events:2/],
  [
    'I18',
    'the end of the audit was cut off',
    () => `delete from audit_events where sequence = (select max(sequence) from audit_events)`,
    /audit_events:/,
  ],
  [
    'I18',
    'a step of an order is not in the audit',
    () => `update order_events set event = 'void' where order_id = ${of('ticketed')} and version = 2`,
    /not in the audit/,
  ],
  [
    'I21',
    'a ticket has more numbers than the airline wrote',
    () => `update flight_tickets set booklets = 2 where number = (select max(number) from flight_tickets where status = 'open')`,
    /has 2 numbers/,
  ],
  [
    'I21',
    'the airline issued what we do not know of',
    () => `update flight_contracts set locator = 'ZZZZZZ' where order_id = ${of('ticketed')}`,
    /belongs to no contract/,
  ],
  [
    'I21',
    'we name a booking that the airline does not have',
    () => `update flight_contracts set locator = 'ZZZZZZ' where order_id = ${of('ticketed')}`,
    /which the airline does not have/,
  ],
  [
    'I21',
    'the airline cancelled what we call ticketed',
    () => `update house_bookings set status = 'cancelled' where status = 'ticketed'`,
    /is ticketed while the airline/,
  ],
  [
    'I21',
    'a ticket number was invented',
    () =>
      `update flight_tickets set number = '9999999999999' where number = (select min(number) from flight_tickets where status = 'open')`,
    /not in the airline’s journal/,
  ],
  ['I22', 'a total was written by hand', () => `update orders set total = total - 1`, /its price says/],
  [
    'I22',
    'a line does not add up',
    () => `update price_snapshots set quote = jsonb_set(quote, '{lines,0,amount,amount}', '1')`,
    /its lines/,
  ],
  [
    'I22',
    'a line is by a rule that was never published',
    () => `update price_snapshots set quote = replace(quote::text, 'flight-service-fee', 'private-rule')::jsonb`,
    /rule private-rule/,
  ],
  [
    'I23',
    'a job carries an address',
    () => `insert into pgboss.job (name, data) values ('message.send', '{"to": "layla@example.com"}')`,
    /e-mail address/,
  ],
  [
    'I23',
    'the audit holds a card number',
    () => `update audit_events set reason = 'paid with 4111 1111 1111 1111' where sequence = 2`,
    /card number/,
  ],
  ['I4', 'a refund is in another currency', () => `update refunds set currency = 'USD'`, /USD of a payment in AED/],
  [
    'I5',
    'a capture stands in the books twice',
    () =>
      `insert into ledger_transfers (key, kind, currency, order_id, payment_id, posted_at) select key || 'x', kind, currency, order_id, payment_id, posted_at from ledger_transfers where kind = 'capture'`,
    /2 captures in the ledger/,
  ],
  [
    'I7',
    'work that is paid in advance was taken on unpaid and without an invoice',
    () =>
      `update orders set kind = 'evisa', status = 'accepted', changed_at = changed_at - interval '1 day' where id = ${of('held')}; delete from payments where order_id = ${of('held')}`,
    /captured 0 of \d+ and nobody is at it[^]*has 0 invoices/,
  ],
  [
    'I8',
    'the bank still holds money of an order that is over',
    () => `update payments set status = 'requires_capture', changed_at = changed_at - interval '1 day' where order_id = ${of('refunded')}`,
    /while the bank still holds money/,
  ],
  [
    'I9',
    'a question about cancelling was never answered, and the hold is over',
    () =>
      `update orders set status = 'cancel_quoted', held_until = held_until - interval '1 day', changed_at = changed_at - interval '1 day' where id = ${of('held')}`,
    /in cancel_quoted since/,
  ],
  [
    'I10',
    'a customer is overdrawn',
    () =>
      `update ledger_entries set amount = abs(amount) where account_id in (select id from ledger_accounts where code = 'customer-funds')`,
    /customer-funds of order .* is overdrawn/,
  ],
  [
    'I10',
    'a currency does not sum to nothing',
    () => `update ledger_entries set amount = amount + 7 where id = (select min(id) from ledger_entries)`,
    /ledger:AED all accounts sum to 7/,
  ],
  [
    'I2',
    'a room has two guests in one night',
    () => `alter table claims drop constraint claims_no_shared_night;
      insert into claims (id, order_id, actor, network, unit_key, nights, quantity, held_until, hard_until, created_at)
      select n, ${of('held')}, 'a', 'n', 'room:palm/101', daterange('2027-03-01', '2027-03-04'), 1, now() + interval '1 year', now() + interval '1 year', now() + interval '1 year' from unnest(array['x', 'y']) n`,
    /two living claims on the nights of/,
  ],
  [
    'I4',
    'more was taken than an order costs',
    () => `update orders set total = total - 100 where id = ${of('ticketed')}`,
    /total \d+, captured \d+, refunded 0/,
  ],
  ['I16', 'invoices are of a series that nobody counts', () => `delete from invoice_series`, /was never counted/],
  [
    'I16',
    'the counter ran ahead of what was issued',
    () => `update invoice_series set last_number = last_number + 1`,
    /counted to \d+, \d+ issued/,
  ],
  [
    'I18',
    'a refund is not in the audit',
    () => `update audit_events set action = 'refund.other' where action = 'refund.asked'`,
    /refunds:\S+ was asked for and is not in the audit/,
  ],
  [
    'I18',
    'rules of prices were published unseen',
    () => `insert into pricing_versions select (jsonb_populate_record(v, '{"version": 99}')).* from pricing_versions v limit 1`,
    /pricing_versions:99 was published and is not in the audit/,
  ],
  ['I22', 'an order has no price', () => `delete from price_snapshots where order_id = ${of('held')}`, /its price says nothing/],
  ['I22', 'a price is in another currency', () => `update orders set currency = 'USD' where id = ${of('held')}`, /is to cost \d+ USD/],
  [
    'I22',
    'the travellers’ shares do not add up',
    () => `update price_snapshots set quote = jsonb_set(quote, '{perTraveller,0,amount}', '1')`,
    /its travellers \d+/,
  ],
  [
    'I22',
    'a line is not what it says each costs',
    () => `update price_snapshots set quote = jsonb_set(quote, '{lines,0,each,amount}', '1')`,
    /price_snapshots:.* says/,
  ],
  [
    'I22',
    'a quote and its row name other rules',
    () => `update price_snapshots set quote = jsonb_set(quote, '{rulesVersion}', '99')`,
    /price_snapshots:.* says/,
  ],
  [
    'I24',
    'a hold goes past its own end',
    () => `alter table claims drop constraint claims_check; update claims set held_until = hard_until + interval '1 minute'`,
    /may last/,
  ],
  [
    'I24',
    'a hold was extended a third time',
    () => `alter table claims drop constraint claims_extensions_check; update claims set extensions = 3`,
    /with 3 extensions/,
  ],
  ['I24', 'a hold may last for hours', () => `update claims set hard_until = created_at + interval '3 hours'`, /may last 180 minutes/],
  [
    'I24',
    'what is paid later is kept for a week',
    () => `update orders set pay_later = true; update claims set hard_until = created_at + interval '7 days'`,
    /may last 10080 minutes/,
  ],
  [
    'I25',
    'the parts of a plan do not add up',
    () => `insert into instalments (order_id, number, amount) values (${of('ticketed')}, 1, 5)`,
    /its parts 5/,
  ],
  [
    'I25',
    'what was taken off a price is asked for still',
    () => `update orders set reduction = 5 where id = ${of('ticketed')}`,
    /less 5, its parts/,
  ],
  [
    'I25',
    'a plan asks for more than its invoice has due',
    () => `insert into instalments (order_id, number, amount, paid_at) select id, 1, total - 5, now() from orders where id = ${of('ticketed')};
      insert into instalments (order_id, number, amount) values (${of('ticketed')}, 2, 5);
      update orders set status = 'confirmed' where id = ${of('ticketed')}`,
    /asks for 5, its invoice for 0/,
  ],
  [
    'I25',
    'a part is called paid and was not',
    () => `insert into instalments (order_id, number, amount, paid_at) select id, 1, total, now() from orders where id = ${of('held')};
      update orders set status = 'confirmed' where id = ${of('held')}`,
    /no payment says so/,
  ],
  ['I26', 'a booking is sold without a voucher', () => aBooking('ticketed', 'confirmed'), /without its places or its voucher/],
  ['I26', 'a booking was moved past its history', () => aBooking('ticketed', 'overdue'), /history ends in nothing/],
  ['I26', 'a booking lives on in an order that ended', () => aBooking('refunded', 'guaranteed'), /guaranteed in an order that is refunded/],
  [
    'I26',
    'a booking took a way that is not declared',
    () =>
      `${aBooking('ticketed', 'redeemed')}; insert into booking_events (booking_id, version, event, from_status, to_status, actor, at) values ('b', 1, 'leap', 'cart_held', 'redeemed', 'customer', now())`,
    /goes cart_held > redeemed/,
  ],
  [
    'I26',
    'the parts that are paid are not what was captured',
    () => `insert into instalments (order_id, number, amount, paid_at) select id, 1, total, now() from orders where id = ${of('ticketed')};
      insert into instalments (order_id, number, amount, paid_at) select id, 2, 5, now() from orders where id = ${of('ticketed')};
      update orders set status = 'confirmed', changed_at = changed_at - interval '1 day' where id = ${of('ticketed')}`,
    /its paid parts are \d+ and nobody is at it/,
  ],
  [
    'I26',
    'a trip was confirmed without an invoice',
    () => `update orders set kind = 'holiday', status = 'confirmed' where id = ${of('held')}`,
    /is confirmed without an invoice/,
  ],
  [
    'I27',
    'a share is smaller than what was asked for it',
    () => `${inABasket()}; update payments set amount = amount + 1 where id = 'w'`,
    /its 1 shares/,
  ],
  [
    'I27',
    'a share stands otherwise than the whole',
    () => `${inABasket()}; update payments set status = 'canceled' where part_of = 'w'`,
    /is canceled within one that is succeeded/,
  ],
  [
    'I27',
    'more was taken than the shares took',
    () =>
      `${inABasket()}; insert into payment_attempts (id, payment_id, kind, amount, intended_at, answered_at, outcome) select 'a', 'w', 'capture', amount + 5, now(), now(), 'ok' from payments where id = 'w'`,
    /its shares/,
  ],
  [
    'I29',
    'a member has points that never came',
    () => `insert into users (id, email, name, email_verified, created_at, updated_at) values ('points', 'points@example.com', 'P', true, now(), now());
      insert into loyalty_members (user_id, joined_at, language, available, changed_at) values ('points', now(), 'en', 5, now())`,
    /has 0\+5, the entries say 0\+0/,
  ],
  [
    'I29',
    'points were turned and became no credit',
    () => `insert into users (id, email, name, email_verified, created_at, updated_at) values ('turned', 'turned@example.com', 'T', true, now(), now());
      insert into loyalty_members (user_id, joined_at, language, changed_at) values ('turned', now(), 'en', now());
      insert into loyalty_transfers (key, kind, user_id, posted_at) values ('turned', 'burn', 'turned', now());
      insert into loyalty_entries (transfer_id, account, points)
        select id, side.account, side.points from loyalty_transfers, (values ('issued', -5), ('burned', 5)) as side (account, points) where key = 'turned'`,
    /was turned and became no credit/,
  ],
  [
    'I30',
    'credit was made past its moves and the ledger',
    () => `insert into users (id, email, name, email_verified, created_at, updated_at) values ('credit', 'credit@example.com', 'C', true, now(), now());
      insert into credit_lots (id, user_id, order_id, part, currency, amount, remaining, ends_on, made_at) values ('lot', 'credit', ${of('held')}, 'money', 'AED', 500, 500, '2028-01-01', now())`,
    /holds 500, its moves say 0[^]*the ledger owes 0, the lots hold 500/,
  ],
  ['I31', 'a day keeps more VAT than its documents have', () => `update vat_days set vat = vat + 1`, /keeps \d+\+\d+, its lines say/],
  [
    'I34',
    'an order keeps a state of its money that is over',
    () => `update order_money_states set state = 'authorised'`,
    /keeps authorised, its ledger says paid/,
  ],
  [
    'I34',
    'an order says nothing of its money',
    () => `delete from order_money_states where order_id = ${of('ticketed')}`,
    /keeps nothing, its ledger says paid/,
  ],
  [
    'I35',
    'a booking waits for a colleague who does not have it',
    () => `${aBooking('held', 'requested')};
      insert into order_work values ('holiday', 'b', ${of('held')}, now(), now() + interval '24 hours', 'staff')`,
    /of staff/,
  ],
  ['I35', 'what waits is not in the queue', () => aBooking('held', 'requested'), /of nobody and not kept so/],
  [
    'I35',
    'an invoice that is paid is said to be open',
    () => `insert into open_invoices select id, order_id, issued_at, gross from invoices where kind = 'invoice'`,
    /is kept as open/,
  ],
  [
    'I35',
    'a booking is said to be of a colleague',
    () => `${aBooking('held', 'confirmed')}; update bookings set owner = 'staff'`,
    /is kept as of staff/,
  ],
  [
    'I35',
    'an order is said to owe what it does not',
    () => `insert into owed_refunds values (${of('held')}, 'flight', 500, now(), 1)`,
    /is kept as owing 500/,
  ],
  [
    'I35',
    'what an order owes is not kept',
    () => `insert into order_events (order_id, version, event, from_status, to_status, actor, detail, at)
        select ${of('held')}, 90, 'owe-refund', 'cancelled', 'refund_due', 'system', '{"owed": 700}', now();
      update orders set status = 'refund_due' where id = ${of('held')}; delete from owed_refunds`,
    /owes 700 and is not kept so/,
  ],
  [
    'I35',
    'the money of a limit stands otherwise',
    () => `update flight_orders set limit_paid = 'refunded'`,
    /keeps refunded beside its limit/,
  ],
  [
    'I35',
    'a flight is in no rare state beside its departure',
    () => `update flight_orders set rare_state = case when rare_state is null then 'refund_due' end`,
    /keeps refund_due beside its departure|keeps nothing beside its departure/,
  ],
  [
    'I35',
    'an order is sorted by another total where its surnames are',
    () => `update flight_surnames set total = total + 1`,
    /kept beside a surname otherwise/,
  ],
  ['I35', 'an order is not found by its surnames', () => `delete from flight_surnames`, /is not kept so beside a surname/],
  [
    'I35',
    'a document is not found by the surnames of its order',
    () => `delete from invoice_surnames`,
    /invoices:.* is not kept so beside a surname/,
  ],
  [
    'I35',
    'an invoice is said to be credited',
    () => `insert into credited_invoices select id, issued_at, gross from invoices where kind = 'invoice' on conflict do nothing`,
    /is kept as credited/,
  ],
  [
    'I36',
    'a line of the bank keeps money for its payer that nobody owes',
    () => `insert into bank_statements (id, file_hash, file_name, format, account, currency, reference, first_on, last_on, taken_by, taken_at)
        values ('s', 'h', 'f', 'csv', 'AE', 'AED', 'r', '2026-11-01', '2026-11-30', 'x', now());
      insert into bank_lines (id, statement_id, position, booked_on, amount, currency, details, named, status, to_return, version, changed_at)
        values ('kept', 's', 0, '2026-11-20', 500, 'AED', '', '{}', 'matched', 500, 1, now())`,
    /the ledger owes 0, the lines keep 500[^]*keeps 500, its matches leave 0/,
  ],
  ['I28', 'an order lies elsewhere than it was paid', () => `${inABasket()}; delete from basket_orders`, /does not lie/],
  [
    'I28',
    'a basket was closed without one of its orders',
    () => `${inABasket()}; insert into basket_orders (order_id, basket_id, added_at) values (${of('held')}, 'b', now())`,
    /was paid without order/,
  ],
  [
    'I28',
    'an order is paid alone and in a basket',
    () =>
      `${inABasket()}; drop index payments_one_per_order; insert into payments select id || 'y', order_id, order_version, purpose, provider, null, null, status, version, amount, currency, language, return_to, redirect_to, decline_class, expires_at, created_at, changed_at, null, null from payments where part_of = 'w'`,
    /2 living payments/,
  ],
  [
    'I28',
    'a first card is charged alone',
    () => `update payments set purpose = 'first-card', fate = 'take' where order_id = ${of('ticketed')}`,
    /was taken of a first card/,
  ],
];

/** What was ticketed, as if it had been paid in a basket of its own; nothing of it is broken. */
const inABasket = () => `
  insert into baskets (id, reference, secret_hash, language, closed_at, created_at, changed_at) values ('b', 'B', 's', 'en', now(), now(), now());
  insert into basket_orders (order_id, basket_id, added_at) values (${of('ticketed')}, 'b', now());
  insert into payments select 'w', 'b', 1, 'basket', provider, 'w', null, status, 1, amount, currency, language, return_to, null, null, expires_at, created_at, changed_at, null, null
    from payments where order_id = ${of('ticketed')};
  update payments set part_of = 'w', fate = 'take', provider_ref = null, provider_intent_ref = null where order_id = ${of('ticketed')}`;

/** What is booked, written past the code. */
const aBooking = (name: keyof typeof order, status: string) =>
  `insert into bookings (id, order_id, position, kind, status, item, places, starts_local, zone, starts_at, ends_at, ladder, operator, operator_mail, created_at, changed_at)
    values ('b', ${of(name)}, 0, 'holiday', '${status}', 'best-of-italy', 2, '2027-03-06T09:00', 'Europe/Rome', now(), now(), '{}', 'o', 'o@example.com', now(), now())`;

it('finds nothing broken in a basket that was paid', async () => {
  expect(await planted(inABasket(), 'I27')).toEqual([]);
  expect(await planted(inABasket(), 'I28')).toEqual([]);
});

describe('each broken promise is reported', () => {
  it.each(damages)('%s: %s', async (id, _name, damage, said) => {
    expect((await planted(damage(), id)).join('\n')).toMatch(said);
  });

  it('I6: the bank took money twice', async () => {
    const captured = sale.bank.lines().find((line) => line.type === 'payment.captured')!;
    const lying = join(folder, 'lying.jsonl');
    writeFileSync(lying, `${[...sale.bank.lines(), { ...captured, seq: 999 }].map((line) => JSON.stringify(line)).join('\n')}\n{"cut`);
    expect(brokenLines(await ask(['I6'], { bankJournal: lying })).join('\n')).toMatch(/captured 2 times/);
  });

  it('I18: the last of the audit was cut off, and its head with it', async () => {
    const { head } = await verifyAuditChain(platform.db);
    const damage = `delete from audit_events where sequence = (select max(sequence) from audit_events);
      update audit_head h set hash = coalesce((select hash from audit_events e where e.chain = h.id order by sequence desc limit 1), 'start')`;
    expect((await planted(damage, 'I18', { auditHeads: [head] })).join()).toMatch(/a head that was kept is not in it/);
  });

  it('I21: the supplier’s journal has what nobody ordered, twice written, and lacks what was sold', async () => {
    const supplier = join(folder, 'supplier.jsonl');
    const at = platform.clock.now() - 1;
    const { rows } = (await platform.db.execute(sql`
      select (select id from flight_attempts where order_id = ${order.ticketed} and action = 'hold') as hold,
        (select locator from flight_contracts where order_id = ${order.ticketed}) as locator,
        (select number from flight_tickets where order_id = ${order.ticketed} order by number limit 1) as number`)) as unknown as {
      rows: { hold: string; locator: string; number: string }[];
    };
    const { hold, locator, number } = rows[0]!;
    const line = (type: string, of: string, more: object = {}) => ({ type, at, seq: 1, locator: of, attempt: 'a', ...more });
    const held = (of: string, attempt: string) => line('booking.held', of, { attempt, pay_by: at + 60 * minuteMs });
    const written = (of: string, numbers: string[]) => line('booking.ticketed', of, { tickets: numbers.map((each) => ({ number: each })) });
    const told = async (lines: object[], damage = 'select 1') => {
      writeFileSync(supplier, `${lines.map((each) => JSON.stringify(each)).join('\n')}\n{"cut`);
      return (await planted(damage, 'I21', { supplierJournal: supplier })).join('\n');
    };
    expect(await told([held('GHOSTX', 'of-nobody')])).toBe('I21 bookings:GHOSTX is held and belongs to no contract');
    expect(await told([held('SECOND', hold)])).toMatch(
      `orders:${order.ticketed} has bookings ${[locator, 'SECOND'].sort().join(', ')} for one contract`,
    );
    // The booking is the process's now, and not the twin's.
    const moved = `delete from house_bookings where locator = '${locator}'`;
    const whole = [held(locator, hold), written(locator, [number])];
    expect(await told([], moved)).toMatch(/which the airline does not have/);
    expect(await told(whole, moved)).toMatch(/^I21 flight_tickets:\d{13} is not in the airline’s journal$/);
    expect(await told([...whole, written(locator, [number])], moved)).toMatch(/had its tickets written 2 times/);
    expect(await told([held(locator, hold), written(locator, [number, '9999999999999'])], moved)).toMatch(
      /has ticket 9999999999999, which order/,
    );
    expect(await told([...whole, line('booking.voided', locator)], moved)).toMatch(/is ticketed while the airline has booking \w+ voided/);
  });

  it('I21: is not asked of a supplier whose journal was not given', async () => {
    expect(await ask(['I21'], { supplierJournal: null })).toMatchObject([{ skipped: true }]);
  });

  it('I19: a success whose order is not there', async () => {
    const told = join(folder, 'told.jsonl');
    appendFileSync(told, `${JSON.stringify({ key: 'k1', outcome: 'ok', reference: 'AAAAA-BBBBB' })}\n`);
    expect(brokenLines(await ask(['I19'], { clientJournal: told }))).toEqual([
      'I19 keys:k1 was told of order AAAAA-BBBBB, which is not there',
    ]);
  });

  it('I20: a failure that had its effect', async () => {
    const told = join(folder, 'failed.jsonl');
    appendFileSync(told, `${JSON.stringify({ key: 'a-key-of-a-test-form-1', outcome: 'fail' })}\n`);
    expect(brokenLines(await ask(['I20'], { clientJournal: told })).join('\n')).toMatch(/was told no, and order/);
  });

  it('I23: a planted secret in a clear column', async () => {
    expect(
      await planted(`update orders set secret_hash = 'CANARY-P1234567' where id = ${of('held')}`, 'I23', { canaries: ['CANARY-P1234567'] }),
    ).toEqual(['I23 public.orders.secret_hash holds a planted secret in 1 rows']);
  });

  it('I23: an id that has sixteen digits in a row is no card number, and a card number behind a word is one', async () => {
    const noted = (words: string) => planted(`update audit_events set reason = '${words}' where sequence = 2`, 'I23');
    expect(await noted('pay_ab4111111111111111cdef00')).toEqual([]);
    expect(await noted('a0b1c2d3-4111-1111-1111-111144445555')).toEqual([]);
    expect((await noted('pan_4111111111111111')).join()).toMatch(/card number/);
  });

  it('leaves no promise without a damage that was seen', () => {
    const seen = new Set([...damages.map(([id]) => id), 'I6', 'I19', 'I20', 'I23']);
    expect(invariants.map(({ id }) => id).filter((id) => !seen.has(id))).toEqual([]);
    expect(readdirSync(folder).length).toBeGreaterThan(3);
  });
});
