import { sql } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import type { Money } from '#app/values/money.ts';
import type { TraceStep } from './apply-policy.ts';
import { findPolicyByNumber } from './policies-store.server.ts';
import type { PriceLineKind, Quote } from './quote.ts';

export interface ExplainedOrderLine {
  readonly kind: PriceLineKind;
  readonly code: string;
  readonly travellers: number;
  readonly each: Money;
  readonly amount: Money;
  readonly vat: Money;
  /** The rule that made it, as it was called then; null for what the product charges. */
  readonly rule: { readonly id: string; readonly name: string } | null;
}

export interface ExplainedOrder {
  readonly reference: string;
  readonly kind: string;
  readonly quotedAt: string;
  readonly total: Money;
  readonly vat: Money;
  /** Published markups and fees, and the policy of the moment; null when none was in force. */
  readonly rulesVersion: number;
  readonly policy: { readonly number: number; readonly title: string } | null;
  readonly facts: readonly (readonly [string, string])[];
  readonly lines: readonly ExplainedOrderLine[];
  readonly trace: readonly TraceStep[];
  /** What was left to us, and what had to be; minor units. Null without a policy. */
  readonly margin: { readonly left: number; readonly floor: number } | null;
}

/** The price of an order as it stands, line by line, with every rule that fitted it; null when there is none of this reference. */
export async function explainOrder(db: Db, typed: string): Promise<ExplainedOrder | null> {
  const reference = typed.trim().toUpperCase();
  const result = (await db.execute(sql`
    select o.reference, o.kind, p.quote from orders o join price_snapshots p on p.order_id = o.id and p.number = o.snapshot
    where o.reference = ${reference}`)) as unknown as { rows: { reference: string; kind: string; quote: Quote }[] };
  const row = result.rows[0];
  if (!row) return null;
  const { quote } = row;
  const policy = quote.policy ? await findPolicyByNumber(db, quote.policy.number) : null;
  const names = new Map<string, string>(quote.policy?.trace.map(({ ruleId, name }) => [ruleId, name]));
  return {
    reference: row.reference,
    kind: row.kind,
    quotedAt: quote.quotedAt,
    total: quote.total,
    vat: quote.vatTotal,
    rulesVersion: quote.rulesVersion,
    policy: policy && { number: policy.number, title: policy.title },
    facts: Object.entries(quote.facts ?? {}),
    lines: quote.lines.map(({ kind, code, travellers, each, amount, vat, ruleId }) => ({
      kind,
      code,
      travellers: travellers.length,
      each,
      amount,
      vat,
      rule: ruleId === null ? null : { id: ruleId, name: names.get(ruleId) ?? '' },
    })),
    trace: quote.policy?.trace ?? [],
    margin: quote.policy ? { left: quote.policy.margin, floor: quote.policy.floor } : null,
  };
}
