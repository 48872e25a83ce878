import { forgetLive } from '#app/backoffice/analytics/read-figures.server.ts';
import { countSampleDays, insertSampleCohorts, insertSampleDays, type DayFigure } from '#app/backoffice/analytics/figures-store.server.ts';
import { hijriOf } from '#app/backoffice/analytics/hijri-rules.ts';
import { monthStart } from '#app/backoffice/analytics/period-rules.ts';
import type { FactName } from '#app/backoffice/analytics/measure-rules.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, addMonths, dateIn, dayNumber, weekday, type CalendarDate } from '#app/values/dates.ts';

/*
 * Almost two years of figures for a demo, so that charts have something to say on the first day. They are marked as
 * samples wherever they are shown: no order stands behind them.
 */
const history = 660;
/** Older days tell only of sales; newer ones of everything, and the last of what it is made of. */
const whole = 400;
const detailed = 92;
const sales: readonly FactName[] = ['searched', 'placed', 'paid', 'revenue', 'margin'];

interface ProductShape {
  readonly kind: string;
  readonly searches: number;
  /** Shares of the step before. */
  readonly steps: readonly [opened: number, begun: number, placed: number, paid: number];
  /** AED. */
  readonly order: number;
  readonly margin: number;
  readonly ramadan: number;
}

const products: readonly ProductShape[] = [
  { kind: 'flight', searches: 1_720, steps: [0.29, 0.15, 0.47, 0.57], order: 1_720, margin: 0.045, ramadan: 0.82 },
  { kind: 'evisa', searches: 240, steps: [0.48, 0.24, 0.5, 0.72], order: 640, margin: 0.176, ramadan: 0.9 },
  { kind: 'assisted-visa', searches: 90, steps: [0.4, 0.16, 0.5, 0.66], order: 890, margin: 0.19, ramadan: 0.85 },
  { kind: 'holiday', searches: 310, steps: [0.36, 0.06, 0.42, 0.7], order: 7_400, margin: 0.118, ramadan: 0.6 },
  { kind: 'experience', searches: 280, steps: [0.42, 0.14, 0.52, 0.8], order: 410, margin: 0.14, ramadan: 0.7 },
  { kind: 'staycation', searches: 190, steps: [0.4, 0.1, 0.48, 0.74], order: 1_180, margin: 0.09, ramadan: 1.25 },
];

const languages = { en: 52, ar: 24, tl: 14, es: 5, pt: 5 };
const currencies = { AED: 63, USD: 14, SAR: 9, PHP: 8, EUR: 6 };
const routes = {
  'DXB-MNL': 17,
  'DXB-LHR': 15,
  'DXB-COK': 12,
  'SHJ-KHI': 10,
  'DXB-CAI': 9,
  'AUH-BKK': 8,
  'DXB-TBS': 7,
  'DXB-IST': 6,
  'AUH-LHR': 5,
  'DXB-AMM': 5,
  'SHJ-COK': 4,
  'AUH-MNL': 4,
  'DXB-GRU': 3,
  'DXB-MAD': 3,
};
const airlines = { EK: 38, EY: 20, FZ: 18, G9: 14, TK: 10 };
const suppliers = { house: 64, duffel: 36 };

/** A number from 0 to 1 that is the same for the same words (FNV-1a). */
function chance(words: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < words.length; at += 1) hash = Math.imul(hash ^ words.charCodeAt(at), 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_519) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 4_294_967_296;
}

/** Divides a whole amount by weights so that the parts add up to it again. */
function divide(amount: number, weights: Readonly<Record<string, number>>, words: string): [string, number][] {
  const parts = Object.entries(weights).map(([member, weight]) => ({ member, weight: weight * (0.8 + 0.4 * chance(words + member)) }));
  const all = parts.reduce((sum, { weight }) => sum + weight, 0);
  const shared = parts.map(({ member, weight }): [string, number] => [member, Math.floor((amount * weight) / all)]);
  const left = amount - shared.reduce((sum, [, part]) => sum + part, 0);
  for (let unit = 0; unit < left; unit += 1) {
    let rest = chance(`${words}${unit}`) * all;
    const taker = parts.findIndex(({ weight }) => (rest -= weight) < 0);
    shared[Math.max(0, taker)]![1] += 1;
  }
  return shared;
}

/** Whole cases: what is left of a fraction happens on some days. */
const cases = (amount: number, words: string) => Math.floor(amount) + (chance(words) < amount % 1 ? 1 : 0);

function factsOf(day: CalendarDate, today: number, shape: ProductShape): Partial<Record<FactName, number>> {
  const words = day + shape.kind;
  const hijri = hijriOf(day);
  const week = [1.06, 1.1, 1.08, 1.04, 0.86, 0.92, 0.97][weekday(day)]!;
  const season =
    hijri.month === 9 ? shape.ramadan : (hijri.month === 10 && hijri.day <= 6) || (hijri.month === 12 && hijri.day <= 14) ? 1.18 : 1;
  const growth = 1 - ((today - dayNumber(day)) / history) * 0.45;
  const searched = Math.round(shape.searches * week * season * growth * (0.9 + 0.2 * chance(words)));
  const [open, begin, place, pay] = shape.steps;
  const opened = cases(searched * open * (0.94 + 0.12 * chance(`${words}o`)), words);
  const begun = cases(opened * begin * (0.9 + 0.2 * chance(`${words}b`)), `${words}1`);
  const placed = cases(begun * place, `${words}2`);
  const paid = Math.min(placed, cases(placed * pay, `${words}3`));
  const revenue = paid * Math.round(shape.order * (0.86 + 0.28 * chance(`${words}r`))) * 100;
  const refunds = cases(paid * 0.035, `${words}4`);
  const refused = shape.kind === 'flight' ? cases(paid * 0.018, `${words}5`) : 0;
  const ticketed = shape.kind === 'flight' ? paid - Math.min(paid, refused) : 0;
  const changed = cases(ticketed * 0.03, `${words}c`);
  const decided = shape.kind === 'evisa' ? cases(paid * 1.4, `${words}6`) : 0;
  const rejected = Math.min(decided, cases(decided * 0.04, `${words}7`));
  const asked = cases(searched / 55, `${words}8`);
  return {
    searched,
    opened,
    begun,
    placed,
    paid,
    revenue,
    margin: Math.round(revenue * shape.margin * (0.92 + 0.16 * chance(`${words}m`))),
    extras: shape.kind === 'flight' ? Math.round(revenue * (0.04 + 0.03 * chance(`${words}x`))) : 0,
    refunds,
    refunded: refunds * Math.round(shape.order * 0.8) * 100,
    'refund-minutes': refunds * Math.round(2_400 + 2_600 * chance(`${words}f`)),
    ticketed,
    'ticket-refused': refused,
    'ticket-minutes': ticketed * Math.round(4 + 5 * chance(`${words}t`)),
    'price-changes': shape.kind === 'flight' ? cases(placed * 0.021, `${words}9`) : 0,
    'schedule-changes': changed,
    'schedule-major': Math.min(changed, cases(changed * 0.2, `${words}j`)),
    'visa-approved': decided - rejected,
    'visa-rejected': rejected,
    'visa-delivered': decided - rejected,
    'visa-on-time': Math.max(0, decided - rejected - cases((decided - rejected) * 0.05, `${words}v`)),
    answered: asked,
    'answer-minutes': asked * Math.round(22 + 30 * chance(`${words}a`)),
    'answered-on-time': Math.max(0, asked - cases(asked * 0.06, `${words}q`)),
  };
}

/** Facts that are kept by more than their kind, and by what. */
function* splitsOf(kind: string, fact: FactName): Generator<readonly [DayFigure['dimension'], Readonly<Record<string, number>>]> {
  const web = fact === 'searched' || fact === 'opened' || fact === 'begun';
  const sale = ['placed', 'paid', 'revenue', 'margin', 'extras', 'price-changes', 'schedule-changes'].includes(fact);
  const ticket = ['ticketed', 'ticket-refused', 'ticket-minutes'].includes(fact);
  if (web || fact === 'placed' || fact === 'paid' || fact === 'revenue') yield ['language', languages];
  if (fact === 'searched') yield ['currency', currencies];
  if (kind !== 'flight') return;
  if (fact === 'searched' || sale || ticket) yield ['route', routes];
  if (sale || ticket) yield ['airline', airlines];
  if (sale || ticket) yield ['supplier', suppliers];
}

/** Fills an empty demo once. */
export async function seedFigures({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  if ((await countSampleDays(db)) > 0) return;
  const today = dateIn('Asia/Dubai', clock.now());
  const last = dayNumber(today);
  const rows: DayFigure[] = [];
  for (let back = history; back >= 1; back -= 1) {
    const day = addDays(today, -back);
    for (const shape of products)
      for (const [fact, amount] of Object.entries(factsOf(day, last, shape)) as [FactName, number][]) {
        if (amount === 0 || (back > whole && !sales.includes(fact))) continue;
        rows.push({ fact, dimension: 'all', day, kind: shape.kind, member: '', amount });
        if (back > detailed) continue;
        for (const [dimension, weights] of splitsOf(shape.kind, fact))
          for (const [member, part] of divide(amount, weights, day + fact))
            if (part > 0) rows.push({ fact, dimension, day, kind: shape.kind, member, amount: part });
      }
  }
  const month = monthStart(today);
  const cohorts = Array.from({ length: 12 }, (_, index) => addMonths(month, index - 12)).flatMap((first, index) => {
    const buyers = 690 + Math.round(260 * chance(first)) + index * 22;
    return Array.from({ length: 13 - index }, (_, later) => ({
      month: first,
      later,
      buyers: later === 0 ? buyers : Math.round(buyers * (0.115 / (1 + later * 0.22)) * (0.85 + 0.3 * chance(`${first}${later}`))),
    }));
  });
  await transact(db, async (tx) => {
    await insertSampleDays(tx, rows);
    await insertSampleCohorts(tx, cohorts);
  });
  forgetLive(db);
}
