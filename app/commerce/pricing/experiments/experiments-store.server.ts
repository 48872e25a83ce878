import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { Quote } from '../quote.ts';
import { heldMs, noFigures, renewedAfterMs, type Arm, type ArmFigures, type ExperimentProduct, type Figures } from './experiment-rules.ts';
import {
  priceExperimentRuns,
  priceExperiments,
  priceExperimentSales,
  priceExperimentVisitors,
  type Experiment,
} from './experiments.tables.ts';

export async function findExperiment(db: Db, id: string): Promise<Experiment | null> {
  const [row] = await db.select().from(priceExperiments).where(eq(priceExperiments.id, id));
  return row ?? null;
}

export async function findExperimentByNumber(db: Db, number: number): Promise<Experiment | null> {
  const [row] = await db.select().from(priceExperiments).where(eq(priceExperiments.number, number));
  return row ?? null;
}

/** Every experiment, the newest first. */
export async function listExperiments(db: Db): Promise<Experiment[]> {
  return db.select().from(priceExperiments).orderBy(desc(priceExperiments.number));
}

export async function listRunningExperiments(db: Db): Promise<Experiment[]> {
  return db.select().from(priceExperiments).where(eq(priceExperiments.status, 'running')).orderBy(priceExperiments.number);
}

export async function lockExperiment(tx: Tx, id: string): Promise<Experiment | null> {
  const [row] = await tx.select().from(priceExperiments).where(eq(priceExperiments.id, id)).for('update');
  return row ?? null;
}

/** The terms that whoever drafts an experiment chooses. */
export type ExperimentTerms = Pick<
  Experiment,
  'question' | 'products' | 'challenger' | 'share' | 'startsOn' | 'endsOn' | 'leastSales' | 'marginFall' | 'conversionFall'
>;

/** False when it was written already: a form that is sent twice drafts one experiment. */
export async function insertExperiment(
  tx: Tx,
  experiment: ExperimentTerms & Pick<Experiment, 'id' | 'touchedBy'>,
  now: Instant,
): Promise<boolean> {
  // Their numbers follow one another: two who draft at once wait here.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('price-experiments', 0))`);
  const at = new Date(now);
  const number = sql<number>`(select coalesce(max(number), 0) + 1 from price_experiments)`;
  const made = await tx
    .insert(priceExperiments)
    .values({ ...experiment, number, createdAt: at, changedAt: at })
    .onConflictDoNothing({ target: priceExperiments.id })
    .returning({ id: priceExperiments.id });
  return made.length > 0;
}

/** Changes an experiment that is locked. */
export async function saveExperiment(tx: Tx, id: string, change: Partial<Experiment>, now: Instant): Promise<void> {
  await tx
    .update(priceExperiments)
    .set({ ...change, version: sql`${priceExperiments.version} + 1`, changedAt: new Date(now) })
    .where(eq(priceExperiments.id, id));
}

/** Takes the products for one experiment; false when another runs with any of them. The caller's transaction takes back what was taken. */
export async function takeProducts(tx: Tx, id: string, products: readonly string[]): Promise<boolean> {
  // In one order for all, so that two who begin at once wait for each other and never in a circle.
  const rows = [...products].sort().map((product) => ({ product, experimentId: id }));
  const made = await tx.insert(priceExperimentRuns).values(rows).onConflictDoNothing().returning({ product: priceExperimentRuns.product });
  return made.length === rows.length;
}

export async function giveProductsBack(tx: Tx, id: string): Promise<void> {
  await tx.delete(priceExperimentRuns).where(eq(priceExperimentRuns.experimentId, id));
}

/** Whether an experiment offers a policy, is about to, or ever did: its rules stay as they are. */
export async function isInExperiment(db: Db, policy: number): Promise<boolean> {
  const [row] = await db
    .select({ id: priceExperiments.id })
    .from(priceExperiments)
    .where(
      and(
        eq(priceExperiments.challenger, policy),
        sql`(${priceExperiments.status} in ('approved', 'running') or ${priceExperiments.pricesFrom} is not null)`,
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** An experiment that says what a traveller pays now: it runs, or what it showed them is still kept for them. */
export interface Offering {
  readonly experiment: Experiment;
  /** The policy in force is the one it began with. */
  readonly comparable: boolean;
  /** What it last showed this traveller; null where it showed nothing, or is not kept any more. */
  readonly held: { readonly arm: Arm; readonly counted: boolean; readonly until: Date } | null;
}

export async function findOfferings(db: Db, now: Instant, product: ExperimentProduct, userId: string): Promise<Offering[]> {
  const held = priceExperimentVisitors;
  const rows = await db
    .select({
      experiment: priceExperiments,
      comparable: sql<boolean>`exists (select 1 from pricing_policies p where p.status = 'live'
        and p.number = ${priceExperiments.control} and p.version = ${priceExperiments.controlVersion})`,
      arm: held.arm,
      countedAt: held.countedAt,
      heldUntil: held.heldUntil,
    })
    .from(priceExperiments)
    .leftJoin(held, and(eq(held.experimentId, priceExperiments.id), eq(held.userId, userId), sql`${held.heldUntil} > ${new Date(now)}`))
    .where(
      and(
        sql`${product} = any (${priceExperiments.products})`,
        sql`(${priceExperiments.status} = 'running' or ${held.heldUntil} is not null)`,
      ),
    )
    .orderBy(desc(priceExperiments.number));
  return rows.map(({ experiment, comparable, arm, countedAt, heldUntil }) => ({
    experiment,
    comparable,
    held: arm && heldUntil ? { arm, counted: countedAt !== null, until: heldUntil } : null,
  }));
}

/** Writes down that a traveller is shown a price, and keeps it for them from now on. `counts`: it is one of their arm. */
export async function keepLook(
  db: Db,
  now: Instant,
  look: { readonly experimentId: string; readonly userId: string; readonly arm: Arm; readonly counts: boolean },
): Promise<void> {
  const { counts, ...who } = look;
  const at = new Date(now);
  await db
    .insert(priceExperimentVisitors)
    .values({ ...who, countedAt: counts ? at : null, heldUntil: new Date(now + heldMs) })
    .onConflictDoUpdate({
      target: [priceExperimentVisitors.experimentId, priceExperimentVisitors.userId],
      set: {
        heldUntil: sql`greatest(${priceExperimentVisitors.heldUntil}, excluded.held_until)`,
        countedAt: sql`coalesce(${priceExperimentVisitors.countedAt}, excluded.counted_at)`,
      },
    });
}

/** Whether what is kept is young enough that a look writes nothing. */
export const isFresh = (until: Date, now: Instant): boolean => until.getTime() - now > heldMs - renewedAfterMs;

/** Ties an order that is being placed to the arm its price is of. */
export async function keepExperimentSale(tx: Tx, orderId: string, quote: Quote, at: Date): Promise<void> {
  if (!quote.experiment) return;
  const { number, arm } = quote.experiment;
  const experimentId = sql<string>`(select id from price_experiments where number = ${number})`;
  await tx.insert(priceExperimentSales).values({ orderId, experimentId, arm, at });
}

/** Orders in these states brought nothing: nobody paid them, or their money went back. */
const notSold = ['draft', 'held', 'payment_pending', 'expired', 'cancelled', 'refund_due', 'refunded'];

/** What became of each arm of some experiments, by their ids. */
export async function readFigures(db: Db, ids: readonly string[]): Promise<Map<string, Figures>> {
  const found = new Map<string, Record<Arm, ArmFigures>>(ids.map((id) => [id, { control: noFigures, challenger: noFigures }]));
  if (ids.length === 0) return found;
  const [visitors, sales] = await Promise.all([
    db
      .select({ id: priceExperimentVisitors.experimentId, arm: priceExperimentVisitors.arm, visitors: sql<number>`count(*)::int` })
      .from(priceExperimentVisitors)
      .where(and(inArray(priceExperimentVisitors.experimentId, [...ids]), sql`${priceExperimentVisitors.countedAt} is not null`))
      .groupBy(priceExperimentVisitors.experimentId, priceExperimentVisitors.arm),
    db.execute(sql`
      select s.experiment_id as id, s.arm, count(*)::int as orders,
        count(*) filter (where priced.sold)::int as sales,
        count(distinct o.user_id) filter (where priced.sold)::int as buyers,
        coalesce(sum(priced.total) filter (where priced.sold), 0)::float8 as revenue,
        coalesce(sum(priced.margin) filter (where priced.sold), 0)::float8 as margin,
        coalesce(sum(priced.margin * priced.margin) filter (where priced.sold), 0)::float8 as "marginSquares",
        count(*) filter (where priced.margin < priced.floor)::int as "underFloor"
      from price_experiment_sales s
      join orders o on o.id = s.order_id
      join price_snapshots p on p.order_id = o.id and p.number = o.snapshot
      cross join lateral (select
        not (o.status = any (${sql.param(notSold)}::text[])) as sold,
        o.total::numeric as total,
        (p.quote #>> '{policy,margin}')::numeric as margin,
        (p.quote #>> '{policy,floor}')::numeric as floor) priced
      where s.experiment_id = any (${sql.param([...ids])}::text[])
      group by s.experiment_id, s.arm`) as unknown as Promise<{ rows: (Omit<ArmFigures, 'visitors'> & { id: string; arm: Arm })[] }>,
  ]);
  for (const { id, arm, visitors: count } of visitors) found.get(id)![arm] = { ...found.get(id)![arm], visitors: count };
  for (const { id, arm, ...rest } of sales.rows) found.get(id)![arm] = { ...found.get(id)![arm], ...rest };
  return found;
}
