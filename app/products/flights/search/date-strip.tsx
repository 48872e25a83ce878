import { Suspense } from 'react';
import { Await, Link } from 'react-router';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { figureWords } from './flight-words.tsx';

export interface StripDay {
  /** YYYY-MM-DD */
  readonly date: string;
  /** Cheapest total for the party; null: no flight, or not on sale. */
  readonly total: Money | null;
  readonly chosen: boolean;
  /** Among the cheapest of those shown. */
  readonly low: boolean;
  readonly eid: boolean;
  /** Address of the same search on that day; null when it is not on sale. */
  readonly to: string | null;
}

/** The days around, with the lowest price of each. May still be on its way when the page is first drawn. */
export function DateStrip({ days, month }: { days: readonly StripDay[] | Promise<readonly StripDay[]>; month: string }) {
  const t = useTexts('flights');
  return (
    <nav className="fr-strip" aria-label={t('strip.label')}>
      <div className="wrap">
        {Array.isArray(days) ? (
          <Days days={days as readonly StripDay[]} />
        ) : (
          <Suspense fallback={<p className="fr-strip__wait">{t('strip.waiting')}</p>}>
            <Await resolve={days as Promise<readonly StripDay[]>} errorElement={null}>
              {(found) => <Days days={found} />}
            </Await>
          </Suspense>
        )}
        <Link className="fr-strip__month" to={month} rel="nofollow">
          <Icon name="calendar" small />
          {t('strip.month')}
        </Link>
      </div>
    </nav>
  );
}

function Days({ days }: { days: readonly StripDay[] }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const known = days.flatMap((day) => (day.total ? [day.total.amount] : []));
  const least = Math.min(...known);
  const most = Math.max(...known);
  const height = (total: Money) => (most === least ? 20 : Math.round(6 + ((total.amount - least) * 42) / (most - least)));
  return (
    <ol>
      {days.map((day) => {
        const inside = (
          <>
            {day.eid && <em title={t('strip.eidNote')}>{t('strip.eid')}</em>}
            {day.total && <i style={{ blockSize: height(day.total) }} />}
            <DateText date={day.date} form="day" />
            {day.total ? (
              <b>
                <bdi>{figureWords(day.total, language)}</bdi>
              </b>
            ) : (
              <b className="fr-strip__none">
                <span aria-hidden="true">–</span>
                <span className="sr-only">{t('strip.unknown')}</span>
              </b>
            )}
          </>
        );
        return (
          <li key={day.date} className={day.low ? 'fr-strip__low' : undefined} aria-current={day.chosen ? 'date' : undefined}>
            {day.to ? (
              <Link to={day.to} preventScrollReset rel="nofollow">
                {inside}
              </Link>
            ) : (
              <span className="fr-strip__closed">{inside}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
