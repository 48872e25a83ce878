import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { longestAnswer } from './dispute-form.ts';
import { notForTheBank, type OrderEvidence } from './read-evidence.server.ts';

/** What the house holds that speaks for a payment, as plain English lines: banks decide about cards in English. */
export function evidenceWords(orders: readonly OrderEvidence[]): string {
  const t = textsFor('en').of('staff-disputes');
  const lines = orders.flatMap(({ reference, title, facts }) => [
    `${reference} – ${title}`,
    ...facts.flatMap(({ key, at, values, amount }) => {
      if (notForTheBank.includes(key)) return [];
      const said = t(`fact.${key}`, { ...values, amount: amount ? formatMoney(amount, 'en') : '' });
      return at === null ? said : `${at.slice(0, 16).replace('T', ' ')} UTC: ${said}`;
    }),
    '',
  ]);
  return lines.join('\n').trim().slice(0, longestAnswer);
}
