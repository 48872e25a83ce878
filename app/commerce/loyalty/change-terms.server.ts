import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { loyaltyRuleMachine } from './loyalty-status.ts';
import type { RuleRefusal } from './run-programme.server.ts';
import type { TermsValues } from './terms-rules.ts';
import { lockTerms, putTermsToWork, saveDraftTerms } from './terms-store.server.ts';

const subjectOf = (id: string) => `loyalty_terms:${id}`;

/** Writes what points shall become and invitations bring; it stands when somebody else puts it to work. */
export async function draftTerms(platform: Platform, viewer: Clerk, values: TermsValues): Promise<Outcome<null, RuleRefusal>> {
  if (!may(viewer, 'loyalty:work')) return refuse('permission');
  const now = platform.clock.now();
  const by = viewer.user.id;
  await transact(platform.db, async (tx) => {
    const id = await saveDraftTerms(tx, now, { id: randomUUID(), values, madeBy: by });
    await openStaffTask(tx, now, {
      kind: 'points-approval',
      subject: subjectOf(id),
      textKey: 'tasks:points-terms',
      detail: {},
      askedBy: `staff:${by}`,
    });
    await audit(tx, now, { actor: `staff:${by}`, action: 'loyalty.terms-drafted', subject: subjectOf(id), detail: { ...values } });
  });
  return done(null);
}

/** Puts terms to work, as they were looked at; those before are retired. Never by who wrote them. */
export async function approveTerms(
  platform: Platform,
  viewer: Clerk,
  seen: { readonly id: string; readonly version: number },
): Promise<Outcome<null, RuleRefusal>> {
  if (!may(viewer, 'loyalty:approve')) return refuse('permission');
  const by = viewer.user.id;
  return transact(platform.db, async (tx): Promise<Outcome<null, RuleRefusal>> => {
    const terms = await lockTerms(tx, seen.id);
    if (!terms || terms.version !== seen.version || !moveOn(loyaltyRuleMachine, terms.status, 'approve', 'staff').ok)
      return refuse('changed-meanwhile');
    if (terms.madeBy === by) return refuse('own-rule');
    const now = platform.clock.now();
    await putTermsToWork(tx, now, terms.id, by);
    await closeStaffTask(tx, now, { kind: 'points-approval', subject: subjectOf(terms.id), by: `staff:${by}` });
    await audit(tx, now, { actor: `staff:${by}`, action: 'loyalty.terms-live', subject: subjectOf(terms.id) });
    return done(null);
  });
}
