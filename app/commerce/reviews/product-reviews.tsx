import { Link } from 'react-router';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ProductReviews } from './open-product-reviews.server.ts';
import { Stars } from './review-figures.tsx';
import './product-reviews.css';

/** Reviews on the page of what they are about; without one, who may write the first. */
export function ReviewsOfProduct({ of }: { of: ProductReviews }) {
  const t = useTexts('review-figures');
  const language = useLanguage();
  return (
    <section className="prv" aria-labelledby="reviews">
      <h2 id="reviews">{t('product.title')}</h2>
      {of.average === null ? (
        <p className="muted">{t('product.none')}</p>
      ) : (
        <>
          <p className="prv__mean">
            <b className="num">
              <bdi>{formatNumber(of.average, language, 1)}</bdi>
            </b>{' '}
            {t('of', { count: of.count, shown: formatNumber(of.count, language) })}
          </p>
          <ul>
            {of.reviews.map((review) => (
              <li key={review.reference} lang={review.language === 'und' ? undefined : review.language} dir="auto">
                <Stars value={review.stars} />
                <b>{review.title}</b>
                <p>{review.words}</p>
                {review.name && (
                  <p className="muted small">
                    <bdi>{review.name}</bdi>
                  </p>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {of.count > of.reviews.length ? (
        <Link className="link" to={`/reviews?${new URLSearchParams({ kind: of.product.kind, product: of.product.id })}`}>
          {t('product.all', { count: of.count, shown: formatNumber(of.count, language) })}
        </Link>
      ) : (
        <Link className="link" to="/reviews">
          {t('product.how')}
        </Link>
      )}
    </section>
  );
}
