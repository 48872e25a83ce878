import { createHash } from 'node:crypto';
import type pg from 'pg';
import { emailIndexOf, surnameIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { personColumns } from '#app/commerce/customers/records/customers-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { sealTyped } from '#app/products/visas/evisa/evisa-applications-store.server.ts';
import { referenceFrom } from '#app/values/ids.ts';

/** One customer for so many orders, one ticket of the helpdesk, one member with points. */
const ordersOfCustomer = 5;
const ordersOfTicket = 20;
const ordersOfMember = 20;
const ordersOfQuote = 40;
const surnames = 3_000;
const chunk = 5_000;

/**
 * Fills a database up to so many orders, with everything that hangs on them: three events each, travellers, prices,
 * payments, ledger, invoices, refunds, mails, audit rows. The same number gives the same rows in every run. Rows are
 * written in bulk with triggers asleep; only what a list opens is sealed as the house seals it. Memo entries of what the
 * bank promised are kept for the last ninety days, and audit rows have no chain.
 */
export async function growHouse(client: pg.Client, platform: Platform, orders: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from orders');
  const first = rows[0]!.n + 1;
  await client.query('set session_replication_role = replica');
  await client.query(`create or replace function pg_temp.roll(n int, salt int, most int) returns int immutable language sql
    as 'select ((hashint8extended(n, salt) & 9007199254740991) % most)::int'`);
  await client.query('drop table if exists bench_seed, bench_order, bench_colleague');
  await client.query(`create unlogged table bench_seed
    (n int, id text, reference text, mail_index text, surname_index text, personal text, recipient text, typed text)`);
  await client.query(colleagues);
  await sealOrders(client, platform, first, orders);
  await client.query(madeOrders);
  await client.query('analyze bench_order');
  for (const statement of statements) await client.query(statement);
  await growCustomers(client, platform, first, orders);
  await growTickets(client, platform, first, orders);
  await growQuotes(client, platform, first, orders);
  for (const statement of afterwards) await client.query(statement);
  await client.query('drop table bench_seed, bench_order, bench_colleague');
  await client.query('set session_replication_role = origin');
  // As the server does by itself once it has time.
  await client.query('vacuum analyze');
}

const uuidOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
const columnsOf = (rows: readonly (readonly unknown[])[]) => rows[0]!.map((_, at) => rows.map((row) => row[at]));

async function sealOrders(client: pg.Client, { crypto }: Platform, first: number, last: number): Promise<void> {
  const surnameIndexes = Array.from({ length: surnames }, (_, at) => surnameIndexOf(crypto, `Traveller${at}`));
  const mailIndexes = new Map<number, string>();
  for (let from = first; from <= last; from += chunk) {
    const rows: unknown[][] = [];
    for (let n = from; n < from + chunk && n <= last; n += 1) {
      const id = uuidOf(`order ${n}`);
      const customer = customerOf(n);
      const mail = `customer${customer}@bench.example`;
      if (!mailIndexes.has(customer)) mailIndexes.set(customer, emailIndexOf(crypto, mail));
      const surname = `Traveller${(n * 7) % surnames}`;
      const typed = { givenNames: 'Mona Adel', surname, nationality: 'JO', residence: 'AE', number: 'P1234567', birthDate: '1990-01-02' };
      rows.push([
        n,
        id,
        referenceFrom(createHash('sha256').update(`reference ${n}`).digest()),
        mailIndexes.get(customer),
        surnameIndexes[(n * 7) % surnames],
        crypto.seal(JSON.stringify({ ...typed, type: 'adult' }), `order_travellers|personal|${id}:0`),
        crypto.seal(mail, `mail_log|recipient|mail-${n}`),
        n % 20 > 16 && n % 20 < 19 ? sealTyped(crypto, `visa-${n}`, typed) : '',
      ]);
    }
    await client.query(
      'insert into bench_seed select * from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])',
      columnsOf(rows),
    );
  }
}

/** As many customers as there are between the first of two companies. */
const customersOfCompany = 100;
/** One invoice of forty is made out to the company of a customer. */
const ofCompany = `case when n % 40 = 0 then jsonb_build_object('trn', (100000000000000 + n / ${ordersOfCustomer * customersOfCompany})::text, 'address', 'Dubai') else '{}' end`;
/** Spread so that every stretch of orders is by old and new customers. */
const customerOf = (n: number) =>
  n % ordersOfCustomer === 0 ? n / ordersOfCustomer : 1 + ((n * 31) % Math.max(1, Math.floor(n / ordersOfCustomer)));

/** Five colleagues share the work. The owner, who signs in to measure, is the first: "mine" must be as long in every run. */
const colleagues = `
  create unlogged table bench_colleague as
  select user_id, (row_number() over (order by u.email <> 'admin@rihla.example', user_id) - 1)::int as place
  from internal_users i join users u on u.id = i.user_id order by place limit 5`;

/** Kinds by the last of twenty, states by a roll of a thousand: few wait for somebody, most are over. */
const madeOrders = `
  create unlogged table bench_order as
  with kinds as (
    select s.*, pg_temp.roll(n, 1, 1000) as r,
      case when n % 20 < 12 then 'flight' when n % 20 < 14 then 'experience' when n % 20 < 17 then 'staycation' when n % 20 < 19 then 'evisa' else 'holiday' end as kind
    from bench_seed s),
  states as (
    select k.*,
      case kind
        when 'flight' then case when r < 2 then 'paid' when r < 3 then 'ticketing_failed' when r < 4 then 'stuck' when r < 6 then 'held'
          when r < 8 then 'payment_pending' when r < 9 then 'price_changed' when r < 10 then 'change_quoted' when r < 11 then 'change_pending'
          when r < 14 then 'changed' when r < 15 then 'cancel_quoted' when r < 17 then 'refund_due' when r < 45 then 'cancelled'
          when r < 55 then 'voided' when r < 110 then 'refunded' when r < 230 then 'expired' else 'ticketed' end
        when 'evisa' then case when r < 60 then 'accepted' when r < 160 then 'expired' else 'completed' end
        else case when r < 3 then 'requested' when r < 6 then 'held' when r < 8 then 'payment_pending' when r < 10 then 'refund_due'
          when r < 60 then 'confirmed' when r < 90 then 'cancelled' when r < 130 then 'refunded' when r < 230 then 'expired' else 'completed' end
      end as status
    from kinds k),
  aged as (
    select t.*,
      now() - case
        when status in ('paid', 'ticketing_failed', 'stuck', 'held', 'payment_pending', 'price_changed', 'change_quoted', 'change_pending', 'cancel_quoted', 'requested')
          then make_interval(secs => pg_temp.roll(n, 2, 3 * 86400))
        when status in ('accepted', 'refund_due') then make_interval(secs => pg_temp.roll(n, 2, 14 * 86400))
        when status = 'confirmed' then make_interval(secs => pg_temp.roll(n, 2, 60 * 86400))
        else make_interval(secs => pg_temp.roll(n, 2, 1095 * 86400)) end as at
    from states t)
  select a.*, 20000 + pg_temp.roll(n, 3, 400000) as total,
    case when status in ('confirmed', 'requested', 'held', 'payment_pending', 'accepted') then now() + make_interval(secs => 86400 + pg_temp.roll(n, 4, 120 * 86400))
      else at + make_interval(secs => 86400 + pg_temp.roll(n, 4, 90 * 86400)) end as starts,
    (array['en','en','en','en','ar','ar','ar','es','pt','tl'])[1 + pg_temp.roll(n, 5, 10)] as language,
    status not in ('held', 'payment_pending', 'price_changed', 'expired') as paid,
    status in ('ticketed', 'changed', 'change_quoted', 'change_pending', 'cancel_quoted', 'cancelled', 'refund_due', 'refunded', 'confirmed', 'completed', 'accepted') as invoiced,
    status in ('refunded', 'cancelled') as refunded,
    'customer-' || case when n % ${ordersOfCustomer} = 0 then n / ${ordersOfCustomer} else 1 + ((n::bigint * 31) % greatest(1, n / ${ordersOfCustomer})) end as customer,
    (select user_id from bench_colleague where place = pg_temp.roll(n, 6, 5)) as colleague
  from aged a`;

const airports = `array['DXB','LHR','CAI','BOM','DEL','MNL','JED','RUH','AMM','BEY','KHI','IST','CDG','FRA','MAD','LIS','GRU','JFK','SIN','BKK']`;
const carriers = `array['EK','EY','FZ','QR','SV','MS','RJ','BA','LH','TK']`;

const statements = [
  `insert into orders (id, reference, kind, status, version, secret_hash, contact, email_index, language, currency, total, held_until, actor, network,
     travel_starts, travel_ends, assigned_to, created_at, changed_at)
   select id, reference, kind, status, 3, id, '', mail_index, language, 'AED', total,
     case when status in ('held', 'payment_pending', 'price_changed') then now() + make_interval(secs => pg_temp.roll(n, 7, 7200)) end,
     'guest', '', starts, starts + interval '5 days', case when n % 3 = 0 then colleague end, at, at + interval '1 hour' from bench_order`,
  `insert into order_events (order_id, version, event, from_status, to_status, actor, at, detail)
   select id, 1, 'hold', 'draft', 'held', 'guest', at, '{}'::jsonb from bench_order
   union all select id, 2, case when paid then 'authorised' else 'pay' end, 'held', case when paid then 'paid' else 'payment_pending' end, 'provider', at + interval '4 minutes', '{}' from bench_order
   union all select id, 3, case status when 'ticketed' then 'tickets-received' when 'refund_due' then 'owe-refund' when 'ticketing_failed' then 'ticketing-refused' else 'moved' end, 'paid', status, 'supplier',
     at + interval '20 minutes', case when status = 'refund_due' then jsonb_build_object('owed', total / 2) else '{}' end from bench_order`,
  `insert into order_items (order_id, position, kind, words, starts_at, ends_at)
   select id, 0, kind, '{"en":"A journey"}', starts, starts + interval '5 days' from bench_order`,
  `insert into order_travellers (order_id, position, type, personal, surname_index, person_index, kind, placed_at)
   select id, 0, 'adult', personal, surname_index, id, kind, at from bench_order
   union all select id, 1, 'adult', '', surname_index, id || '-1', kind, at from bench_order where n % 3 = 0`,
  `insert into price_snapshots (order_id, number, quote, total, currency, rules_version, cause, at)
   select id, 1, '{"lines":[{"kind":"fare","amount":{"amount":18000,"currency":"AED"}},{"kind":"markup","amount":{"amount":2000,"currency":"AED"}}]}',
     total, 'AED', (select max(version) from pricing_versions), 'placed', at from bench_order`,
  `insert into flight_orders (order_id, origin, destination, departs_on, departs_at, airline, supplier, seats, passengers, choices, ticketed_at)
   select id, (${airports})[1 + pg_temp.roll(n, 8, 20) % 7], (${airports})[1 + pg_temp.roll(n, 9, 20)], starts::date, starts,
     (${carriers})[1 + pg_temp.roll(n, 10, 10)], 'house', 1, '[]', '{}', case when status = 'ticketed' then at + interval '20 minutes' end
   from bench_order where kind = 'flight'`,
  `insert into flight_contracts (order_id, position, supplier, offer_id, brand, offer, locator, ticket_by)
   select id, 0, 'house', 'offer-' || n, 'value', jsonb_build_object('slices', jsonb_build_array(jsonb_build_object('segments', jsonb_build_array(
       jsonb_build_object('flight', 'EK' || n % 900, 'departs', jsonb_build_object('local', to_char(starts, 'YYYY-MM-DD"T"HH24:MI'))))))),
     upper(substr(md5(n::text), 1, 6)), at + interval '1 day'
   from bench_order where kind = 'flight'`,
  `insert into flight_tickets (number, order_id, contract, traveller, airline, status, issued_at)
   select '176' || lpad(n::text, 10, '0'), id, 0, 0, 'EK', case when status = 'refunded' then 'refunded' when status = 'voided' then 'void' else 'open' end, at + interval '20 minutes'
   from bench_order where kind = 'flight' and status in ('ticketed', 'changed', 'refunded', 'voided', 'cancel_quoted', 'change_quoted', 'change_pending')`,
  `insert into cancel_quotes (order_id, number, terms, refund, currency, at, expires_at)
   select id, 1, '{}', total / 2, 'AED', now(), now() + interval '20 minutes' from bench_order where kind = 'flight' and status = 'cancel_quoted'`,
  `insert into flight_attempts (id, order_id, contract, action, intended_at, called_at, answered_at, outcome, applied_at)
   select 'attempt-' || n, id, 0, 'ticket', at, at, at + make_interval(secs => pg_temp.roll(n, 25, 8)), 'ok', at from bench_order where kind = 'flight' and invoiced`,
  `insert into bookings (id, order_id, position, kind, status, item, places, starts_local, zone, starts_at, ends_at, ladder, operator, operator_mail, created_at, changed_at)
   select 'booking-' || n, id, 0, kind,
     case status when 'requested' then (array['requested','counter_offered'])[1 + n % 2] when 'held' then 'cart_held' when 'payment_pending' then 'cart_held'
       when 'refund_due' then 'operator_cancelled' when 'confirmed' then (array['confirmed','guaranteed','balance_due'])[1 + pg_temp.roll(n, 11, 3)]
       when 'completed' then (array['completed','redeemed','completed','no_show'])[1 + pg_temp.roll(n, 11, 4)] when 'expired' then 'expired' else 'cancelled' end,
     items.list[1 + pg_temp.roll(n, 12, cardinality(items.list))], 2, to_char(starts, 'YYYY-MM-DD"T"HH24:MI'), 'Asia/Dubai', starts, starts + interval '1 day', '{}', 'An operator',
     'operator@bench.example', at, at
   from bench_order join (
     select 'experience' as kind, array_agg(id order by id) as list from experiences union all select 'staycation', array_agg(id order by id) from staycations
     union all select 'holiday', array_agg(id order by id) from tours) items using (kind)`,
  `insert into booking_events (booking_id, version, event, from_status, to_status, actor, at)
   select 'booking-' || n, 1, 'confirm', 'cart_held', 'confirmed', 'system', at from bench_order where kind in ('experience', 'staycation', 'holiday')`,
  `insert into instalments (order_id, number, amount, due_on, due_at, paid_at)
   select id, 1, total / 4, null, null, at from bench_order where kind = 'holiday' and paid
   union all select id, 2, total - total / 4, (starts - interval '30 days')::date, starts - interval '30 days', case when status <> 'confirmed' then at end
   from bench_order where kind = 'holiday' and paid`,
  `insert into evisa_groups (id, secret_hash, country, offer, type_code, speed, arrival, language, order_id, created_at, changed_at, expires_at)
   select 'group-' || n, id, c.code, c.offer, c.offer #>> '{types,0,code}', case when n % 6 = 0 then 'express' else 'standard' end, starts::date, language, id, at, at, at
   from bench_order cross join lateral (select * from evisa_countries order by code offset pg_temp.roll(n, 13, 10) limit 1) c where kind = 'evisa'`,
  `insert into evisa_orders (order_id, group_id) select id, 'group-' || n from bench_order where kind = 'evisa'`,
  `insert into evisa_applications (id, group_id, position, status, version, personal, officer, received_at, deliver_by, over_at, created_at, changed_at, country, arrival, speed)
   select 'visa-' || n, 'group-' || n, 0, case status when 'accepted' then (array['received','in_review','submitted_to_authority','delayed','approved_unchecked'])[1 + pg_temp.roll(n, 14, 5)]
       when 'completed' then 'delivered' else 'withdrawn' end, 3, typed, colleague, at, (at + interval '5 days')::date, case when status <> 'accepted' then at + interval '4 days' end, at, at, g.country, g.arrival, g.speed
   from bench_order join evisa_groups g on g.id = 'group-' || n where kind = 'evisa'`,
  `insert into payments (id, order_id, order_version, provider, provider_ref, status, amount, currency, language, return_to, expires_at, created_at, changed_at)
   select 'payment-' || n, id, 2, 'sandbox', 'sandbox-' || n,
     case when status in ('paid', 'ticketing_failed', 'stuck', 'requested') then 'requires_capture' when paid then 'succeeded' when status = 'payment_pending' then 'requires_action' else 'canceled' end,
     case when kind = 'holiday' then greatest(1, total / 4) else total end, 'AED', language, '{}', at + interval '1 hour', at, at + interval '4 minutes'
   from bench_order where status not in ('held', 'price_changed')`,
  `insert into payment_attempts (id, payment_id, kind, amount, intended_at, called_at, answered_at, outcome, applied_at)
   select 'create-' || n, 'payment-' || n, 'create', total, at, at, at, 'ok', at from bench_order where status not in ('held', 'price_changed')
   union all select 'capture-' || n, 'payment-' || n, 'capture', total, at, at, at, 'ok', at from bench_order where invoiced`,
  `insert into ledger_accounts (id, code, currency, kind) overriding system value
   select * from (values (900000001, 'provider-clearing:sandbox', 'AED', 'asset'), (900000002, 'provider-promise:sandbox', 'AED', 'memo')) v on conflict do nothing`,
  `insert into ledger_accounts (id, code, currency, kind, order_id) overriding system value
   select 1000000000 + n::bigint * 2, 'customer-funds', 'AED', 'liability', id from bench_order where invoiced
   union all select 1000000001 + n::bigint * 2, 'customer-promise', 'AED', 'memo', id from bench_order where paid and at > now() - interval '90 days'`,
  `insert into ledger_transfers (id, key, kind, currency, order_id, payment_id, posted_at) overriding system value
   select 1000000000 + n::bigint * 4, 'authorise:' || n, 'authorise', 'AED', id, 'payment-' || n, at + interval '4 minutes' from bench_order where paid and at > now() - interval '90 days'
   union all select 1000000001 + n::bigint * 4, 'void:' || n, 'void', 'AED', id, 'payment-' || n, at + interval '20 minutes' from bench_order where invoiced and at > now() - interval '90 days'
   union all select 1000000002 + n::bigint * 4, 'capture:' || n, 'capture', 'AED', id, 'payment-' || n, at + interval '20 minutes' from bench_order where invoiced
   union all select 1000000003 + n::bigint * 4, 'refund:' || n, 'refund', 'AED', id, 'payment-' || n, at + interval '3 days' from bench_order where refunded`,
  `insert into ledger_entries (id, transfer_id, account_id, currency, amount) overriding system value
   select 1000000000 + n::bigint * 8 + side, 1000000000 + n::bigint * 4 + part,
     case when side % 2 = 0 then case when part < 2 then 900000002 else 900000001 end else 1000000000 + n::bigint * 2 + case when part < 2 then 1 else 0 end end, 'AED',
     sum * case when (part in (0, 2)) = (side % 2 = 0) then 1 else -1 end
   from (
     select n, 0 as part, sum from (select n, case when kind = 'holiday' then greatest(1, total / 4) else total end as sum, at from bench_order where paid and at > now() - interval '90 days') a
     union all select n, 1, case when kind = 'holiday' then greatest(1, total / 4) else total end from bench_order where invoiced and at > now() - interval '90 days'
     union all select n, 2, case when kind = 'holiday' then greatest(1, total / 4) else total end from bench_order where invoiced
     union all select n, 3, greatest(1, total / 8) from bench_order where refunded
   ) parts cross join lateral (values (part * 2), (part * 2 + 1)) sides(side)`,
  `insert into refunds (id, payment_id, order_id, key, amount, currency, reason, asked_by, status, created_at, changed_at)
   select 'refund-' || n, 'payment-' || n, id, 'refund:' || n, greatest(1, total / 8), 'AED', 'cancelled', 'system',
     case when pg_temp.roll(n, 15, 100) = 0 then 'pending' when pg_temp.roll(n, 15, 100) = 1 then 'failed' else 'succeeded' end, at + interval '1 day', at + interval '3 days'
   from bench_order where refunded`,
  `insert into invoices (id, number, series, year, sequence, kind, key, order_id, order_reference, buyer, seller, issued_at, supply_date, net, vat, gross, charged_amount, charged_currency, rate)
   select 'invoice-' || n, 'INV-' || year || '-' || lpad((start + place)::text, 7, '0'), 'INV', year, start + place, 'invoice', 'invoice:' || n, id, reference,
     jsonb_build_object('name', 'Mona Adel Traveller' || (n * 7) % ${surnames}) || ${ofCompany}, '{}', issued, issued::date, total - total / 21, total / 21, total, total, 'AED', '1'
   from (
     select b.*, b.at + interval '20 minutes' as issued, extract(year from b.at + interval '20 minutes')::int as year,
       row_number() over (partition by extract(year from b.at + interval '20 minutes') order by b.at, b.n) as place
     from bench_order b where invoiced) x
   cross join lateral (select coalesce((select last_number from invoice_series s where s.series = 'INV' and s.year = x.year), 0) as start) s`,
  `insert into invoices (id, number, series, year, sequence, kind, refers_to, key, order_id, order_reference, buyer, seller, reason, issued_at, supply_date, net, vat, gross, charged_amount, charged_currency, rate)
   select 'credit-' || n, 'CRN-' || year || '-' || lpad((start + place)::text, 7, '0'), 'CRN', year, start + place, 'credit-note', 'invoice-' || n, 'credit:' || n, id, reference,
     jsonb_build_object('name', 'Mona Adel Traveller' || (n * 7) % ${surnames}) || ${ofCompany}, '{}', 'cancelled', issued, issued::date, -(total - total / 21), -(total / 21), -total, -total, 'AED', '1'
   from (
     select b.*, b.at + interval '3 days' as issued, extract(year from b.at + interval '3 days')::int as year,
       row_number() over (partition by extract(year from b.at + interval '3 days') order by b.at, b.n) as place
     from bench_order b where refunded) x
   cross join lateral (select coalesce((select last_number from invoice_series s where s.series = 'CRN' and s.year = x.year), 0) as start) s`,
  `insert into invoice_series (series, year, last_number) select series, year, max(sequence) from invoices group by series, year
   on conflict (series, year) do update set last_number = excluded.last_number`,
  `insert into invoice_lines (invoice_id, position, words, quantity, vat_category, vat_basis_points, net, vat, gross)
   select i.id, 0, '{"en":"A journey"}', 1, 'standard', 500, i.net, i.vat, i.gross from invoices i join bench_order b on b.id = i.order_id`,
  `insert into mail_log (id, kind, concern, language, recipient, email_index, order_id, status, tries, queued_at, changed_at)
   select 'mail-' || n, (array['orders.order-confirmed','orders.order-held','orders.order-cancelled','orders.order-ticketed'])[1 + pg_temp.roll(n, 16, 4)], 'order', language, recipient, mail_index, id,
     case when r = 1 then 'failed' when r = 2 then 'bounced' else 'sent' end, 1, at, at from bench_order`,
  `insert into audit_events (sequence, at, actor, action, subject, detail, previous_hash, hash)
   select (select coalesce(max(sequence), 0) from audit_events) + row_number() over (order by at), at, actor, action, subject, '{}', '', ''
   from (select at, case when n % 4 = 0 then 'staff:' || colleague else 'guest' end as actor,
       (array['order.held','order.paid','order.confirmed','order.note-added','customer.revealed'])[1 + pg_temp.roll(n, 17, 5)] as action, 'orders:' || id as subject from bench_order
     union all select at + interval '1 minute', 'provider', 'payment.captured', 'payments:payment-' || n from bench_order where paid) a`,
  `insert into staff_tasks (id, kind, subject, text_key, detail, opened_at, closed_at, closed_by)
   select 'task-' || n, 'refund-failed', 'refunds:refund-' || n, 'refund-failed', jsonb_build_object('reference', reference), at + interval '2 days',
     case when at < now() - interval '20 days' then at + interval '3 days' end, case when at < now() - interval '20 days' then 'staff:' || colleague end
   from bench_order where refunded and pg_temp.roll(n, 15, 100) = 1`,
  `insert into users (id, name, email, email_verified, created_at, updated_at)
   select 'member-' || n, 'Mona Traveller' || n, 'member' || n || '@bench.example', true, at, at from bench_order where n % ${ordersOfMember} = 0`,
  `insert into loyalty_members (user_id, tier, joined_at, language, available, changed_at)
   select 'member-' || n, (array['member','member','member','silver','silver','gold','platinum'])[1 + pg_temp.roll(n, 18, 7)], at, language, pg_temp.roll(n, 19, 90000), at + interval '1 day'
   from bench_order where n % ${ordersOfMember} = 0`,
  `insert into loyalty_transfers (id, key, kind, user_id, posted_at) overriding system value
   select 1000000000 + n, 'bench:' || n, 'earn', 'member-' || n, at from bench_order where n % ${ordersOfMember} = 0`,
  `insert into traffic_days (day, step, kind, route, language, currency, count)
   select d::date, step, 'flight', route, 'en', 'AED', 20 from generate_series(now() - interval '200 days', now(), '1 day') d,
     unnest(array['search','open','begin']) step, unnest(array['DXB-LHR','DXB-CAI','DXB-BOM','DXB-MNL']) route on conflict do nothing`,
];

async function growCustomers(client: pg.Client, { crypto }: Platform, first: number, last: number): Promise<void> {
  const [from, until] = [Math.floor((first - 1) / ordersOfCustomer) + 1, Math.floor(last / ordersOfCustomer)];
  const words = JSON.stringify;
  for (let start = from; start <= until; start += chunk) {
    const rows: unknown[][] = [];
    for (let at = start; at < start + chunk && at <= until; at += 1) {
      const id = `customer-${at}`;
      const mail = `customer${at}@bench.example`;
      const name = `${at % 7 === 0 ? 'Mona' : 'Layla'} Traveller${at % surnames}`;
      const person = personColumns(crypto, id, { name, email: mail, phone: `+9715${String(at).padStart(8, '0')}` });
      const key = crypto.seal(mail, `customer_keys|mail|${person.emailIndex}`);
      rows.push([
        id,
        person.name,
        person.email,
        person.phone,
        words(person.nameWords),
        person.emailIndex,
        person.phoneIndex,
        key,
        person.domainIndex,
        at,
      ]);
    }
    await client.query(
      `with typed as (
         select *, pg_temp.roll(at, 20, 1000) as r from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[])
           as t(id, name, email, phone, words, email_index, phone_index, key, domain_index, at)),
       made as (
         insert into customers (id, name, email, phone, name_words, email_index, phone_index, domain_index, has_account, country, language, orders, lifetime, balance, first_seen_at, last_contact_at, tags, risk, blocked_at, blocked_by, blocked_reason)
         select id, name, email, phone, words::jsonb, email_index, phone_index, domain_index, r < 400, (array['AE','AE','AE','OM','SA','IN','EG','PH'])[1 + r % 8], (array['en','ar','es','pt','tl'])[1 + r % 5],
           1 + r % 12, pg_temp.roll(at, 21, 3000000), case when r < 12 then 10000 + r else 0 end, now() - make_interval(days => 400 + r), now() - make_interval(secs => pg_temp.roll(at, 22, 400 * 86400)),
           case when r < 15 then '{vip}'::text[] else '{}' end, case when r in (20, 21) then 'watch' else 'none' end,
           case when r = 30 then now() end, case when r = 30 then 'staff' end, case when r = 30 then 'abuse' end from typed)
       insert into customer_keys (kind, key, customer_id, mail) select 'mail', email_index, id, key from typed`,
      columnsOf(rows),
    );
    await growCompanies(client, start, Math.min(start + chunk - 1, until));
  }
}

/** One customer of ten travels for a company, ten for each; and one of a hundred for the first of them, so that one is large. */
async function growCompanies(client: pg.Client, from: number, until: number): Promise<void> {
  await client.query(
    `insert into companies (id, name, trn, address, domain, terms_days, said, created_by, created_at, changed_at)
     select 'company-' || at, 'Bench Company ' || at, (100000000000000 + at)::text, 'Dubai', case when at = 0 then 'bench.example' else '' end, 30, 'bench company ' || at || ' | ' || (100000000000000 + at),
       'staff', now(), now() - make_interval(mins => at)
     from (select 0 union select generate_series($1::int / ${customersOfCompany}, $2::int / ${customersOfCompany})) made(at) on conflict do nothing`,
    [from, until],
  );
  await client.query(
    `insert into company_members (company_id, customer_id, since, added_by)
     select 'company-' || case when at % 100 = 1 then 0 else at / ${customersOfCompany} end, 'customer-' || at, now(), 'staff'
     from generate_series($1::int, $2::int) at where at % 10 = 0 or at % 100 = 1`,
    [from, until],
  );
}

async function growTickets(client: pg.Client, { crypto }: Platform, first: number, last: number): Promise<void> {
  const numbers: number[] = [];
  for (let n = first; n <= last; n += 1) if (n % ordersOfTicket === 0) numbers.push(n);
  for (let start = 0; start < numbers.length; start += chunk) {
    const rows = numbers.slice(start, start + chunk).map((n) => {
      const id = uuidOf(`ticket ${n}`);
      const contact = JSON.stringify({ name: 'Mona Adel', email: `customer${n}@bench.example`, phone: null });
      return [
        id,
        referenceFrom(createHash('sha256').update(`ticket ${n}`).digest()),
        crypto.seal('A question about my booking', `tickets|subject|${id}`),
        crypto.seal(contact, `tickets|contact|${id}`),
        n,
      ];
    });
    await client.query(
      `with typed as (
         select t.*, b.at as opened, b.id as order_id, b.language, pg_temp.roll(t.n, 23, 1000) as r
         from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[]) as t(id, reference, subject, contact, n) join bench_order b on b.n = t.n),
       stated as (
         select *, case when r < 4 then 'new' when r < 12 then 'open' when r < 20 then 'waiting_customer' when r < 22 then 'waiting_supplier' when r < 60 then 'solved' when r < 62 then 'reopened' else 'closed' end as status from typed)
       , made as (
         insert into tickets (id, reference, status, subject, channel, contact, language, priority, order_id, assignee_id, first_due_at, first_answer_at, solve_due_at, due_at, solved_at, rating, rated_at, created_at, changed_at)
         select id, reference, status, subject, (array['contact','account','mail','phone'])[1 + r % 4], contact, language, (array['urgent','high','normal','normal','low'])[1 + r % 5], order_id,
           case when status <> 'new' then (select user_id from bench_colleague where place = 0) end, opened, case when status <> 'new' then opened end, opened,
           case when r < 62 and r not between 22 and 59 then now() + make_interval(mins => pg_temp.roll(n, 24, 4000) - 600) end, case when r >= 22 then opened end,
           case when r > 500 then 1 + r % 5 end, case when r > 500 then opened + interval '2 days' end, opened, opened from stated)
       insert into ticket_events (ticket_id, version, event, actor, at) select id, 1, 'opened', 'guest', opened from stated`,
      columnsOf(rows),
    );
  }
}

/** Flight quotes for callers: one in fifty is still open, one in ten was taken. */
async function growQuotes(client: pg.Client, { crypto }: Platform, first: number, last: number): Promise<void> {
  const numbers: number[] = [];
  for (let n = first; n <= last; n += 1) if (n % ordersOfQuote === 0) numbers.push(n);
  for (let start = 0; start < numbers.length; start += chunk) {
    const rows = numbers.slice(start, start + chunk).map((n) => {
      const id = `quote-${n}`;
      const contact = { name: 'Mona Adel', email: `customer${n}@bench.example`, phone: '' };
      return [id, crypto.seal(JSON.stringify(contact), `flight_quotes|contact|${id}`), n];
    });
    await client.query(
      `with typed as (
         select t.*, b.reference, b.status as order_status, b.language, b.mail_index, b.at, b.total, b.starts, b.colleague, b.id as order_id, pg_temp.roll(t.n, 25, 100) as r
         from unnest($1::text[], $2::text[], $3::int[]) as t(id, contact, n) join bench_order b on b.n = t.n),
       dated as (select *, case when r < 2 then now() - make_interval(mins => pg_temp.roll(n, 26, 2000)) else at end as made from typed)
       insert into flight_quotes (id, reference, status, language, contact, email_index, message, origin, destination, departs_on, travellers, lowest,
         currency, expires_at, made_by, made_at, changed_by, changed_at, sent_at, seen_at, order_id, taken)
       select id, 'Q' || reference, case when r < 1 then 'draft' when r < 20 then 'sent' when r < 80 then 'seen' when r < 90 then 'withdrawn' else 'accepted' end,
         language, contact, mail_index, '', 'DXB', 'LHR', starts::date, 1, total, 'AED', made + interval '2 days', 'staff:' || colleague, made, 'staff:' || colleague,
         made + interval '1 hour', case when r >= 1 then made end, case when r >= 20 then made + interval '1 hour' end,
         case when r >= 90 then order_id end, case when r >= 90 then 1 end
       from dated`,
      columnsOf(rows),
    );
  }
}

/** What triggers keep, and what the next row of the house gets. */
const afterwards = [
  `insert into flight_twins (order_id, other_id, found_at)
   select b.id, o.id, b.at from bench_order b join bench_order o on o.n = b.n - 20 where b.n % 500 = 0`,
  `insert into supplier_returns (order_id, part, supplier, amount, currency, asked_at, received_at, received_by, received)
   select id, 0, 'house', total / 2, 'AED', at + interval '1 day', case when at < now() - interval '30 days' then at + interval '20 days' end,
     case when at < now() - interval '30 days' then 'staff:' || colleague end, case when at < now() - interval '30 days' then total / 2 end
   from bench_order where kind = 'flight' and refunded`,
  `insert into order_money_states (order_id, kind, state, created_at)
   select b.id, b.kind, coalesce(s.state, 'unpaid'), b.at
   from bench_order b left join money_states_of((select array_agg(id) from bench_order)) s on s.order_id = b.id`,
  `update bookings b set owner = o.assigned_to from orders o, bench_order n where n.id = b.order_id and o.id = n.id and o.assigned_to is not null`,
  `insert into owed_refunds (order_id, kind, amount, owed_at, version)
   select n.* from bench_order b cross join lateral owed_refund_of(b.id) n where b.status = 'refund_due'`,
  `delete from vat_days`,
  `insert into vat_days (day, series, kind, vat_category, vat_basis_points, vat_place, emirate, net, vat)
   select (i.issued_at at time zone 'Asia/Dubai')::date, i.series, i.kind, l.vat_category, l.vat_basis_points, coalesce(l.vat_place, ''),
     coalesce(i.seller ->> 'emirate', 'DU'), sum(l.net), sum(l.vat)
   from invoice_lines l join invoices i on i.id = l.invoice_id group by 1, 2, 3, 4, 5, 6, 7`,
  `update flight_orders f set limit_at = flight_limit(f.order_id), limit_of = b.status,
     limit_paid = (select m.state from order_money_states m where m.order_id = f.order_id) from bench_order b where b.id = f.order_id and flight_limit(b.id) is not null`,
  `update flight_orders f set rare_state = b.status from bench_order b where b.id = f.order_id and b.status not in ('expired', 'ticketed', 'flown')`,
  `insert into order_work (kind, id, order_id, opened_at, due_at, owner) select n.* from bench_order b cross join lateral booking_work_of(b.id) n`,
  `insert into order_work (kind, id, order_id, opened_at, owner)
   select 'refund', r.id, b.id, r.created_at, o.assigned_to from refunds r join bench_order b on b.id = r.order_id join orders o on o.id = b.id
   where r.status in ('pending', 'stuck')`,
  `insert into open_invoices (invoice_id, order_id, issued_at, gross, due_on)
   select n.* from bench_order b cross join lateral open_invoices_of(b.id) n where exists (select from instalments p where p.order_id = b.id and p.paid_at is null)
     or exists (select from payments p where p.order_id = b.id and p.status in ('requires_capture', 'stuck'))`,
  `insert into flight_surnames (order_id, surname_index, placed_at, limit_at, departs_at, total)
   select distinct b.id, t.surname_index, b.at, f.limit_at, f.departs_at, b.total
   from bench_order b join flight_orders f on f.order_id = b.id join order_travellers t on t.order_id = b.id`,
  `insert into invoice_surnames (order_id, invoice_id, surname_index, issued_at, gross)
   select distinct i.order_id, i.id, t.surname_index, i.issued_at, i.gross
   from bench_order b join invoices i on i.order_id = b.id join order_travellers t on t.order_id = b.id`,
  `insert into credited_invoices (invoice_id, issued_at, gross)
   select i.id, i.issued_at, i.gross from bench_order b join invoices n on n.order_id = b.id join invoices i on i.id = n.refers_to`,
  ...['ledger_accounts', 'ledger_transfers', 'ledger_entries', 'loyalty_transfers'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  ),
  `select setval('audit_events_sequence_seq', (select max(sequence) from audit_events))`,
];
