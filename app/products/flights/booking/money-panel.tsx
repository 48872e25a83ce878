import type { ReactNode } from 'react';
import { MoneyList, type MoneyLine } from '#app/ui/price.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { vatIn } from '#app/commerce/pricing/quote-summary.ts';
import type { MoneyView } from './booking-view.ts';

/** The price so far, as the server quoted it for this draft. */
export function MoneyPanel({ money, children }: { money: MoneyView | null; children: ReactNode }) {
  const t = useTexts('booking');
  const language = useLanguage();
  const lines: MoneyLine[] = (money?.lines ?? []).map((line) => ({
    label:
      line.kind === 'fare'
        ? t('lines.fare', { whom: t(`party.${line.traveller ?? 'adult'}`, { count: line.travellers }) })
        : t(`lines.${line.words}`, { marks: line.marks.join(comma(language)), count: line.travellers }),
    value: line.amount,
  }));
  const vat = money && vatIn(money.lines, money.total.currency);
  return (
    <div className="card money-panel">
      <h2>{t('money.title')}</h2>
      {money ? (
        <MoneyList
          groups={[{ lines }]}
          total={{
            label: t('money.totalFor', { count: money.travellers }),
            value: money.total,
            note: [
              ...(vat && vat.amount > 0 ? [t('money.vat', { vat: formatMoney(vat, language) })] : []),
              t('money.charged', { currency: money.total.currency }),
            ].join(' '),
          }}
        />
      ) : (
        <p className="muted">{t('money.unknown')}</p>
      )}
      {children}
    </div>
  );
}
