import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ReviewSummary } from './reviews-store.server.ts';
import './review-figures.css';

/** So many of five; read out as words. */
export function Stars({ value }: { value: number }) {
  const t = useTexts('review-figures');
  return (
    <span className="stars" role="img" aria-label={t('stars', { stars: value })}>
      {[1, 2, 3, 4, 5].map((star) => (
        <i key={star} data-on={star <= value || undefined} />
      ))}
    </span>
  );
}

/** The mean, how many it is made of and how they spread: nothing without all three. */
export function ReviewFigures({ summary }: { summary: ReviewSummary }) {
  const t = useTexts('review-figures');
  const language = useLanguage();
  if (summary.average === null) return null;
  const share = (given: number) => Math.round((given / summary.count) * 100);
  return (
    <div className="rvf">
      <p className="rvf__mean">
        <b className="num">
          <bdi>{formatNumber(summary.average, language, 1)}</bdi>
        </b>
        <span>{t('of', { count: summary.count, shown: formatNumber(summary.count, language) })}</span>
      </p>
      <ul className="rvf__bars" aria-label={t('spread')}>
        {summary.byStars.map((given, index) => (
          <li key={index}>
            <span className="sr-only">{t('row', { stars: 5 - index, count: given })}</span>
            <span aria-hidden="true">
              <bdi>{5 - index}</bdi>
            </span>
            <i aria-hidden="true" style={{ '--share': `${share(given)}%` } as React.CSSProperties} />
            <span aria-hidden="true">
              <bdi>{formatNumber(given, language)}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
