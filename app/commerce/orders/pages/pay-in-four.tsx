import { Button } from '#app/ui/button.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sumMoney } from '#app/values/money.ts';
import type { FourPart } from '../../payments/four-rules.ts';
import './buyer-fields.css';

/** What is paid when, and the press that leads to who collects it; stands in the form of what is paid. The texts of `orders` must be loaded. */
export function PayInFour({ parts }: { parts: readonly FourPart[] }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const [first] = parts;
  if (!first) return null;
  const total = sumMoney(
    parts.map(({ amount }) => amount),
    first.amount.currency,
  );
  return (
    <details className="buyer">
      <summary>{t('four.title')}</summary>
      <p>{t('four.text')}</p>
      <MoneyList
        groups={[
          {
            lines: parts.map(({ amount, dueOn }, index) => ({
              label: index === 0 ? t('four.today', { date: formatDate(dueOn, language) }) : formatDate(dueOn, language),
              value: amount,
            })),
          },
        ]}
        total={{ label: t('four.total'), value: total }}
      />
      <p className="small">{t('four.note')}</p>
      <Button wide name="intent" value="pay-four" icon="lock">
        {t('four.button', { amount: formatMoney(first.amount, language) })}
      </Button>
    </details>
  );
}
