import { newSecret } from '#app/platform/crypto.server.ts';
import type { Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { insertLink, shutLinks } from './account-links-store.server.ts';
import { accountLinkMail } from './account-mails.server.ts';

const invitationMs = 3 * dayMs;

/** Mails a new colleague a link for choosing their password; an earlier one ends. */
export async function inviteByMail(
  tx: Tx,
  platform: Pick<Platform, 'clock' | 'crypto' | 'jobs'>,
  to: { readonly email: string; readonly language: LanguageCode },
): Promise<void> {
  const now = platform.clock.now();
  const at = new Date(now);
  await shutLinks(tx, 'staff-invite', to.email, at);
  const link = { id: newSecret(), kind: 'staff-invite' as const, ...to, createdAt: at, expiresAt: new Date(now + invitationMs) };
  await insertLink(tx, platform, link);
  await platform.jobs.send(tx, accountLinkMail, { linkId: link.id, mail: 1 });
}
