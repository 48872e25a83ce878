import { findStaffMember, findStaffNames } from '#app/platform/access-store.server.ts';
import { staffRoles, type StaffRole } from '#app/platform/access.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** What somebody who was made a colleague reads before they choose a password; words are said already. */
export interface Invitation {
  /** Who invited them; null for one that nobody is named for. */
  readonly by: string | null;
  readonly roles: readonly string[];
  /** What they were asked for besides, and a second person has not answered. */
  readonly waiting: readonly string[];
}

const inviting: readonly string[] = ['staff.invited', 'staff.rejoin', 'staff.invited-again'];
/** So many acts on a record are looked through: an invitation stands among its first. */
const mostActs = 50;

/** The invitation behind a link, from the record of the house; null where that address is nobody who works here. */
export async function openInvitation(platform: Pick<Platform, 'db'>, email: string, language: LanguageCode): Promise<Invitation | null> {
  const { db } = platform;
  const account = await findAccountByEmail(db, email);
  const member = account && (await findStaffMember(db, account.id));
  if (!member) return null;
  const acts = await listAuditOf(db, `internal_users:${member.userId}`, mostActs);
  const actor = acts.find(({ action }) => inviting.includes(action))?.actor ?? '';
  const by = actor.startsWith('staff:') ? actor.slice(6) : null;
  const names = await findStaffNames(db, by === null ? [] : [by]);
  const newest = acts.find(({ action }) => action.startsWith('staff.roles-'));
  const asked = newest?.action === 'staff.roles-asked' ? ((newest.detail as { roles?: unknown } | null)?.roles ?? []) : [];
  const waiting = staffRoles.filter((role) => Array.isArray(asked) && asked.includes(role) && !member.roles.includes(role));
  const t = textsFor(language).of('staff');
  const say = (role: StaffRole) => t(`roles.${role}`);
  return { by: by === null ? null : (names.get(by) ?? null), roles: member.roles.map(say), waiting: waiting.map(say) };
}
