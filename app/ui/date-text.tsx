import { formatDate, type DateForm } from './number-format.ts';
import { useLanguage, useTexts } from './texts.tsx';

/** The clock at a place ("2027-03-19T10:45" reads 10:45), with +1 when it is days after the departure. */
export function LocalClock({ time, plusDays = 0, className = '' }: { time: string; plusDays?: number; className?: string }) {
  const t = useTexts('frame');
  return (
    <time className={`clock ${className}`} dateTime={time}>
      <bdi>{time.slice(11, 16)}</bdi>
      {plusDays !== 0 && (
        <sup className="clock__plus">
          <bdi aria-hidden="true">{plusDays > 0 ? `+${plusDays}` : `\u2212${-plusDays}`}</bdi>
          <span className="sr-only">
            {plusDays > 0 ? t('ui.daysLater', { count: plusDays }) : t('ui.daysEarlier', { count: -plusDays })}
          </span>
        </sup>
      )}
    </time>
  );
}

/** A calendar date in the words of the page's language. */
export function DateText({ date, form = 'short' }: { date: string; form?: DateForm }) {
  const language = useLanguage();
  // Names of months may differ between the server and an old browser; the server's stand.
  return (
    <time dateTime={date.slice(0, 10)} suppressHydrationWarning>
      {formatDate(date, language, form)}
    </time>
  );
}
