import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { OrderNeed } from '../order-need-rules.ts';

/** A need in words: what waits, and the press that sees to it. */
export function useNeedWords(): (
  order: { readonly description: { readonly title: string } },
  need: OrderNeed,
) => { readonly say: string; readonly go: string } {
  const t = useTexts('orders');
  const language = useLanguage();
  return ({ description }, { what, words, amount, by, late }) => {
    const values = {
      title: description.title,
      amount: amount ? formatMoney(amount, language) : '',
      date: what === 'part' && by ? formatDate(by, language, 'long') : '',
    };
    return { say: words ?? t(`needs.${late ? 'partLate' : what}`, values), go: t(`needs.go.${what}`) };
  };
}
