import { findStaffMember } from '#app/platform/access-store.server.ts';
import { deleteOldSessions, findAccount, findAccountByEmail } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { findStaffLanguage } from '#app/platform/staff-accounts-store.server.ts';
import { dayMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { deleteOldLinks, findLink, recordMailedLink, tokenOf } from './account-links-store.server.ts';
import { deleteOldShares } from '../trip-pack/trip-shares-store.server.ts';
import { deleteOldCodes, digitsOf, findCode, targetOf } from './account-codes-store.server.ts';
import type { AccountLink } from './account-links.tables.ts';

/** The mail of a link; `mail` counts how often it was asked for. */
export const accountLinkMail = jobKind<{ readonly linkId: string; readonly mail: number }>('account.link-mail');

/** Tells an owner what happened to the account; `event` makes the mail's id. */
export const accountNotice = jobKind<{
  readonly userId: string;
  readonly template: NoticeTemplate;
  readonly event: string;
  readonly language: LanguageCode;
}>('account.notice');
type AccountTemplate =
  | 'sign-up'
  | 'known-address'
  | 'verify-email'
  | 'sign-in'
  | 'reset-password'
  | 'staff-invite'
  | 'address-changed'
  | NoticeTemplate;
export type NoticeTemplate = 'password-changed' | 'second-factor-on' | 'second-factor-off' | 'new-browser' | 'sign-in-stopped';

/** Somebody used up what strangers may try at an account. The address is sealed under the attempt: most of them are nobody's. */
export const signInStopped = jobKind<{ readonly attempt: string; readonly sealed: string; readonly until: string }>(
  'account.sign-in-stopped',
);

/** The message with a code, to a mailbox or a telephone. */
export const accountCodeMail = jobKind<{ readonly codeId: string }>('account.code-mail');

const linkSweep = jobKind<Record<string, never>>('account.link-sweep');

/** Days for which links, codes and sessions are kept after their end. */
export const endedLinkDays = 1;
export const endedSessionDays = 30;

/** Starts sending the mails that accounts ask for, and clears links and sessions away that have ended. */
export async function mailAccounts(platform: Platform): Promise<void> {
  await platform.jobs.handle(accountLinkMail, ({ linkId, mail }) => mailLink(platform, linkId, mail));
  await platform.jobs.handle(accountNotice, async ({ userId, template, event, language }) => {
    const account = await findAccount(platform.db, userId);
    if (!account) return;
    const page = template === 'password-changed' ? '/auth/forgot-password' : '/admin/security';
    await send(platform, { template, to: account.email, language, page, messageId: `account-${event}` });
  });
  await platform.jobs.handle(signInStopped, (stopped) => tellStopped(platform, stopped));
  await platform.jobs.handle(accountCodeMail, ({ codeId }) => sendDigits(platform, codeId));
  await platform.jobs.handle(linkSweep, async () => {
    const { db, clock } = platform;
    const now = clock.now();
    const before = new Date(now - endedLinkDays * dayMs);
    await noteRetention(
      db,
      now,
      'links',
      (await deleteOldLinks(db, before)) + (await deleteOldCodes(db, before)) + (await deleteOldShares(db, before)),
    );
    await noteRetention(db, now, 'sessions', await deleteOldSessions(db, new Date(now - endedSessionDays * dayMs)));
  });
  await platform.jobs.schedule(linkSweep, '17 3 * * *');
}

/** A colleague reads that strangers try passwords at their account; nobody else is told. */
export async function tellStopped(
  platform: Platform,
  { attempt, sealed, until }: { attempt: string; sealed: string; until: string },
): Promise<void> {
  const account = await findAccountByEmail(platform.db, platform.crypto.open(sealed, attempt));
  if (!account || !(await findStaffMember(platform.db, account.id))) return;
  await transact(platform.db, async (tx) => {
    const subject = `internal_users:${account.id}`;
    await audit(tx, platform.clock.now(), { actor: 'guest', action: 'staff.sign-in-stopped', subject, detail: { until } });
    await platform.jobs.send(tx, accountNotice, {
      userId: account.id,
      template: 'sign-in-stopped',
      event: `sign-in-stopped-${attempt}`,
      language: await findStaffLanguage(tx, account.id),
    });
  });
}

/**
 * What a link's mail says is decided here, after the answer to its sender has left: whether an address has an account
 * can be read from neither the words nor the time of that answer.
 */
async function mailLink(platform: Platform, linkId: string, mail: number): Promise<void> {
  const link = await findLink(platform.db, linkId);
  if (!link || link.usedAt || link.mailed >= mail) return;
  const account = link.kind === 'verify-email' ? null : await findAccountByEmail(platform.db, link.email);
  // Where the mailbox was never proved, a link must not open what stands behind it.
  const known = account !== null && (link.kind !== 'sign-in' || account.emailVerified);
  const written = contentOf(link, known, tokenOf(platform, link.id));
  if (written) {
    const { template, page } = written;
    await send(platform, { template, page, to: link.email, language: link.language, messageId: `account-${link.id}.${mail}` });
  }
  await recordMailedLink(platform.db, link.id, mail);
}

function contentOf(link: AccountLink, known: boolean, token: string): { template: AccountTemplate; page: string } | null {
  switch (link.kind) {
    case 'sign-up':
      return known ? { template: 'known-address', page: '/auth' } : { template: 'sign-up', page: `/auth/confirm/${token}` };
    case 'verify-email':
      return { template: 'verify-email', page: `/auth/confirm/${token}` };
    case 'sign-in':
      return known ? { template: 'sign-in', page: `/auth/enter/${token}` } : null;
    case 'staff-invite':
      return known ? { template: 'staff-invite', page: `/auth/reset-password/${token}` } : null;
    case 'reset-password':
      // Nobody who has no account is written to.
      return known ? { template: 'reset-password', page: `/auth/reset-password/${token}` } : null;
  }
}

async function sendDigits(platform: Platform, codeId: string): Promise<void> {
  const code = await findCode(platform.db, codeId);
  if (!code || code.usedAt) return;
  const { language } = code;
  const to = targetOf(platform.crypto, code);
  const messageId = `account-code-${code.id}`;
  if (code.purpose === 'told') return send(platform, { template: 'address-changed', to, language, page: '/contact', messageId });
  const t = await mailWords(platform.db, language, 'account-mails');
  const digits = digitsOf(platform.crypto, code.id);
  if (code.purpose === 'phone') {
    // Nothing is kept of a code, nor of what became of it: who waits for one asks for another.
    await platform.texting?.send({ messageId, to, language, text: t('code.text-message', { code: digits }) });
    return;
  }
  const letter = {
    language,
    title: t('code.title', { code: digits }),
    paragraphs: [t(`code.${code.purpose}`), t('code.note')],
    rows: [],
    button: t('code.button'),
    link: `${platform.env.publicUrl}${code.purpose === 'email' ? '/contact-edit' : '/account/prove'}`,
    foot: [t('foot.why', { email: to }), t('foot.never')],
  };
  await postLetter(platform, { kind: 'accounts.code', messageId, to, subject: t('code.subject', { code: digits }), letter });
}

async function send(
  platform: Platform,
  message: { template: AccountTemplate; to: string; language: LanguageCode; page: string; messageId: string },
): Promise<void> {
  const t = await mailWords(platform.db, message.language, 'account-mails');
  const { template, language } = message;
  const letter = {
    language,
    title: t(`${template}.title`),
    paragraphs: [t(`${template}.text`), t(`${template}.note`)],
    rows: [],
    button: t(`${template}.button`),
    link: `${platform.env.publicUrl}${message.page}`,
    foot: [t('foot.why', { email: message.to }), t('foot.never')],
  };
  await postLetter(platform, {
    kind: `accounts.${template}`,
    messageId: message.messageId,
    to: message.to,
    subject: t(`${template}.subject`),
    letter,
  });
}
