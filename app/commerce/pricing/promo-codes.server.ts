import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import { guardIsOff } from '#app/platform/failpoint.server.ts';
import { takeTry, giveTryBack, networkOf } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import { mailboxOf, ownPhone } from '../customers/records/same-person-rules.ts';
import { appliedOn, findPolicyByNumber } from './policies-store.server.ts';
import { pricingUses, promoClaims, promoCodes } from './policies.tables.ts';
import { getPricingRules, keepingTaxes } from './pricing-store.server.ts';
import type { PricingRules, Quote } from './quote.ts';
import { promoAnswer, readPromoCode, type PromoAnswer } from './promo-code.ts';

/** Orders in these states used nothing up: they lapsed, or their money went back. */
const givenBack = ['expired', 'cancelled', 'refund_due', 'refunded', 'voided'];

/** A code was used up, by all or by this person, between the price they saw and the order: it is shown anew without the code. */
export class PromoUsedUp extends Error {
  constructor(code: string) {
    super(`The code ${code} is used up`);
  }
}

/** What the policy in force says of a code; `fact` is what `quote` is told, null where the code counts for nothing. */
export interface OpenPromo {
  readonly typed: string | null;
  readonly fact: string | null;
  readonly refused: 'unknown' | 'used-up' | null;
}

export async function openPromo(db: Db, rules: PricingRules, text: string | null): Promise<OpenPromo> {
  const typed = readPromoCode(text);
  if (typed === null) return { typed: null, fact: null, refused: text?.trim() ? 'unknown' : null };
  const { policy } = rules;
  const rule = policy?.rules.find(({ id, scope }) => scope.promo === typed && !policy.stopped.includes(id));
  if (!rule) return { typed, fact: null, refused: 'unknown' };
  const { all } = rule.limits;
  if (all !== null && (await countUses(db, typed, null)).all >= all) return { typed, fact: null, refused: 'used-up' };
  return { typed, fact: typed, refused: null };
}

/** What to say of a code once the price is made; null when none was typed. */
export function answerPromo({ typed, refused }: OpenPromo, quote: Quote | null): PromoAnswer | null {
  return promoAnswer(typed, refused, quote?.lines ?? []);
}

const guesses = { name: 'promo-code', most: 20, perMs: 10 * minuteMs };

/** A code that somebody tries, or null where none was typed or their network has guessed too often lately. What counts is given back by `trusted`. */
export async function takeGuess(platform: Pick<Platform, 'db' | 'clock'>, address: string, text: string | null): Promise<string | null> {
  if (!text?.trim()) return null;
  return (await takeTry(platform.db, platform.clock, guesses, networkOf(address))) > 0 ? null : text;
}

export async function trusted(platform: Pick<Platform, 'db' | 'clock'>, address: string, answer: PromoAnswer | null): Promise<void> {
  if (answer?.state === 'applies') await giveTryBack(platform.db, platform.clock, guesses, networkOf(address));
}

/** The same for whoever placed an order with the code it claimed. */
export async function trustedOrder(platform: Pick<Platform, 'db' | 'clock'>, address: string, orderId: string): Promise<void> {
  if (await findClaimedCode(platform.db, orderId)) await giveTryBack(platform.db, platform.clock, guesses, networkOf(address));
}

const counting = (orderId: string) => and(eq(promoClaims.orderId, orderId), isNull(promoClaims.droppedAt));

/** The code that counts on an order; null for none. */
export async function findClaimedCode(db: Db, orderId: string): Promise<string | null> {
  const [claim] = await db.select({ code: promoClaims.code }).from(promoClaims).where(counting(orderId));
  return claim?.code ?? null;
}

/** Gives the use of a code back while its order is not paid yet. The caller has locked the order. */
export async function dropClaim(tx: Tx, orderId: string, at: Date): Promise<void> {
  await tx.update(promoClaims).set({ droppedAt: at }).where(counting(orderId));
}

/**
 * The rules of today for an order that is changed. The code that it claimed counts on, by the policy it was bought under
 * and as on its day of sale; a code that did nothing then does nothing now. What was bought in an experiment stays with
 * the policy of its arm: the difference is that of the change and of nothing else. Lines that were bought are taxed as they
 * were.
 */
export async function rulesForChange(
  db: Db,
  now: Instant,
  order: { readonly id: string; readonly createdAt: Date },
  bought: Quote,
): Promise<{ readonly rules: PricingRules; readonly promo: string | null }> {
  const [today, promo] = await Promise.all([getPricingRules(db, now), findClaimedCode(db, order.id)]);
  const rules = await keepingTaxes(db, now, today, bought);
  const { experiment } = bought;
  const own = (promo !== null || experiment) && bought.policy ? await findPolicyByNumber(db, bought.policy.number) : null;
  if (!own) return { rules, promo: null };
  const policy = appliedOn(own, dateIn('Asia/Dubai', instant(order.createdAt.getTime())));
  return { rules: { ...rules, policy, ...(experiment ? { experiment } : {}) }, promo };
}

/**
 * Writes down what a policy did to an order that is being placed or priced by a code, and claims the code it used. Throws
 * `PromoUsedUp` where others were quicker; two at a time stand in line behind the row of the code.
 */
export async function keepPolicyUses(
  tx: Tx,
  crypto: FieldCrypto,
  order: { readonly id: string; readonly contact: { readonly email: string; readonly phone: string } },
  quote: Quote,
  at: Date,
): Promise<void> {
  const orderId = order.id;
  const { policy } = quote;
  if (!policy) return;
  const applied = policy.trace.filter(({ amount }) => amount !== 0);
  if (applied.length > 0)
    await tx
      .insert(pricingUses)
      .values(
        applied.map(({ ruleId, amount }) => ({
          orderId,
          ruleId,
          policy: policy.number,
          amount,
          total: quote.total.amount,
          margin: policy.margin,
          at,
        })),
      )
      // What a code did is written down once, however often it was put on and taken off before the payment.
      .onConflictDoNothing();
  const code = quote.facts?.['promo'];
  const ruleId = quote.lines.find(({ facts }) => facts['phase'] === 'promotion' && facts['words'] === code)?.ruleId;
  if (!code || !ruleId) return;
  await tx.insert(promoCodes).values({ code }).onConflictDoNothing();
  const row = tx.select().from(promoCodes).where(eq(promoCodes.code, code));
  await (guardIsOff('promo-code') ? row : row.for('update'));
  const limits = (await findPolicyByNumber(tx, policy.number))?.rules.find(({ id }) => id === ruleId)?.limits;
  const { all, each } = limits ?? { all: null, each: null };
  const whose = marksOf(crypto, order.contact);
  if (all !== null || each !== null) {
    const used = await countUses(tx, code, { orderId, ...whose });
    if ((all !== null && used.all >= all) || (each !== null && used.each >= each)) throw new PromoUsedUp(code);
  }
  await tx.insert(promoClaims).values({ orderId, code, ruleId, at, ...whose });
}

interface Marks {
  readonly mailboxIndex: string | null;
  readonly phoneIndex: string | null;
}

/** By what somebody is known who uses a code, keyed: the mailbox behind their address, and their telephone. */
function marksOf(crypto: FieldCrypto, { email, phone }: { readonly email: string; readonly phone: string }): Marks {
  const own = ownPhone(phone);
  return {
    mailboxIndex: crypto.blindIndex(mailboxOf(email), 'promo-mailbox'),
    phoneIndex: own === null ? null : crypto.blindIndex(own, 'promo-phone'),
  };
}

/**
 * How often a code counts as used, in all and by the person behind an order: the same mail address or another spelling of it,
 * the same telephone, or the same account.
 */
async function countUses(
  db: Db,
  code: string,
  by: (Marks & { readonly orderId: string }) | null,
): Promise<{ readonly all: number; readonly each: number }> {
  const result = (await db.execute(sql`
    select count(*)::int as "all",
      count(*) filter (where o.email_index = mine.email_index or o.user_id = mine.user_id
        or c.mailbox_index = ${by?.mailboxIndex ?? null}::text or c.phone_index = ${by?.phoneIndex ?? null}::text)::int as "each"
    from promo_claims c join orders o on o.id = c.order_id
    left join orders mine on mine.id = ${by?.orderId ?? null}
    where c.code = ${code} and c.dropped_at is null and not (o.status = any (${sql.param(givenBack)}::text[]))`)) as unknown as {
    rows: { all: number; each: number }[];
  };
  return result.rows[0] ?? { all: 0, each: 0 };
}
