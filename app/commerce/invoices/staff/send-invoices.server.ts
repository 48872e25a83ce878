import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Keep } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { mailWords } from '../../messages/mail-words.server.ts';
import { postLetter } from '../../messages/post-letter.server.ts';
import { linkKey } from '../../orders/order-visit.server.ts';
import { findOrderAsSystem, readContact } from '../../orders/orders-store.server.ts';
import { invoicePaper } from '../invoice-paper.server.ts';
import { findInvoiceById, findInvoicesOfOrder } from '../invoices-store.server.ts';
import { findRowsByNumber } from './invoice-desk-store.server.ts';
import { findSending, insertSending, markSent } from './invoice-sendings-store.server.ts';

/** What somebody can still read through before pressing. */
export const mostSentAtOnce = 100;

export const invoiceSend = jobKind<{ readonly sendingId: string }>('invoice.send', 8, true);

/**
 * Has documents sent to the buyers' addresses once more, each in the language of its order. Unknown numbers are left
 * out; the batch's id. The mails leave after the commit.
 */
export async function sendInvoices(
  platform: Platform,
  ask: { readonly viewer: Viewer & { readonly kind: 'staff' }; readonly numbers: readonly string[]; readonly requestId: string },
  keep?: Keep<string>,
): Promise<Outcome<string, 'permission' | 'nothing-picked'>> {
  const { viewer } = ask;
  if (!may(viewer, 'invoices:issue')) return refuse('permission');
  const now = platform.clock.now();
  const rows = await findRowsByNumber(platform.db, now, [...new Set(ask.numbers)].slice(0, mostSentAtOnce));
  if (rows.length === 0) return refuse('nothing-picked');
  const batch = randomUUID();
  await transact(platform.db, async (tx) => {
    for (const row of rows) {
      const order = await findOrderAsSystem(tx, row.orderId);
      if (!order) continue;
      const sending = {
        id: randomUUID(),
        invoiceId: row.id,
        batch,
        language: order.language,
        askedBy: viewer.user.id,
        askedAt: new Date(now),
        sentAt: null,
      };
      await insertSending(tx, sending);
      await platform.jobs.send(tx, invoiceSend, { sendingId: sending.id });
    }
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'invoices.sent-again',
      subject: rows.length === 1 ? `invoices:${rows[0]!.id}` : 'invoices:list',
      detail: { numbers: rows.map(({ number }) => number) },
      requestId: ask.requestId,
    });
    await keep?.(tx, batch);
  });
  return done(batch);
}

/** The handler of its job: one mail with the paper, unless it has left before. */
export async function sendInvoice(platform: Platform, sendingId: string): Promise<void> {
  const { db, clock, crypto } = platform;
  const sending = await findSending(db, sendingId);
  if (!sending || sending.sentAt) return;
  const invoice = await findInvoiceById(db, sending.invoiceId);
  const order = invoice && (await findOrderAsSystem(db, invoice.orderId));
  if (!invoice || !order) throw new Error(`Sending ${sendingId} has no document or no order`);
  const language = await languageOfMail(db, sending.language);
  const t = await mailWords(db, language, 'mails');
  const corrects = (await findInvoicesOfOrder(db, order.id)).find(({ id }) => id === invoice.refersTo)?.number ?? null;
  const values = {
    number: invoice.number,
    reference: order.reference,
    corrects: corrects ?? '',
    total: formatMoney(money(Math.abs(invoice.gross), 'AED'), language),
  };
  const say = (part: string) => t(`invoice-again.${invoice.kind}.${part}`, values);
  const [title, text, button] = [say('title'), say('text'), t('invoice-again.button')];
  const link = `${platform.env.publicUrl}/track?order=${order.reference}&key=${linkKey(platform, order, clock.now())}`;
  const foot = [t('foot.reference', { reference: order.reference }), t('foot.reply')];
  await postLetter(platform, {
    kind: invoice.kind === 'invoice' ? 'invoices.invoice' : 'invoices.credit-note',
    messageId: `invoice-sending.${sending.id}`,
    to: readContact(crypto, order).email,
    subject: say('subject'),
    orderId: order.id,
    letter: { language, title, paragraphs: [text], rows: [], button, link, foot },
    attachments: [
      {
        name: `${invoice.number}.pdf`,
        type: 'application/pdf',
        content: await invoicePaper(platform, invoice, corrects, language === 'ar' ? 'ar' : 'en'),
      },
    ],
  });
  await markSent(db, clock.now(), sending.id);
}
