import { randomUUID } from 'node:crypto';
import type { Db } from '#app/platform/database.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import { pricingPolicies } from './policies.tables.ts';
import { openScope, type AppliedPolicy, type Guards, type PolicyExample, type PolicyRule } from './policy.ts';

/** A rule of a policy with what a test does not care about filled in: ten percent off for a code. */
export function aPolicyRule(change: Partial<PolicyRule> = {}): PolicyRule {
  return {
    id: 'PR-000001',
    name: 'Ten percent off',
    phase: 'promotion',
    scope: openScope,
    priority: 10,
    stacking: 'add',
    basisPoints: 1000,
    amount: 0,
    per: 'order',
    most: null,
    validFrom: null,
    validUntil: null,
    limits: { all: null, each: null },
    ...change,
  };
}

export function aPolicy(rules: readonly PolicyRule[], change: Partial<AppliedPolicy> = {}): AppliedPolicy {
  return { number: 1, rules, stopped: [], guards: { experience: { cost: 5000, floor: 500 } }, ...change };
}

export function anExample(change: Partial<PolicyExample> = {}): PolicyExample {
  return {
    id: 'PX-000001',
    name: 'Two at the desert camp',
    product: 'experience',
    each: 20_000,
    party: 2,
    soldOn: calendarDate('2026-11-21'),
    travelOn: null,
    country: null,
    item: null,
    promo: null,
    total: 36_000,
    ...change,
  };
}

/** Puts a policy in force as it is, without its way through draft and approval. */
export async function putInForce(db: Db, rules: readonly PolicyRule[], guards: Guards = {}): Promise<void> {
  const at = new Date('2026-11-01T00:00:00Z');
  await db.insert(pricingPolicies).values({
    id: `pp-${randomUUID()}`,
    number: 1,
    title: 'Codes of a test',
    status: 'live',
    basedOn: null,
    rules: [...rules],
    examples: [],
    guards,
    touchedBy: ['u-drafter'],
    approvedBy: 'u-checker',
    publishedBy: 'u-checker',
    publishedAt: at,
    createdAt: at,
    changedAt: at,
  });
}
