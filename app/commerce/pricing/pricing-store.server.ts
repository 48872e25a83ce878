import { asc, desc, eq, lte } from 'drizzle-orm';
import { databaseOf, type Db, type Tx } from '#app/platform/database.server.ts';
import { findSetting, findSettingAt } from '#app/platform/settings-store.server.ts';
import { dateIn, type Instant } from '#app/values/dates.ts';
import type { CurrencyCode } from '#app/values/money.ts';
import { rulesOn, type KeptRule } from './kept-rules.ts';
import { appliedOn, findPolicyByNumber, findPolicyInForce } from './policies-store.server.ts';
import type { Policy } from './policies.tables.ts';
import { pricingRules, pricingVersions } from './pricing.tables.ts';
import { keptTaxes } from './kept-taxes.ts';
import { laterVat, type InExperiment, type PricingRules, type Quote } from './quote.ts';
import type { SaleChannel } from './rule-scope.ts';
import { deliveredTaxes, treatmentOn, vatUnder, withBegun, type TaxSetting, type TaxTreatment } from './tax-rules.ts';

/** A version with its rules as they are kept, those that do not count today too. */
export interface KeptVersion {
  readonly version: number;
  readonly currency: CurrencyCode;
  readonly vat: PricingRules['vat'];
  readonly rules: readonly KeptRule[];
}

/** A published version never changes, so what was read once of a database stays true. */
const known = new WeakMap<Db, Map<number, KeptVersion>>();
/** Its rules of one day: one object for all who ask, so that prices made by it can be told apart by it. */
const cut = new WeakMap<KeptVersion, Map<string, PricingRules>>();
const mostCuts = 60;

/**
 * The rules in force at `now` for what is sold in a place: the last published version, less what does not count on this day.
 * Throws when none were ever published.
 */
export async function getPricingRules(db: Db, now: Instant, channel: SaleChannel = 'web'): Promise<PricingRules> {
  const [live, policy, taxes] = await Promise.all([findLiveVersion(db, now), findPolicyInForce(db), findTaxes(db)]);
  return cutTo(live, now, policy, { channel, taxes });
}

/** The published rules of `now` with a policy that need not be the one in force: that of an arm of an experiment. */
export async function getRulesByPolicy(db: Db, now: Instant, policy: Policy | null, experiment: InExperiment): Promise<PricingRules> {
  const [live, taxes] = await Promise.all([findLiveVersion(db, now), findTaxes(db)]);
  return cutTo(live, now, policy, { channel: 'web', taxes, experiment });
}

/**
 * The rules by which a price that stands is worked on before it is paid: those in force, but of an experiment the policy
 * of its arm, whatever became of the experiment meanwhile.
 */
export async function getRulesOfQuote(db: Db, now: Instant, quote: Pick<Quote, 'policy' | 'experiment'>): Promise<PricingRules> {
  if (!quote.experiment || !quote.policy) return getPricingRules(db, now);
  return getRulesByPolicy(db, now, await findPolicyByNumber(db, quote.policy.number), quote.experiment);
}

/** The rules a stored price was made by, and the policy if one was in force; `at` is when it was made, `channel` where. */
export async function getPricingVersion(
  db: Db,
  version: number,
  at: Instant,
  policy?: number,
  channel: SaleChannel = 'web',
): Promise<PricingRules> {
  const kept = await findKeptVersion(db, version);
  if (!kept) throw new Error(`Pricing rules ${version} were never published`);
  const taxes = await findTaxesAt(db, at);
  return cutTo(kept, at, policy === undefined ? null : await findPolicyByNumber(db, policy), { channel, taxes });
}

/** The rules of a time past, by a policy. */
export async function getRulesAsOf(db: Db, at: Instant, policy: Policy | null): Promise<PricingRules> {
  const [live, taxes] = await Promise.all([findLiveVersion(db, at), findTaxesAt(db, at)]);
  return cutTo(live, at, policy, { channel: 'web', taxes });
}

/**
 * Rules by which a sale is changed: the lines that it has keep how they are taxed, and what is added is taxed as it is today.
 * While nobody ever set taxes there is nothing to keep.
 */
export async function keepingTaxes(db: Db, now: Instant, rules: PricingRules, sold: Pick<Quote, 'lines'>): Promise<PricingRules> {
  const today = await findTreatment(db, now);
  if (!today) return rules;
  return { ...rules, vat: vatUnder(today, rules.vat), standardVat: today.standard, keeps: keptTaxes(sold.lines) };
}

/** How what is sold at `now` is taxed; null while it stands as delivered. */
export async function findTreatment(db: Db, now: Instant): Promise<TaxTreatment | null> {
  const taxes = await findTaxes(db);
  return taxes && treatmentOn(taxes, dateIn('Asia/Dubai', now));
}

/** As taxes were set then: what was sold before a change was applied is reckoned as it was. */
async function findTaxesAt(db: Db, at: Instant): Promise<TaxSetting | null> {
  return (await findSettingAt(db, 'taxes', new Date(at))) as TaxSetting | null;
}

/** How lines are taxed, as an owner and finance set it; null while it stands as delivered. */
async function findTaxes(db: Db): Promise<TaxSetting | null> {
  return (await findSetting(db, 'taxes')) as TaxSetting | null;
}

/** The same with what stands as delivered and what has begun by now, for the setting's own page. */
export async function readTaxes(db: Db, now: Instant): Promise<TaxSetting> {
  const taxes = await findTaxes(db);
  return taxes ? withBegun(taxes, dateIn('Asia/Dubai', now)) : deliveredTaxes((await findLiveVersion(db, now)).vat);
}

/** The Emirates' standard rate for what is priced at `now`. */
export async function readStandardRate(db: Db, now: Instant): Promise<number> {
  return treatmentOn(await readTaxes(db, now), dateIn('Asia/Dubai', now)).standard;
}

/** The last version published with its lines taxed as they are today; what is published on from it is `findLiveVersion`. */
export async function findTaxedVersion(db: Db, now: Instant): Promise<KeptVersion> {
  const [live, taxes] = await Promise.all([findLiveVersion(db, now), findTaxes(db)]);
  return taxes ? { ...live, vat: vatUnder(treatmentOn(taxes, dateIn('Asia/Dubai', now)), live.vat) } : live;
}

/** The last version published; throws when there is none. */
export async function findLiveVersion(db: Db, now: Instant): Promise<KeptVersion> {
  const [current] = await db
    .select({ version: pricingVersions.version })
    .from(pricingVersions)
    .where(lte(pricingVersions.publishedAt, new Date(now)))
    .orderBy(desc(pricingVersions.version))
    .limit(1);
  if (!current) throw new Error('No pricing rules are published');
  return (await findKeptVersion(db, current.version))!;
}

export async function findKeptVersion(db: Db, version: number): Promise<KeptVersion | null> {
  const own = known.get(databaseOf(db)) ?? new Map<number, KeptVersion>();
  const before = own.get(version);
  if (before) return before;
  const [head] = await db.select().from(pricingVersions).where(eq(pricingVersions.version, version));
  if (!head) return null;
  const rows = await db.select().from(pricingRules).where(eq(pricingRules.version, version)).orderBy(asc(pricingRules.id));
  const rules = rows.map(({ version: _version, ...rule }): KeptRule => rule);
  const read: KeptVersion = { version, currency: head.currency, vat: { ...laterVat, ...head.vat }, rules };
  known.set(databaseOf(db), own.set(version, read));
  return read;
}

export async function listPricingVersions(db: Db, most: number): Promise<(typeof pricingVersions.$inferSelect)[]> {
  return db.select().from(pricingVersions).orderBy(desc(pricingVersions.version)).limit(most);
}

/** False when the version was taken meanwhile. */
export async function insertPricingVersion(
  tx: Tx,
  head: typeof pricingVersions.$inferInsert,
  rules: readonly KeptRule[],
): Promise<boolean> {
  const made = await tx.insert(pricingVersions).values(head).onConflictDoNothing().returning({ version: pricingVersions.version });
  if (made.length === 0) return false;
  if (rules.length > 0) await tx.insert(pricingRules).values(rules.map((rule) => ({ ...rule, version: head.version })));
  return true;
}

interface Sale {
  readonly channel: SaleChannel;
  readonly taxes: TaxSetting | null;
  readonly experiment?: InExperiment;
}

function cutTo(kept: KeptVersion, at: Instant, policy: Policy | null, { channel, taxes, experiment }: Sale): PricingRules {
  const day = dateIn('Asia/Dubai', at);
  const taxed = taxes && treatmentOn(taxes, day);
  const key = `${day} ${channel} ${policy ? `${policy.id} ${policy.version}` : ''} ${experiment ? `${experiment.number} ${experiment.arm}` : ''} ${taxed ? JSON.stringify(taxed) : ''}`;
  const cuts = cut.get(kept) ?? new Map<string, PricingRules>();
  const before = cuts.get(key);
  if (before) return before;
  const { version, currency, vat } = kept;
  const rules: PricingRules = {
    version,
    currency,
    vat: taxed ? vatUnder(taxed, vat) : vat,
    ...(taxed ? { standardVat: taxed.standard } : {}),
    day,
    channel,
    rules: rulesOn(kept.rules, day),
    ...(policy ? { policy: appliedOn(policy, day) } : {}),
    ...(experiment ? { experiment } : {}),
  };
  if (cuts.size >= mostCuts) cuts.delete(cuts.keys().next().value!);
  cut.set(kept, cuts.set(key, rules));
  return rules;
}
