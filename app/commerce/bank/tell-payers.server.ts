import type { Db } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { findMail, openRecipient } from '#app/platform/mail-log-store.server.ts';
import type { MailStatus } from '#app/platform/mail-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { money, type Money } from '#app/values/money.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { findSentMessages, recordSent, wasSent } from '../messages/messages-store.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { linkKey } from '../orders/order-visit.server.ts';
import { findByReference, readContact } from '../orders/orders-store.server.ts';
import { findLine, findMatches } from './bank-store.server.ts';
import type { BankLine } from './bank.tables.ts';
import type { MatchPart } from './match-rules.ts';

/** Whoever paid what fits nothing is told that it is kept for them. */
export const payerTell = jobKind<{ readonly lineId: string; readonly matchId: string }>('bank.tell-payer', 8, true);

/** What is kept of a line for whoever paid it, by the order that was named with it: null where none was. */
function keptByOrder(parts: readonly MatchPart[]): ReadonlyMap<string | null, number> {
  const kept = new Map<string | null, number>();
  for (const { kind, about, amount } of parts) if (kind === 'to-return') kept.set(about, (kept.get(about) ?? 0) + amount);
  return kept;
}

/** The same money of the same line for the same order is told once, also where its match is undone and made again. */
const messageIdOf = (lineId: string, orderId: string, amount: number) => `bank-line.${lineId}.money-kept.${orderId}.${amount}`;

/** Whether anybody can be told of what these parts keep: the payer is known to us by the order that was named, and by nothing else. */
export function tellsAnybody(parts: readonly MatchPart[]): boolean {
  return [...keptByOrder(parts).keys()].some((about) => about !== null);
}

/** Mails the contact of each order that was named with money that fits nothing, unless it was undone or has gone back meanwhile. */
export async function tellPayers(platform: Platform, { lineId, matchId }: { readonly lineId: string; readonly matchId: string }) {
  const { db, crypto, clock, env } = platform;
  const line = await findLine(db, lineId);
  const match = line && (await findMatches(db, lineId)).find(({ id }) => id === matchId);
  if (!line || match?.status !== 'approved' || line.toReturn <= 0) return;
  for (const [reference, kept] of keptByOrder(match.parts)) {
    const order = reference === null ? null : await findByReference(db, reference);
    const to = order && readContact(crypto, order).email;
    if (!order || !to) continue;
    const messageId = messageIdOf(lineId, order.id, kept);
    if (await wasSent(db, messageId)) continue;
    const language = await languageOfMail(db, order.language);
    const t = await mailWords(db, language, 'mails');
    const values = {
      reference: order.reference,
      amount: formatMoney(money(kept, line.currency), language),
      date: formatDate(line.bookedOn, language),
    };
    await postLetter(platform, {
      kind: 'orders.money-kept',
      messageId,
      to,
      orderId: order.id,
      subject: t('money-kept.subject', values),
      letter: {
        language,
        title: t('money-kept.title', values),
        paragraphs: ['text', 'kept', 'next', 'meant'].map((part) => t(`money-kept.${part}`, values)),
        rows: [],
        button: t('money-kept.button'),
        link: `${env.publicUrl}/track?order=${order.reference}&key=${linkKey(platform, order, clock.now())}`,
        foot: [t('foot.reference', values), t('foot.reply')],
      },
    });
    const sent = { messageId, orderId: order.id, template: 'money-kept', orderVersion: order.version, language };
    await recordSent(db, { ...sent, sentAt: new Date(clock.now()) });
  }
}

/** Who was told of money that is kept, as the desk reads it. */
export interface ToldPayer {
  readonly amount: Money;
  /** Null: no order is named, so that nobody's address is known. */
  readonly reference: string | null;
  readonly state: MailStatus | 'coming' | 'forgotten' | 'nobody' | 'no-address';
  readonly to: string | null;
  readonly at: string | null;
}

/** Whether, when and under which address payers were told of what these parts keep. */
export async function findTold(
  { db, crypto }: { readonly db: Db; readonly crypto: Platform['crypto'] },
  line: Pick<BankLine, 'id' | 'currency'>,
  parts: readonly MatchPart[],
): Promise<ToldPayer[]> {
  const told: ToldPayer[] = [];
  for (const [reference, kept] of keptByOrder(parts)) {
    const known = { amount: money(kept, line.currency), reference, to: null, at: null };
    const order = reference === null ? null : await findByReference(db, reference);
    if (!order) {
      told.push({ ...known, state: 'nobody' });
      continue;
    }
    const messageId = messageIdOf(line.id, order.id, kept);
    const mail = await findMail(db, messageId);
    const to = mail && openRecipient(crypto, mail);
    if (mail && to) {
      told.push({ ...known, to, state: mail.status, at: mail.changedAt.toISOString() });
      continue;
    }
    // The row of a mail goes after its time, or its reader is forgotten: that it was sent stays with the order.
    const sent = (await findSentMessages(db, order.id)).find((one) => one.messageId === messageId);
    const state = sent ? 'forgotten' : readContact(crypto, order).email ? 'coming' : 'no-address';
    told.push({ ...known, state, at: sent?.sentAt.toISOString() ?? null });
  }
  return told;
}
