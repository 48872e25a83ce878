import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { parseReference } from '#app/values/ids.ts';
import type { Money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { TraceStep } from './apply-policy.ts';
import type { Arm } from './experiments/experiment-rules.ts';
import { findExperimentByNumber } from './experiments/experiments-store.server.ts';
import { findPolicyByNumber } from './policies-store.server.ts';
import { findKeptVersion } from './pricing-store.server.ts';
import type { PriceLineKind, Quote, VatCategory } from './quote.ts';
import { findShownQuote } from './shown-quotes-store.server.ts';

/** What made a line besides the product: a published rule, one of a policy, a colleague who took something off, or a member's voucher. */
export interface ExplainedRule {
  readonly id: string;
  /** As it was called then; empty where nobody named it. */
  readonly name: string;
  readonly of: 'published' | 'policy' | 'desk' | 'voucher';
  /** Of the published rules, or the number of the policy; null for what a colleague did. */
  readonly version: number | null;
}

export interface ExplainedLine {
  readonly kind: PriceLineKind;
  readonly code: string;
  readonly travellers: number;
  readonly each: Money;
  readonly amount: Money;
  readonly vat: Money;
  /** How it was taxed when it was priced; 500 is 5 %. */
  readonly vatCategory: VatCategory;
  readonly vatBasisPoints: number;
  /** Null for what the product charges. */
  readonly rule: ExplainedRule | null;
}

/** What a price is of, and what people call that. */
export interface PricedThing {
  readonly of: 'order' | 'quote' | 'offer' | 'draft';
  readonly name: string;
  /** Which option of a quote to a caller. */
  readonly option?: number;
  readonly kind: string;
  readonly quote: Quote;
}

export interface ExplainedSale extends Omit<PricedThing, 'quote'> {
  readonly quotedAt: string;
  readonly total: Money;
  readonly vat: Money;
  /** Published markups and fees, and the policy of the moment; null when none was in force. */
  readonly rulesVersion: number;
  readonly policy: { readonly number: number; readonly title: string } | null;
  /** The experiment the price is of; null for the price of everybody. */
  readonly experiment: { readonly id: string; readonly number: number; readonly question: string; readonly arm: Arm } | null;
  readonly facts: readonly (readonly [string, string])[];
  readonly lines: readonly ExplainedLine[];
  readonly trace: readonly TraceStep[];
  /** What was left to us, and what had to be; minor units. Null without a policy. */
  readonly margin: { readonly left: number; readonly floor: number } | null;
}

/** Prices that belong to no order, by what people call them: what a product keeps or can say anew. */
export type FindPriced = (asked: string) => Promise<readonly PricedThing[]>;

/**
 * The prices of whatever somebody names, line by line, with every rule that fitted: an order, all orders of a basket, the
 * options of a quote to a caller, an offer, or what the visitor of a draft was last shown.
 */
export async function explainSale(
  db: Db,
  typed: string,
  findPriced: FindPriced,
): Promise<Outcome<readonly ExplainedSale[], 'malformed' | 'nothing'>> {
  const asked = typed.trim();
  const reference = parseReference(asked);
  if (!reference && !/^[\x21-\x7e]{6,600}$/.test(asked)) return refuse('malformed');
  const things = reference ? await findOrders(db, reference) : [];
  if (things.length === 0) things.push(...(await findPriced(reference ?? asked)));
  if (things.length === 0 && !reference) {
    const shown = await findShownQuote(db, `draft:${asked}`);
    if (shown) things.push({ of: 'draft', name: asked, kind: shown.facts?.['product'] ?? 'flight', quote: shown });
  }
  if (things.length === 0) return refuse('nothing');
  return done(await Promise.all(things.map((thing) => explain(db, thing))));
}

/** The order of a reference, or the orders of the basket that is called so. */
async function findOrders(db: Db, reference: string): Promise<PricedThing[]> {
  const result = (await db.execute(sql`
    select o.reference, o.kind, p.quote from orders o join price_snapshots p on p.order_id = o.id and p.number = o.snapshot
    where o.reference = ${reference} or o.id in (
      select m.order_id from basket_orders m join baskets b on b.id = m.basket_id where b.reference = ${reference})
    order by o.created_at, o.id`)) as unknown as { rows: { reference: string; kind: string; quote: Quote }[] };
  return result.rows.map(({ reference: name, kind, quote }) => ({ of: 'order', name, kind, quote }));
}

async function explain(db: Db, { quote, ...thing }: PricedThing): Promise<ExplainedSale> {
  const [policy, published, experiment] = await Promise.all([
    quote.policy ? findPolicyByNumber(db, quote.policy.number) : null,
    findKeptVersion(db, quote.rulesVersion),
    quote.experiment ? findExperimentByNumber(db, quote.experiment.number) : null,
  ]);
  const ofPolicy = new Map<string, string>(quote.policy?.trace.map(({ ruleId, name }) => [ruleId, name]));
  const ofVersion = new Map(published?.rules.map(({ id, name }) => [id, name]));
  const ruleOf = ({ ruleId, facts }: Quote['lines'][number]): ExplainedRule | null => {
    if (facts['voucher'] !== undefined) return { id: facts['voucher'], name: facts['words'] ?? '', of: 'voucher', version: null };
    if (facts['desk'] !== undefined) return { id: facts['desk'], name: '', of: 'desk', version: null };
    if (ruleId === null) return null;
    if (facts['phase'] === undefined)
      return { id: ruleId, name: ofVersion.get(ruleId) ?? '', of: 'published', version: quote.rulesVersion };
    return { id: ruleId, name: ofPolicy.get(ruleId) ?? '', of: 'policy', version: quote.policy?.number ?? null };
  };
  return {
    ...thing,
    quotedAt: quote.quotedAt,
    total: quote.total,
    vat: quote.vatTotal,
    rulesVersion: quote.rulesVersion,
    policy: policy && { number: policy.number, title: policy.title },
    experiment: experiment && { id: experiment.id, number: experiment.number, question: experiment.question, arm: quote.experiment!.arm },
    facts: Object.entries(quote.facts ?? {}),
    lines: quote.lines.map((line) => ({
      kind: line.kind,
      code: line.code,
      travellers: line.travellers.length,
      each: line.each,
      amount: line.amount,
      vat: line.vat,
      vatCategory: line.vatCategory,
      vatBasisPoints: line.vatBasisPoints,
      rule: ruleOf(line),
    })),
    trace: quote.policy?.trace ?? [],
    margin: quote.policy ? { left: quote.policy.margin, floor: quote.policy.floor } : null,
  };
}
