import { data, Form, redirect } from 'react-router';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { takeTry } from '#app/platform/limiter.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { countryNames } from '#app/ui/country-names.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { FieldGroup, RadioCard, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { dubaiDay } from '#app/ui/say-moment.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { hourMs } from '#app/values/dates.ts';
import { whoIs } from '../../orders/order-access.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { openSoldItem } from '../open-sold-item.server.ts';
import { ReviewCard } from '../review-card.tsx';
import { longestTitle, longestWords, readReview, reviewFields, typedReview, type ReviewField } from '../review-form.ts';
import { questionsOf, reviewLanguages, starValues } from '../review-kinds.ts';
import { showReview } from '../show-review.server.ts';
import { suggestFirstName } from '../suggest-name.server.ts';
import { withdrawReview, writeReview } from '../write-review.server.ts';
import type { Route } from './+types/write-review-page.ts';
import './reviews.css';

export const handle = { texts: ['reviews', 'review-figures'] };

const writesOfAnOrder = { name: 'review:write', most: 20, perMs: hourMs };

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const counters = context.get(productCountersContext);
  const sold = await openSoldItem(platform, counters, { viewer: context.get(viewerContext), request, key: params.key, language });
  if (!sold) throw new Response('Not found', { status: 404 });
  const { order, review, may } = sold;
  const writes = may === 'write' || may === 'edit';
  return {
    may,
    subject: review?.subject[language] ?? sold.thing?.subject ?? (await counters.of(order.kind).describe(order.id, language)).title,
    kind: order.kind,
    questions: questionsOf(order.kind),
    ended: order.travelEnds.toISOString(),
    review: review && {
      ...showReview(review, language),
      status: review.status,
      rejectReason: review.rejectReason,
      rejectNote: review.rejectNote,
      countryCode: review.country,
    },
    editUntil: sold.editUntil === null ? null : new Date(sold.editUntil).toISOString(),
    first: { name: writes ? await suggestFirstName(platform, order) : '', language },
    countries: writes ? countryNames(language) : [],
    key: newFormKey(),
    did: (['saved', 'withdrawn', 'refused'] as const).find((one) => url.searchParams.has(one)) ?? null,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const counters = context.get(productCountersContext);
  const sold = await openSoldItem(platform, counters, { viewer, request, key: params.key, language });
  if (!sold) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const here = `/reviews/write/${params.key}`;
  const who = whoIs(viewer);
  const once = { actor: `order:${sold.order.id}`, form, about: 'review' };
  if (form.get('intent') === 'withdraw')
    return redirect(
      await onceForForm(platform, once, async () => {
        const taken = await withdrawReview(platform, sold, who);
        return `${here}?${taken.ok ? 'withdrawn' : 'refused'}`;
      }),
      303,
    );
  const typed = typedReview(form, sold.order.kind);
  const read = readReview(form, sold.order.kind, (code) => countryNames('en').some((country) => country.code === code));
  if (!read.ok) return data({ typed, errors: read.errors, tooMany: false }, { status: 422 });
  if ((await takeTry(platform.db, platform.clock, writesOfAnOrder, sold.order.id)) > 0)
    return data({ typed, errors: {}, tooMany: true }, { status: 429 });
  return redirect(
    await onceForForm(platform, once, async () => {
      const written = await writeReview(platform, counters, { sold, written: read.value, speaks: language, who });
      return `${here}?${written.ok ? 'saved' : 'refused'}`;
    }),
    303,
  );
}

export default function WriteReviewPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { may, subject, review, editUntil, did, key, ended } = loaderData;
  const t = useTexts('reviews');
  const here = `/reviews/write/${params.key}`;
  const writes = may === 'write' || may === 'edit';
  return (
    <main id="main" className="wrap rv rv--write">
      <header className="page-head">
        <h1 tabIndex={-1}>{may === 'write' ? t('write.title', { subject }) : t('write.yours', { subject })}</h1>
        {may === 'write' && <p className="lede">{t('write.lede')}</p>}
      </header>
      {did && !actionData && (
        <Notice tone={did === 'refused' ? 'danger' : 'ok'} boxed live>
          {t(`did.${did}`)}
        </Notice>
      )}
      {may === 'not-completed' && (
        <Notice boxed>
          {t('write.notYet')} <DateText date={ended} form="long" />.
        </Notice>
      )}
      {may === 'too-late' && <Notice boxed>{t('write.tooLate')}</Notice>}
      {review && review.status !== 'withdrawn' && (
        <section className="rv-mine">
          <Notice tone={review.status === 'published' ? 'ok' : review.status === 'rejected' ? 'warn' : 'info'} boxed>
            {t(`state.${review.status}`)}
            {review.rejectReason && ` ${t(`reject.${review.rejectReason}`)}.`}
          </Notice>
          {review.rejectNote && <blockquote dir="auto">{review.rejectNote}</blockquote>}
          <ReviewCard review={review} />
          {editUntil && may === 'edit' && (
            <p className="rv-until">
              {t('write.editUntil')} <DateText date={dubaiDay(editUntil)} form="long" />.
            </p>
          )}
        </section>
      )}
      {review?.status === 'withdrawn' && !did && <Notice boxed>{t('state.withdrawn')}</Notice>}
      {writes && <ReviewForm key={review?.status ?? 'first'} loaded={loaderData} answer={actionData ?? null} here={here} />}
      {review && review.status !== 'withdrawn' && (
        <Form method="post" action={here} className="rv-withdraw">
          <input type="hidden" name="key" value={`${key}-withdraw`} />
          <input type="hidden" name="intent" value="withdraw" />
          <p>{t('withdraw.text')}</p>
          <Button icon="trash">{t('withdraw.go')}</Button>
        </Form>
      )}
    </main>
  );
}

function ReviewForm({
  loaded,
  answer,
  here,
}: {
  loaded: Route.ComponentProps['loaderData'];
  answer: Route.ComponentProps['actionData'] | null;
  here: string;
}) {
  const t = useTexts('reviews');
  const shared = useTexts('frame');
  const { review, questions, first, countries, key } = loaded;
  const errors: Partial<Record<ReviewField, string>> = answer?.errors ?? {};
  const error = (field: ReviewField) => (errors[field] ? t(`error.${errors[field]}`) : undefined);
  const kept = review
    ? {
        stars: String(review.stars),
        title: review.title,
        words: review.words,
        language: review.language,
        sign: review.name === null ? 'nobody' : 'name',
        name: review.name ?? first.name,
        country: review.countryCode ?? '',
        ...Object.fromEntries(Object.entries(review.scores).map(([name, stars]) => [name, String(stars)])),
      }
    : { language: first.language, name: first.name };
  const value = (field: string): string =>
    (answer?.typed as Record<string, string> | undefined)?.[field] ?? (kept as Record<string, string>)[field] ?? '';
  return (
    <Form method="post" action={here} className="rv-form" noValidate>
      <input type="hidden" name="key" value={key} />
      {review && <h2>{t('write.change')}</h2>}
      <ErrorSummary
        faults={[
          ...(answer?.tooMany ? [{ field: null, message: t('error.too-many') }] : []),
          ...reviewFields
            .filter((field) => errors[field])
            .map((field) => ({ field: field === 'stars' ? 'stars-5' : field === 'sign' ? 'sign-name' : field, message: error(field) })),
        ]}
      />
      <FieldGroup id="stars" legend={t('field.stars')} hint={t([`starsHint.${loaded.kind}`, 'starsHint.other'])} error={error('stars')}>
        <div className="rv-stars">
          {starValues.map((stars) => (
            <label key={stars} htmlFor={`stars-${stars}`}>
              <input type="radio" id={`stars-${stars}`} name="stars" value={stars} defaultChecked={value('stars') === String(stars)} />
              <span>
                <b>
                  <bdi>{stars}</bdi>
                </b>
                {t(`starsWord.${stars}`)}
              </span>
            </label>
          ))}
        </div>
      </FieldGroup>
      {questions.length > 0 && (
        <div className="rv-questions">
          {questions.map((question) => (
            <SelectField
              key={question}
              name={question}
              label={t(`score.${question}`)}
              hint={t(`scoreHint.${question}`)}
              optional={shared('ui.optional')}
              defaultValue={value(question)}
            >
              <option value="">{t('field.noScore')}</option>
              {starValues.map((stars) => (
                <option key={stars} value={stars}>
                  {`${stars} · ${t(`starsWord.${stars}`)}`}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      )}
      <TextField
        name="title"
        label={t('field.title')}
        hint={t([`titleHint.${loaded.kind}`, 'titleHint.other'])}
        defaultValue={value('title')}
        error={error('title')}
        maxLength={longestTitle}
      />
      <TextArea
        name="words"
        label={t('field.words')}
        hint={t('field.wordsHint')}
        defaultValue={value('words')}
        error={error('words')}
        rows={9}
        maxLength={longestWords}
      />
      <SelectField name="language" label={t('field.language')} defaultValue={value('language')} error={error('language')}>
        {reviewLanguages.map((language) => (
          <option key={language} value={language}>
            {t(`language.${language}`)}
          </option>
        ))}
      </SelectField>
      <FieldGroup id="sign" legend={t('field.sign')} error={error('sign')}>
        <RadioCard
          id="sign-name"
          name="sign"
          value="name"
          defaultChecked={value('sign') === 'name'}
          label={t('sign.name')}
          hint={t('sign.nameHint')}
        >
          <div className="rv-sign">
            <TextField
              name="name"
              label={t('field.name')}
              defaultValue={value('name')}
              error={error('name')}
              autoComplete="given-name"
              maxLength={40}
            />
            <SelectField
              name="country"
              label={t('field.country')}
              optional={shared('ui.optional')}
              defaultValue={value('country')}
              error={error('country')}
            >
              <option value="">{t('field.noCountry')}</option>
              {countries.map((country) => (
                <option key={country.code} value={country.code}>
                  {country.name}
                </option>
              ))}
            </SelectField>
          </div>
        </RadioCard>
        <RadioCard
          id="sign-nobody"
          name="sign"
          value="nobody"
          defaultChecked={value('sign') === 'nobody'}
          label={t('sign.nobody')}
          hint={t('sign.nobodyHint')}
        />
      </FieldGroup>
      <p className="rv-terms">{t('write.terms')}</p>
      <Button look="go">{t('write.send')}</Button>
    </Form>
  );
}
