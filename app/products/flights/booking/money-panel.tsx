import type { ReactNode } from 'react';
import { MoneyList, type MoneyLine } from '#app/ui/price.tsx';
import { comma, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
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
    note: line.vat.amount > 0 ? t('money.vat', { vat: formatMoney(line.vat, language) }) : undefined,
    value: line.amount,
  }));
  return (
    <div className="card money-panel">
      <h2>{t('money.title')}</h2>
      {money ? (
        <MoneyList
          groups={[{ lines }]}
          total={{
            label: t('money.totalFor', { count: money.travellers }),
            value: money.total,
            note: t('money.charged', { currency: money.total.currency }),
          }}
        />
      ) : (
        <p className="muted">{t('money.unknown')}</p>
      )}
      {children}
    </div>
  );
}
