import { data, Form, Link, redirect } from 'react-router';
import { fingerprintOf, newFormKey, readFormKey, sameFormKey, withIdempotency, type Progress } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { FieldGroup, RadioCard, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { dubaiDay } from '#app/ui/say-moment.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { readFeedback, typedFeedback } from '../feedback-form.ts';
import { feedbackFields, feedbackKinds, type FeedbackField } from '../feedback-kinds.ts';
import { findFeedbackPromise, listFeedbackOf } from '../feedback-store.server.ts';
import { tellUs } from '../tell-us.server.ts';
import type { Route } from './+types/feedback-page.ts';
import './feedback.css';

export const handle = { texts: ['feedback'] };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { db, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const reference = parseReference(url.searchParams.get('told') ?? '');
  const told = viewer.kind === 'anonymous' ? [] : await listFeedbackOf(db, crypto, viewer.user.id);
  return {
    key: newFormKey(),
    sent: reference ? await findFeedbackPromise(db, reference) : null,
    email: viewer.kind === 'anonymous' ? '' : viewer.user.email,
    page: url.searchParams.get('page') ?? URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '',
    told: told.map((row) => ({
      reference: row.reference,
      kind: row.kind,
      status: row.status,
      words: row.words,
      answer: row.answer,
      at: row.createdAt.toISOString(),
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language, address } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  const form = await request.formData();
  const typed = typedFeedback(form);
  const key = readFormKey(form);
  const read = readFeedback(form);
  if (!read.ok) return data({ typed, errors: read.errors, refused: null, key: sameFormKey(form) }, { status: 422 });
  if (!key) return data({ typed, errors: {}, refused: 'old-form' as const, key: newFormKey() }, { status: 400 });
  const userId = viewer.kind === 'anonymous' ? null : viewer.user.id;
  const answer = await withIdempotency(
    platform,
    { actor: userId ? `user:${userId}` : 'feedback', key, fingerprint: fingerprintOf({ ...read.value }) },
    async (progress: Progress<string | null>) => {
      const outcome = await tellUs(platform, { told: read.value, language, userId, address }, (tx, { reference }) =>
        progress.answer(tx, reference),
      );
      return outcome.ok ? outcome.value.reference : null;
    },
  );
  if (answer.kind !== 'done') return data({ typed, errors: {}, refused: 'sent-twice' as const, key }, { status: 409 });
  if (answer.value === null) return data({ typed, errors: {}, refused: 'too-many' as const, key: newFormKey() }, { status: 429 });
  return redirect(`/feedback?told=${answer.value}`, 303);
}

export default function FeedbackPage({ loaderData, actionData }: Route.ComponentProps) {
  const { key, sent, told } = loaderData;
  const t = useTexts('feedback');
  const shared = useTexts('frame');
  const errors: Partial<Record<FeedbackField, string>> = actionData?.errors ?? {};
  const error = (field: FeedbackField) => (errors[field] ? t(`error.${errors[field]}`) : undefined);
  const typed = (field: FeedbackField) => actionData?.typed[field] ?? '';
  const optional = shared('ui.optional');
  return (
    <main id="main" className="wrap fb">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      {sent && !actionData ? (
        <div className="fb__sent">
          <Notice tone="ok" boxed live title={t('sent.title')}>
            {t('sent.reference')} <bdi className="num">{sent.reference}</bdi>.{' '}
            {sent.answerBy ? (
              <>
                {t('sent.answerBy')} <DateText date={sent.answerBy} form="long" />.
              </>
            ) : (
              t('sent.read')
            )}
          </Notice>
          <p>
            <Link className="link" to="/feedback">
              {t('sent.again')}
            </Link>
          </p>
        </div>
      ) : (
        <Form method="post" action="/feedback" className="fb__form" noValidate>
          <input type="hidden" name="key" value={actionData?.key ?? key} />
          <ErrorSummary
            faults={[
              ...(actionData?.refused ? [{ field: null, message: t(`refused.${actionData.refused}`) }] : []),
              ...feedbackFields.filter((field) => errors[field]).map((field) => ({ field: `fb-${field}`, message: error(field) })),
            ]}
          />
          <FieldGroup id="fb-kind" legend={t('field.kind')} error={error('kind')}>
            <div className="fb__kinds">
              {feedbackKinds.map((kind) => (
                <RadioCard
                  key={kind}
                  id={`fb-${kind}`}
                  name="kind"
                  value={kind}
                  defaultChecked={typed('kind') === kind}
                  label={t(`kind.${kind}`)}
                  hint={t(`kindHint.${kind}`)}
                />
              ))}
            </div>
          </FieldGroup>
          <TextArea
            id="fb-words"
            name="words"
            label={t('field.words')}
            hint={t('field.wordsHint')}
            defaultValue={typed('words')}
            error={error('words')}
            rows={7}
            maxLength={4_000}
            required
          />
          <div className="fb__pair">
            <TextField
              id="fb-page"
              name="page"
              label={t('field.page')}
              optional={optional}
              defaultValue={actionData ? typed('page') : loaderData.page}
              dir="ltr"
              maxLength={200}
            />
            <TextField
              id="fb-order"
              name="order"
              label={t('field.order')}
              optional={optional}
              defaultValue={typed('order')}
              error={error('order')}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              maxLength={30}
            />
          </div>
          <div className="fb__pair">
            <SelectField id="fb-rating" name="rating" label={t('field.rating')} optional={optional} defaultValue={typed('rating')}>
              <option value="">{t('rating.none')}</option>
              {['5', '4', '3', '2', '1'].map((stars) => (
                <option key={stars} value={stars}>
                  {t(`rating.${stars}`)}
                </option>
              ))}
            </SelectField>
            <TextField
              id="fb-email"
              name="email"
              type="email"
              label={t('field.email')}
              hint={t('field.emailHint')}
              defaultValue={actionData ? typed('email') : loaderData.email}
              error={error('email')}
              autoComplete="email"
              maxLength={254}
            />
          </div>
          <Button look="go">{t('send')}</Button>
        </Form>
      )}
      {told.length > 0 && (
        <section className="fb__told" aria-labelledby="fb-told">
          <h2 id="fb-told">{t('told')}</h2>
          <ul>
            {told.map((one) => (
              <li key={one.reference}>
                <p className="fb__line">
                  <b>{t(`kind.${one.kind}`)}</b>
                  <bdi className="num">{one.reference}</bdi>
                  <DateText date={dubaiDay(one.at)} />
                  <Tag tone={one.status === 'answered' ? 'ok' : 'plain'}>{t(`state.${one.status}`)}</Tag>
                </p>
                <p dir="auto">{one.words}</p>
                {one.answer && (
                  <blockquote dir="auto">
                    <b>{t('answer')}</b> {one.answer}
                  </blockquote>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
