import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DateText } from '#app/ui/date-text.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { Stars } from './review-figures.tsx';
import { questionsOf } from './review-kinds.ts';
import type { ReviewView } from './show-review.server.ts';

/** One review in its own language and direction, with who wrote it, about what (a link where `page` says where it is sold), and our answer. */
export function ReviewCard({ review, page = null, end }: { review: ReviewView; page?: string | null; end?: ReactNode }) {
  const t = useTexts('reviews');
  const tongue = review.language === 'und' ? undefined : review.language;
  return (
    <article className="rv-card" id={review.reference} aria-labelledby={`rv-${review.reference}`}>
      <div className="rv-card__head">
        <Stars value={review.stars} />
        {review.writtenIn && <Tag icon="language">{t('writtenIn', { language: review.writtenIn })}</Tag>}
      </div>
      <h2 id={`rv-${review.reference}`} lang={tongue} dir="auto">
        {review.title}
      </h2>
      <p className="rv-card__words" lang={tongue} dir="auto">
        {review.words}
      </p>
      <Scored kind={review.kind} scores={review.scores} />
      <p className="rv-card__by">
        <b>
          <bdi>{review.name ?? t('nameless')}</bdi>
        </b>
        {review.country && <span>{review.country}</span>}
        <span>
          {t(`kind.${review.kind}`)}{' '}
          {page ? (
            <Link className="link" to={page}>
              <bdi>{review.subject}</bdi>
            </Link>
          ) : (
            <bdi>{review.subject}</bdi>
          )}
          , <DateText date={review.completedOn} form="month" />
        </span>
      </p>
      {review.reply && (
        <div className="rv-card__reply">
          <b>{t('reply')}</b>
          <p dir="auto">{review.reply}</p>
        </div>
      )}
      {end}
    </article>
  );
}

function Scored({ kind, scores }: { kind: string; scores: ReviewView['scores'] }) {
  const t = useTexts('reviews');
  const given = questionsOf(kind).flatMap((name) => (scores[name] ? [[name, scores[name]] as const] : []));
  if (given.length === 0) return null;
  return (
    <dl className="rv-scores">
      {given.map(([name, stars]) => (
        <div key={name}>
          <dt>{t(`score.${name}`)}</dt>
          <dd>
            <Stars value={stars} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
