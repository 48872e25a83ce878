import { listUnansweredWords, type UnansweredWords } from '#app/commerce/traffic/traffic-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { figureOf, readKind, type Figure } from './figure-view.ts';
import { seasonsWithin, type Days, type Season } from './hijri-rules.ts';
import { addFacts, factsOf, measureOf, valueOf, withoutFew, type Facts, type MeasureName, type Split } from './measure-rules.ts';
import { bucketOf, bucketsOf, readPeriod, type Grain, type PeriodAsk } from './period-rules.ts';
import { dimensionOf, readFigures, readState, type Missing } from './read-figures.server.ts';

type Reads = Pick<Platform, 'db' | 'clock'>;
/** For a page, which asks for days that are missing. */
type Asks = Reads & Pick<Platform, 'jobs'>;

export const funnelSteps = ['searches', 'opened', 'begun', 'orders', 'paid'] as const satisfies readonly MeasureName[];
const tiles = ['revenue', 'margin', 'paid', 'refunded', 'ticketing-success', 'first-answer'] as const satisfies readonly MeasureName[];
const service = ['visa-approval', 'visa-on-time', 'minutes-to-ticket', 'first-answer', 'answered-on-time', 'refund-days'] as const;

/** A line of a chart: a value for each bucket, null where there is none. */
export interface Series {
  readonly grain: Grain;
  readonly buckets: readonly CalendarDate[];
  readonly now: readonly (number | null)[];
  /** Bucket by bucket what it is compared with; empty when with nothing. */
  readonly before: readonly (number | null)[];
  readonly seasons: readonly { readonly season: Season; readonly days: Days }[];
}

export interface Row {
  /** Empty: small groups together. */
  readonly member: string;
  readonly figure: Figure;
  /** Percent of all; null for what cannot be added. */
  readonly share: number | null;
}

export interface Head {
  readonly ask: PeriodAsk;
  readonly kind: string;
  readonly today: CalendarDate;
  /** ISO instant of the newest figures. */
  readonly fresh: string;
  readonly sample: CalendarDate | null;
  /** Days of what is asked that are still being added up: the figures lack them. */
  readonly missing: Missing | null;
}

export async function openHead(platform: Asks, params: URLSearchParams): Promise<Head> {
  const today = dateIn('Asia/Dubai', platform.clock.now());
  const { at, sample, missing } = await readState(platform);
  const ask = readPeriod(params, today);
  const lacks = (days: Days | null) => missing !== null && days !== null && days.from <= missing.until && days.until >= missing.from;
  return {
    ask,
    kind: readKind(params),
    today,
    fresh: new Date(at).toISOString(),
    sample,
    missing: lacks(ask.days) || lacks(ask.before) ? missing : null,
  };
}

/** Sums of a span by day, as the buckets of a chart and as a whole. */
export async function readSeries(platform: Reads, measures: readonly MeasureName[], { ask, kind }: Pick<Head, 'ask' | 'kind'>) {
  const facts = factsOf(measures);
  const read = (days: Days) => readFigures(platform, { facts, dimension: 'all', from: days.from, until: days.until, kind }, 'day');
  const [now, before] = await Promise.all([read(ask.days), ask.before ? read(ask.before) : null]);
  const whole = (days: ReadonlyMap<string, Facts>) => addFacts([...days.values()]);
  return {
    now: whole(now),
    before: before && whole(before),
    seriesOf: (measure: MeasureName): Series => {
      const buckets = bucketsOf(ask.days, ask.grain);
      const line = (days: Days, sums: ReadonlyMap<string, Facts>) => {
        const inBucket = new Map<string, Facts[]>();
        for (const [day, facts] of sums) {
          const bucket = bucketOf(day as CalendarDate, ask.grain);
          inBucket.set(bucket, [...(inBucket.get(bucket) ?? []), facts]);
        }
        return bucketsOf(days, ask.grain).map((bucket) => valueOf(measure, addFacts(inBucket.get(bucket) ?? [])));
      };
      return {
        grain: ask.grain,
        buckets,
        now: line(ask.days, now),
        before: before && ask.before ? line(ask.before, before).slice(0, buckets.length) : [],
        seasons: ask.grain === 'month' ? [] : seasonsWithin(ask.days),
      };
    },
  };
}

/** A measure's members of a split, largest first, each beside what it is compared with. */
export async function readRows(
  platform: Reads,
  measure: MeasureName,
  split: Split,
  { ask, kind }: Pick<Head, 'ask' | 'kind'>,
  most = 40,
): Promise<{ rows: Row[]; hidden: boolean }> {
  const facts = factsOf([measure]);
  const by = split === 'kind' ? 'kind' : 'member';
  const read = (days: Days) =>
    readFigures(platform, { facts, dimension: dimensionOf(split), from: days.from, until: days.until, kind }, by);
  const [now, before] = await Promise.all([read(ask.days), ask.before ? read(ask.before) : null]);
  const members = [...now].filter(([member]) => member !== '' || split !== 'kind').map(([member, sums]) => ({ member, facts: sums }));
  const { shown, few, hidden } = withoutFew(measure, split, members);
  const all = valueOf(measure, addFacts(members.map(({ facts }) => facts)));
  const adds = measureOf(measure).under === undefined;
  const rowOf = (member: string, facts: Facts): Row => {
    const figure = figureOf(measure, facts, before && member !== '' ? (before.get(member) ?? {}) : null);
    return { member, figure, share: adds && all ? ((figure.value ?? 0) / all) * 100 : null };
  };
  const rows = shown.map(({ member, facts }) => rowOf(member, facts)).filter(({ figure }) => figure.value !== null && figure.cases > 0);
  rows.sort(
    (a, b) => (adds ? (b.figure.value ?? 0) - (a.figure.value ?? 0) : b.figure.cases - a.figure.cases) || (a.member < b.member ? -1 : 1),
  );
  return { rows: [...rows.slice(0, most), ...(few ? [rowOf('', few.facts)] : [])], hidden };
}

export interface Overview extends Head {
  readonly tiles: readonly Figure[];
  readonly marginShare: Figure;
  readonly refundShare: Figure;
  readonly funnel: readonly Figure[];
  readonly revenue: Series;
  readonly products: readonly (Row & { readonly margin: Figure })[];
  readonly languages: readonly Row[];
  readonly currencies: readonly Row[];
  readonly service: readonly Figure[];
  readonly unanswered: readonly UnansweredWords[];
}

/** The first look at everything: money, the way to an order, what is sold to whom, and how well it is served. */
export async function openOverview(platform: Asks, params: URLSearchParams): Promise<Overview> {
  const head = await openHead(platform, params);
  const [sums, products, margins, languages, currencies, unanswered] = await Promise.all([
    readSeries(platform, [...funnelSteps, ...tiles, ...service], head),
    readRows(platform, 'revenue', 'kind', head),
    readRows(platform, 'margin-share', 'kind', head),
    readRows(platform, 'paid', 'language', head),
    readRows(platform, 'searches', 'currency', head, 8),
    listUnansweredWords(platform.db, head.ask.days.from, head.ask.days.until),
  ]);
  const figure = (measure: MeasureName) => figureOf(measure, sums.now, sums.before);
  return {
    ...head,
    tiles: tiles.map(figure),
    marginShare: figure('margin-share'),
    refundShare: figure('refund-share'),
    funnel: funnelSteps.map(figure),
    revenue: sums.seriesOf('revenue'),
    products: products.rows.map((row) => ({
      ...row,
      margin: margins.rows.find(({ member }) => member === row.member)?.figure ?? figureOf('margin-share', {}, null),
    })),
    languages: languages.rows,
    currencies: currencies.rows,
    service: service.map(figure),
    unanswered,
  };
}
