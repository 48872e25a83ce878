import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, staffRoles, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import type { JobApplication } from '../job-applications.tables.ts';
import { jobTitle } from '../job-mails.server.ts';
import type { Joiner } from '../joiners.tables.ts';
import { workOnJoiner } from '../work-joiner.server.ts';

/** A prepared, sent or refused invitation as its card shows it. */
export async function showJoiner({ db }: Pick<Platform, 'db'>, viewer: Clerk, joiner: Joiner) {
  const by = joiner.decidedBy?.replace('staff:', '') ?? null;
  const names = await findStaffNames(db, by ? [by] : []);
  const { version, status, startsOn, roles, userId, reason, decidedAt } = joiner;
  return {
    version,
    status,
    startsOn,
    roles,
    userId,
    reason,
    by: by && (names.get(by) ?? null),
    at: decidedAt?.toISOString() ?? null,
    works: may(viewer, 'staff:edit'),
    seesStaff: may(viewer, 'staff:view'),
  };
}
export type ShownJoiner = Awaited<ReturnType<typeof showJoiner>>;

export const joinerIntents = ['joiner-change', 'joiner-refuse', 'joiner-prepare'] as const;

/** A form of the card that was not done: why, and what was typed. */
export interface SentJoiner {
  readonly intent: string;
  readonly code: string;
  readonly wrong: readonly 'reason'[];
  readonly reason: string;
}

/** Does what a form of the card asks for; null when it was done. */
export async function sendJoinerForm(
  platform: Platform,
  sent: { readonly viewer: Clerk; readonly application: JobApplication; readonly form: FormData; readonly requestId: string },
): Promise<SentJoiner | null> {
  const { viewer, application, form, requestId } = sent;
  const intent = joinerIntents.find((one) => one === form.get('intent')) ?? 'joiner-change';
  const reason = plainText(form.get('reason'), 300).slice(0, 300);
  if (!may(viewer, 'staff:edit')) return { intent, reason, code: 'not-allowed', wrong: [] };
  const work = {
    application,
    version: plainVersion(form.get('version')),
    job: await jobTitle(platform.db, application, 'en'),
    staffId: viewer.user.id,
    requestId,
  };
  const roles = staffRoles.filter((role) => form.getAll('role').includes(role));
  const worked = await workOnJoiner(
    platform,
    intent === 'joiner-change'
      ? { ...work, event: 'change', roles }
      : intent === 'joiner-refuse'
        ? { ...work, event: 'refuse', reason }
        : { ...work, event: 'prepare' },
  );
  if (worked.ok) return null;
  const unsaid = worked.refused === 'no-reason';
  return { intent, reason, code: unsaid ? 'incomplete' : worked.refused, wrong: unsaid ? ['reason'] : [] };
}
