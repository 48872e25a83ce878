import { LocalClock } from '#app/ui/date-text.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { bagsWords, durationWords, moneyWords, ruleWords, stopWords } from './flight-words.tsx';
import { spaced } from './flight-leg.tsx';
import type { FlightCard } from './results-view.ts';

/** Two to four flights side by side, one fact a row. */
export function CompareTable({ cards, clear, without }: { cards: readonly FlightCard[]; clear: string; without: (key: string) => string }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const rows: [string, (card: FlightCard) => React.ReactNode][] = [
    [t('compare.price'), (card) => <bdi className="price">{moneyWords(card.total, language)}</bdi>],
    [
      t('compare.times'),
      (card) => (
        <bdi>
          <LocalClock time={card.slice.segments[0]!.departs} /> –{' '}
          <LocalClock time={card.slice.segments.at(-1)!.arrives} plusDays={card.slice.dayShift} />
        </bdi>
      ),
    ],
    [t('compare.duration'), (card) => durationWords(t, card.slice.minutes)],
    [
      t('compare.stops'),
      (card) =>
        card.slice.stops === 0
          ? t('compare.direct')
          : t(`stopsAt.${card.slice.stops}`, { places: stopWords(card.slice.layovers, language) }),
    ],
    [t('compare.bags'), (card) => bagsWords(t, card.cabinBag, card.checkedBag)],
    [t('compare.refund'), (card) => ruleWords(t, 'refund', card.refund, language)],
    [t('compare.change'), (card) => ruleWords(t, 'change', card.change, language)],
    [t('compare.co2'), (card) => t('card.co2', { kilograms: card.co2 })],
  ];
  return (
    <section className="fr-compared" id="compare" tabIndex={-1} aria-label={t('compare.title')}>
      <div className="row between">
        <h3>{t('compare.title')}</h3>
        <a className="link" href={clear} data-stay>
          {t('compare.clear')}
        </a>
      </div>
      <div className="fr-compared__scroll">
        <table>
          <thead>
            <tr>
              <td>
                <span className="sr-only">{t('compare.title')}</span>
              </td>
              {cards.map((card) => (
                <th key={card.key} scope="col">
                  {card.slice.segments[0]!.airlineName}
                  <small>
                    <bdi>{card.slice.segments.map((segment) => spaced(segment.flight)).join(comma(language))}</bdi> ·{' '}
                    {formatDate(card.slice.segments[0]!.departs, language, 'day')}
                  </small>
                  <a className="link" href={without(card.key)} data-stay>
                    {t('card.compared')}
                  </a>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, cell]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {cards.map((card) => (
                  <td key={card.key}>{cell(card)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
