import { Link } from 'react-router';
import { ReviewFigures, Stars } from '#app/commerce/reviews/review-figures.tsx';
import type { ReviewSummary } from '#app/commerce/reviews/reviews-store.server.ts';
import type { ReviewView } from '#app/commerce/reviews/show-review.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import './reviews-band.css';

/** What travellers said last, whatever they said, beside the figures; before the first of them, what will stand there. */
export function ReviewsBand({ summary, reviews }: { summary: ReviewSummary; reviews: readonly ReviewView[] }) {
  const language = useLanguage();
  const t = useTexts('home');
  if (reviews.length === 0)
    return (
      <section className="wrap home-band home-said" aria-labelledby="home-reviews">
        <h2 id="home-reviews">{t('reviews.title')}</h2>
        <div>
          <p className="lede">{t('reviews.text')}</p>
          <Earning />
        </div>
      </section>
    );
  return (
    <section className="wrap home-band home-reviews" aria-labelledby="home-reviews">
      <div className="home-band__head">
        <h2 id="home-reviews">{t('reviews.verified')}</h2>
        <Link className="link" to="/reviews">
          {t('reviews.all')}
        </Link>
      </div>
      <div className="home-reviews__grid">
        <ReviewFigures summary={summary} />
        {reviews.map((review) => (
          <figure key={review.reference}>
            <Stars value={review.stars} />
            <blockquote lang={review.language === 'und' ? undefined : review.language} dir="auto">
              <p className="home-reviews__title">{review.title}</p>
              <p className="home-reviews__words">{review.words}</p>
            </blockquote>
            <figcaption>
              <b>
                <bdi>{review.name ?? t('reviews.nameless')}</bdi>
              </b>
              <span>
                <bdi>{review.subject}</bdi>
                {comma(language)}
                <DateText date={review.completedOn} form="month" />
              </span>
            </figcaption>
          </figure>
        ))}
      </div>
      <Earning />
    </section>
  );
}

function Earning() {
  const t = useTexts('home');
  return (
    <div className="home-earning">
      <p>{t('earn.text')}</p>
      <p>
        <Link className="link" to="/track-booking">
          {t('earn.track')}
        </Link>
      </p>
    </div>
  );
}
