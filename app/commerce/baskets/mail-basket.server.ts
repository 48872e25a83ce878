import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { money, type Money } from '#app/values/money.ts';
import type { Letter } from '../messages/letter.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import { recordSent, wasSent } from '../messages/messages-store.server.ts';
import { readContact } from '../orders/orders-store.server.ts';
import { findPaymentsOfOrder } from '../payments/payments-store.server.ts';
import type { ProductCounters } from '../product-counter.ts';
import { basketLinkKey } from './basket-access.server.ts';
import { basketOutcome, type BasketOutcome } from './basket-outcome.ts';
import { findBasketAsSystem, findOrdersIn } from './baskets-store.server.ts';

interface MailedItem {
  readonly title: string;
  readonly starts: string;
  readonly outcome: BasketOutcome;
  readonly amount: Money;
}

/** One mail about everything that was bought together: what is confirmed and charged, and what failed and was let go. Sent once. */
export async function mailBasket(platform: Platform, counters: ProductCounters, basketId: string): Promise<void> {
  const { db, clock } = platform;
  const messageId = `${basketId}.basket-settled`;
  if (await wasSent(db, messageId)) return;
  const basket = await findBasketAsSystem(db, basketId);
  if (!basket) throw new Error(`Mail about basket ${basketId}, which does not exist`);
  const inside = await findOrdersIn(db, basketId);
  const lead = inside[0];
  // Erased at its owner's wish meanwhile.
  if (!lead) return;
  const language = await languageOfMail(db, basket.language);
  const items: MailedItem[] = [];
  for (const order of inside) {
    const payments = await findPaymentsOfOrder(db, order.id);
    const share = payments.find(({ partOf }) => partOf !== null);
    if (!share) continue;
    const { title, starts } = await counters.of(order.kind).describe(order.id, language);
    items.push({ title, starts, outcome: basketOutcome(order.status, share.status), amount: money(share.amount, share.currency) });
  }
  const t = await mailWords(db, language, 'mails');
  const sumOf = (some: readonly MailedItem[]) =>
    formatMoney(
      money(
        some.reduce((sum, item) => sum + item.amount.amount, 0),
        lead.currency,
      ),
      language,
    );
  const failed = items.filter(({ outcome }) => outcome === 'failed');
  const kept = items.filter(({ outcome }) => outcome !== 'failed');
  const way = kept.length === 0 ? 'none' : failed.length === 0 ? 'all' : 'some';
  const values = { reference: basket.reference, charged: sumOf(kept), released: sumOf(failed), count: items.length, kept: kept.length };
  const letter: Letter = {
    language,
    title: t(`basket.${way}.title`, values),
    paragraphs: [t(`basket.${way}.text`, values)],
    rows: items.map((item) => ({
      head: item.title,
      under: formatDate(item.starts, language, 'day'),
      words: t(`basket.item.${item.outcome}`, { amount: formatMoney(item.amount, language) }),
    })),
    button: t('basket.button'),
    link: `${platform.env.publicUrl}/trip/${basket.reference}?key=${basketLinkKey(platform, basket.id, clock.now())}`,
    foot: [t('foot.reference', { reference: basket.reference }), t('foot.reply')],
  };
  const { email } = readContact(platform.crypto, lead);
  await postLetter(platform, {
    kind: `baskets.${way}`,
    messageId,
    to: email,
    subject: t(`basket.${way}.subject`, values),
    orderId: lead.id,
    letter,
  });
  await recordSent(db, {
    messageId,
    orderId: lead.id,
    template: 'basket-settled',
    orderVersion: lead.version,
    language,
    sentAt: new Date(clock.now()),
  });
}
