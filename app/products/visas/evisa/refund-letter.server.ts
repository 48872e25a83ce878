import type { LetterRow } from '#app/commerce/messages/letter.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { findRefunds } from './evisa-refunds-store.server.ts';

/** The refund table in a mail, which has no heads of columns: every share stands behind the name of its part. */
export function refundTableRows(columns: readonly string[], rows: readonly (readonly string[])[]): LetterRow[] {
  return rows.map(([head = '', ...shares]) => ({
    head,
    words: shares.map((share, at) => `${columns[at + 1]} ${share}`).join(' · '),
  }));
}

/**
 * The sum that goes back now that an application has ended, as it stands on record; none where the whole order was
 * cancelled, whose own mail says it.
 */
export async function refundSumRows(
  db: Db,
  application: { readonly id: string; readonly orderId: string },
  language: LanguageCode,
): Promise<LetterRow[]> {
  const refunds = await findRefunds(db, [application.id]);
  const ended = refunds.find(({ cause }) => cause === 'ended');
  const order = await findOrderAsSystem(db, application.orderId);
  if (!ended || !order) return [];
  const t = textsFor(language).of('evisas');
  const say = (amount: number) => formatMoney(money(amount, order.currency), language);
  const before = refunds.filter(({ cause }) => cause === 'late').reduce((sum, { amount }) => sum + amount, 0);
  const words = ended.amount > 0 ? say(ended.amount) : before > 0 ? t('refund.before', { amount: say(before) }) : t('refund.none');
  return [{ head: t('refund.back'), words }];
}
