import { useEffect, useRef } from 'react';
import { data, Form, Link, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, FieldGroup, RadioCard, SelectField, TextArea, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { readApplication, typedApplication, type ApplicationErrors } from '../application-form.ts';
import { applyForJob, readCvTicket, takeCv } from '../apply.server.ts';
import {
  applicationFields,
  equalityAnswers,
  equalityQuestions,
  keepChoices,
  visaStatuses,
  type TypedApplication,
} from '../job-application-kinds.ts';
import { anyJob } from '../job-posting-kinds.ts';
import { openApplyPage } from '../open-apply-page.server.ts';
import type { Route } from './+types/apply-page.ts';
import './careers.css';

export const handle = { texts: ['job-apply'] };

const sources = ['site', 'alert', 'referral', 'job-board', 'social'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const opened = await openApplyPage(context.get(platformContext), params.jobId, context.get(requestContext).language);
  if (!opened) throw new Response('Not found', { status: 404 });
  const source = sources.find((one) => one === url.searchParams.get('source')) ?? 'site';
  return { ...opened, key: newFormKey(), source, sent: url.searchParams.has('sent'), title: opened.job?.title };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language, address } = context.get(requestContext);
  const opened = await openApplyPage(platform, params.jobId, language);
  if (!opened) throw new Response('Not found', { status: 404 });
  if (opened.closed) throw redirect(`/careers/${encodeURIComponent(params.jobId)}`, 303);
  const form = await request.formData();
  let typed = typedApplication(form);
  const answers = Object.fromEntries(opened.questions.map(({ id }) => [id, String(form.get(`q-${id}`) ?? '').slice(0, 1_200)]));
  let cv = readCvTicket(platform, form.get('ticket'));
  let ticket = cv ? String(form.get('ticket')) : '';
  const file = form.get('cv');
  const errors: Record<string, string> = {};
  let filled: 'read' | 'unread' | null = null;
  if (typeof file !== 'string' && file && file.size > 0) {
    const taken = await takeCv(platform, { content: new Uint8Array(await file.arrayBuffer()), name: file.name, address });
    if (taken.ok) {
      ({ cv, ticket } = taken.value);
      filled = taken.value.fields ? 'read' : 'unread';
      // What somebody typed is theirs; the CV fills what is empty.
      if (taken.value.fields)
        typed = { ...typed, ...Object.fromEntries(Object.entries(taken.value.fields).filter(([field]) => typed[field as 'name'] === '')) };
    } else errors['cv'] = `cv-${taken.refused}`;
  }
  const back = (more: ApplicationErrors, status: number, refused: 'too-often' | null = null) =>
    data({ typed, answers, ticket, cvName: cv?.name ?? null, filled, refused, errors: { ...errors, ...more } }, { status });
  if (form.get('intent') === 'read') {
    if (!cv && !errors['cv']) errors['cv'] = 'cv-empty';
    return back({}, errors['cv'] ? 422 : 200);
  }
  const read = readApplication(form, opened.questions);
  if (!read.ok || errors['cv']) return back(read.ok ? {} : read.errors, 422);
  const postingId = params.jobId === anyJob ? null : params.jobId;
  const applied = await onceForForm<Awaited<ReturnType<typeof applyForJob>>>(
    platform,
    { actor: 'applicant', form, about: `apply:${params.jobId}` },
    (progress) => applyForJob(platform, { postingId, read: read.value, cv, language, address }, progress.answer),
  );
  // The way to it is in the mail alone: a form says nothing of whose address it is.
  if (applied.ok) return redirect(`/careers/${encodeURIComponent(params.jobId)}/apply?sent`, 303);
  if (applied.refused === 'cv-gone') {
    ticket = '';
    cv = null;
    return back({ cv: 'cv-again' }, 422);
  }
  return back({}, 429, applied.refused);
}

/** What was refused is sent again under a key of its own; the router would keep the old one, which has its answer. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (actionStatus ?? 0) >= 400 || defaultShouldRevalidate;
}

export default function ApplyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { job, jobId, closed, sent } = loaderData;
  const t = useTexts('job-apply');
  if (sent)
    return (
      <main id="main" className="wrap job job--form">
        <header className="page-head">
          <h1 tabIndex={-1}>{t('sent.title')}</h1>
          <p className="lede">{t('sent.text')}</p>
        </header>
        <p>
          <ButtonLink to="/careers">{t('all')}</ButtonLink>
        </p>
      </main>
    );
  if (closed)
    return (
      <main id="main" className="wrap job job--form">
        <header className="page-head">
          <h1 tabIndex={-1}>{t('closed')}</h1>
          <p>
            <Link className="link" to="/careers">
              {t('all')}
            </Link>
          </p>
        </header>
      </main>
    );
  return (
    <main id="main" className="wrap job job--form">
      <header className="page-head">
        <p>
          <Link className="link" to={job ? `/careers/${jobId}` : '/careers'}>
            {job ? job.title : t('all')}
          </Link>
        </p>
        <h1 tabIndex={-1}>{job ? t('title') : t('openTitle')}</h1>
        <p className="lede">{t(job ? 'lede' : 'openLede')}</p>
      </header>
      <ApplyForm loaded={loaderData} answer={actionData ?? null} />
    </main>
  );
}

type Loaded = Route.ComponentProps['loaderData'];
type Answer = NonNullable<Route.ComponentProps['actionData']>;

function ApplyForm({ loaded, answer }: { loaded: Loaded; answer: Answer | null }) {
  const t = useTexts('job-apply');
  const shared = useTexts('frame');
  const { questions, key } = loaded;
  const errors: ApplicationErrors = answer?.errors ?? {};
  const typed: Partial<TypedApplication> = answer?.typed ?? {};
  const error = (name: string) => (errors[name] ? t(`error.${errors[name]}`) : undefined);
  const optional = shared('ui.optional');
  const order = ['cv', ...applicationFields, ...questions.map(({ id }) => `q-${id}`)];
  const anchor = (name: string) => (name === 'keep' ? 'keep-6' : name);
  const text = (name: 'name' | 'email' | 'phone' | 'headline' | 'notice') => ({
    name,
    label: t(`field.${name}`),
    defaultValue: typed[name] ?? '',
    error: error(name),
  });
  const area = (name: 'experience' | 'education' | 'skills' | 'languages' | 'letter', rows: number) => (
    <TextArea
      name={name}
      label={t(`field.${name}`)}
      hint={name === 'letter' || name === 'experience' ? t(`hint.${name}`) : undefined}
      defaultValue={typed[name] ?? ''}
      error={error(name)}
      rows={rows}
      optional={name === 'experience' ? undefined : optional}
    />
  );
  return (
    // Filled anew when the server has read a CV.
    <Form method="post" encType="multipart/form-data" className="job-form" noValidate key={`${answer?.ticket}${answer?.filled}`}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="ticket" value={answer?.ticket ?? ''} />
      <ErrorSummary
        faults={[
          ...(answer?.refused ? [{ field: null, message: t(`error.${answer.refused}`) }] : []),
          ...order.filter((name) => errors[name]).map((name) => ({ field: anchor(name), message: error(name) })),
        ]}
      />
      <section className="job-part">
        <h2>{t('part.cv')}</h2>
        {answer?.filled && <Filled read={answer.filled === 'read'} />}
        {answer?.cvName && (
          <p className="job-cv">
            <Icon name="document" /> {t('cv.have')} <bdi>{answer.cvName}</bdi>
          </p>
        )}
        <div className={`field${errors['cv'] ? ' field--error' : ''}`}>
          <label className="field__label" htmlFor="cv">
            {t(answer?.cvName ? 'field.cvOther' : 'field.cv')} <span className="field__optional">{optional}</span>
          </label>
          <p className="field__hint" id="cv-hint">
            {t('hint.cv')}
          </p>
          <input
            className="file-field"
            id="cv"
            name="cv"
            type="file"
            accept=".pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
            aria-describedby={errors['cv'] ? 'cv-error cv-hint' : 'cv-hint'}
            aria-invalid={errors['cv'] ? true : undefined}
          />
          {errors['cv'] && (
            <p className="field__error" id="cv-error">
              <Icon name="fault" small />
              <span>{error('cv')}</span>
            </p>
          )}
        </div>
        <p>
          <Button look="line" name="intent" value="read" formNoValidate>
            {t('cv.read')}
          </Button>
        </p>
      </section>
      <section className="job-part">
        <h2>{t('part.you')}</h2>
        <div className="job-pair">
          <TextField {...text('name')} autoComplete="name" maxLength={80} />
          <TextField {...text('email')} type="email" hint={t('hint.email')} autoComplete="email" maxLength={254} />
          <TextField {...text('phone')} type="tel" optional={optional} autoComplete="tel" maxLength={40} />
          <TextField {...text('headline')} hint={t('hint.headline')} optional={optional} maxLength={120} />
        </div>
        {area('experience', 7)}
        <div className="job-pair">
          {area('education', 4)}
          {area('skills', 4)}
        </div>
        {area('languages', 2)}
        {area('letter', 6)}
        <div className="job-pair">
          <TextField {...text('notice')} hint={t('hint.notice')} optional={optional} inputMode="numeric" maxLength={2} />
          <SelectField name="visa" label={t('field.visa')} optional={optional} defaultValue={typed.visa ?? ''}>
            <option value="">{t('choose')}</option>
            {visaStatuses.map((one) => (
              <option key={one} value={one}>
                {t(`visa.${one}`)}
              </option>
            ))}
          </SelectField>
          <SelectField name="source" label={t('field.source')} defaultValue={typed.source || loaded.source}>
            {sources.map((one) => (
              <option key={one} value={one}>
                {t(`source.${one}`)}
              </option>
            ))}
          </SelectField>
        </div>
      </section>
      {questions.length > 0 && (
        <section className="job-part">
          <h2>{t('part.questions')}</h2>
          <p className="field__hint">{t('hint.questions')}</p>
          {questions.map((question) => {
            const name = `q-${question.id}`;
            const had = answer?.answers[question.id] ?? '';
            const more = question.required ? undefined : optional;
            if (question.kind === 'text')
              return (
                <TextArea key={name} name={name} label={question.label} error={error(name)} optional={more} defaultValue={had} rows={4} />
              );
            if (question.kind === 'number')
              return (
                <TextField
                  key={name}
                  name={name}
                  label={question.label}
                  error={error(name)}
                  optional={more}
                  defaultValue={had}
                  inputMode="numeric"
                  maxLength={4}
                />
              );
            return (
              <SelectField key={name} name={name} label={question.label} error={error(name)} optional={more} defaultValue={had}>
                <option value="">{t('choose')}</option>
                <option value="yes">{t('yes')}</option>
                <option value="no">{t('no')}</option>
              </SelectField>
            );
          })}
        </section>
      )}
      <section className="job-part">
        <h2>{t('part.equality')}</h2>
        <p className="field__hint">{t('hint.equality')}</p>
        <div className="job-pair">
          {equalityQuestions.map((question) => (
            <SelectField key={question} name={question} label={t(`equality.${question}.label`)} optional={optional} defaultValue="">
              <option value="">{t('choose')}</option>
              {equalityAnswers[question].map((one) => (
                <option key={one} value={one}>
                  {t(`equality.${question}.${one}`)}
                </option>
              ))}
            </SelectField>
          ))}
        </div>
      </section>
      <section className="job-part">
        <FieldGroup id="keep" legend={t('field.keep')} hint={t('hint.keep')} error={error('keep')}>
          {keepChoices.map((months) => (
            <RadioCard
              key={months}
              id={`keep-${months}`}
              name="keep"
              value={months}
              defaultChecked={typed.keep === String(months)}
              label={t(`keep.${months}.title`)}
              hint={t(`keep.${months}.text`)}
            />
          ))}
        </FieldGroup>
        <Checkbox name="agree" value="yes" label={t('field.agree')} defaultChecked={typed.agree === 'yes'} error={error('agree')} />
        <p className="field__hint">
          {t('privacy')}{' '}
          <Link className="link" to="/privacy">
            {t('privacyLink')}
          </Link>
        </p>
        <Button look="go" name="intent" value="send">
          {t('send')}
        </Button>
      </section>
    </Form>
  );
}

/** Says that fields were filled, where whoever pressed looks next. */
function Filled({ read }: { read: boolean }) {
  const t = useTexts('job-apply');
  const said = useRef<HTMLDivElement>(null);
  // Newer browsers answer with a promise, which an effect must not return.
  useEffect(() => void said.current?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <div ref={said}>
      <Notice tone={read ? 'ok' : 'warn'} boxed live>
        {t(read ? 'cv.wasRead' : 'cv.notRead')}
      </Notice>
    </div>
  );
}
