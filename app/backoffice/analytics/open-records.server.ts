import { sql } from 'drizzle-orm';
import { productKinds } from '#app/commerce/product-contract.ts';
import { may, type Permission, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, isMoment } from '#app/values/dates.ts';
import { windowOf } from './figures-store.server.ts';
import { factNames, measureOf, type FactName, type MeasureName } from './measure-rules.ts';
import { sourceOf } from './measures.server.ts';
import { readQuestion } from './figure-view.ts';
import { openHead, type Head } from './open-overview.server.ts';

export interface RecordRow {
  /** ISO instant of what was counted. */
  readonly at: string;
  readonly kind: string;
  readonly name: string;
  readonly to: string;
  /** What it adds to the fact: 1 of a count, minor units of AED, minutes. */
  readonly amount: number;
}

const pageSize = 50;

/** Whoever may not open a kind of order is not told which ones there are. */
const viewingOf = (kind: string): Permission =>
  kind === 'flight' ? 'flight-orders:view' : kind === 'evisa' || kind === 'assisted-visa' ? 'visa-orders:view' : 'booking-orders:view';

const pathOf = (record: 'order' | 'visa' | 'inquiry', id: string, name: string) =>
  record === 'visa' ? `/admin/orders/evisa/${id}` : record === 'inquiry' ? `/admin/inquiries/${name}` : `/admin/orders/${name}`;

export interface Records extends Head {
  readonly measure: MeasureName;
  readonly fact: FactName;
  readonly facts: readonly FactName[];
  readonly by: string;
  readonly member: string;
  readonly rows: readonly RecordRow[];
  /** Where the next page begins. */
  readonly next: string | null;
  /** The measure has no records: page views are counted, not kept. */
  readonly countedOnly: boolean;
  /** Kinds whose records this person may not open were left out. */
  readonly withheld: boolean;
}

/** The very rows that a figure was added up from, newest first. */
export async function openRecords(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  viewer: Viewer,
  params: URLSearchParams,
): Promise<Records> {
  // Records are read themselves: none of them waits for a day to be added up.
  const head: Head = { ...(await openHead(platform, params)), missing: null };
  const { measure, by } = readQuestion(params);
  const facts = [...new Set([...measureOf(measure).over, ...(measureOf(measure).under ?? [])])].filter(
    (fact) => sourceOf(fact).record !== null,
  );
  const fact = facts.find((one) => one === params.get('fact')) ?? facts[0];
  const member = (params.get('member') ?? '').slice(0, 40);
  const shared = { ...head, measure, facts, by, member, countedOnly: false, withheld: false };
  if (!fact) return { ...shared, fact: factNames[0], rows: [], next: null, countedOnly: true };
  const source = sourceOf(fact);
  const opens = source.record === 'inquiry' ? null : productKinds.filter((kind) => may(viewer, viewingOf(kind)));
  if (source.record === 'inquiry' && !may(viewer, 'inquiries:view')) return { ...shared, fact, rows: [], next: null, withheld: true };
  const split = source.splits.find((one) => one === by);
  const after = readAfter(params.get('after') ?? '');
  const until = addDays(head.ask.days.until, 1);
  const { rows } = (await platform.db.execute(sql`
    select r.at, r.kind, r.name, r.record, (${source.facts[fact]!})::bigint::text as amount
    from (${source.rows(windowOf(head.ask.days.from, until))}) r
    where (${source.facts[fact]!})::bigint <> 0 and (${head.kind} = '' or r.kind = ${head.kind})
      and (${member} = '' or ${split ? sql`r.${sql.raw(split)} = ${member}` : by === 'kind' ? sql`r.kind = ${member}` : sql`true`})
      and (${opens === null} or r.kind = any(${sql.param([...(opens ?? [])])}::text[]))
      and (${after === null} or (r.at, r.record) < (${after?.at ?? '2000-01-01T00:00:00Z'}::timestamptz, ${after?.id ?? ''}))
    order by r.at desc, r.record desc limit ${pageSize + 1}`)) as unknown as {
    rows: { at: string | Date; kind: string; name: string | null; record: string; amount: string }[];
  };
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    ...shared,
    fact,
    withheld: opens !== null && opens.length < productKinds.length && (head.kind === '' || !opens.includes(head.kind as never)),
    rows: shown.map(({ at, kind, name, record, amount }) => ({
      at: new Date(at).toISOString(),
      kind,
      name: name ?? '',
      to: pathOf(source.record!, record, name ?? ''),
      amount: Number(amount),
    })),
    next: rows.length > pageSize && last ? `${new Date(last.at).toISOString()}~${last.record}` : null,
  };
}

function readAfter(text: string): { at: string; id: string } | null {
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)~([\w-]{1,64})$/.exec(text);
  return match && isMoment(match[1]!) ? { at: match[1]!, id: match[2]! } : null;
}
