import { useEffect, useState } from 'react';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { figureWords } from './flight-words.tsx';
import type { PricedDay } from './strip-days.ts';

type Totals = Readonly<Record<string, Money | null>>;

/**
 * The days around, with the lowest price of each. Days nobody has asked for yet are filled in by the browser;
 * without a script a link asks for them.
 */
export function DateStrip({ days, query, ask, asked }: { days: readonly PricedDay[]; query: string; ask: string; asked: boolean }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const [fetched, setFetched] = useState<{ query: string; totals: Totals } | null>(null);
  const missing = days.some((day) => day.total === undefined);
  useEffect(() => {
    if (!missing) return;
    const stop = new AbortController();
    fetch(`/api/flight-days?${query}`, { signal: stop.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<{ totals: Totals }>) : { totals: {} }))
      .then(({ totals }) => setFetched({ query, totals }))
      .catch(() => stop.signal.aborted || setFetched({ query, totals: {} }));
    return () => stop.abort();
  }, [missing, query]);

  const own = fetched?.query === query ? fetched.totals : {};
  /** What is missing now was asked for and not answered. */
  const answered = asked || fetched?.query === query;
  const totals = days.map((day) => (day.total === undefined ? own[day.date] : day.total));
  const amounts = totals.flatMap((total) => (total ? [total.amount] : []));
  const least = Math.min(...amounts);
  const most = Math.max(...amounts);
  const height = (amount: number) => (most === least ? 20 : Math.round(6 + ((amount - least) * 28) / (most - least)));
  const chosen = (element: HTMLLIElement | null) => {
    const list = element?.parentElement;
    if (list && list.scrollWidth > list.clientWidth)
      list.scrollLeft +=
        element.getBoundingClientRect().x + element.clientWidth / 2 - list.getBoundingClientRect().x - list.clientWidth / 2;
  };
  return (
    <nav className="fr-strip" aria-label={t('strip.label')}>
      <div className="wrap">
        <ol>
          {days.map((day, index) => {
            const total = totals[index];
            const low = total ? most > least && total.amount <= least + (most - least) / 10 : false;
            const inside = (
              <>
                {day.eid && <em title={t('strip.eidNote')}>{t('strip.eid')}</em>}
                {total && <i style={{ blockSize: height(total.amount) }} />}
                <time dateTime={day.date}>{formatDate(day.date, language, 'day')}</time>
                <b>
                  {total ? (
                    <bdi>{figureWords(total, language)}</bdi>
                  ) : (
                    <>
                      <span aria-hidden="true">{total === null ? '–' : answered ? '?' : '···'}</span>
                      {total === null && <span className="sr-only">{t('strip.none')}</span>}
                      {total === undefined && answered && <span className="sr-only">{t('strip.unknown')}</span>}
                    </>
                  )}
                </b>
              </>
            );
            return (
              <li
                key={day.date}
                className={low ? 'fr-strip__low' : undefined}
                aria-current={day.chosen ? 'date' : undefined}
                ref={day.chosen ? chosen : undefined}
              >
                {day.to ? (
                  <a href={day.to} data-stay rel="nofollow">
                    {inside}
                  </a>
                ) : (
                  <span>{inside}</span>
                )}
              </li>
            );
          })}
        </ol>
        {missing && !answered && (
          <noscript>
            <p className="fr-strip__ask">
              <a className="link" href={ask}>
                {t('strip.ask')}
              </a>
            </p>
          </noscript>
        )}
      </div>
    </nav>
  );
}
