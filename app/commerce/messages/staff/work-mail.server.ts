import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import {
  changeMailHours,
  deleteSuppression,
  findMail,
  insertMail,
  isNumber,
  markMail,
  openContent,
  openRecipient,
  rowOf,
  suppressAddress,
} from '#app/platform/mail-log-store.server.ts';
import type { MailHours, SuppressionReason } from '#app/platform/mail-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { looksLikeEmail, plainEmail } from '#app/values/email.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findOrderAsSystem } from '../../orders/orders-store.server.ts';
import { isApplicants, type MailKind } from '../mail-kinds.ts';
import { messageSend, orderTemplates } from '../message-jobs.server.ts';
import { mailDeliver } from '../work-on-mails.server.ts';
import { isLetterWanted } from '../wanted-letters.server.ts';
import { findTextReader } from '../wanted-texts.server.ts';
import { switchText } from '../texts-off-store.server.ts';
import { textKinds } from '../text-kinds.ts';
import { hideKeys } from './hide-keys.ts';

export type Staff = Viewer & { readonly kind: 'staff' };

interface Asked {
  readonly viewer: Staff;
  readonly requestId: string;
}

/**
 * Sends a mail once more, under an id of its own. One about an order is written anew, with the papers as they stand;
 * any other as it was, while its content is kept. A text goes to the number that it went to, while its reader wishes it.
 */
export async function sendAgain(
  platform: Platform,
  ask: Asked & { readonly id: string; readonly reason: string },
): Promise<Outcome<string, 'permission' | 'reason' | 'not-kept' | 'not-yet' | 'not-wanted' | 'text-not-wanted'>> {
  const { db, crypto, clock, jobs } = platform;
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  if (ask.reason === '') return refuse('reason');
  const now = clock.now();
  const known = await findMail(db, ask.id);
  const reader = known?.channel === 'text' ? await findTextReader(platform, known) : null;
  return transact(db, async (tx) => {
    const mail = await findMail(tx, ask.id);
    if (!mail) return refuse('not-kept');
    if (mail.status === 'queued') return refuse('not-yet');
    const isText = mail.channel === 'text';
    const template = isText ? undefined : orderTemplates.find((one) => mail.kind === `orders.${one}`);
    const order = mail.orderId && template ? await findOrderAsSystem(tx, mail.orderId) : null;
    const kept = openContent(crypto, mail);
    const to = openRecipient(crypto, mail);
    // Twice within a minute is a form that was sent twice.
    const number = Math.floor(now / 60_000);
    const id = `${mail.againOf ?? mail.id}.again-${number}`;
    if (order && template) {
      const version = Number(/\.(\d+)(?:\.again-\d+)?$/.exec(mail.id)?.[1] ?? order.version);
      await jobs.send(tx, messageSend, { template, orderId: order.id, version, language: mail.language, again: number });
    } else {
      if (!kept?.files || to === '') return refuse('not-kept');
      if ((await isLetterWanted(tx, mail)) !== 'yes') return refuse('not-wanted');
      if (isText && reader?.number !== to) return refuse('text-not-wanted');
      const fresh = rowOf(
        crypto,
        now,
        {
          messageId: id,
          channel: mail.channel,
          kind: mail.kind,
          concern: mail.concern,
          to,
          language: mail.language,
          orderId: mail.orderId ?? undefined,
          subject: kept.subject,
          text: kept.text,
          html: kept.html,
          oneClickLeave: kept.oneClickLeave,
          zone: kept.zone,
          attachments: kept.files.map(({ name, type, base64 }) => ({ name, type, content: Buffer.from(base64, 'base64') })),
        },
        { status: 'queued', cause: null, tries: 0, notBefore: isText ? new Date(now) : null, againOf: mail.againOf ?? mail.id },
      );
      if (await insertMail(tx, fresh)) await jobs.send(tx, mailDeliver, { mailId: id });
    }
    await audit(tx, now, {
      actor: `staff:${ask.viewer.user.id}`,
      action: 'mail.sent-again',
      subject: `mail_log:${mail.id}`,
      reason: ask.reason,
      requestId: ask.requestId,
    });
    return done(id);
  });
}

/** Tries a mail that the other side did not take once more, now. */
export async function retryMail(
  platform: Platform,
  ask: Asked & { readonly id: string },
): Promise<Outcome<true, 'permission' | 'not-kept'>> {
  const { db, crypto, clock, jobs } = platform;
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  return transact(db, async (tx) => {
    const mail = await findMail(tx, ask.id);
    if (mail?.status !== 'failed') return refuse('not-kept');
    const template = mail.channel === 'text' ? undefined : orderTemplates.find((one) => mail.kind === `orders.${one}`);
    const order = mail.orderId && template ? await findOrderAsSystem(tx, mail.orderId) : null;
    const again = /\.(\d+)(?:\.again-(\d+))?$/.exec(mail.id);
    if (order && template && again)
      await jobs.send(tx, messageSend, {
        template,
        orderId: order.id,
        version: Number(again[1]),
        language: mail.language,
        ...(again[2] ? { again: Number(again[2]) } : {}),
      });
    else if (openContent(crypto, mail)?.files) await jobs.send(tx, mailDeliver, { mailId: mail.id });
    else return refuse('not-kept');
    await audit(tx, clock.now(), {
      actor: `staff:${ask.viewer.user.id}`,
      action: 'mail.retried',
      subject: `mail_log:${mail.id}`,
      requestId: ask.requestId,
    });
    return done(true);
  });
}

/** Notes that a mail came back, or that its reader complained: nothing but what is owed goes there any more, or nothing at all. */
export async function noteReturned(
  platform: Platform,
  ask: Asked & { readonly id: string; readonly reason: 'hard-bounce' | 'complaint'; readonly note: string },
): Promise<Outcome<true, 'permission' | 'not-kept'>> {
  const { db, crypto, clock } = platform;
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  return transact(db, async (tx) => {
    const mail = await findMail(tx, ask.id);
    const address = mail ? openRecipient(crypto, mail) : '';
    if (mail?.status !== 'sent' || address === '') return refuse('not-kept');
    const now = clock.now();
    const by = `staff:${ask.viewer.user.id}`;
    const cause = mail.channel === 'text' ? 'no-such-number' : 'hard-bounce';
    if (ask.reason === 'hard-bounce') await markMail(tx, now, mail.id, { status: 'bounced', cause });
    await suppressAddress(tx, crypto, now, { address, reason: ask.reason, note: ask.note, by });
    await audit(tx, now, { actor: by, action: `mail.${ask.reason}`, subject: `mail_log:${mail.id}`, requestId: ask.requestId });
    return done(true);
  });
}

/**
 * Whether what a mail of that kind said may be read here: it names its reader. One to an applicant is read on the application, where
 * a blind posting covers whom it names; here it would put a name to a reference.
 */
export function mayReadMail(viewer: Viewer, kind: string): boolean {
  return may(viewer, 'customers:reveal') && !isApplicants(kind);
}

/** What was sent, without the keys in its links, to somebody who may see it and says why; that they looked is in the audit. */
export async function readSentMail(
  platform: Platform,
  ask: Asked & { readonly id: string; readonly reason: string },
): Promise<
  Outcome<
    { readonly to: string; readonly subject: string; readonly text: string; /** Empty of a text. */ readonly html: string },
    'permission' | 'reason' | 'not-kept'
  >
> {
  const { db, crypto, clock } = platform;
  if (!may(ask.viewer, 'customers:reveal')) return refuse('permission');
  if (ask.reason === '') return refuse('reason');
  const mail = await findMail(db, ask.id);
  if (mail && !mayReadMail(ask.viewer, mail.kind)) return refuse('permission');
  const kept = mail && openContent(crypto, mail);
  if (!mail || !kept) return refuse('not-kept');
  await transact(db, (tx) =>
    audit(tx, clock.now(), {
      actor: `staff:${ask.viewer.user.id}`,
      action: 'mail.read',
      subject: `mail_log:${mail.id}`,
      reason: ask.reason,
      requestId: ask.requestId,
    }),
  );
  return done({ to: openRecipient(crypto, mail), subject: kept.subject, text: hideKeys(kept.text), html: hideKeys(kept.html) });
}

/** Puts an address or a number on the list of those that are not written to. */
export async function suppressByHand(
  platform: Platform,
  ask: Asked & { readonly address: string; readonly reason: SuppressionReason; readonly note: string },
): Promise<Outcome<true, 'permission' | 'address' | 'note'>> {
  const { db, crypto, clock } = platform;
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  const address = plainEmail(ask.address);
  const number = isNumber(address) ? address.replace(/[^+\d]/g, '') : null;
  if (!number && !looksLikeEmail(address)) return refuse('address');
  if (ask.note === '') return refuse('note');
  await transact(db, async (tx) => {
    const now = clock.now();
    const by = `staff:${ask.viewer.user.id}`;
    await suppressAddress(tx, crypto, now, { address: number ?? address, reason: ask.reason, note: ask.note, by });
    await audit(tx, now, { actor: by, action: 'mail-suppression.added', subject: 'mail_suppressions:list', requestId: ask.requestId });
  });
  return done(true);
}

export async function liftSuppression(
  platform: Platform,
  ask: Asked & { readonly id: string; readonly reason: string },
): Promise<Outcome<true, 'permission' | 'reason' | 'gone'>> {
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  if (ask.reason === '') return refuse('reason');
  return transact(platform.db, async (tx) => {
    if (!(await deleteSuppression(tx, ask.id))) return refuse('gone');
    await audit(tx, platform.clock.now(), {
      actor: `staff:${ask.viewer.user.id}`,
      action: 'mail-suppression.lifted',
      subject: `mail_suppressions:${ask.id}`,
      reason: ask.reason,
      requestId: ask.requestId,
    });
    return done(true);
  });
}

/** When courtesies and letters may be sent, and how many a day; `version` is what its changer saw. */
export async function setMailHours(
  platform: Platform,
  ask: Asked & { readonly hours: MailHours & { readonly version: number } },
): Promise<Outcome<true, 'permission' | 'hours' | 'changed-meanwhile'>> {
  const { quietFrom, quietUntil, dailyCap, textCap, version } = ask.hours;
  if (!may(ask.viewer, 'notifications:approve')) return refuse('permission');
  const within = (value: number, least: number, most: number) => Number.isInteger(value) && value >= least && value <= most;
  if (
    !within(quietFrom, 0, 23) ||
    !within(quietUntil, 0, 23) ||
    !within(dailyCap, 1, 20) ||
    !within(textCap, 1, 20) ||
    !Number.isInteger(version)
  )
    return refuse('hours');
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const by = `staff:${ask.viewer.user.id}`;
    if (!(await changeMailHours(tx, now, ask.hours, by))) return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: by,
      action: 'mail-hours.changed',
      subject: 'mail_hours:1',
      detail: { quietFrom, quietUntil, dailyCap, textCap },
      requestId: ask.requestId,
    });
    return done(true);
  });
}

/** Has texts go beside a kind of mail, or no more; what waits of that kind stays behind as well. For who may change settings. */
export async function setTextKind(
  platform: Platform,
  ask: Asked & { readonly kind: MailKind; readonly to: 'on' | 'off' },
): Promise<Outcome<true, 'permission' | 'not-possible'>> {
  if (!may(ask.viewer, 'settings:edit')) return refuse('permission');
  if (!textKinds[ask.kind]) return refuse('not-possible');
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const by = `staff:${ask.viewer.user.id}`;
    if (await switchText(tx, new Date(now), ask.kind, ask.to, by))
      await audit(tx, now, { actor: by, action: `text-kind.${ask.to}`, subject: `texts_off:${ask.kind}`, requestId: ask.requestId });
    return done(true);
  });
}
