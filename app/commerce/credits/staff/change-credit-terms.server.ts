import { z } from 'zod';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findCreditTerms, insertCreditTerms } from '../credits-store.server.ts';

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

/** Sets what new credit brings from now on, from the page as it stands; what was given keeps its own. */
export async function changeCreditTerms(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  ask: { readonly viewer: Viewer; readonly terms: z.infer<typeof form>; readonly version: number; readonly requestId: string },
): Promise<Outcome<null, 'permission' | 'changed-meanwhile'>> {
  const { viewer, terms } = ask;
  if (viewer.kind !== 'staff' || !may(viewer, 'money:work')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<null, 'changed-meanwhile'>> => {
    const now = clock.now();
    const before = await findCreditTerms(tx);
    const made = { bonusPercent: terms.percent, months: terms.months, reason: terms.reason };
    const number = before.number + 1;
    if (before.number !== ask.version || !(await insertCreditTerms(tx, { ...made, number, madeBy: viewer.user.id, madeAt: new Date(now) })))
      return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'credit-terms.changed',
      subject: `credit_terms:${number}`,
      reason: terms.reason,
      detail: { percent: [before.bonusPercent, terms.percent], months: [before.months, terms.months] },
      requestId: ask.requestId,
    });
    return done(null);
  });
}
