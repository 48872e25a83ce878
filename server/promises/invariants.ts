import { readdir } from 'node:fs/promises';
import { sql, type SQL } from 'drizzle-orm';
import { verifyAuditChain } from '#app/platform/audit.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { dayMs, minuteMs, type Instant } from '#app/values/dates.ts';
import { differencesFromBank } from './bank-journal.ts';
import { brokenAnswers } from './client-journal.ts';
import { leaks } from './leaks.ts';
import { readSupplierJournal, type JournalBooking } from './supplier-journal.ts';

/*
 * What must be true of the database at any moment, each as one question whose every row is a broken promise. The auditor
 * reads tables by their names and shares no code with what it audits: a fault in a store would else hide itself.
 */

export interface Broken {
  /** As table:id. */
  readonly subject: string;
  readonly what: string;
}

export interface Finding {
  readonly id: string;
  readonly says: string;
  readonly broken: readonly Broken[];
  /** Not asked: the journal or folder that it is compared with was not given. */
  readonly skipped?: true;
}

/** Witnesses outside the database. A journal that is not given leaves its promise unasked, and the answer says so. */
export interface Witnesses {
  /** The pretend bank's own journal. */
  readonly bankJournal?: string;
  /** The pretend supplier's own journal; null: there is one, and it was not given. Left out: its twin keeps its books with ours. */
  readonly supplierJournal?: string | null;
  /** What a load driver was answered: one JSON object a line, see client-journal.ts. */
  readonly clientJournal?: string;
  /** Heads of the audit that were kept outside the database, see `verifyAuditChain`. */
  readonly auditHeads?: readonly string[];
  /** The mail folder twin. */
  readonly mailFolder?: string;
  /** Words planted as passport number, card, password or token; found in clear text nowhere. */
  readonly canaries?: readonly string[];
}

export interface Question {
  readonly now: Instant;
  readonly holdTtlMs: number;
  /** Younger differences between us and an outside witness are still on their way; milliseconds. */
  readonly settleMs: number;
}

interface Invariant {
  readonly id: string;
  readonly says: string;
  ask(db: Db, question: Question, witnesses: Witnesses): Promise<readonly Broken[] | 'skipped'>;
}

/** A job that will still run, or a person who was told, about an order, its payments or its refunds; or a bank that has not decided. */
const inHand = (order: SQL) => sql`(
  exists (select 1 from pgboss.job j where j.state in ('created', 'retry', 'active') and (
    j.data ->> 'orderId' = ${order}
    or j.data ->> 'paymentId' in (select hp.id from payments hp where hp.order_id = ${order})
    or j.data ->> 'refundId' in (select hr.id from refunds hr where hr.order_id = ${order})))
  or exists (select 1 from staff_tasks st where st.closed_at is null and (
    st.subject = 'orders:' || ${order}
    or st.subject in (select 'payments:' || tp.id from payments tp where tp.order_id = ${order})
    or st.subject in (select 'refunds:' || tr.id from refunds tr where tr.order_id = ${order})))
  or exists (select 1 from dispute_parts dp join disputes d on d.id = dp.dispute_id where dp.order_id = ${order} and d.closed_at is null))`;

/** Its share of a basket's payment waits for the other orders to decide; after five days the bank is asked for all of it. */
const waitsForOthers = (order: SQL, now: Instant) => sql`
  exists (select 1 from payments ws join payments ww on ww.id = ws.part_of where ws.order_id = ${order} and ws.status = 'requires_capture'
    and ww.status in ('requires_capture', 'stuck') and ww.changed_at > ${at(now - 6 * dayMs)})`;

const o = sql.raw('o.id');
const at = (time: number) => new Date(time).toISOString();

/** Money of each order by our ledger and by the refunds on record. */
const moneyOfOrders = sql`
  select o.id, o.status, o.total, o.currency, o.changed_at,
    coalesce((select sum(-e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.order_id = o.id and t.kind = 'capture' and a.code = 'customer-funds'), 0) as captured,
    coalesce((select sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.order_id = o.id and t.kind = 'refund' and a.code = 'customer-funds'), 0) as refunded,
    coalesce((select sum(r.amount) from refunds r where r.order_id = o.id and r.status <> 'failed'), 0) as promised,
    exists (select 1 from order_events v where v.order_id = o.id and v.to_status in ('ticketed', 'accepted', 'confirmed')) as confirmed
  from orders o`;

/** Bookings of our own twin, and of the supplier that is a process of its own by its journal. */
const bookingsOf = (journal: readonly JournalBooking[]) => sql`
  select b.locator, b.status, b.pay_by, b.changed_at, b.attempts, b.tickets, 1 as issued from house_bookings b
  union all
  select j.locator, j.status, j.pay_by, j.changed_at, array(select jsonb_array_elements_text(j.attempts)), j.tickets, j.issued
  from jsonb_to_recordset(${JSON.stringify(journal)}::text::jsonb) as j(
    locator text, status text, pay_by timestamptz, changed_at timestamptz, attempts jsonb, tickets jsonb, issued int)`;

const appendOnly = [
  'audit_events_append_only',
  'booking_events_append_only',
  'cancel_quotes_append_only',
  'closed_periods_append_only',
  'credit_moves_append_only',
  'credit_terms_append_only',
  'invoice_lines_append_only',
  'invoices_append_only',
  'ledger_accounts_append_only',
  'ledger_entries_append_only',
  'ledger_transfers_append_only',
  'order_events_append_only',
  'price_snapshots_append_only',
] as const;

/** Where an order stands that was delivered, or taken on as work that is paid in advance. */
const confirmed = sql`('ticketed', 'flown', 'no_show', 'accepted', 'completed', 'closed')`;

/** What cheaper changes of its flights gave back of an order. */
const backByChanges = (id: SQL) =>
  sql`(select coalesce(sum(g.refund), 0) from flight_changes g where g.order_id = ${id} and g.status = 'done')`;

/** A colleague gave some of it back: its plan goes on calling paid what was paid. */
const gaveBack = sql`exists (select 1 from refunds g where g.order_id = m.id and g.key like 'request:%')`;

/** Nothing more was paid, and a seat stands in the place of one that had a price: its line has another name on another invoice. */
const keepsAPaidSeat = sql`exists (select 1 from jsonb_array_elements(d.chosen -> 'seats') s where s ? 'instead' and (s #>> '{price,amount}')::bigint > 0)`;

/** The mail that an event of an order owes its traveller. */
const owedMails = sql`(values ('hold', 'order-held'), ('found-held', 'order-held'), ('tickets-received', 'order-ticketed'), ('accept', 'order-accepted'), ('confirm', 'order-confirmed'), ('found-ticketed', 'order-ticketed'),
  ('ticketing-refused', 'order-ticketing-failed'), ('found-failed', 'order-ticketing-failed'), ('settle-change', 'flights-changed'), ('noted-extras-added', 'extras-added'), ('noted-seats-changed', 'seats-changed'), ('change-failed', 'flights-kept'), ('settle-leave', 'travellers-left'), ('leave-failed', 'travellers-kept'), ('confirm-cancel', 'order-cancelled'), ('give-up', 'order-cancelled'), ('refunded', 'order-refunded'))`;

function asking(id: string, says: string, query: (question: Question) => SQL): Invariant {
  return { id, says, ask: (db, question) => rows(db, query(question)) };
}

export const invariants: readonly Invariant[] = [
  asking(
    'I1',
    'No pool has more allocated and held than it has units, and its counters equal its claims',
    ({ now }) => sql`
    select 'pools:' || p.key as subject, p.held || '+' || p.allocated || ' of ' || p.capacity || ' counted, ' || c.held || '+' || c.allocated || ' claimed, ' || c.live || ' of it live' as what
    from pools p cross join lateral (select
      coalesce(sum(quantity) filter (where status = 'held'), 0) as held,
      coalesce(sum(quantity) filter (where status = 'allocated'), 0) as allocated,
      coalesce(sum(quantity) filter (where status = 'held' and held_until > ${at(now)}), 0) as live
      from claims where pool_key = p.key) c
    where p.held <> c.held or p.allocated <> c.allocated or c.allocated + c.live > p.capacity`,
  ),
  asking(
    'I2',
    'No named unit has two living claims',
    () => sql`
    select 'units:' || unit_key as subject, count(*) || ' living claims' as what from claims
    where unit_key is not null and nights is null and status in ('held', 'allocated') group by unit_key having count(*) > 1
    union all
    select 'units:' || a.unit_key, 'two living claims on the nights of ' || (a.nights * b.nights)::text from claims a join claims b on a.unit_key = b.unit_key and a.id < b.id and a.nights && b.nights
    where a.status in ('held', 'allocated') and b.status in ('held', 'allocated')`,
  ),
  asking(
    'I3',
    'The history of every order is an unbroken chain over declared edges, one version a step, and ends where the order is',
    () => sql`
    select 'orders:' || o.id as subject, 'in ' || o.status || ' at version ' || o.version || ', history ends in ' || coalesce(h.last, 'nothing') || ' at ' || h.versions as what
    from orders o cross join lateral (select count(*) as versions, max(version) as top, (array_agg(to_status order by version desc))[1] as last from order_events where order_id = o.id) h
    where o.version <> h.versions or o.version <> coalesce(h.top, 0) or o.status <> coalesce(h.last, 'draft')
    union all
    select 'orders:' || e.order_id, 'version ' || e.version || ' goes ' || e.from_status || ' > ' || e.to_status || ' after ' || coalesce(e.before, 'nothing')
    from (select v.*, lag(v.to_status) over (partition by v.order_id order by v.version) as before from order_events v) e join orders k on k.id = e.order_id
    where e.from_status <> coalesce(e.before, 'draft') or (e.from_status <> e.to_status and not exists (
      select 1 from status_edges s where s.machine = k.kind || '-order' and s.from_status = e.from_status and s.to_status = e.to_status))`,
  ),
  asking(
    'I4',
    'Of every order: nothing refunded beyond what was captured, nothing captured beyond its total but what a cheaper change gave back, one currency',
    () => sql`
    select 'orders:' || m.id as subject, 'total ' || m.total || ', captured ' || m.captured || ', refunded ' || m.refunded || ', promised back ' || m.promised as what
    from (${moneyOfOrders}) m where m.refunded < 0 or greatest(m.refunded, m.promised) > m.captured or (m.captured > m.total
      and not (m.captured - m.promised <= m.total and (exists (select 1 from bookings b where b.order_id = m.id)
        or exists (select 1 from flight_changes g where g.order_id = m.id and g.status = 'done' and g.refund > 0))))
    union all
    select 'payments:' || p.id, p.currency || ' for an order in ' || k.currency from payments p join orders k on k.id = p.order_id where p.currency <> k.currency
    union all
    select 'refunds:' || r.id, r.currency || ' of a payment in ' || p.currency from refunds r join payments p on p.id = r.payment_id where r.currency <> p.currency`,
  ),
  asking(
    'I5',
    'No order is captured twice',
    () => sql`
    select 'orders:' || order_id as subject, count(*) || ' captured payments for ' || purpose as what from payments where status = 'succeeded' group by order_id, purpose having count(*) > 1
    union all
    select 'payments:' || payment_id, count(*) || ' captures in the ledger' from ledger_transfers where kind = 'capture' group by payment_id having count(*) > 1`,
  ),
  {
    id: 'I6',
    says: 'The bank’s own journal and our payments agree row for row, and no payment is without an order',
    async ask(db, question, { bankJournal }) {
      const homeless = await rows(
        db,
        sql`select 'payments:' || p.id as subject, 'belongs to no order' as what from payments p where p.purpose <> 'basket' and not exists (select 1 from orders k where k.id = p.order_id)
          union all select 'payments:' || p.id, 'belongs to no basket' from payments p where p.purpose = 'basket' and not exists (select 1 from baskets k where k.id = p.order_id)`,
      );
      if (!bankJournal) return homeless.length > 0 ? homeless : 'skipped';
      return [...homeless, ...(await differencesFromBank(db, bankJournal, question))];
    },
  },
  asking(
    'I7',
    'A confirmed order is paid in full or its capture is on its way, has its places, a ticket for everybody and one invoice',
    ({ now, holdTtlMs }) => sql`
    select 'orders:' || m.id as subject, 'captured ' || m.captured || ' of ' || m.total || ' and nobody is at it' as what
    from (${moneyOfOrders}) m cross join lateral (select m.id) o where m.status in ${confirmed} and m.captured - ${backByChanges(sql`m.id`)} <> m.total and not ${inHand(o)} and not ${waitsForOthers(o, now)}
      and not (m.changed_at > ${at(now - holdTtlMs)} and exists (select 1 from payments p where p.order_id = m.id and p.status in ('requires_capture', 'stuck')))
    union all
    select 'orders:' || o.id, 'has ' || count(i.id) || ' invoices' from orders o left join invoices i on i.order_id = o.id and i.kind = 'invoice'
    where o.status in ${confirmed} group by o.id
      having count(i.id) filter (where i.key not like '%:corrected:%') <> 1 + (select count(*) from flight_changes g where g.order_id = o.id and g.status = 'done' and (g.correction is null or g.difference > 0))
        + (select count(*) from flight_additions d where d.order_id = o.id and d.status = 'done' and (d.difference > 0 or ${keepsAPaidSeat}))
        + (select count(*) from order_events e where e.order_id = o.id and e.event = 'noted-name-fee-returned')
    union all
    select 'invoices:' || i.id, 'was corrected and is not credited whole' from invoices i
    where i.kind = 'invoice' and i.gross + coalesce((select sum(n.gross) from invoices n where n.refers_to = i.id), 0) <> 0
      and exists (select 1 from invoices j where j.order_id = i.order_id and j.key like '%:corrected:%' and (j.year, j.sequence) > (i.year, i.sequence))
    union all
    select 'orders:' || o.id, 'has a contract without a locator or a ticket for each traveller' from orders o join flight_contracts c on c.order_id = o.id
    where o.status in ('ticketed', 'flown', 'no_show') and (c.locator is null or (select count(*) from flight_tickets t where t.order_id = o.id and t.contract = c.position and t.status in ('open', 'flown'))
      <> (select count(*) from order_travellers w where w.order_id = o.id and w.left_at is null))
    union all
    select 'orders:' || w.order_id, 'has an open ticket of traveller ' || w.position || ', who left' from order_travellers w
    join flight_tickets t on t.order_id = w.order_id and t.traveller = w.position and t.status in ('open', 'flown') where w.left_at is not null
    union all
    select 'orders:' || f.order_id, 'says that ' || l.places || ' left, of its travellers ' || w.places from flight_orders f
    cross join lateral (select coalesce(string_agg(one ->> 'traveller', ', ' order by (one ->> 'traveller')::int), 'nobody') as places from jsonb_array_elements(f.left_travellers) one) l
    cross join lateral (select coalesce(string_agg(t.position::text, ', ' order by t.position), 'nobody') as places from order_travellers t where t.order_id = f.order_id and t.left_at is not null) w
    where l.places <> w.places
    union all
    select 'orders:' || o.id, 'lost a claim: ' || coalesce(c.pool_key, c.unit_key) from orders o join claims c on c.order_id = o.id
    where o.status in ('ticketed', 'flown', 'no_show') and c.status <> 'allocated'
      and not exists (select 1 from flight_changes g where g.order_id = o.id and c.id = any(g.let_go))
      and not exists (select 1 from flight_additions d where d.order_id = o.id and (d.status <> 'done' and c.id = any(d.claims) or c.id = any(d.let_go)))
      and not exists (select 1 from claims a where a.order_id = o.id and a.status = 'allocated'
      and a.pool_key is not distinct from c.pool_key and a.unit_key is not distinct from c.unit_key and a.nights is not distinct from c.nights)`,
  ),
  asking(
    'I8',
    'Money of an order that ended unconfirmed is back, or on its way back',
    ({ now, holdTtlMs }) => sql`
    select 'orders:' || m.id as subject, m.status || ' with ' || m.captured || ' captured and ' || m.refunded || ' given back' as what
    from (${moneyOfOrders}) m cross join lateral (select m.id) o
    where m.status in ('expired', 'cancelled', 'refund_due', 'refunded') and not m.confirmed and m.captured > m.refunded and not ${inHand(o)}
    union all
    select 'orders:' || o.id, o.status || ' while the bank still holds money' from orders o join payments p on p.order_id = o.id and p.status = 'requires_capture'
    where o.status in ('expired', 'cancelled', 'voided', 'refund_due', 'refunded') and p.changed_at < ${at(now - holdTtlMs - 5 * minuteMs)} and not ${inHand(o)} and not ${waitsForOthers(o, now)}
    union all
    select 'orders:' || m.id, 'refunded by name, ' || m.promised || ' of ' || m.captured || ' by its books' from (${moneyOfOrders}) m
    where m.status = 'refunded' and m.captured > 0 and m.refunded = 0
      and not exists (select 1 from dispute_parts d where d.order_id = m.id and d.written_off > 0)`,
  ),
  asking(
    'I9',
    'No order rests in a passing state without a job or a person who looks at it',
    ({ now, holdTtlMs }) => sql`
    select 'orders:' || o.id as subject, 'in ' || o.status || ' since ' || o.changed_at as what from orders o
    where not ${inHand(o)} and (
      (o.status in ('draft', 'priced', 'price_changed', 'held', 'payment_pending') and o.held_until < ${at(now - 5 * minuteMs)} and o.changed_at < ${at(now - 5 * minuteMs)})
      or (o.status = 'cancel_quoted' and o.held_until < ${at(now - 5 * minuteMs)} and o.changed_at < ${at(now - 5 * minuteMs)}
        and not exists (select 1 from order_events v where v.order_id = o.id and v.to_status in ('ticketed', 'accepted', 'confirmed')))
      or (o.status in ('paid', 'on_hold', 'ticketing', 'ticketing_failed', 'stuck', 'change_pending', 'changed', 'refund_due') and o.changed_at < ${at(now - holdTtlMs - 5 * minuteMs)}
        and not (o.status = 'refund_due' and ${waitsForOthers(o, now)})))`,
  ),
  asking(
    'I10',
    'Every transfer and every currency of the ledger sums to nothing, no customer is overdrawn, and history cannot be rewritten',
    () => sql`
    select 'ledger_transfers:' || t.id as subject, 'sums to ' || coalesce(sum(e.amount), 0) || ' over ' || count(e.id) || ' entries' as what
    from ledger_transfers t left join ledger_entries e on e.transfer_id = t.id group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2 or bool_or(e.currency <> t.currency)
    union all
    select 'ledger:' || currency, 'all accounts sum to ' || sum(amount) from ledger_entries group by currency having sum(amount) <> 0
    union all
    select 'ledger_accounts:' || a.id, a.code || ' of order ' || coalesce(a.order_id, 'none') || ' is overdrawn by ' || sum(e.amount)
    from ledger_accounts a join ledger_entries e on e.account_id = a.id where a.code in ('customer-funds', 'customer-promise') group by a.id having sum(e.amount) > 0
    union all
    select 'triggers:' || g.name, 'is missing or switched off' from unnest(array[${sql.join(
      appendOnly.map((name) => sql`${name}`),
      sql`, `,
    )}]::text[]) as g(name) where not exists (select 1 from pg_trigger x where x.tgname = g.name and x.tgenabled <> 'D')`,
  ),
  asking(
    'I11',
    'What each provider owes us by the ledger, and what lies at our bank, is what was captured less what was refunded, disputed, charged and paid out',
    () => sql`
    select 'providers:' || k.provider || ' ' || k.currency as subject, 'the ledger has ' || k.ledger || ', the payments ' || k.records as what from (
      select b.provider, b.currency, coalesce(b.balance, 0) as ledger,
        coalesce((select sum(p.amount) from payments p where p.provider = b.provider and p.currency = b.currency and p.status = 'succeeded' and p.purpose <> 'basket'), 0)
        - coalesce((select sum(r.amount) from refunds r join payments p on p.id = r.payment_id where p.provider = b.provider and r.currency = b.currency and r.status = 'succeeded'), 0)
        - coalesce((select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id join payments p on p.id = t.payment_id
            where a.code in ('provider-fees', 'disputed-funds', 'chargeback-losses', 'dispute-fees') and e.currency = b.currency and p.provider = b.provider), 0)
        + coalesce((select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
            where a.code = 'provider-clearing:' || b.provider and e.currency = b.currency and t.kind in ('payout', 'bank-charge', 'payer-money')), 0) as records
      from (select s.provider, s.currency, (select sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id
          where a.code = 'provider-clearing:' || s.provider and e.currency = s.currency) as balance from (select distinct provider, currency from payments where provider <> 'house-credit') s) b) k
    where k.ledger <> k.records`,
  ),
  asking(
    'I12',
    'A key of a form has one effect, and an answer that names an order names one that exists',
    () => sql`
    select 'idempotency_keys:' || md5(k.actor || k.key) as subject, 'answered with order ' || k.named || ', which does not exist' as what
    from (select actor, key, response #>> '{answer,value,orderId}' as named from idempotency_keys where state = 'done') k
    where k.named is not null and not exists (select 1 from orders where id = k.named)
    union all
    select 'orders:' || (recovery_data ->> 'orderId'), 'placed under ' || count(*) || ' keys' from idempotency_keys
    where recovery_point = 'placed' group by recovery_data ->> 'orderId' having count(*) > 1`,
  ),
  asking(
    'I13',
    'Every event that a provider told us of was worked on or waits for its turn',
    ({ now }) => sql`
    select 'payment_inbox:' || i.provider || '/' || i.event_id as subject, 'received ' || i.received_at || ' and never worked on' as what from payment_inbox i
    where i.processed_at is null and i.received_at < ${at(now - 5 * minuteMs)}
      and not exists (select 1 from pgboss.job j where j.data ->> 'eventId' = i.event_id and j.state in ('created', 'retry', 'active'))
      and not exists (select 1 from staff_tasks st where st.kind = 'job-failed' and st.closed_at is null and st.detail ->> 'about' = i.event_id)`,
  ),
  asking(
    'I14',
    'What was committed is told, and nothing else: each mail that an order owes has left or waits, no job was lost without a word',
    ({ now }) => sql`
    select 'orders:' || v.order_id as subject, m.template || ' for version ' || v.version || ' never left' as what
    from order_events v join ${owedMails} as m(event, template) on m.event = v.event
    where v.at < ${at(now - 10 * minuteMs)}
      and not exists (select 1 from sent_messages s where s.order_id = v.order_id and s.template = m.template)
      and not exists (select 1 from pgboss.job j where j.name = 'message.send' and j.data ->> 'orderId' = v.order_id and j.state in ('created', 'retry', 'active'))
      and not exists (select 1 from staff_tasks st where st.kind = 'job-failed' and st.closed_at is null and st.detail ->> 'about' = v.order_id)
    union all
    select 'sent_messages:' || s.message_id, 'is of version ' || s.order_version || ', the order is at ' || k.version from sent_messages s join orders k on k.id = s.order_id where s.order_version > k.version
    union all
    select 'jobs:' || j.id, j.name || ' failed for good and nobody was told' from pgboss.job j
    where j.state = 'failed' and coalesce(j.completed_on, j.created_on) < now() - interval '10 minutes'
      and not exists (select 1 from staff_tasks st where st.kind = 'job-failed' and (st.subject = 'jobs:' || j.name or st.subject like 'jobs:%/' || j.id))`,
  ),
  {
    id: 'I15',
    says: 'A mail leaves once for each order, template and version, and what is noted as sent has left',
    async ask(db, _question, { mailFolder }) {
      const twice = await rows(
        db,
        sql`select 'orders:' || order_id as subject, template || ' for version ' || order_version || ' sent ' || count(*) || ' times' as what
          from sent_messages group by order_id, template, order_version having count(*) > 1`,
      );
      return mailFolder ? [...twice, ...(await unsentMails(db, mailFolder))] : twice;
    },
  },
  asking(
    'I16',
    'Invoice numbers of a series and year run from 1 without a gap',
    () => sql`
    select 'invoice_series:' || s.series || '-' || s.year as subject, 'counted to ' || s.last_number || ', ' || count(i.id) || ' issued from ' || coalesce(min(i.sequence), 0) || ' to ' || coalesce(max(i.sequence), 0) as what
    from invoice_series s left join invoices i on i.series = s.series and i.year = s.year group by s.series, s.year, s.last_number
    having count(i.id) <> s.last_number or count(distinct i.sequence) <> count(i.id) or coalesce(max(i.sequence), 0) <> s.last_number
    union all
    select 'invoices:' || i.id, 'is of a series that was never counted' from invoices i where not exists (select 1 from invoice_series s where s.series = i.series and s.year = i.year)`,
  ),
  asking(
    'I17',
    'No price carries a discount that no rule of the policy it was made by gives',
    () => sql`
    select 'price_snapshots:' || p.order_id || '/' || p.number as subject, 'has a discount ' || (line ->> 'code') as what
    from price_snapshots p cross join lateral jsonb_array_elements(p.quote -> 'lines') line where line ->> 'kind' = 'discount'
      and not exists (select 1 from pricing_policies y cross join lateral jsonb_array_elements(y.rules) rule
        where y.number = (p.quote #>> '{policy,number}')::int and y.status in ('live', 'paused', 'archived') and rule ->> 'id' = line ->> 'ruleId')`,
  ),
  {
    id: 'I18',
    says: 'The audit chain is whole to its head, and every step of an order and every refund has its row',
    async ask(db, _question, { auditHeads = [] }) {
      const chain = await verifyAuditChain(db, auditHeads);
      const chained: Broken[] =
        chain.brokenAt === null ? [] : [{ subject: `audit_events:${chain.brokenAt}`, what: 'does not follow from the row before it' }];
      const missing = await rows(
        db,
        sql`
        select 'orders:' || v.order_id as subject, v.event || ' of version ' || v.version || ' is not in the audit' as what from order_events v
        where not exists (select 1 from audit_events a where a.subject = 'orders:' || v.order_id and a.action = 'order.' || v.event and a.detail ->> 'version' = v.version::text)
        union all
        select 'refunds:' || r.id, 'was asked for and is not in the audit' from refunds r
        where r.asked_by <> 'provider' and not exists (select 1 from audit_events a where a.subject = 'refunds:' || r.id and a.action = 'refund.asked')
        union all
        select 'pricing_versions:' || p.version, 'was published and is not in the audit' from pricing_versions p
        where p.version > 1 and not exists (select 1 from audit_events a where a.subject = 'pricing_versions:' || p.version)`,
      );
      const anew = chain.forgotten.map((head) => ({
        subject: `audit_head:${head.split(':')[0]}`,
        what: 'was made anew: a head that was kept is not in it',
      }));
      return [...chained, ...anew, ...missing];
    },
  },
  {
    id: 'I19',
    says: 'Whatever a client was told had succeeded is there',
    ask: async (db, _question, { clientJournal }) => (clientJournal ? (await brokenAnswers(db, clientJournal)).lost : 'skipped'),
  },
  {
    id: 'I20',
    says: 'Whatever a client was told had failed had no effect',
    ask: async (db, _question, { clientJournal }) => (clientJournal ? (await brokenAnswers(db, clientJournal)).unwanted : 'skipped'),
  },
  {
    id: 'I21',
    says: 'The airline’s own journal and our contracts agree: no booking without a contract, none lost, no ticket that one of us does not know of',
    async ask(db, { now, settleMs }, { supplierJournal }) {
      if (supplierJournal === null) return 'skipped';
      const ours = sql`c.supplier in ('house', 'own')`;
      return rows(
        db,
        sql`
    with bookings as materialized (${bookingsOf(supplierJournal ? readSupplierJournal(supplierJournal) : [])})
    select 'bookings:' || b.locator as subject, 'is ' || b.status || ' and belongs to no contract' as what from bookings b
    where (b.status in ('ticketing', 'ticketed') or (b.status = 'held' and b.pay_by > ${at(now)})) and b.changed_at < ${at(now - settleMs)}
      and not exists (select 1 from flight_contracts c where c.locator = b.locator)
      and not exists (select 1 from flight_attempts f cross join lateral (select f.order_id as id) o where f.id = any (b.attempts) and ${inHand(o)})
    union all
    select 'bookings:' || b.locator, 'had its tickets written ' || b.issued || ' times' from bookings b where b.issued > 1
    union all
    select 'orders:' || f.order_id, 'has bookings ' || string_agg(distinct b.locator, ', ') || ' for one contract'
    from bookings b join flight_attempts f on f.id = any (b.attempts) and f.action = 'hold'
    where b.status in ('ticketing', 'ticketed') or (b.status = 'held' and b.pay_by > ${at(now)})
    group by f.order_id, f.contract having count(distinct b.locator) > 1
    union all
    select 'orders:' || o.id, 'names booking ' || c.locator || ', which the airline does not have' from orders o join flight_contracts c on c.order_id = o.id
    where ${ours} and c.locator is not null and not exists (select 1 from bookings b where b.locator = c.locator)
    union all
    select 'orders:' || o.id, 'is ' || o.status || ' while the airline has booking ' || b.locator || ' ' || b.status
    from orders o join flight_contracts c on c.order_id = o.id join bookings b on b.locator = c.locator
    where b.changed_at < ${at(now - settleMs)} and not ${inHand(o)}
      and ((o.status in ('ticketed', 'flown', 'no_show') and b.status <> 'ticketed') or (b.status = 'ticketed' and o.status in ('held', 'priced', 'expired', 'cancelled', 'voided', 'refund_due', 'refunded')))
    union all
    select 'flight_tickets:' || t.number, 'is not in the airline’s journal' from flight_tickets t join flight_contracts c on c.order_id = t.order_id and c.position = t.contract
    where ${ours} and t.status in ('open', 'flown') and not exists (select 1 from bookings b where b.tickets @> jsonb_build_array(jsonb_build_object('number', t.number)))
    union all
    select 'flight_tickets:' || t.number, 'has ' || t.booklets || ' numbers, in the airline’s journal ' || coalesce(n ->> 'booklets', '1')
    from flight_tickets t join flight_contracts c on c.order_id = t.order_id and c.position = t.contract
    join bookings b on b.locator = c.locator cross join lateral jsonb_array_elements(b.tickets) n
    where ${ours} and n ->> 'number' = t.number and coalesce((n ->> 'booklets')::int, 1) <> t.booklets
    union all
    select 'bookings:' || b.locator, 'has ticket ' || (n ->> 'number') || ', which order ' || o.reference || ' does not'
    from bookings b cross join lateral jsonb_array_elements(b.tickets) n join flight_contracts c on c.locator = b.locator join orders o on o.id = c.order_id
    where o.status in ('ticketed', 'flown', 'no_show') and b.status = 'ticketed' and b.changed_at < ${at(now - settleMs)} and not ${inHand(o)}
      and not exists (select 1 from flight_tickets t where t.number = n ->> 'number' and t.order_id = o.id)`,
      );
    },
  },
  asking(
    'I22',
    'The total of an order is the sum of the lines of its price, in whole minor units, by published rules',
    () => sql`
    select 'orders:' || k.id as subject, 'is to cost ' || k.total || ' ' || k.currency || ', its price says ' || coalesce(p.total::text, 'nothing') as what
    from orders k left join price_snapshots p on p.order_id = k.id and p.number = k.snapshot
    where p.total is null or p.total <> k.total or p.currency <> k.currency
    union all
    select 'price_snapshots:' || p.order_id || '/' || p.number, 'says ' || p.total || ', its lines ' || l.lines || ', its travellers ' || w.shares
    from price_snapshots p
    cross join lateral (select coalesce(sum((line #>> '{amount,amount}')::numeric), 0) as lines,
      bool_or((line #>> '{amount,amount}')::numeric % 1 <> 0 or line #>> '{amount,currency}' <> p.currency
        or (line #>> '{amount,amount}')::numeric <> (line #>> '{each,amount}')::numeric * greatest(1, jsonb_array_length(line -> 'travellers'))) as odd
      from jsonb_array_elements(p.quote -> 'lines') line) l
    cross join lateral (select coalesce(sum((share ->> 'amount')::numeric), 0) as shares from jsonb_array_elements(p.quote -> 'perTraveller') share) w
    where l.lines <> p.total or w.shares <> p.total or l.odd or (p.quote #>> '{total,amount}')::numeric <> p.total or (p.quote ->> 'rulesVersion')::int <> p.rules_version
    union all
    select 'price_snapshots:' || p.order_id || '/' || p.number, 'has a line by rule ' || (line ->> 'ruleId') || ', which version ' || p.rules_version || ' does not have'
    from price_snapshots p cross join lateral jsonb_array_elements(p.quote -> 'lines') line
    where line ->> 'ruleId' is not null and not exists (select 1 from pricing_rules r where r.version = p.rules_version and r.id = line ->> 'ruleId')
      and not exists (select 1 from pricing_policies y cross join lateral jsonb_array_elements(y.rules) made
        where y.number = (p.quote #>> '{policy,number}')::int and made ->> 'id' = line ->> 'ruleId')
    union all
    select 'promo_claims:' || c.code, 'counts ' || count(*) || ' orders, of ' || min((made #>> '{limits,all}')::int)
    from promo_claims c join orders o on o.id = c.order_id
    join price_snapshots p on p.order_id = c.order_id and p.number = 1
    join pricing_policies y on y.number = (p.quote #>> '{policy,number}')::int
    cross join lateral jsonb_array_elements(y.rules) made
    where made ->> 'id' = c.rule_id and o.status not in ('expired', 'cancelled', 'refund_due', 'refunded', 'voided')
    group by c.code having count(*) > max((made #>> '{limits,all}')::int)`,
  ),
  {
    id: 'I23',
    says: 'Nothing secret or personal stands in clear text where it does not belong',
    ask: (db, _question, { canaries = [] }) => leaks(db, canaries),
  },
  asking(
    'I24',
    'No hold lasts longer than it may',
    ({ holdTtlMs }) => sql`
    select 'claims:' || id as subject, 'of order ' || order_id || ' may last ' || round(extract(epoch from hard_until - created_at) / 60) || ' minutes, with ' || extensions || ' extensions' as what
    from claims where held_until > hard_until or extensions > 2 or (hard_until > created_at + ${Math.max(holdTtlMs * 2, 30 * minuteMs)} * interval '1 millisecond'
      and not exists (select 1 from bookings b where b.order_id = claims.order_id and claims.hard_until <= b.option_until)
      and not exists (select 1 from orders o where o.id = claims.order_id and o.pay_later and claims.hard_until <= claims.created_at + interval '97 hours'))`,
  ),
  asking(
    'I25',
    'The parts in which an order is paid add up to its total less what was taken off it, what is open of them is what its invoice has due, and what is called paid the bank has reserved or taken',
    () => sql`
    select 'orders:' || o.id as subject, 'costs ' || o.total || ', less ' || o.reduction || ', its parts ' || coalesce(i.parts::text, 'none') as what
    from orders o left join (select order_id, sum(amount) as parts from instalments group by order_id) i on i.order_id = o.id
    where coalesce(i.parts, nullif(o.total, o.reduction), 0) <> o.total - o.reduction
    union all
    select 'orders:' || o.id, 'asks for ' || p.open || ', its invoice for ' || d.due from orders o
    cross join lateral (select coalesce(sum(amount) filter (where paid_at is null), 0) as open from instalments where order_id = o.id) p
    cross join lateral (select i.id, i.gross from invoices i where i.order_id = o.id and i.kind = 'invoice' order by i.year desc, i.sequence desc limit 1) i
    cross join lateral (select greatest(0, i.gross
      + coalesce((select sum(n.gross) from invoices n where n.refers_to = i.id), 0)
      - coalesce((select sum(q.amount) from payments q where q.order_id = o.id and q.status in ('requires_capture', 'succeeded', 'stuck') and q.fate is distinct from 'leave'), 0)
      + coalesce((select sum(r.amount) from refunds r where r.order_id = o.id), 0)) as due) d
    where o.status in ('confirmed', 'cancel_quoted', 'completed') and exists (select 1 from instalments n where n.order_id = o.id)
      and p.open <> d.due and not ${inHand(o)}
    union all
    select 'instalments:' || i.order_id || '/' || i.number, 'is called paid and no payment says so'
    from instalments i join orders o on o.id = i.order_id and o.status in ('confirmed', 'completed')
    where i.paid_at is not null and not exists (select 1 from payments p where p.order_id = i.order_id
      and p.amount + case i.number when 1 then coalesce((select sum(c.amount) from payments c where c.order_id = i.order_id and (c.purpose = 'credit' and c.status = 'succeeded'
        or c.purpose = 'first-card' and c.fate = 'take' and c.status in ('requires_capture', 'succeeded', 'stuck'))), 0) else 0 end >= i.amount
      and p.purpose = case i.number when 1 then 'order' else 'instalment-' || i.number end and p.status in ('requires_capture', 'succeeded', 'stuck'))`,
  ),
  asking(
    'I26',
    'Every booking follows its declared edges beside its order, and a sold one has its places, its voucher and an invoice',
    ({ now, holdTtlMs }) => sql`
    select 'bookings:' || b.id as subject, 'in ' || b.status || ' at version ' || b.version || ', history ends in ' || coalesce(h.last, 'nothing') || ' at ' || h.versions as what
    from bookings b cross join lateral (select count(*) as versions, (array_agg(to_status order by version desc))[1] as last from booking_events where booking_id = b.id) h
    where b.version <> h.versions or b.status <> coalesce(h.last, 'cart_held')
    union all
    select 'bookings:' || e.booking_id, 'goes ' || e.from_status || ' > ' || e.to_status from booking_events e
    where not exists (select 1 from status_edges s where s.machine = 'booking' and s.from_status = e.from_status and s.to_status = e.to_status)
    union all
    select 'bookings:' || b.id, b.status || ' in an order that is ' || o.status from bookings b join orders o on o.id = b.order_id
    where (o.status in ('cancelled', 'refund_due', 'refunded', 'expired')) <> (b.status in ('cancelled', 'declined', 'expired'))
    union all
    select 'bookings:' || b.id, 'is sold without its places or its voucher' from bookings b
    where b.status in ('confirmed', 'guaranteed', 'balance_due', 'overdue', 'redeemed') and (b.voucher is null
      or not exists (select 1 from claims c where c.order_id = b.order_id and c.status = 'allocated'))
    union all
    select 'orders:' || m.id, 'captured ' || m.captured || ', its paid parts are ' || p.paid || ' and nobody is at it' from (${moneyOfOrders}) m
    cross join lateral (select m.id) o cross join lateral (select sum(amount) filter (where paid_at is not null) as paid from instalments where order_id = m.id) p
    where m.status in ('confirmed', 'completed') and p.paid is not null and m.captured - m.promised <> p.paid and not ${inHand(o)}
      and not (${gaveBack} and p.paid between m.captured - m.promised and m.captured) and not ${waitsForOthers(o, now)}
      and not (m.changed_at > ${at(now - holdTtlMs)} and exists (select 1 from payments q where q.order_id = m.id and q.status in ('requires_capture', 'stuck')))
    union all
    select 'orders:' || o.id, 'is confirmed without an invoice' from orders o
    where o.kind in ('holiday', 'experience', 'staycation', 'tailor-made') and o.status in ('confirmed', 'completed')
      and not exists (select 1 from invoices i where i.order_id = o.id and i.kind = 'invoice')`,
  ),
  asking(
    'I27',
    'The shares of a basket’s payment add up to it and stand where it stands; what it took is what its shares took',
    () => sql`
    select 'payments:' || w.id as subject, 'is over ' || w.amount || ' ' || w.currency || ', its ' || s.count || ' shares over ' || s.sum as what
    from payments w cross join lateral (select count(*), coalesce(sum(p.amount), 0) as sum, bool_or(p.currency <> w.currency) as other from payments p where p.part_of = w.id) s
    where w.purpose = 'basket' and (s.sum <> w.amount or s.other)
    union all
    select 'payments:' || p.id, 'is ' || p.status || ' within one that is ' || w.status from payments p join payments w on w.id = p.part_of
    where w.purpose <> 'basket' or p.provider <> w.provider or (w.status <> 'stuck' and p.status <> w.status
      and not (w.status = 'succeeded' and p.status = 'canceled' and p.fate = 'leave'))
    union all
    select 'payments:' || w.id, 'took ' || a.amount || ', its shares ' || s.sum from payments w
    join payment_attempts a on a.payment_id = w.id and a.kind = 'capture' and a.outcome = 'ok'
    cross join lateral (select coalesce(sum(p.amount), 0) as sum from payments p where p.part_of = w.id and p.status = 'succeeded') s
    where w.purpose = 'basket' and w.status = 'succeeded' and s.sum <> a.amount
    union all
    select 'payments:' || w.id, 'has books of its own' from payments w where w.purpose = 'basket' and exists (select 1 from ledger_transfers t where t.payment_id = w.id)`,
  ),
  asking(
    'I28',
    'What was paid together lies together: every share is of an order of its basket, no order is paid in two ways, and no first card alone',
    () => sql`
    select 'payments:' || p.id as subject, 'is a share of basket ' || w.order_id || ', in which its order does not lie' as what
    from payments p join payments w on w.id = p.part_of
    where p.status in ('requires_capture', 'succeeded') and not exists (select 1 from basket_orders b where b.order_id = p.order_id and b.basket_id = w.order_id)
    union all
    select 'baskets:' || b.basket_id, 'was paid without order ' || b.order_id from basket_orders b join baskets k on k.id = b.basket_id and k.closed_at is not null
    where not exists (select 1 from payments p join payments w on w.id = p.part_of and w.order_id = b.basket_id where p.order_id = b.order_id)
    union all
    select 'orders:' || p.order_id, 'has ' || count(*) || ' living payments' from payments p
    where p.purpose = 'order' and p.status in ('requires_capture', 'succeeded', 'stuck') group by p.order_id having count(*) > 1
    union all
    select 'payments:' || f.id, 'was taken of a first card, and no second one pays the rest' from payments f
    where f.purpose = 'first-card' and f.status = 'succeeded'
      and not exists (select 1 from payments p where p.order_id = f.order_id and p.purpose = 'order' and p.status in ('requires_capture', 'succeeded', 'stuck'))`,
  ),
  asking(
    'I29',
    'Points are in balance: every movement sums to nothing, a member has what the entries say and the lots hold, and what was turned became credit',
    () => sql`
    select 'loyalty_transfers:' || t.id as subject, 'sums to ' || coalesce(sum(e.points), 0) || ' over ' || count(e.id) || ' entries' as what
    from loyalty_transfers t left join loyalty_entries e on e.transfer_id = t.id group by t.id having coalesce(sum(e.points), 0) <> 0 or count(e.id) < 2
    union all
    select 'loyalty_members:' || m.user_id, 'has ' || m.pending || '+' || m.available || ', the entries say ' || s.pending || '+' || s.available || ', the lots ' || l.remaining
    from loyalty_members m
    cross join lateral (select coalesce(sum(e.points) filter (where e.account = 'pending'), 0) as pending, coalesce(sum(e.points) filter (where e.account = 'available'), 0) as available
      from loyalty_transfers t join loyalty_entries e on e.transfer_id = t.id where t.user_id = m.user_id) s
    cross join lateral (select coalesce(sum(remaining), 0) as remaining from loyalty_lots where user_id = m.user_id) l
    where m.pending <> s.pending or m.available <> s.available or l.remaining <> m.available
    union all
    select 'loyalty_transfers:' || t.id, 'was turned and became no credit' from loyalty_transfers t
    where t.kind = 'burn' and not exists (select 1 from credit_lots where points_transfer = t.id)`,
  ),
  asking(
    'I30',
    'Store credit is in balance: a lot holds what its moves say, an account spends what it has, and the ledger owes what all of them hold',
    () => sql`
    select 'credit_lots:' || l.id as subject, 'holds ' || l.remaining || ', its moves say ' || m.sum as what
    from credit_lots l cross join lateral (select coalesce(sum(amount), 0) as sum from credit_moves where lot_id = l.id) m where m.sum <> l.remaining
    union all
    select 'payments:' || p.id, 'took ' || p.amount || ' of credit, the lots gave ' || m.sum from payments p
    cross join lateral (select coalesce(-sum(amount), 0) as sum from credit_moves where payment_id = p.id and kind = 'spent') m
    where p.provider = 'house-credit' and m.sum <> p.amount
    union all
    select 'payments:' || p.id, 'gave ' || r.sum || ' back, the lots got ' || m.sum from payments p
    cross join lateral (select coalesce(sum(amount), 0) as sum from credit_moves where payment_id = p.id and kind = 'returned') m
    cross join lateral (select coalesce(sum(amount), 0) as sum from refunds where payment_id = p.id and status = 'succeeded') r
    where p.provider = 'house-credit' and m.sum <> r.sum
    union all
    select 'ledger:store-credit ' || k.currency, 'the ledger owes ' || k.ledger || ', the lots hold ' || k.lots from (
      select c.currency, coalesce((select -sum(e.amount) from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.code = 'store-credit' and e.currency = c.currency), 0) as ledger,
        coalesce((select sum(remaining) from credit_lots where currency = c.currency), 0) as lots
      from (select distinct currency from credit_lots union select distinct currency from ledger_accounts where code = 'store-credit') c) k
    where k.ledger <> k.lots`,
  ),
  asking(
    'I31',
    'The VAT that each day keeps is the sum of its documents’ lines',
    () => sql`
    select 'vat_days:' || day || ' ' || series || ' ' || vat_category as subject,
      'keeps ' || coalesce(d.net, 0) || '+' || coalesce(d.vat, 0) || ', its lines say ' || coalesce(l.net, 0) || '+' || coalesce(l.vat, 0) as what
    from vat_days d full join (
      select (i.issued_at at time zone 'Asia/Dubai')::date as day, i.series, i.kind, l.vat_category, l.vat_basis_points, coalesce(l.vat_place, '') as vat_place,
        coalesce(i.seller ->> 'emirate', 'DU') as emirate, sum(l.net) as net, sum(l.vat) as vat
      from invoice_lines l join invoices i on i.id = l.invoice_id group by 1, 2, 3, 4, 5, 6, 7
    ) l using (day, series, kind, vat_category, vat_basis_points, vat_place, emirate)
    where coalesce(d.net, 0) <> coalesce(l.net, 0) or coalesce(d.vat, 0) <> coalesce(l.vat, 0)`,
  ),
  asking(
    'I32',
    'Every paid extra of a ticketed flight order has one living row, at its price, and no row is without an extra that was paid',
    () => sql`
    select 'orders:' || coalesce(w.order_id, h.order_id) as subject,
      coalesce(w.kind, h.kind) || ' ' || coalesce(w.code, h.code) || ' of traveller ' || coalesce(w.traveller, h.traveller)
        || case when h.order_id is null then ' has no row' when w.order_id is null then ' was not paid' else ' is ' || h.price || ' for ' || w.price end as what
    from (select o.id as order_id, line ->> 'kind' as kind, line ->> 'code' as code, person::int as traveller, (line #>> '{each,amount}')::bigint as price
        from orders o join flight_orders f on f.order_id = o.id and f.ticketed_at is not null
        join price_snapshots p on p.order_id = o.id and p.number = o.snapshot
        cross join lateral jsonb_array_elements(p.quote -> 'lines') line cross join lateral jsonb_array_elements_text(line -> 'travellers') person
        where line ->> 'kind' in ('seat', 'bag', 'meal', 'fast-track', 'insurance') and (line #>> '{each,amount}')::bigint > 0
          and o.status not in ('paid', 'ticketing', 'ticketing_failed', 'stuck')) w
    full join (select e.* from flight_extras e join orders o on o.id = e.order_id
        where e.status <> 'exchanged' and not exists (select 1 from order_travellers g where g.order_id = e.order_id and g.position = e.traveller and g.left_at is not null) and o.status not in ('paid', 'ticketing', 'ticketing_failed', 'stuck')) h
      on h.order_id = w.order_id and h.kind = w.kind and h.code = w.code and h.traveller = w.traveller
    where h.order_id is null or w.order_id is null or h.price <> w.price
    union all
    select 'orders:' || order_id, kind || ' ' || code || ' of traveller ' || traveller || ' has ' || count(*) || ' rows'
    from flight_extras where status <> 'exchanged' group by order_id, kind, code, traveller having count(*) > 1`,
  ),
  asking(
    'I33',
    'The money of every dispute stands where its state says: held back while it is open, back when it ended well, written off when it was lost',
    () => sql`
    select 'disputes:' || d.id as subject, 'is ' || d.status || ', holds ' || l.held || ' and lost ' || l.lost || ' of ' || d.taken || ' taken and ' || d.returned || ' given back' as what
    from disputes d cross join lateral (
      select coalesce(sum(e.amount) filter (where a.code = 'disputed-funds'), 0) as held, coalesce(sum(e.amount) filter (where a.code = 'chargeback-losses'), 0) as lost,
        coalesce(sum(e.amount) filter (where a.code = 'dispute-fees'), 0) as fees
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      where t.key like 'dispute:' || d.id || ':%') l
    where l.held + l.lost <> d.taken - d.returned or l.fees <> d.fee or l.lost <> d.written_off
      or (d.status = 'lost') <> (d.written_off > 0) or (d.status = 'lost' and l.held <> 0)
    union all
    select 'disputes:' || d.id, 'is over ' || d.amount || ', its parts over ' || coalesce(p.amount, 0)
    from disputes d left join (select dispute_id, sum(amount) as amount, sum(written_off) as written_off from dispute_parts group by dispute_id) p on p.dispute_id = d.id
    where p.amount is distinct from d.amount or p.written_off is distinct from d.written_off
    union all
    select 'disputes:' || d.id, 'is ' || d.status || ' and ' || case when d.closed_at is null then 'not closed' else 'closed' end from disputes d
    where (d.status in ('won', 'lost', 'prevented')) <> (d.closed_at is not null)`,
  ),
  asking(
    'I34',
    'The state of money that each order keeps is the one that its ledger says',
    () => sql`
    select 'orders:' || o.id as subject, 'keeps ' || coalesce(m.state, 'nothing') || ', its ledger says ' || l.state as what
    from orders o
    left join order_money_states m on m.order_id = o.id
    left join (
      select t.order_id,
        sum(-e.amount) filter (where a.code = 'customer-promise') as promised,
        sum(-e.amount) filter (where a.code = 'customer-funds' and t.kind = 'capture') as taken,
        sum(e.amount) filter (where a.code = 'customer-funds' and t.kind = 'refund') as back
      from ledger_transfers t join ledger_entries e on e.transfer_id = t.id join ledger_accounts a on a.id = e.account_id
      group by t.order_id
    ) s on s.order_id = o.id
    cross join lateral (select case
      when s.back > 0 then case when s.back >= coalesce(s.taken, 0) then 'refunded' else 'part-refunded' end
      when s.taken > 0 then case when s.taken >= o.total - o.reduction then 'paid' else 'part-paid' end
      when s.promised > 0 then 'authorised'
      else 'unpaid' end as state) l
    where m.state is distinct from l.state`,
  ),
  asking(
    'I35',
    'What waits for the desk, what is owed, which invoices are open or credited, whose a booking is, how the money of a limit stands, which flights are in a rare state and what is sorted beside a surname is kept as its sources say',
    () => sql`
    with work as (
      select b.kind, b.id, b.order_id, b.changed_at as opened_at, case
          when b.status = 'requested' then coalesce(
            (select x.answer_by from experience_bookings x where x.order_id = b.order_id), b.changed_at + interval '24 hours')
          when b.status = 'operator_cancelled' then coalesce(b.choice_by, b.changed_at + interval '24 hours')
          else coalesce(((select min(i.due_on) from instalments i where i.order_id = b.order_id and i.paid_at is null) + 1)::timestamp
            at time zone 'Asia/Dubai', b.changed_at) end as due_at, o.assigned_to as owner
        from bookings b join orders o on o.id = b.order_id where b.status in ('requested', 'operator_cancelled', 'overdue')
      union all
      select 'refund', r.id, r.order_id, r.created_at, null, o.assigned_to
        from refunds r join orders o on o.id = r.order_id where r.status in ('pending', 'stuck')
    ), kept_work as (select kind, id, order_id, opened_at, due_at, owner from order_work),
    open as (
      select i.id as invoice_id, i.order_id, i.issued_at, i.gross,
          (select min(p.due_on) from instalments p where p.order_id = i.order_id and p.paid_at is null) as due_on
        from invoices i where i.kind = 'invoice'
          and i.order_id in (
            select order_id from instalments where paid_at is null
            union select order_id from payments where status in ('requires_capture', 'stuck'))
          and i.gross + coalesce((select sum(n.gross) from invoices n where n.refers_to = i.id), 0) > 0
    ), kept_open as (select invoice_id, order_id, issued_at, gross, due_on from open_invoices),
    owed as (
      select o.id as order_id, (e.detail->>'owed')::bigint as amount, e.at from orders o
        join order_events e on e.order_id = o.id and e.event = 'owe-refund'
        where o.status = 'refund_due'
          and not exists (select from order_events l where l.order_id = o.id and l.event = 'owe-refund' and l.version > e.version)
          and not exists (select from refunds r where r.order_id = o.id and r.created_at >= e.at)
    ), kept_owed as (select order_id, amount, owed_at from owed_refunds),
    named as (
      select o.id, t.surname_index, o.created_at, f.limit_at, f.departs_at, o.total
        from order_travellers t join orders o on o.id = t.order_id join flight_orders f on f.order_id = o.id
        where t.surname_index not like 'erased:%'
    ), kept_named as (select order_id, surname_index, placed_at, limit_at, departs_at, total from flight_surnames),
    named_invoice as (
      select i.order_id, i.id, t.surname_index, i.issued_at, i.gross
        from order_travellers t join invoices i on i.order_id = t.order_id where t.surname_index not like 'erased:%'
    ), kept_named_invoice as (select order_id, invoice_id, surname_index, issued_at, gross from invoice_surnames),
    credited as (
      select i.id, i.issued_at, i.gross from invoices i where i.kind = 'invoice' and exists (select from invoices n where n.refers_to = i.id)
    ), kept_credited as (select invoice_id, issued_at, gross from credited_invoices)
    select kind || ':' || id as subject, 'is kept as due ' || coalesce(due_at::text, 'by its age') || ' of ' || coalesce(owner, 'nobody') as what
      from (select * from kept_work except select * from work) k
    union all select kind || ':' || id, 'is due ' || coalesce(due_at::text, 'by its age') || ' of ' || coalesce(owner, 'nobody') || ' and not kept so'
      from (select * from work except select * from kept_work) w
    union all select 'invoices:' || invoice_id, 'is kept as open' from (select * from kept_open except select * from open) k
    union all select 'invoices:' || invoice_id, 'is open and not kept so' from (select * from open except select * from kept_open) o
    union all select 'orders:' || order_id, 'is kept as owing ' || amount from (select * from kept_owed except select * from owed) k
    union all select 'orders:' || order_id, 'owes ' || amount || ' and is not kept so' from (select * from owed except select * from kept_owed) w
    union all select 'bookings:' || b.id, 'is kept as of ' || coalesce(b.owner, 'nobody') from bookings b join orders o on o.id = b.order_id
      where b.owner is distinct from o.assigned_to
    union all select 'orders:' || f.order_id, 'keeps ' || coalesce(f.limit_paid, 'nothing') || ' beside its limit' from flight_orders f
      left join order_money_states m on m.order_id = f.order_id
      where f.limit_paid is distinct from (case when f.limit_at is not null then m.state end)
    union all select 'orders:' || o.id, 'is ' || o.status || ' and keeps ' || coalesce(f.rare_state, 'nothing') || ' beside its departure'
      from flight_orders f join orders o on o.id = f.order_id
      where f.rare_state is distinct from (case when o.status not in ('expired', 'ticketed', 'flown') then o.status end)
    union all select 'orders:' || order_id, 'is kept beside a surname otherwise' from (select * from kept_named except select * from named) k
    union all select 'orders:' || id, 'is not kept so beside a surname' from (select * from named except select * from kept_named) n
    union all select 'invoices:' || invoice_id, 'is kept beside a surname otherwise'
      from (select * from kept_named_invoice except select * from named_invoice) k
    union all select 'invoices:' || id, 'is not kept so beside a surname'
      from (select * from named_invoice except select * from kept_named_invoice) n
    union all select 'invoices:' || invoice_id, 'is kept as credited' from (select * from kept_credited except select * from credited) k
    union all select 'invoices:' || id, 'is credited and not kept so' from (select * from credited except select * from kept_credited) c`,
  ),
  asking(
    'I36',
    'What the ledger owes to payers is what lines of the bank keep for them, and a line keeps what was said less what went back',
    () => sql`
    select 'payers:' || currency as subject, 'the ledger owes ' || coalesce(l.owed, 0) || ', the lines keep ' || coalesce(k.kept, 0) as what
    from (select e.currency, -sum(e.amount) as owed from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.code = 'owed-to-payers' group by e.currency) l
      full join (select currency, sum(to_return) as kept from bank_lines where to_return > 0 group by currency) k using (currency)
    where coalesce(l.owed, 0) <> coalesce(k.kept, 0)
    union all
    select 'bank_lines:' || coalesce(n.id, s.id), 'keeps ' || coalesce(n.to_return, 0) || ', its matches leave ' || coalesce(s.rest, 0)
    from (select id, to_return from bank_lines where to_return > 0) n
      full join (
        select case when p ->> 'kind' = 'to-return' then m.line_id else p ->> 'about' end as id, sum((p ->> 'amount')::bigint) as rest
        from bank_matches m cross join lateral jsonb_array_elements(m.parts) p
        where m.status = 'approved' and p ->> 'kind' in ('to-return', 'returned') group by 1) s on s.id = n.id
    where coalesce(n.to_return, 0) <> coalesce(s.rest, 0)`,
  ),
];

/** Asks every promise. `settleMs`: two minutes while the shop runs; 0 when everything has been drained. */
export async function askInvariants(db: Db, question: Question, witnesses: Witnesses = {}, only?: readonly string[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { id, says, ask } of invariants) {
    if (only && !only.includes(id)) continue;
    const broken = await ask(db, question, witnesses);
    findings.push(broken === 'skipped' ? { id, says, broken: [], skipped: true } : { id, says, broken });
  }
  return findings;
}

/** One line for each broken promise, for a message that a person reads. */
export function brokenLines(findings: readonly Finding[]): string[] {
  return findings.flatMap(({ id, broken }) => broken.map(({ subject, what }) => `${id} ${subject} ${what}`));
}

async function rows(db: Db, query: SQL): Promise<Broken[]> {
  const found = ((await db.execute(query)) as unknown as { rows: Record<string, unknown>[] }).rows;
  return found.map((row) => ({ subject: String(row['subject']), what: String(row['what']) }));
}

/** The folder names a mail by the hash of its message id. */
async function unsentMails(db: Db, folder: string): Promise<Broken[]> {
  const found = (await db.execute(sql`select message_id from sent_messages`)) as unknown as { rows: { message_id: string }[] };
  const names = new Set(await readdir(folder).catch(() => []));
  return found.rows
    .filter((row) => !names.has(`${sha256(row.message_id).slice(0, 32)}.json`))
    .map((row) => ({ subject: `sent_messages:${row.message_id}`, what: 'is noted as sent and is not in the mail folder' }));
}
