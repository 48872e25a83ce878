/*
 * THE MEASURES, in one place: what each is made of, in which unit, by what it can be split, and where its facts are read
 * (`measures.server.ts` has their SQL). Names and meanings in five languages stand in the catalogue `analytics` under
 * `measure.<name>`.
 */

/** What is counted or added up by day. Money in minor units of AED, times in minutes. */
export const factNames = [
  'searched',
  'opened',
  'begun',
  'placed',
  'paid',
  'revenue',
  'margin',
  'extras',
  'refunds',
  'refunded',
  'refund-minutes',
  'ticketed',
  'ticket-refused',
  'ticket-minutes',
  'price-changes',
  'schedule-changes',
  'schedule-major',
  'visa-approved',
  'visa-rejected',
  'visa-delivered',
  'visa-on-time',
  'answered',
  'answer-minutes',
  'answered-on-time',
] as const;
export type FactName = (typeof factNames)[number];

/** By what figures are kept. `all` is split by kind of product only. */
export const dimensions = ['all', 'language', 'currency', 'route', 'airline', 'supplier', 'country'] as const;
export type Dimension = (typeof dimensions)[number];

/** What a page may split by: a kind of product is a dimension to whoever asks. */
export const splits = ['kind', 'language', 'currency', 'route', 'airline', 'supplier', 'country'] as const;
export type Split = (typeof splits)[number];

/** Splits whose members may be a handful of people: below `leastOf` cases they are put together. */
const aboutPeople: readonly Split[] = ['language', 'currency', 'route', 'country'];
export const leastOf = 5;

export type Unit = 'count' | 'aed' | 'percent' | 'ratio' | 'minutes' | 'days';

export interface Measure {
  readonly unit: Unit;
  /** Added up; divided by the sum of `under`, where there is one. */
  readonly over: readonly FactName[];
  readonly under?: readonly FactName[];
  readonly splits: readonly Split[];
  /** What a rise means; null: it depends. */
  readonly better: 'up' | 'down' | null;
  /** Cases it rests on: few of them are shown as few. */
  readonly cases: readonly FactName[];
}

const web: readonly Split[] = ['kind', 'language', 'currency', 'route'];
const sale: readonly Split[] = ['kind', 'language', 'route', 'airline', 'supplier', 'country'];
const flight: readonly Split[] = ['route', 'airline', 'supplier', 'language'];
const visa: readonly Split[] = ['country', 'language'];
const desk: readonly Split[] = ['kind', 'language'];

export const measures = {
  searches: { unit: 'count', over: ['searched'], splits: web, better: 'up', cases: ['searched'] },
  opened: { unit: 'count', over: ['opened'], splits: ['kind', 'language', 'currency'], better: 'up', cases: ['opened'] },
  begun: { unit: 'count', over: ['begun'], splits: ['kind', 'language', 'currency'], better: 'up', cases: ['begun'] },
  orders: { unit: 'count', over: ['placed'], splits: sale, better: 'up', cases: ['placed'] },
  paid: { unit: 'count', over: ['paid'], splits: sale, better: 'up', cases: ['paid'] },
  revenue: { unit: 'aed', over: ['revenue'], splits: sale, better: 'up', cases: ['paid'] },
  margin: { unit: 'aed', over: ['margin'], splits: sale, better: 'up', cases: ['paid'] },
  'margin-share': { unit: 'percent', over: ['margin'], under: ['revenue'], splits: sale, better: 'up', cases: ['paid'] },
  average: { unit: 'aed', over: ['revenue'], under: ['paid'], splits: sale, better: null, cases: ['paid'] },
  refunded: { unit: 'aed', over: ['refunded'], splits: sale, better: 'down', cases: ['refunds'] },
  'refund-share': { unit: 'percent', over: ['refunded'], under: ['revenue'], splits: sale, better: 'down', cases: ['paid'] },
  'refund-days': { unit: 'days', over: ['refund-minutes'], under: ['refunds'], splits: sale, better: 'down', cases: ['refunds'] },
  conversion: {
    unit: 'percent',
    over: ['paid'],
    under: ['searched'],
    splits: ['kind', 'language', 'route'],
    better: 'up',
    cases: ['searched'],
  },
  'look-to-book': {
    unit: 'ratio',
    over: ['searched'],
    under: ['placed'],
    splits: ['kind', 'language', 'route'],
    better: 'down',
    cases: ['placed'],
  },
  'ticketing-success': {
    unit: 'percent',
    over: ['ticketed'],
    under: ['ticketed', 'ticket-refused'],
    splits: flight,
    better: 'up',
    cases: ['ticketed', 'ticket-refused'],
  },
  'minutes-to-ticket': {
    unit: 'minutes',
    over: ['ticket-minutes'],
    under: ['ticketed'],
    splits: flight,
    better: 'down',
    cases: ['ticketed'],
  },
  'price-changes': { unit: 'percent', over: ['price-changes'], under: ['placed'], splits: flight, better: 'down', cases: ['placed'] },
  extras: { unit: 'aed', over: ['extras'], splits: flight, better: 'up', cases: ['paid'] },
  'extras-each': { unit: 'aed', over: ['extras'], under: ['paid'], splits: flight, better: 'up', cases: ['paid'] },
  'schedule-changes': { unit: 'count', over: ['schedule-changes'], splits: flight, better: 'down', cases: ['schedule-changes'] },
  'schedule-major': {
    unit: 'percent',
    over: ['schedule-major'],
    under: ['schedule-changes'],
    splits: flight,
    better: 'down',
    cases: ['schedule-changes'],
  },
  'visa-approval': {
    unit: 'percent',
    over: ['visa-approved'],
    under: ['visa-approved', 'visa-rejected'],
    splits: visa,
    better: 'up',
    cases: ['visa-approved', 'visa-rejected'],
  },
  'visa-on-time': {
    unit: 'percent',
    over: ['visa-on-time'],
    under: ['visa-delivered'],
    splits: visa,
    better: 'up',
    cases: ['visa-delivered'],
  },
  'first-answer': { unit: 'minutes', over: ['answer-minutes'], under: ['answered'], splits: desk, better: 'down', cases: ['answered'] },
  'answered-on-time': { unit: 'percent', over: ['answered-on-time'], under: ['answered'], splits: desk, better: 'up', cases: ['answered'] },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof measures;
export const measureNames = Object.keys(measures) as MeasureName[];

export function isMeasure(name: string): name is MeasureName {
  return Object.hasOwn(measures, name);
}

export function measureOf(name: MeasureName): Measure {
  return measures[name];
}

/** The facts that some measures are made of. */
export function factsOf(names: readonly MeasureName[]): FactName[] {
  return [...new Set(names.flatMap((name) => [...measureOf(name).over, ...(measureOf(name).under ?? []), ...measureOf(name).cases]))];
}

/** Sums by fact; a fact that is missing did not happen. */
export type Facts = Readonly<Partial<Record<FactName, number>>>;

const sumOf = (facts: Facts, names: readonly FactName[]) => names.reduce((sum, name) => sum + (facts[name] ?? 0), 0);

/** How many cases a figure rests on. */
export function casesOf(name: MeasureName, facts: Facts): number {
  return sumOf(facts, measureOf(name).cases);
}

/**
 * A measure's value: counts, minor units of AED, percent, ratio, minutes or days. Null where it would be divided by
 * nothing: no orders have no average.
 */
export function valueOf(name: MeasureName, facts: Facts): number | null {
  const { unit, over, under } = measureOf(name);
  const top = sumOf(facts, over);
  if (!under) return top;
  const bottom = sumOf(facts, under);
  if (bottom === 0) return null;
  const share = top / bottom;
  if (unit === 'percent') return share * 100;
  if (unit === 'days') return share / (24 * 60);
  return unit === 'aed' ? Math.round(share) : share;
}

/** What changed from one value to another: percent of the former, or percentage points of a percentage. */
export function changeOf(name: MeasureName, now: number | null, before: number | null): number | null {
  if (now === null || before === null) return null;
  if (measureOf(name).unit === 'percent') return now - before;
  return before === 0 ? null : ((now - before) / before) * 100;
}

/** Is a change good news? Null: neither, or too small to speak of. */
export function isGood(name: MeasureName, change: number | null): boolean | null {
  const { better } = measureOf(name);
  if (change === null || better === null || Math.abs(change) < 0.05) return null;
  return change > 0 === (better === 'up');
}

export interface Member {
  readonly member: string;
  readonly facts: Facts;
}

/** Members of a split, those with few cases put together where they may be people; the rest is too small to show. */
export function withoutFew(
  name: MeasureName,
  split: Split,
  members: readonly Member[],
): { shown: Member[]; few: Member | null; hidden: boolean } {
  if (!aboutPeople.includes(split)) return { shown: [...members], few: null, hidden: false };
  const shown = members.filter(({ facts }) => casesOf(name, facts) >= leastOf);
  const small = members.filter(({ facts }) => casesOf(name, facts) < leastOf && casesOf(name, facts) > 0);
  const together = addFacts(small.map(({ facts }) => facts));
  const enough = small.length > 1 && casesOf(name, together) >= leastOf;
  return { shown, few: enough ? { member: '', facts: together } : null, hidden: small.length > 0 && !enough };
}

export function addFacts(all: readonly Facts[]): Facts {
  const sum: Partial<Record<FactName, number>> = {};
  for (const facts of all)
    for (const [fact, amount] of Object.entries(facts) as [FactName, number][]) sum[fact] = (sum[fact] ?? 0) + amount;
  return sum;
}
