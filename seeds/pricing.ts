import { eq } from 'drizzle-orm';
import { changePolicy, findOpenPolicy, insertPolicy, listPolicies } from '#app/commerce/pricing/policies-store.server.ts';
import { openScope, type PolicyExample, type PolicyRule } from '#app/commerce/pricing/policy.ts';
import { openingGuards } from '#app/commerce/pricing/work-policy.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { users } from '#app/platform/session.tables.ts';
import { addDays, dateIn } from '#app/values/dates.ts';

const rule: Omit<PolicyRule, 'id' | 'name'> = {
  phase: 'promotion',
  scope: openScope,
  priority: 20,
  stacking: 'add',
  basisPoints: null,
  amount: 0,
  per: 'order',
  most: null,
  validFrom: null,
  validUntil: null,
  limits: { all: null, each: null },
};

/** A first policy of the demo: codes that are typed at checkout, and a sale of next summer. Without a code prices are as published. */
export async function seedPricing(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  if ((await listPolicies(db, 1)).length > 0) return;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const staff = async (email: string) => {
    const [known] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
    return known ? `staff:${known.id}` : 'system';
  };
  const [drafter, checker] = [await staff('pricing@rihla.example'), await staff('finance@rihla.example')];
  const rules: PolicyRule[] = [
    {
      ...rule,
      id: 'PR-d10001',
      name: 'Welcome, ten percent',
      basisPoints: 1000,
      most: 15_000,
      scope: { ...openScope, words: { product: ['experience', 'staycation'] }, promo: 'RIHLA10' },
      limits: { all: null, each: 1 },
    },
    {
      ...rule,
      id: 'PR-d10002',
      name: 'Twenty off an e-visa',
      amount: 2000,
      per: 'traveller',
      scope: { ...openScope, words: { product: ['evisa'] }, promo: 'EVISA20' },
      limits: { all: 500, each: 2 },
    },
    {
      ...rule,
      id: 'PR-d10003',
      name: 'Holidays booked early',
      basisPoints: 400,
      most: 60_000,
      stacking: 'best-of',
      scope: { ...openScope, words: { product: ['holiday'] }, counts: { lead: [60, 400] }, promo: 'EARLY4' },
    },
    {
      ...rule,
      id: 'PR-d10005',
      name: 'Twenty off a flight',
      amount: 2000,
      scope: { ...openScope, words: { product: ['flight'] }, promo: 'FLY20' },
      limits: { all: 1000, each: 1 },
    },
    {
      ...rule,
      id: 'PR-d10004',
      name: 'Summer nights in the Emirates',
      basisPoints: 800,
      priority: 10,
      scope: { ...openScope, words: { country: ['AE'], product: ['staycation'] } },
      validFrom: addDays(today, 200),
      validUntil: addDays(today, 260),
    },
  ];
  const example = { soldOn: today, travelOn: null, country: null, item: null };
  const examples: PolicyExample[] = [
    {
      ...example,
      id: 'PX-d10001',
      name: 'Two on a kayak with the welcome code',
      product: 'experience',
      each: 18_000,
      party: 2,
      promo: 'RIHLA10',
      total: 32_400,
    },
    {
      ...example,
      id: 'PX-d10002',
      name: 'The same without a code',
      product: 'experience',
      each: 18_000,
      party: 2,
      promo: null,
      total: 36_000,
    },
    {
      ...example,
      id: 'PX-d10003',
      name: 'Three e-visas with the code',
      product: 'evisa',
      each: 9900,
      party: 3,
      promo: 'EVISA20',
      total: 23_700,
    },
    {
      ...example,
      id: 'PX-d10004',
      name: 'A tour in three months',
      product: 'holiday',
      each: 450_000,
      party: 2,
      travelOn: addDays(today, 90),
      promo: 'EARLY4',
      total: 864_000,
    },
  ];
  const policy = {
    id: 'demo-opening',
    title: 'Opening codes',
    basedOn: null,
    rules,
    examples,
    guards: openingGuards,
    touchedBy: [drafter],
  };
  await transact(db, async (tx) => {
    if (!(await insertPolicy(tx, policy, now))) return;
    const at = new Date(now);
    const steps = [
      { status: 'simulated' },
      { status: 'approved', approvedBy: checker, reason: 'Codes for the opening' },
      { status: 'live', publishedBy: checker, publishedAt: at },
    ] as const;
    for (const step of steps) {
      const read = await findOpenPolicy(tx);
      if (read) await changePolicy(tx, read, step, now);
    }
  });
}
