import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { decideTermsWish, findCreditTerms, insertCreditTerms, insertTermsWish, lockWaitingTerms } from '../credits-store.server.ts';
import type { CreditTermsWish } from '../credits.tables.ts';

const whole = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.number().min(from).max(to));

const form = z.object({
  percent: whole(0, 50),
  months: whole(3, 60),
  reason: z.string().trim().min(3).max(200),
});

export type TermsFault = keyof z.infer<typeof form>;

/** The terms as they were typed; the names of the fields that are wrong, in their order, otherwise. */
export function readTerms(
  typed: Readonly<Record<TermsFault, string>>,
): Outcome<z.infer<typeof form>, 'invalid'> & { readonly faults: readonly TermsFault[] } {
  const read = form.safeParse(typed);
  if (read.success) return { ...done(read.data), faults: [] };
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  return { ...refuse('invalid' as const), faults: (['percent', 'months', 'reason'] as const).filter((field) => wrong.has(field)) };
}

export type TermsRefusal = 'permission' | 'changed-meanwhile' | 'waiting' | 'own-wish';

const subjectOf = (id: string) => `credit_terms_wishes:${id}`;

/**
 * Asks for other terms, from the page as it stands. They count when a second person has agreed, for credit that is given
 * from then on; what was given keeps its own.
 */
export async function askCreditTerms(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly viewer: Viewer; readonly terms: z.infer<typeof form>; readonly version: number; readonly requestId: string },
): Promise<Outcome<string, TermsRefusal>> {
  const { viewer, terms } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'money:work')) return refuse('permission');
  const by = viewer.user.id;
  return transact(db, async (tx): Promise<Outcome<string, TermsRefusal>> => {
    const now = clock.now();
    const before = await findCreditTerms(tx);
    if (before.number !== ask.version) return refuse('changed-meanwhile');
    const id = randomUUID();
    const wish: CreditTermsWish = {
      id,
      base: before.number,
      bonusPercent: terms.percent,
      months: terms.months,
      reason: terms.reason,
      askedBy: by,
      askedAt: new Date(now),
      status: 'waiting',
      decidedBy: null,
      decidedAt: null,
    };
    if (!(await insertTermsWish(tx, wish))) return refuse('waiting');
    await openStaffTask(tx, now, {
      kind: 'credit-terms-approval',
      subject: subjectOf(id),
      textKey: 'tasks:credit-terms-approval',
      detail: { percent: terms.percent, months: terms.months },
      askedBy: `staff:${by}`,
    });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: 'credit-terms.asked',
      subject: subjectOf(id),
      reason: terms.reason,
      detail: { percent: [before.bonusPercent, terms.percent], months: [before.months, terms.months] },
      requestId: ask.requestId,
    });
    return done(id);
  });
}

export const termsDecisions = ['approve', 'decline', 'withdraw'] as const;
export type TermsDecision = (typeof termsDecisions)[number];

/** A second person agrees or declines; whoever asked may take it back, and never agree to it. */
export async function decideCreditTerms(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly viewer: Viewer; readonly id: string; readonly decision: TermsDecision; readonly requestId: string },
): Promise<Outcome<null, TermsRefusal>> {
  const { viewer, decision } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'money:work')) return refuse('permission');
  const by = viewer.user.id;
  return transact(db, async (tx): Promise<Outcome<null, TermsRefusal>> => {
    const now = clock.now();
    const wish = await lockWaitingTerms(tx, ask.id);
    if (!wish) return refuse('changed-meanwhile');
    if ((wish.askedBy === by) !== (decision === 'withdraw')) return refuse('own-wish');
    const status = ({ approve: 'approved', decline: 'declined', withdraw: 'withdrawn' } as const)[decision];
    if (decision === 'approve') {
      const { bonusPercent, months, reason } = wish;
      const terms = { number: wish.base + 1, bonusPercent, months, reason, madeBy: wish.askedBy, madeAt: new Date(now) };
      if (!(await insertCreditTerms(tx, terms))) return refuse('changed-meanwhile');
    }
    await decideTermsWish(tx, now, wish.id, { status, by });
    await closeStaffTask(tx, now, { kind: 'credit-terms-approval', subject: subjectOf(wish.id), by: `staff:${by}` });
    await audit(tx, now, {
      actor: `staff:${by}`,
      action: `credit-terms.${status}`,
      subject: subjectOf(wish.id),
      detail: { percent: wish.bonusPercent, months: wish.months, askedBy: wish.askedBy },
      requestId: ask.requestId,
    });
    return done(null);
  });
}
