import { sql, type SQL } from 'drizzle-orm';
import { may, type Clerk, type Permission } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { refundedPart } from '../../orders/shown-state.ts';
import { ruleOf } from '../../record-notes/record-kinds.ts';
import { consultationsOf, inquiriesOf, ordersOf, rowsOf, ticketsOf, type Keyring } from '../records/customer-facts-store.server.ts';
import { lineShows, type LineEntry, type LineShow } from './customer-line.ts';

const most = 60;

type Read = {
  at: string | Date;
  show: LineEntry['show'];
  what: string;
  one: string | null;
  two: string | null;
  amount: string | null;
  currency: string | null;
  staff: string | null;
};

/** Of whom a line tells: a customer, or a company with those who belong to it. */
export interface LineOf {
  readonly of: { readonly kind: 'customer' | 'company'; readonly id: string };
  /** Customers on whom calls were noted too. */
  readonly members?: readonly string[];
}

/**
 * What happened with a customer or with those of a company, newest first: orders and how they moved, money and documents, what was written both ways,
 * and what colleagues did. Each source is asked for its own newest, so that one question stays quick for the busiest.
 */
export async function readRecordLine(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  { of, members = [] }: LineOf,
  keys: Keyring,
  show: LineShow,
  language: LanguageCode,
  viewer: Clerk,
): Promise<{ readonly entries: LineEntry[]; readonly more: boolean; readonly staff: string[] }> {
  const accounts =
    keys.accounts.length === 0
      ? null
      : sql.join(
          keys.accounts.map((id) => sql`${id}`),
          sql`, `,
        );
  // Found once, and each source is read order by order along its index: for a company of hundreds a planner would rather read
  // the whole source and look for theirs in it.
  const mine = sql`with mine as materialized (select id, reference, kind, created_at from orders where ${ordersOf(crypto, keys)})`;
  const ofEach = (source: SQL, at: SQL) => sql`mine o cross join lateral (${source} order by ${at} desc limit ${most + 1}) r`;
  const sources: Readonly<Record<Exclude<LineShow, 'all'>, readonly SQL[]>> = {
    trips: [
      sql`select created_at as at, 'trips' as show, 'placed' as what, reference as one, kind as two, null::bigint as amount, null as currency, null as staff
        from mine`,
      sql`select r.at, 'trips', 'status', o.reference, o.kind || ':' || r.to_status, null::bigint, null, null
        from ${ofEach(
          sql`select e.at, case when e.to_status = 'refunded' and (select m.state from order_money_states m where m.order_id = o.id) = 'part-refunded'
              then ${refundedPart} else e.to_status end as to_status
            from order_events e where e.order_id = o.id and e.from_status <> e.to_status`,
          sql`e.at`,
        )}`,
    ],
    money: [
      sql`select r.posted_at, 'money', case when r.kind = 'capture' then 'paid' else 'refunded' end, o.reference, null,
          (select sum(e.amount) from ledger_entries e where e.transfer_id = r.id and e.amount > 0)::bigint, r.currency, null
        from ${ofEach(sql`select t.id, t.kind, t.posted_at, t.currency from ledger_transfers t where t.order_id = o.id and t.kind in ('capture', 'refund')`, sql`t.posted_at`)}`,
      sql`select r.issued_at, 'money', r.kind, r.number, null, r.gross, 'AED', null
        from ${ofEach(sql`select i.issued_at, i.kind, i.number, i.gross from invoices i where i.order_id = o.id`, sql`i.issued_at`)}`,
      // Of the order that it was spent on or came back from, of the one that it was given for otherwise; none for what was points.
      ...(accounts
        ? [
            sql`select m.at, 'money', 'credit', o.reference, m.kind, abs(m.amount), l.currency, null
              from credit_lots l join credit_moves m on m.lot_id = l.id left join payments p on p.id = m.payment_id
                left join orders o on o.id = coalesce(p.order_id, l.order_id)
              where l.user_id in (${accounts})`,
          ]
        : []),
    ],
    words: [
      sql`select created_at, 'words', 'inquiry', reference, kind, null::bigint, null, null from inquiries where ${inquiriesOf(crypto, keys)}`,
      sql`select created_at, 'words', 'call', reference, topic, null::bigint, null, null from consultations where ${consultationsOf(crypto, keys)}`,
      // Calls that colleagues noted on them, or on what they bought or asked: record by record, along the index.
      sql`select n.at, 'words', 'phone', r.reference, n.call_way || ':' || n.call_outcome || ':' || n.call_minutes, null::bigint, null, n.author
        from (
          select ${of.kind}::text as kind, ${of.id}::text as id, null::text as reference
          union all select 'customer', unnest(${sql.param([...members])}::text[]), null
          union all select o.kind, o.id, o.reference from mine o
          union all select a.route, a.id, o.reference from mine o cross join lateral (
            select g.route, a.id from evisa_groups g join evisa_applications a on a.group_id = g.id where g.order_id = o.id offset 0) a
          union all select 'flight-quote', q.id, o.reference from mine o cross join lateral (
            select q.id from flight_quotes q where q.order_id = o.id offset 0) q
          union all select 'invoice', i.id, o.reference from mine o cross join lateral (select i.id from invoices i where i.order_id = o.id offset 0) i
          union all select 'inquiry', id, null from inquiries where ${inquiriesOf(crypto, keys)}
          union all select 'consultation', id, null from consultations where ${consultationsOf(crypto, keys)}
        ) r cross join lateral (
          select c.at, c.author, c.call_way, c.call_outcome, c.call_minutes from record_notes c
          where c.kind = r.kind and c.record_id = r.id and c.call_way is not null and c.removed_at is null
          order by c.at desc limit ${most + 1}) n`,
      sql`select created_at, 'words', 'ticket', reference, status, null::bigint, null, null from tickets where ${ticketsOf(crypto, keys)}`,
      sql`select r.sent_at, 'words', 'message', o.reference, null, null::bigint, null, null
        from ${ofEach(sql`select m.sent_at from sent_messages m where m.order_id = o.id`, sql`m.sent_at`)}`,
      sql`select r.written_at, 'words', 'review', r.reference, r.subject ->> ${language}, null::bigint, null, null
        from ${ofEach(sql`select v.written_at, v.reference, v.subject from reviews v where v.order_id = o.id`, sql`v.written_at`)}`,
    ],
    desk: [
      sql`select a.at, 'desk', a.action, a.reason, a.detail ->> 'field', null::bigint, null, replace(a.actor, 'staff:', '')
        from audit_events a where a.subject = ${`${ruleOf(of.kind).table}:${of.id}`} and a.actor like 'staff:%' and a.action <> 'customer.noted' and a.action not like 'record.%'`,
      // Only what colleagues can open: the programme is behind its switch.
      ...(accounts
        ? [
            sql`select a.at, 'desk', 'voucher', v.id, replace(a.action, 'loyalty.voucher-', ''), null::bigint, null,
              case when a.actor like 'staff:%' then replace(a.actor, 'staff:', '') end
            from loyalty_vouchers v join audit_events a on a.subject = 'loyalty_vouchers:' || v.id
            where v.user_id in (${accounts}) and exists (select 1 from early_access where feature = 'loyalty' and is_on)`,
          ]
        : []),
      sql`select n.at, 'desk', 'note', null, null, null::bigint, null, n.author
        from record_notes n where n.kind = ${of.kind} and n.record_id = ${of.id} and n.removed_at is null and n.call_way is null`,
    ],
  };
  const asked = lineShows.flatMap((one) => (one !== 'all' && (show === 'all' || show === one) ? sources[one] : []));
  const rows = await rowsOf<Read>(
    db,
    sql`${mine} select * from (${sql.join(
      asked.map(
        (source) =>
          sql`(select * from (${source}) s(at, show, what, one, two, amount, currency, staff) order by at desc limit ${most + 1})`,
      ),
      sql` union all `,
    )}) line order by at desc limit ${most + 1}`,
  );
  const entries = rows.slice(0, most).map((row) => entryOf(row, viewer));
  return { entries, more: rows.length > most, staff: entries.flatMap(({ staff }) => (staff ? [staff] : [])) };
}

const pages: Readonly<Record<string, (one: string) => string>> = {
  placed: (one) => `/admin/orders/${one}`,
  status: (one) => `/admin/orders/${one}`,
  paid: (one) => `/admin/orders/${one}`,
  refunded: (one) => `/admin/orders/${one}`,
  message: (one) => `/admin/orders/${one}`,
  phone: (one) => `/admin/orders/${one}`,
  invoice: (one) => `/admin/invoices/${one}`,
  'credit-note': (one) => `/admin/invoices/${one}`,
  credit: (one) => `/admin/orders/${one}`,
  inquiry: (one) => `/admin/inquiries/${one}`,
  call: (one) => `/admin/consultations/${one}`,
  ticket: (one) => `/admin/tickets/${one}`,
  review: (one) => `/admin/reviews/${one}`,
  voucher: (one) => `/admin/loyalty/vouchers/${one}`,
};

/** Who may open what a line leads to, where fewer may than see customers. */
const opens: Readonly<Record<string, Permission>> = {
  invoice: 'invoices:view',
  'credit-note': 'invoices:view',
  inquiry: 'inquiries:view',
  call: 'consultations:view',
  ticket: 'tickets:view',
  review: 'reviews:view',
  voucher: 'loyalty:view',
};

function entryOf({ at, show, what, one, two, amount, currency, staff }: Read, viewer: Clerk): LineEntry {
  const needs = Object.hasOwn(opens, what) ? opens[what] : undefined;
  const leads = one !== null && Object.hasOwn(pages, what) && (needs === undefined || may(viewer, needs));
  return {
    at: new Date(at).toISOString(),
    show,
    what,
    values: { ...(one === null ? {} : { one }), ...(two === null ? {} : { two }) },
    amount: amount === null || currency === null ? null : { amount: Number(amount), currency },
    to: leads ? pages[what]!(one) : null,
    staff,
  };
}
