import { transact } from '#app/platform/database.server.ts';
import { insertMail, rowOf } from '#app/platform/mail-log-store.server.ts';
import { zoneOfPhone } from '#app/platform/mail-rules.ts';
import type { MailMessage } from '#app/platform/mail.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { familyOf, type MailKind } from './mail-kinds.ts';
import { mailWords } from './mail-words.server.ts';
import { textKeyOf, textKinds } from './text-kinds.ts';
import { findTextReader } from './wanted-texts.server.ts';
import { mailDeliver } from './work-on-mails.server.ts';

/**
 * Notes the text that goes to a telephone beside a mail, and has it handed over: the reference, what happened and the way
 * that the mail leads, and nothing else. A mail that staff send once more takes none along; a text is sent again by itself.
 */
export async function textBesideMail(
  platform: Pick<Platform, 'db' | 'crypto' | 'clock' | 'jobs' | 'texting'>,
  mail: {
    readonly kind: MailKind;
    readonly messageId: string;
    readonly orderId?: string | undefined;
    readonly language: LanguageCode;
    /** Null: the mail leads nowhere, so there is nothing to text. */
    readonly link: string | null;
    readonly phone?: string | undefined;
  },
): Promise<void> {
  const { kind, language, link } = mail;
  const when = textKinds[kind];
  if (!when || !link || !mail.orderId || /\.again-\d+$/.test(mail.messageId)) return;
  const reader = await findTextReader(platform, { kind, orderId: mail.orderId });
  if (!reader) return;
  const { db, crypto, clock, jobs } = platform;
  const t = await mailWords(db, language, familyOf(kind).catalogue);
  const message: MailMessage = {
    channel: 'text',
    messageId: `${mail.messageId}.text`,
    kind,
    concern: when === 'now' ? 'order' : 'courtesy',
    to: reader.number,
    language,
    subject: '',
    text: t(textKeyOf(kind, mail.phone), { reference: reader.order.reference, link }),
    html: '',
    orderId: mail.orderId,
    zone: zoneOfPhone(reader.number),
  };
  const now = clock.now();
  // Its time is now: should the job be lost, it is asked for again with all that was put off.
  const row = rowOf(crypto, now, message, { status: 'queued', cause: null, tries: 0, notBefore: new Date(now) });
  await transact(db, async (tx) => {
    if (await insertMail(tx, row)) await jobs.send(tx, mailDeliver, { mailId: row.id });
  });
}
