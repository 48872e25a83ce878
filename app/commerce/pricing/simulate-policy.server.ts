import { sql } from 'drizzle-orm';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, dateIn, dayMs, dayNumber, instant, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { amountOf, applyPolicy, withoutPolicy } from './apply-policy.ts';
import { appliedOn, changePolicy, findOpenPolicy, findPolicy } from './policies-store.server.ts';
import type { Policy, PolicySimulation, ReplayedPrices, ReplayedProduct } from './policies.tables.ts';
import { moveOn } from '#app/values/status-table.ts';
import { isSimulating, policyMachine } from './policy-status.ts';
import { findTaxedVersion } from './pricing-store.server.ts';
import { pricedProducts } from './policy.ts';
import { policyLine, type PricingRules, type Quote } from './quote.ts';
import { countUnsold, nextUnsold, shownDays, type QuotedPrices, type Unsold } from './shown-quotes-store.server.ts';
import { approvalOfPolicy, type PolicyRefusal } from './work-policy.server.ts';

const simulatePolicy = jobKind<{ readonly policyId: string; readonly version: number }>('pricing.simulate', 3);
/** Orders of so many days are reckoned anew, so many at a time, and of what was shown or quoted and not ordered about so many. */
const daysBack = shownDays;
const batch = 200;
const mostUnsold = 5_000;

/** Asks for a trial of the draft on the orders of the last week and what was shown and quoted in it; a job does it and says how far it is. */
export async function askSimulation(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  quotes: QuotedPrices,
  work: { readonly staffId: string; readonly version: number },
): Promise<Outcome<string, PolicyRefusal>> {
  const policy = await findOpenPolicy(platform.db);
  if (!policy) return refuse('no-policy');
  if (policy.status !== 'draft') return refuse('not-possible-from-here');
  const now = platform.clock.now();
  if (isSimulating(policy, now)) return refuse('still-running');
  const since = new Date(now - daysBack * dayMs).toISOString();
  const [orders, unsold, quoted] = await Promise.all([
    countPlaced(platform.db, since),
    countUnsold(platform.db, since),
    quotes.count(platform.db, { since, until: new Date(now).toISOString() }),
  ]);
  const all = orders + Math.min(unsold, mostUnsold) + Math.min(quoted, mostUnsold);
  const actor = `staff:${work.staffId}`;
  const simulation: PolicySimulation = {
    state: 'running',
    by: actor,
    at: new Date(now).toISOString(),
    since,
    done: 0,
    all,
    products: [],
    unsold: { all: unsold, sampled: unsold > mostUnsold },
    quoted: { all: quoted, sampled: quoted > mostUnsold },
  };
  return transact(platform.db, async (tx): Promise<Outcome<string, PolicyRefusal>> => {
    if (!(await changePolicy(tx, { id: policy.id, version: work.version }, { simulation }, now))) return refuse('changed-meanwhile');
    await platform.jobs.send(tx, simulatePolicy, { policyId: policy.id, version: work.version + 1 });
    await audit(tx, now, {
      actor,
      action: 'pricing-policy.simulated',
      subject: `pricing_policies:${policy.number}`,
      detail: { orders, unsold, quoted },
    });
    return done(policy.id);
  });
}

/** Reckons the orders and the prices without one anew and keeps the sums by product. Ends without a word when somebody changed the draft meanwhile. */
async function simulate(platform: Pick<Platform, 'db' | 'clock'>, quotes: QuotedPrices, policyId: string): Promise<void> {
  const { db, clock } = platform;
  let policy = await findPolicy(db, policyId);
  if (!policy || policy.status !== 'draft' || policy.simulation?.state !== 'running') return;
  const { rules: _, ...published } = await findTaxedVersion(db, clock.now());
  const { since, at: until, unsold, quoted } = policy.simulation;
  const trial = new Trial(policy, published);
  let reckoned = 0;
  /** Says how far it is; false when somebody changed the draft meanwhile, and when it was the last. */
  const tell = async (ended: boolean): Promise<boolean> => {
    const read: Policy = policy!;
    if (read.simulation === null) return false;
    const simulation: PolicySimulation = {
      ...read.simulation,
      state: ended ? 'done' : 'running',
      done: reckoned,
      all: ended ? reckoned : Math.max(read.simulation.all, reckoned),
      products: trial.sums(),
    };
    const move = ended ? moveOn(policyMachine, read.status, 'simulate', 'system') : null;
    const change: Partial<Policy> = { simulation, ...(move?.ok ? { status: move.to } : {}) };
    const kept = await transact(db, async (tx) => {
      if (!(await changePolicy(tx, read, change, clock.now()))) return false;
      const by = read.touchedBy.at(-1);
      if (move?.ok && by) await followApproval(tx, clock.now(), approvalOfPolicy(read), { waits: true, by });
      return true;
    });
    policy = { ...read, simulation, version: read.version + 1 };
    return kept && !ended;
  };
  for (let after: Placed | null = null; ;) {
    const orders: Placed[] = await nextPlaced(db, since, after);
    for (const { quote, kind, language, travels, at } of orders) trial.take('sold', { quote, at, sold: { kind, language, travels } });
    reckoned += orders.length;
    after = orders.at(-1) ?? null;
    if (orders.length < batch) break;
    if (!(await tell(false))) return;
  }
  const parts = [
    { sort: 'unsold', next: nextUnsold, all: unsold?.all ?? 0, last: false },
    { sort: 'quoted', next: quotes.next, all: quoted?.all ?? 0, last: true },
  ] as const;
  for (const { sort, next, all, last } of parts)
    for (let after: Unsold | null = null; ;) {
      const shown: Unsold[] = await next(db, { since, until, after, all, most: mostUnsold, batch });
      for (const { quote, at } of shown) trial.take(sort, { quote, at, sold: null });
      reckoned += shown.length;
      after = shown.at(-1) ?? null;
      const ended = shown.length < batch;
      if (!(await tell(last && ended))) return;
      if (ended) break;
    }
}

interface Placed {
  readonly order_id: string;
  readonly at: string;
  readonly kind: string;
  readonly language: string;
  readonly travels: string | null;
  readonly quote: Quote;
}

interface Taken {
  readonly quote: Quote;
  readonly at: string;
  /** What its order says; null: it was shown or quoted and not ordered. */
  readonly sold: Pick<Placed, 'kind' | 'language' | 'travels'> | null;
}

/** Ordered, shown and not ordered, or quoted to a caller and not ordered. */
type Sort = 'sold' | 'unsold' | 'quoted';

const nothing: ReplayedPrices = { prices: 0, changed: 0, total: [0, 0], margin: [0, 0], held: 0 };

/** The draft on one price after the other, added up by product. */
class Trial {
  readonly #sums: Readonly<Record<Sort, Map<string, ReplayedPrices>>> = { sold: new Map(), unsold: new Map(), quoted: new Map() };
  readonly #policy: Policy;
  readonly #published: Omit<PricingRules, 'rules' | 'policy'>;

  constructor(policy: Policy, published: Omit<PricingRules, 'rules' | 'policy'>) {
    this.#policy = policy;
    this.#published = published;
  }

  take(sort: Sort, { quote, at, sold }: Taken): void {
    const product = quote.facts?.['product'] ?? sold?.kind ?? '';
    if (!pricedProducts.some((known) => known === product)) return;
    const day = dateIn('Asia/Dubai', instant(Date.parse(at)));
    const made = replay(quote, quote.facts ?? factsOf(quote, sold, day), day, this.#policy, this.#published);
    const of = this.#sums[sort];
    const { prices, changed, total, margin, held } = of.get(product) ?? nothing;
    of.set(product, {
      prices: prices + 1,
      changed: changed + (made.total[0] === made.total[1] ? 0 : 1),
      total: [total[0] + made.total[0], total[1] + made.total[1]],
      margin: [margin[0] + made.margin[0], margin[1] + made.margin[1]],
      held: held + (made.held ? 1 : 0),
    });
  }

  /** By product, the one that sold most first. */
  sums(): ReplayedProduct[] {
    const known = new Set(Object.values(this.#sums).flatMap((of) => [...of.keys()]));
    return [...known]
      .map((product): ReplayedProduct => {
        const { prices, ...sums } = this.#sums.sold.get(product) ?? nothing;
        const unsold = this.#sums.unsold.get(product);
        const quoted = this.#sums.quoted.get(product);
        return { product, orders: prices, ...sums, ...(unsold ? { unsold } : {}), ...(quoted ? { quoted } : {}) };
      })
      .toSorted((a, b) => b.total[0] - a.total[0] || (b.unsold?.total[0] ?? 0) - (a.unsold?.total[0] ?? 0));
  }
}

/** Orders from before facts were kept say what they can: their kind, language, day of travel and number. */
function factsOf(quote: Quote, sold: Taken['sold'], day: string): Readonly<Record<string, string>> {
  const travel = parseCalendarDate(sold?.travels ?? '');
  return {
    product: sold?.kind ?? '',
    language: sold?.language ?? '',
    party: String(quote.perTraveller.length),
    ...(travel ? { travel, lead: String(dayNumber(travel) - dayNumber(calendarDate(day))) } : {}),
  };
}

/** One price as it was made and as the draft would have made it. */
function replay(
  quote: Quote,
  facts: Readonly<Record<string, string>>,
  day: CalendarDate,
  policy: Policy,
  published: Omit<PricingRules, 'rules' | 'policy'>,
): { readonly total: readonly [number, number]; readonly margin: readonly [number, number]; readonly held: boolean } {
  const base = withoutPolicy(quote.lines).filter(({ kind: line }) => line !== 'absorbed');
  const sale = {
    base,
    facts,
    travellers: quote.perTraveller.length,
    currency: quote.currency,
    feeVat: published.vat['service-fee'],
    taxVat: published.vat.tax,
  };
  const lineOf = policyLine({ ...published, rules: [] });
  const effect = applyPolicy(sale, appliedOn(policy, day), lineOf);
  const was = quote.lines.filter(({ kind: line }) => line !== 'absorbed');
  const ours = quote.lines.filter((line) => line.facts['phase'] !== undefined && line.kind !== 'tax');
  // By the guards of the draft on both sides, so that only the rules make the difference.
  const bare = applyPolicy(sale, { ...appliedOn(policy, day), rules: [] }, lineOf).margin;
  return {
    total: [amountOf(was, quote.currency).amount, amountOf([...base, ...effect.lines], quote.currency).amount],
    margin: [bare + amountOf(ours, quote.currency).amount, effect.margin],
    held: effect.trace.some(({ because }) => because === 'floor'),
  };
}

async function countPlaced(db: Db, since: string): Promise<number> {
  const result = (await db.execute(
    sql`select count(*)::int as orders from price_snapshots where number = 1 and at >= ${since}::timestamptz`,
  )) as unknown as { rows: { orders: number }[] };
  return result.rows[0]?.orders ?? 0;
}

async function nextPlaced(db: Db, since: string, after: Placed | null): Promise<Placed[]> {
  const beyond = after ? sql`and (p.at, p.order_id) > (${after.at}::timestamptz, ${after.order_id})` : sql``;
  const result = (await db.execute(sql`
    select p.order_id, p.at::text as at, o.kind, o.language, to_char(o.travel_starts at time zone 'Asia/Dubai', 'YYYY-MM-DD') as travels, p.quote
    from price_snapshots p join orders o on o.id = p.order_id
    where p.number = 1 and p.at >= ${since}::timestamptz ${beyond}
    order by p.at, p.order_id limit ${batch}`)) as unknown as { rows: Placed[] };
  return result.rows;
}

export async function workOnPricing(platform: Platform, quotes: QuotedPrices): Promise<void> {
  await platform.jobs.handle(simulatePolicy, ({ policyId }) => simulate(platform, quotes, policyId));
}
