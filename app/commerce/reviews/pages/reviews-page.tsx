import { data, Form, Link, redirect } from 'react-router';
import { newFormKey, onceForForm, sameFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { SelectField, TextArea } from '#app/ui/field.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { productCountersContext, type ProductCounters } from '../../product-counter.ts';
import type { ProductKind } from '../../product-contract.ts';
import { reportReview } from '../report-review.server.ts';
import { ReviewCard } from '../review-card.tsx';
import { ReviewFigures } from '../review-figures.tsx';
import { longestReport, readReport } from '../review-form.ts';
import { reportReasons, reviewedKinds, reviewLanguages, starValues } from '../review-kinds.ts';
import { findPublishedReview, listPublishedReviews, summariseReviews } from '../reviews-store.server.ts';
import { showReview } from '../show-review.server.ts';
import type { Route } from './+types/reviews-page.ts';
import './reviews.css';

export const handle = { texts: ['reviews', 'review-figures'] };

const pageSize = 10;

/** What the address asks for; what makes no sense in it is left out. */
function readView(search: URLSearchParams) {
  const stars = starValues.find((one) => String(one) === search.get('stars')) ?? null;
  const language = reviewLanguages.find((one) => one === search.get('language')) ?? null;
  const kind = reviewedKinds.find((one) => one === search.get('kind')) ?? null;
  const product = kind ? (/^[\w-]{1,80}$/.exec(search.get('product') ?? '')?.[0] ?? null) : null;
  const page = Math.min(Math.max(1, Math.trunc(Number(search.get('page')) || 1)), 10_000);
  return { stars, language, kind, product, page };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const view = readView(url.searchParams);
  const wanted = parseReference(url.searchParams.get('report') ?? '');
  const counters = context.get(productCountersContext);
  const nothing = { stars: null, language: null };
  const [summary, list, reported, ofOne] = await Promise.all([
    summariseReviews(db, view),
    listPublishedReviews(db, view, { size: pageSize, number: view.page }),
    wanted ? findPublishedReview(db, wanted) : null,
    view.product ? listPublishedReviews(db, { ...view, ...nothing }, { size: 1, number: 1 }) : null,
  ]);
  const one = ofOne?.rows[0];
  return {
    view,
    summary,
    matching: list.matching,
    pages: Math.ceil(list.matching / pageSize),
    reviews: list.rows.map((row) => ({ ...showReview(row, language), page: pageOf(counters, row) })),
    one: one ? { subject: one.subject[language], page: pageOf(counters, one) } : null,
    report: reported ? { reference: reported.reference, title: reported.title } : null,
    reported: url.searchParams.has('reported'),
    key: newFormKey(),
  };
}

/** Where what a review is about is sold; null for what has no page. */
function pageOf(counters: ProductCounters, { kind, productId }: { readonly kind: string; readonly productId: string }): string | null {
  return counters.of(kind as ProductKind).pageOf?.(productId) ?? null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { address } = context.get(requestContext);
  const form = await request.formData();
  const review = await findPublishedReview(platform.db, parseReference(String(form.get('review') ?? '')) ?? '-');
  if (!review) throw new Response('Not found', { status: 404 });
  const report = readReport(form);
  if (!report) return data({ fault: 'reason' as const, key: sameFormKey(form) }, { status: 422 });
  const took = await onceForForm<boolean>(platform, { actor: 'review-report', form, about: review.id }, async (progress) => {
    const outcome = await reportReview(platform, { review, report, address }, progress.answer);
    return outcome.ok;
  });
  return took ? redirect('/reviews?reported', 303) : data({ fault: 'too-many' as const, key: newFormKey() }, { status: 429 });
}

export default function ReviewsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, summary, reviews, one, matching, pages, report, reported, key } = loaderData;
  const t = useTexts('reviews');
  const address = (change: Partial<typeof view>) => {
    const next = { ...view, page: 1, ...change };
    const search = new URLSearchParams();
    if (next.stars) search.set('stars', String(next.stars));
    if (next.language) search.set('language', next.language);
    if (next.kind) search.set('kind', next.kind);
    if (next.kind && next.product) search.set('product', next.product);
    if (next.page > 1) search.set('page', String(next.page));
    return search.size > 0 ? `/reviews?${search}` : '/reviews';
  };
  return (
    <main id="main" className="wrap rv">
      <header className="page-head">
        <h1 tabIndex={-1}>{one ? t('titleOf', { subject: one.subject }) : t('title')}</h1>
        <p className="lede">{t('lede')}</p>
        {view.product && (
          <p className="rv-about">
            {one?.page && (
              <Link className="link" to={one.page}>
                {t('about.open')}
              </Link>
            )}
            <Link className="link" to="/reviews">
              {t('noMatch.all')}
            </Link>
          </p>
        )}
      </header>
      {reported && (
        <Notice tone="ok" boxed live>
          {t('report.thanks')}
        </Notice>
      )}
      {report && <ReportForm report={report} formKey={actionData?.key ?? key} fault={actionData?.fault ?? null} />}
      {summary.average === null && !view.kind ? (
        <EmptyState
          title={t('none.title')}
          art={<Poster place="nothing-yet" art={{ scene: 'lake', palette: 'rose', landmark: null }} crop="landscape" alt="" />}
          action={
            <Link className="btn btn--line" to="/flights">
              {t('none.go')}
            </Link>
          }
        >
          {t('none.text')}
        </EmptyState>
      ) : (
        <div className="rv-grid">
          <aside className="rv-side">
            <ReviewFigures summary={summary} />
            <Form method="get" action="/reviews" className="rv-filter" key={address({})}>
              {view.product ? (
                <>
                  <input type="hidden" name="kind" value={view.kind ?? ''} />
                  <input type="hidden" name="product" value={view.product} />
                </>
              ) : (
                <SelectField name="kind" label={t('filter.kind')} defaultValue={view.kind ?? ''}>
                  <option value="">{t('filter.any')}</option>
                  {reviewedKinds.map((kind) => (
                    <option key={kind} value={kind}>
                      {t(`kind.${kind}`)}
                    </option>
                  ))}
                </SelectField>
              )}
              <SelectField name="stars" label={t('filter.stars')} defaultValue={view.stars ?? ''}>
                <option value="">{t('filter.any')}</option>
                {starValues.map((stars) => (
                  <option key={stars} value={stars}>
                    {`${stars} · ${t(`starsWord.${stars}`)}`}
                  </option>
                ))}
              </SelectField>
              <SelectField name="language" label={t('filter.language')} defaultValue={view.language ?? ''}>
                <option value="">{t('filter.any')}</option>
                {reviewLanguages.map((language) => (
                  <option key={language} value={language}>
                    {t(`language.${language}`)}
                  </option>
                ))}
              </SelectField>
              <Button>{t('filter.go')}</Button>
            </Form>
            <section className="rv-how" aria-labelledby="rv-how">
              <h2 id="rv-how">{t('how.title')}</h2>
              <p>{t('how.who')}</p>
              <p>{t('how.read')}</p>
              {summary.heldBack > 0 && <p>{t('how.held', { count: summary.heldBack })}</p>}
            </section>
          </aside>
          <div className="rv-list">
            {reviews.length === 0 ? (
              <EmptyState
                title={t('noMatch.title')}
                action={
                  <Link className="btn btn--line" to="/reviews">
                    {t('noMatch.all')}
                  </Link>
                }
              />
            ) : (
              <p className="rv-count">{t('count', { count: matching })}</p>
            )}
            {reviews.map((review) => (
              <ReviewCard
                key={review.reference}
                review={review}
                page={view.product ? null : review.page}
                end={
                  <p className="rv-card__report">
                    <Link to={`/reviews?report=${review.reference}#report`} aria-label={t('report.this', { title: review.title })}>
                      {t('report.link')}
                    </Link>
                  </p>
                }
              />
            ))}
            <Pagination page={view.page} pages={pages} pageTo={(page) => address({ page })} label={t('pages')} />
          </div>
        </div>
      )}
      {summary.average !== null && !view.kind && (
        <StructuredData
          data={{
            '@context': 'https://schema.org',
            '@type': 'TravelAgency',
            name: 'Rihla',
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: Math.round(summary.average * 100) / 100,
              reviewCount: summary.count,
              bestRating: 5,
              worstRating: 1,
            },
          }}
        />
      )}
    </main>
  );
}

function ReportForm({
  report,
  formKey,
  fault,
}: {
  report: { reference: string; title: string };
  formKey: string;
  fault: 'reason' | 'too-many' | null;
}) {
  const t = useTexts('reviews');
  return (
    <section className="rv-report" id="report" aria-labelledby="rv-report">
      <h2 id="rv-report">{t('report.title')}</h2>
      <p>
        {t('report.about')} <bdi>{report.title}</bdi>
      </p>
      {fault === 'too-many' && (
        <Notice tone="danger" boxed live>
          {t('report.too-many')}
        </Notice>
      )}
      <Form method="post" action={`/reviews?report=${report.reference}`}>
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="review" value={report.reference} />
        <SelectField name="reason" label={t('report.reason')} error={fault === 'reason' ? t('report.missing') : undefined} defaultValue="">
          <option value="" disabled>
            {t('report.choose')}
          </option>
          {reportReasons.map((reason) => (
            <option key={reason} value={reason}>
              {t(`report.reasons.${reason}`)}
            </option>
          ))}
        </SelectField>
        <TextArea name="words" label={t('report.words')} rows={3} maxLength={longestReport} />
        <p className="rv-ways">
          <Button look="ink">{t('report.send')}</Button>
          <Link className="btn btn--line" to="/reviews">
            {t('report.back')}
          </Link>
        </p>
      </Form>
    </section>
  );
}
