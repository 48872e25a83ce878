import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { pricingPolicies, pricingUses, type Policy } from './policies.tables.ts';
import { soldOn, type AppliedPolicy } from './policy.ts';

/** A policy of one version never changes, so what was read once stays true. */
const known = new Map<string, Policy>();
const mostKnown = 20;

/** The one policy that prices are made by; null while none is in force or it is paused. */
export async function findPolicyInForce(db: Db): Promise<Policy | null> {
  const [head] = await db
    .select({ id: pricingPolicies.id, version: pricingPolicies.version })
    .from(pricingPolicies)
    .where(eq(pricingPolicies.status, 'live'));
  if (!head) return null;
  const key = `${head.id} ${head.version}`;
  const before = known.get(key);
  if (before) return before;
  const policy = await findPolicy(db, head.id);
  if (policy?.status !== 'live') return findPolicyInForce(db);
  if (known.size >= mostKnown) known.delete(known.keys().next().value!);
  known.set(`${policy.id} ${policy.version}`, policy);
  return policy;
}

export async function findPolicy(db: Db, id: string): Promise<Policy | null> {
  const [row] = await db.select().from(pricingPolicies).where(eq(pricingPolicies.id, id));
  return row ?? null;
}

export async function findPolicyByNumber(db: Db, number: number): Promise<Policy | null> {
  const [row] = await db.select().from(pricingPolicies).where(eq(pricingPolicies.number, number));
  return row ?? null;
}

/** The one that is being worked on; null without one. */
export async function findOpenPolicy(db: Db): Promise<Policy | null> {
  const [row] = await db
    .select()
    .from(pricingPolicies)
    .where(inArray(pricingPolicies.status, ['draft', 'simulated', 'approved']));
  return row ?? null;
}

/** The one in force, paused or not. */
export async function findCurrentPolicy(db: Db): Promise<Policy | null> {
  const [row] = await db
    .select()
    .from(pricingPolicies)
    .where(inArray(pricingPolicies.status, ['live', 'paused']));
  return row ?? null;
}

export async function listPolicies(db: Db, most: number): Promise<Policy[]> {
  return db.select().from(pricingPolicies).orderBy(desc(pricingPolicies.number)).limit(most);
}

/** Takes the policy in force, so that two who change what is in force stand in line. */
export async function lockCurrentPolicy(tx: Tx): Promise<Policy | null> {
  const [row] = await tx
    .select()
    .from(pricingPolicies)
    .where(inArray(pricingPolicies.status, ['live', 'paused']))
    .for('update');
  return row ?? null;
}

/** A policy, locked. */
export async function lockPolicyByNumber(tx: Tx, number: number): Promise<Policy | null> {
  const [row] = await tx.select().from(pricingPolicies).where(eq(pricingPolicies.number, number)).for('update');
  return row ?? null;
}

/** False when another is being worked on. */
export async function insertPolicy(
  tx: Tx,
  policy: Pick<Policy, 'id' | 'title' | 'basedOn' | 'rules' | 'examples' | 'guards' | 'touchedBy'>,
  now: Instant,
): Promise<boolean> {
  const at = new Date(now);
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from pricing_policies)`;
  const made = await tx
    .insert(pricingPolicies)
    .values({ ...policy, number, createdAt: at, changedAt: at })
    .onConflictDoNothing()
    .returning({ id: pricingPolicies.id });
  return made.length > 0;
}

/** Changes it as it was read; false when somebody else did meanwhile. */
export async function changePolicy(tx: Tx, read: Pick<Policy, 'id' | 'version'>, change: Partial<Policy>, now: Instant): Promise<boolean> {
  const changed = await tx
    .update(pricingPolicies)
    .set({ ...change, version: sql`${pricingPolicies.version} + 1`, changedAt: new Date(now) })
    .where(and(eq(pricingPolicies.id, read.id), eq(pricingPolicies.version, read.version)))
    .returning({ id: pricingPolicies.id });
  return changed.length > 0;
}

/** Its rules that count for sales of a day. */
export function appliedOn(policy: Pick<Policy, 'number' | 'rules' | 'stopped' | 'guards'>, day: CalendarDate): AppliedPolicy {
  const { number, stopped, guards } = policy;
  return { number, stopped, guards, rules: policy.rules.filter((rule) => soldOn(rule, day)) };
}

/** What a rule did to orders placed since a moment whose money is here or promised, and not all back again; minor units. */
export interface RuleEffect {
  readonly uses: number;
  /** What it added, or took off where negative. */
  readonly amount: number;
  readonly revenue: number;
  readonly margin: number;
}

export async function readRuleEffects(db: Db, since: Instant): Promise<Map<string, RuleEffect>> {
  const rows = await db
    .select({
      ruleId: pricingUses.ruleId,
      uses: sql<number>`count(*)::int`,
      amount: sql<number>`sum(${pricingUses.amount})::float8`,
      revenue: sql<number>`sum(${pricingUses.total})::float8`,
      margin: sql<number>`sum(${pricingUses.margin})::float8`,
    })
    .from(pricingUses)
    .where(
      and(
        gte(pricingUses.at, new Date(since)),
        // What nobody paid, or was given back whole, brought nothing.
        sql`exists (select 1 from order_money_states m where m.order_id = ${pricingUses.orderId} and m.state not in ('unpaid', 'refunded'))`,
        // A code that was taken off before the payment did nothing.
        sql`not exists (select 1 from promo_claims c where c.order_id = ${pricingUses.orderId} and c.rule_id = ${pricingUses.ruleId} having bool_and(c.dropped_at is not null))`,
      ),
    )
    .groupBy(pricingUses.ruleId);
  return new Map(rows.map(({ ruleId, ...effect }) => [ruleId, effect]));
}
