import { randomUUID } from 'node:crypto';
import { may, type Clerk } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { addMilliseconds, hourMs, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { companyEmailIndex, findCompanyContact, lockCompany } from '../../customers/companies/companies-store.server.ts';
import { mailWords } from '../../messages/mail-words.server.ts';
import { postLetter } from '../../messages/post-letter.server.ts';
import { readSeller } from '../invoices-store.server.ts';
import { openStatement } from './open-statement.server.ts';
import { setStatement } from './statement-document.server.ts';
import { findLastAskedAt, findStatementSending, insertStatementSending, markStatementSent } from './statement-sendings-store.server.ts';

export const statementSend = jobKind<{ readonly sendingId: string }>('statement.send', 8, true);

/** One company is not written to twice within this time, whoever presses. */
const restMs = hourMs;

export const statementRefusals = ['permission', 'gone', 'no-contact', 'contact-changed', 'sent-lately'] as const;
export type StatementRefusal = (typeof statementRefusals)[number];

export interface StatementAsk {
  readonly companyId: string;
  readonly from: CalendarDate;
  readonly until: CalendarDate;
  readonly language: LanguageCode;
  /** The keyed index of the address that was shown before the press. */
  readonly shownTo: string;
  readonly requestId: string;
}

/** Has a company's statement of account sent to whoever is written to about its invoices. The mail leaves after the commit. */
export async function sendStatement(
  { db, crypto, clock, jobs }: Pick<Platform, 'db' | 'crypto' | 'clock' | 'jobs'>,
  viewer: Clerk,
  ask: StatementAsk,
  keep?: Keep<string>,
): Promise<Outcome<string, StatementRefusal>> {
  if (!may(viewer, 'invoices:issue')) return refuse('permission');
  return transact(db, async (tx): Promise<Outcome<string, StatementRefusal>> => {
    const now = clock.now();
    const { companyId, from, until, language, shownTo, requestId } = ask;
    // Locked: of two who press in the same moment the second finds what the first sent.
    const company = await lockCompany(tx, companyId);
    if (!company) return refuse('gone');
    const { email } = await findCompanyContact(tx, crypto, companyId);
    if (email === '') return refuse('no-contact');
    if (companyEmailIndex(crypto, email) !== shownTo) return refuse('contact-changed');
    if (await findLastAskedAt(tx, companyId, addMilliseconds(now, -restMs))) return refuse('sent-lately');
    const id = randomUUID();
    await insertStatementSending(tx, crypto, {
      id,
      companyId,
      fromDay: from,
      untilDay: until,
      language,
      sentTo: email,
      askedBy: viewer.user.id,
      askedAt: new Date(now),
    });
    await jobs.send(tx, statementSend, { sendingId: id });
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'company.statement-sent',
      subject: `companies:${companyId}`,
      detail: { from, until, language },
      requestId,
    });
    await keep?.(tx, id);
    return done(id);
  });
}

/** The handler of its job: one mail with the paper, unless it has left before or whoever it was for is forgotten. */
export async function postStatement(platform: Platform, sendingId: string): Promise<void> {
  const { db, clock, crypto } = platform;
  const sending = await findStatementSending(db, crypto, sendingId);
  if (!sending?.sentTo || sending.sentAt) return;
  const { companyId, fromDay, untilDay, sentTo } = sending;
  const statement = await openStatement(platform, new URLSearchParams({ of: `company:${companyId}`, from: fromDay, until: untilDay }));
  if (!statement) throw new Error(`Sending ${sendingId} has no statement`);
  const language = await languageOfMail(db, sending.language);
  const t = await mailWords(db, language, 'mails');
  const [seller, brand] = await Promise.all([readSeller(db), readPaperBrand(platform)]);
  const values = {
    company: statement.buyer,
    from: formatDate(fromDay, language),
    until: formatDate(untilDay, language),
    balance: formatMoney(money(Math.abs(statement.closing), 'AED'), language),
  };
  const standing = statement.closing > 0 ? 'owed' : statement.closing < 0 ? 'ours' : 'even';
  await postLetter(platform, {
    kind: 'statements.sent',
    messageId: `statement-sending.${sending.id}`,
    to: sentTo,
    subject: t('statement.sent.subject', values),
    letter: {
      language,
      title: t('statement.sent.title', values),
      paragraphs: [t('statement.sent.text', values), t(`statement.sent.${standing}`, values)],
      rows: [],
      button: null,
      link: null,
      foot: [t('statement.sent.foot')],
    },
    attachments: [
      {
        name: `statement-${fromDay}-${untilDay}.pdf`,
        type: 'application/pdf',
        content: await setStatement(statement, { seller, brand }, language === 'ar' ? 'ar' : 'en'),
      },
    ],
  });
  await markStatementSent(db, clock.now(), sending.id);
}
