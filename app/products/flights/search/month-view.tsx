import { firstWeekday } from '#app/ui/first-weekday.ts';
import { hijriMonths } from '#app/ui/hijri-month.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { calendarDate, weekday } from '#app/values/dates.ts';
import { figureWords } from './flight-words.tsx';
import type { PricedDay } from './strip-days.ts';

export interface MonthFacts {
  /** YYYY-MM */
  readonly month: string;
  readonly days: readonly PricedDay[];
  /** Addresses; null at the ends of what is on sale. */
  readonly before: string | null;
  readonly after: string | null;
  readonly list: string;
  /** The same month, asked anew. */
  readonly again: string;
  readonly nights: number | null;
}

/** A month of lowest prices, its weeks as the language's region has them; each day leads to its flights. */
export function MonthView({ month, who, trip }: { month: MonthFacts; who: string; trip: string }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const first = calendarDate(`${month.month}-01`);
  const begins = firstWeekday[language];
  const lead = (weekday(first) - begins + 7) % 7;
  const silent = month.days.filter((day) => day.to && day.total === undefined).length;
  const monday = 4; // 1970-01-05
  const weekdays = Array.from(
    { length: 7 },
    (_, index) => formatDate(new Date((monday + begins + index) * 86_400_000).toISOString(), language, 'day').split(/[\s,،]/)[0]!,
  );
  return (
    <section className="wrap fr-month" aria-labelledby="month-title">
      <div className="fr-month__head">
        <h2 id="month-title">
          {formatDate(first, language, 'month')}
          {language === 'ar' && <small className="fr-month__hijri muted"> {hijriMonths(first)}</small>}
        </h2>
        <p className="muted">
          {t('month.text', { who, trip })} {month.nights !== null && t('month.stay', { count: month.nights })}
        </p>
        <p className="row">
          {month.before && (
            <a className="btn btn--line btn--s" href={month.before} data-stay rel="nofollow">
              <Icon name="chevron-start" small />
              {t('month.previous')}
            </a>
          )}
          {month.after && (
            <a className="btn btn--line btn--s" href={month.after} data-stay rel="nofollow">
              {t('month.next')}
              <Icon name="chevron-end" small />
            </a>
          )}
          <a className="link" href={month.list}>
            {t('month.list')}
          </a>
        </p>
      </div>
      {silent > 0 && (
        <Notice
          tone="warn"
          boxed
          live
          title={t('month.silent', { count: silent })}
          end={
            <a className="btn btn--line btn--s" href={month.again} data-stay rel="nofollow">
              {t('silent.again')}
            </a>
          }
        >
          {t('month.silentText')}
        </Notice>
      )}
      <div className="fr-month__names" aria-hidden="true">
        {weekdays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ol className="fr-month__days" style={{ '--lead': lead + 1 } as React.CSSProperties}>
        {month.days.map((day) => {
          const inside = (
            <>
              <time dateTime={day.date} aria-label={formatDate(day.date, language, 'day')}>
                {Number(day.date.slice(8))}
              </time>
              {day.eid && <em title={t('strip.eidNote')}>{t('strip.eid')}</em>}
              {day.total ? (
                <b>
                  <bdi>{figureWords(day.total, language)}</bdi>
                </b>
              ) : (
                day.to && <small>{t(day.total === undefined ? 'month.unknown' : 'month.none')}</small>
              )}
            </>
          );
          return (
            <li key={day.date} className={day.low ? 'fr-month__low' : undefined} aria-current={day.chosen ? 'date' : undefined}>
              {day.to && day.total !== null ? (
                <a href={day.to} rel="nofollow">
                  {inside}
                </a>
              ) : (
                <span>{inside}</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
