import { createHash } from 'node:crypto';
import type { Viewer } from '#app/platform/access.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { findPolicyByNumber } from '../policies-store.server.ts';
import { getPricingRules, getRulesByPolicy } from '../pricing-store.server.ts';
import type { PricingRules } from '../quote.ts';
import type { Arm, ExperimentProduct } from './experiment-rules.ts';
import type { Experiment } from './experiments.tables.ts';
import { findOfferings, isFresh, keepLook } from './experiments-store.server.ts';

/** The account that a price is made for; null for guests, colleagues and whatever is kept for everybody: no experiment concerns them. */
export type Shopper = string | null;

export const shopperOf = (viewer: Viewer): Shopper => (viewer.kind === 'customer' ? viewer.user.id : null);

/** The arm of a traveller: always the same for an experiment and an account, and hanging on nothing else but the share. */
export function armOf(experimentId: string, account: string, share: number): Arm {
  const drawn = createHash('sha256').update(`${experimentId} ${account}`).digest().readUInt32BE(0);
  return drawn / 2 ** 32 < share / 100 ? 'challenger' : 'control';
}

/**
 * The rules a product is priced by for a traveller: those of everybody, or those of their arm while an experiment runs.
 * Whatever they were shown is kept for half an hour, so that a price neither changes because an experiment begins nor
 * because it is over.
 */
export async function getShopperRules(db: Db, now: Instant, product: ExperimentProduct, shopper: Shopper): Promise<PricingRules> {
  if (shopper === null) return getPricingRules(db, now);
  const offerings = await findOfferings(db, now, product, shopper);
  const kept = offerings.find(({ held }) => held?.counted && held.arm === 'challenger');
  const running = offerings.find(
    ({ experiment, comparable }) => comparable && experiment.status === 'running' && experiment.pricesUntil!.getTime() > now,
  );
  // What another experiment showed them is kept to its end before the next one concerns them.
  if (kept && kept.experiment.id !== running?.experiment.id) return rulesOfArm(db, now, kept.experiment, 'challenger');
  if (!running) return getPricingRules(db, now);
  const { experiment, held } = running;
  const arm = armOf(experiment.id, shopper, experiment.share);
  const begun = experiment.pricesFrom!.getTime() <= now;
  // They have seen the prices from before it: those hold for as long as any other.
  if (begun && held && !held.counted) return getPricingRules(db, now);
  if (!held || !isFresh(held.until, now)) await keepLook(db, now, { experimentId: experiment.id, userId: shopper, arm, counts: begun });
  return begun ? rulesOfArm(db, now, experiment, arm) : getPricingRules(db, now);
}

async function rulesOfArm(db: Db, now: Instant, experiment: Experiment, arm: Arm): Promise<PricingRules> {
  const policy = await findPolicyByNumber(db, arm === 'challenger' ? experiment.challenger : experiment.control!);
  return getRulesByPolicy(db, now, policy, { number: experiment.number, arm });
}
