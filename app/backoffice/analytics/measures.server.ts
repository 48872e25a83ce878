import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Dimension, FactName } from './measure-rules.ts';

/** Instants of a window, ISO; the end is not in it. */
export interface Window {
  readonly from: string;
  readonly until: string;
}

/**
 * Where facts are read: rows of something that happened at an instant (`at`), with what they can be split by, the record
 * they are about, and what each adds to which facts. Nothing in a row tells who a person is.
 */
export interface Source {
  readonly facts: Readonly<Partial<Record<FactName, SQL>>>;
  /** What may be split beyond kind. */
  readonly splits: readonly Exclude<Dimension, 'all'>[];
  /** What a row is about, for the list behind a figure; null: there is no record. */
  readonly record: 'order' | 'visa' | 'inquiry' | null;
  rows(window: Window): SQL;
}

const within = (column: SQL, { from, until }: Window) => sql`${column} >= ${from}::timestamptz and ${column} < ${until}::timestamptz`;

/** An order with what it can be split by; `o` is the order. */
const orderColumns = sql`o.kind, o.language, o.id as record, o.reference as name, f.origin || '-' || f.destination as route, f.airline, f.supplier, eg.country`;
const orderSplits = sql`
  left join flight_orders f on f.order_id = o.id
  left join evisa_orders eo on eo.order_id = o.id left join evisa_groups eg on eg.id = eo.group_id`;
const orderMembers = ['language', 'route', 'airline', 'supplier', 'country'] as const;

/** What an order's price was when something happened to it, so that a later change does not rewrite the past. */
const priceAt = (moment: SQL) => sql`
  cross join lateral (
    select p.quote, case when p.currency = 'AED' then p.total else 0 end as total from price_snapshots p
    where p.order_id = o.id and p.at <= ${moment} order by p.number desc limit 1) price`;

/** Our own lines of a price. What is ours of a price that an operator names stands in no line. */
const marginOf = sql`(
  select coalesce(sum((line #>> '{amount,amount}')::bigint), 0) from jsonb_array_elements(price.quote -> 'lines') line
  where line ->> 'kind' in ('markup', 'service-fee', 'visa-fee', 'discount', 'absorbed') and line #>> '{amount,currency}' = 'AED')`;

/** What travellers chose beside the fare, as they paid it. */
const extrasOf = sql`(
  select coalesce(sum((line #>> '{amount,amount}')::bigint), 0) from jsonb_array_elements(price.quote -> 'lines') line
  where line ->> 'kind' in ('seat', 'bag', 'meal', 'fast-track', 'insurance') and line #>> '{amount,currency}' = 'AED')`;

const minutesBetween = (from: SQL, to: SQL) => sql`round(extract(epoch from ${to} - ${from}) / 60)::bigint`;
const one = sql`1`;

/** Inquiries are about what we sell; the rest has no kind. */
const kindOfInquiry = sql`case i.kind when 'flight-group' then 'flight' when 'e-visa' then 'evisa' when 'visa-assistance' then 'assisted-visa'
  when 'booking' then '' when 'other' then '' else i.kind end`;

/** Only moves that the index on measured events covers may be named here. */
const measuredEvents = sql`e.event in ('authorised', 'reclaimed', 'tickets-received', 'found-ticketed', 'ticketing-refused', 'found-failed', 'price-differs')`;

export const sources: readonly Source[] = [
  {
    facts: {
      searched: sql`case when r.step = 'search' then r.count else 0 end`,
      opened: sql`case when r.step = 'open' then r.count else 0 end`,
      begun: sql`case when r.step = 'begin' then r.count else 0 end`,
    },
    splits: ['language', 'currency', 'route'],
    record: null,
    rows: ({ from, until }) => sql`
      select t.day::timestamp at time zone 'Asia/Dubai' as at, t.kind, t.language, t.currency, nullif(t.route, '') as route, t.step, t.count
      from traffic_days t where t.day >= (${from}::timestamptz at time zone 'Asia/Dubai')::date
        and t.day < (${until}::timestamptz at time zone 'Asia/Dubai' + interval '1 day' - interval '1 microsecond')::date`,
  },
  {
    facts: { placed: one },
    splits: orderMembers,
    record: 'order',
    rows: (window) =>
      sql`select o.created_at as at, ${orderColumns} from orders o ${orderSplits} where ${within(sql`o.created_at`, window)}`,
  },
  {
    facts: { paid: one, revenue: sql`r.total`, margin: sql`r.margin`, extras: sql`r.extras` },
    splits: orderMembers,
    record: 'order',
    rows: (window) => sql`
      select e.at, ${orderColumns}, price.total, ${marginOf} as margin, ${extrasOf} as extras
      from order_events e join orders o on o.id = e.order_id ${orderSplits} ${priceAt(sql`e.at`)}
      where ${measuredEvents} and e.event in ('authorised', 'reclaimed') and ${within(sql`e.at`, window)}`,
  },
  {
    facts: { refunds: one, refunded: sql`r.amount`, 'refund-minutes': sql`r.minutes` },
    splits: orderMembers,
    record: 'order',
    rows: (window) => sql`
      select b.changed_at as at, ${orderColumns}, b.amount, ${minutesBetween(sql`b.created_at`, sql`b.changed_at`)} as minutes
      from refunds b join orders o on o.id = b.order_id ${orderSplits}
      where b.status = 'succeeded' and b.currency = 'AED' and ${within(sql`b.changed_at`, window)}`,
  },
  {
    facts: {
      ticketed: sql`case when r.ticketed then 1 else 0 end`,
      'ticket-refused': sql`case when r.ticketed then 0 else 1 end`,
      'ticket-minutes': sql`case when r.ticketed then coalesce(r.minutes, 0) else 0 end`,
    },
    splits: orderMembers,
    record: 'order',
    rows: (window) => sql`
      select e.at, ${orderColumns}, e.event in ('tickets-received', 'found-ticketed') as ticketed,
        (select ${minutesBetween(sql`min(paid.at)`, sql`e.at`)} from order_events paid
          where paid.order_id = e.order_id and paid.event in ('authorised', 'reclaimed') and paid.at <= e.at) as minutes
      from order_events e join orders o on o.id = e.order_id ${orderSplits}
      where ${measuredEvents} and e.event in ('tickets-received', 'found-ticketed', 'ticketing-refused', 'found-failed') and ${within(sql`e.at`, window)}`,
  },
  {
    facts: { 'price-changes': one },
    splits: orderMembers,
    record: 'order',
    rows: (window) => sql`
      select e.at, ${orderColumns} from order_events e join orders o on o.id = e.order_id ${orderSplits}
      where ${measuredEvents} and e.event = 'price-differs' and ${within(sql`e.at`, window)}`,
  },
  {
    facts: { 'schedule-changes': one, 'schedule-major': sql`case when r.severity = 'major' then 1 else 0 end` },
    splits: orderMembers,
    record: 'order',
    rows: (window) => sql`
      select s.received_at as at, ${orderColumns}, s.severity
      from schedule_changes s join orders o on o.id = s.order_id ${orderSplits}
      where ${within(sql`s.received_at`, window)}`,
  },
  {
    facts: {
      'visa-approved': sql`case when r.event = 'approve' then 1 else 0 end`,
      'visa-rejected': sql`case when r.event = 'reject' then 1 else 0 end`,
      'visa-delivered': sql`case when r.event = 'release' then 1 else 0 end`,
      'visa-on-time': sql`case when r.event = 'release' and r.on_time then 1 else 0 end`,
    },
    splits: ['language', 'country'],
    record: 'visa',
    rows: (window) => sql`
      select e.at, 'evisa' as kind, g.language, g.country, a.id as record, o.reference as name, e.event,
        coalesce((e.at at time zone 'Asia/Dubai')::date <= a.deliver_by, true) as on_time
      from evisa_events e join evisa_applications a on a.id = e.application_id join evisa_groups g on g.id = a.group_id
      left join orders o on o.id = g.order_id
      where e.event in ('approve', 'reject', 'release') and ${within(sql`e.at`, window)}`,
  },
  {
    facts: {
      answered: one,
      'answer-minutes': sql`r.minutes`,
      'answered-on-time': sql`case when r.on_time then 1 else 0 end`,
    },
    splits: ['language'],
    record: 'inquiry',
    rows: (window) => sql`
      select e.at, ${kindOfInquiry} as kind, i.language, i.id as record, i.reference as name,
        ${minutesBetween(sql`i.created_at`, sql`e.at`)} as minutes, e.at <= i.answer_by as on_time
      from inquiry_events e join inquiries i on i.id = e.inquiry_id
      where e.event = 'answer' and ${within(sql`e.at`, window)}
        and not exists (select 1 from inquiry_events b where b.inquiry_id = e.inquiry_id and b.event = 'answer' and b.version < e.version)`,
  },
];

/** The source a fact is read from. */
export function sourceOf(fact: FactName): Source {
  return sources.find(({ facts }) => fact in facts)!;
}

/** Sums of a window by day of Dubai, fact, dimension, kind and member: what the table of days keeps of it. */
export function sumsOf(source: Source, window: Window): SQL {
  const facts = sql.join(
    Object.entries(source.facts).map(([fact, amount]) => sql`(${fact}::text, (${amount})::bigint)`),
    sql`, `,
  );
  const members = sql.join([sql`('all', '')`, ...source.splits.map((split) => sql`(${split}::text, r.${sql.raw(split)})`)], sql`, `);
  return sql`
    select f.fact, d.dimension, (r.at at time zone 'Asia/Dubai')::date as day, r.kind, d.member, sum(f.amount)::bigint as amount
    from (${source.rows(window)}) r
    cross join lateral (values ${facts}) f (fact, amount)
    cross join lateral (values ${members}) d (dimension, member)
    where d.member is not null and f.amount <> 0
    group by 1, 2, 3, 4, 5`;
}

/** What was added up of a fact between two moments, of everything that is sold. */
export async function sumOfFact(db: Db, fact: FactName, window: Window): Promise<number> {
  const source = sourceOf(fact);
  const { rows } = (await db.execute(
    sql`select coalesce(sum(${source.facts[fact]!}), 0)::text as amount from (${source.rows(window)}) r`,
  )) as unknown as { rows: { amount: string }[] };
  return Number(rows[0]!.amount);
}
