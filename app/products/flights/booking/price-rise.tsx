import type { PriceLine } from '#app/commerce/pricing/quote.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import type { BookingPageView, PriceChangeView } from './booking-view.ts';

/** Lines that changed, as a traveller reads them. */
export function shownChanges(
  changes: readonly { readonly before: PriceLine | null; readonly after: PriceLine | null }[],
): PriceChangeView[] {
  return changes.map(({ before, after }) => {
    const line = (after ?? before)!;
    return {
      kind: line.kind,
      traveller: line.facts['traveller'] ?? null,
      travellers: line.travellers.length,
      mark: line.facts['seat'] ?? line.facts['airport'] ?? '',
      before: before?.amount ?? null,
      after: after?.amount ?? null,
    };
  });
}

/** What changed, old beside new. */
export function ChangedLines({
  changes,
  total,
}: {
  changes: readonly PriceChangeView[];
  total?: { readonly label: string; readonly value: Money; readonly note: string };
}) {
  const t = useTexts('booking');
  const lines = (which: 'before' | 'after') =>
    changes.map((each) => {
      const whom = each.traveller ? t(`party.${each.traveller}`, { count: each.travellers }) : '';
      const name = t(`lines.${each.kind}`, { count: each.travellers, marks: each.mark, whom });
      return { label: each.kind === 'fare' || !whom ? name : t('rise.lineOf', { name, whom }), value: each[which], words: '—' };
    });
  return (
    <MoneyList
      groups={[
        { title: t('dearer.before'), lines: lines('before') },
        { title: t('dearer.now'), lines: lines('after') },
      ]}
      {...(total && { total })}
    />
  );
}

/** Says on each step that the flights became dearer since they were chosen; agreed to is it with the order. */
export function PriceRise({ rise }: { rise: NonNullable<BookingPageView['rise']> }) {
  const t = useTexts('booking');
  const language = useLanguage();
  return (
    <section className="card price-rise" aria-labelledby="price-rise">
      <h2 id="price-rise">{t('dearer.title')}</h2>
      <p>{t('rise.text', { by: formatMoney(rise.by, language) })}</p>
      {rise.changes.length > 0 && <ChangedLines changes={rise.changes} />}
    </section>
  );
}
