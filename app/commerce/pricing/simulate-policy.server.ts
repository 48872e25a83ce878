import { sql } from 'drizzle-orm';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { calendarDate, dateIn, dayMs, dayNumber, instant, parseCalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { amountOf, applyPolicy, withoutPolicy } from './apply-policy.ts';
import { appliedOn, changePolicy, findOpenPolicy, findPolicy } from './policies-store.server.ts';
import type { Policy, PolicySimulation, ReplayedProduct } from './policies.tables.ts';
import { moveOn } from '#app/values/status-table.ts';
import { isSimulating, policyMachine } from './policy-status.ts';
import { findTaxedVersion } from './pricing-store.server.ts';
import { pricedProducts } from './policy.ts';
import { policyLine, type PricingRules, type Quote } from './quote.ts';
import { approvalOfPolicy, type PolicyRefusal } from './work-policy.server.ts';

const simulatePolicy = jobKind<{ readonly policyId: string; readonly version: number }>('pricing.simulate', 3);
/** Orders of so many days are reckoned anew, so many at a time. */
const daysBack = 7;
const batch = 200;

/** Asks for a trial of the draft on the orders of the last week; a job does it and says how far it is. */
export async function askSimulation(
  platform: Pick<Platform, 'db' | 'clock' | 'jobs'>,
  work: { readonly staffId: string; readonly version: number },
): Promise<Outcome<string, PolicyRefusal>> {
  const policy = await findOpenPolicy(platform.db);
  if (!policy) return refuse('no-policy');
  if (policy.status !== 'draft') return refuse('not-possible-from-here');
  const now = platform.clock.now();
  if (isSimulating(policy, now)) return refuse('still-running');
  const since = new Date(now - daysBack * dayMs).toISOString();
  const all = await countPlaced(platform.db, since);
  const actor = `staff:${work.staffId}`;
  const simulation: PolicySimulation = { state: 'running', by: actor, at: new Date(now).toISOString(), since, done: 0, all, products: [] };
  return transact(platform.db, async (tx): Promise<Outcome<string, PolicyRefusal>> => {
    if (!(await changePolicy(tx, { id: policy.id, version: work.version }, { simulation }, now))) return refuse('changed-meanwhile');
    await platform.jobs.send(tx, simulatePolicy, { policyId: policy.id, version: work.version + 1 });
    await audit(tx, now, {
      actor,
      action: 'pricing-policy.simulated',
      subject: `pricing_policies:${policy.number}`,
      detail: { orders: all },
    });
    return done(policy.id);
  });
}

/** Reckons the orders anew and keeps the sums by product. Ends without a word when somebody changed the draft meanwhile. */
async function simulate(platform: Pick<Platform, 'db' | 'clock'>, policyId: string): Promise<void> {
  const { db, clock } = platform;
  let policy = await findPolicy(db, policyId);
  if (!policy || policy.status !== 'draft' || policy.simulation?.state !== 'running') return;
  const { rules: _, ...published } = await findTaxedVersion(db, clock.now());
  const products = new Map<string, ReplayedProduct>();
  let after: Placed | null = null;
  let reckoned = 0;
  for (;;) {
    const orders: Placed[] = await nextPlaced(db, policy.simulation.since, after);
    for (const order of orders) replay(products, order, policy, published);
    reckoned += orders.length;
    after = orders.at(-1) ?? null;
    const ended = orders.length < batch;
    const simulation: PolicySimulation = {
      ...policy.simulation,
      state: ended ? 'done' : 'running',
      done: reckoned,
      all: Math.max(policy.simulation.all, reckoned),
      products: [...products.values()].toSorted((a, b) => b.total[0] - a.total[0]),
    };
    const move = ended ? moveOn(policyMachine, policy.status, 'simulate', 'system') : null;
    const change: Partial<Policy> = { simulation, ...(move?.ok ? { status: move.to } : {}) };
    const read: Policy = policy;
    const kept = await transact(db, async (tx) => {
      if (!(await changePolicy(tx, read, change, clock.now()))) return false;
      const by = read.touchedBy.at(-1);
      if (move?.ok && by) await followApproval(tx, clock.now(), approvalOfPolicy(read), { waits: true, by });
      return true;
    });
    if (!kept || ended) return;
    policy = { ...policy, simulation, version: policy.version + 1 };
    if (policy.simulation === null) return;
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

/** One order as it was sold and as the draft would have sold it. */
function replay(
  products: Map<string, ReplayedProduct>,
  { quote, kind, language, travels, at }: Placed,
  policy: Policy,
  published: Omit<PricingRules, 'rules' | 'policy'>,
): void {
  if (!pricedProducts.some((product) => product === (quote.facts?.['product'] ?? kind))) return;
  const day = dateIn('Asia/Dubai', instant(Date.parse(at)));
  const base = withoutPolicy(quote.lines).filter(({ kind: line }) => line !== 'absorbed');
  const travel = parseCalendarDate(travels ?? '');
  // Orders from before facts were kept say what they can: their kind, language, day of travel and number.
  const facts = quote.facts ?? {
    product: kind,
    language,
    party: String(quote.perTraveller.length),
    ...(travel ? { travel, lead: String(dayNumber(travel) - dayNumber(calendarDate(day))) } : {}),
  };
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
  const before = amountOf(was, quote.currency).amount;
  const after = amountOf([...base, ...effect.lines], quote.currency).amount;
  const ours = quote.lines.filter((line) => line.facts['phase'] !== undefined && line.kind !== 'tax');
  // By the guards of the draft on both sides, so that only the rules make the difference.
  const bare = applyPolicy(sale, { ...appliedOn(policy, day), rules: [] }, lineOf).margin;
  const known = products.get(facts['product'] ?? kind);
  products.set(facts['product'] ?? kind, {
    product: facts['product'] ?? kind,
    orders: (known?.orders ?? 0) + 1,
    changed: (known?.changed ?? 0) + (before === after ? 0 : 1),
    total: [(known?.total[0] ?? 0) + before, (known?.total[1] ?? 0) + after],
    margin: [(known?.margin[0] ?? 0) + bare + amountOf(ours, quote.currency).amount, (known?.margin[1] ?? 0) + effect.margin],
    held: (known?.held ?? 0) + (effect.trace.some(({ because }) => because === 'floor') ? 1 : 0),
  });
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

export async function workOnPricing(platform: Platform): Promise<void> {
  await platform.jobs.handle(simulatePolicy, ({ policyId }) => simulate(platform, policyId));
}
