import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { emailKey, looksLikeEmail } from '#app/values/email.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { askForAlerts } from '../ask-for-alerts.server.ts';
import { listOpenPostings } from '../job-postings-store.server.ts';
import { departments, employments, places } from '../job-posting-kinds.ts';
import type { Route } from './+types/careers-page.ts';
import './careers.css';

export const handle = { texts: ['careers'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const open = await listOpenPostings(db, context.get(requestContext).language, dateIn('Asia/Dubai', clock.now()));
  const asked = <Value extends string>(name: string, known: readonly Value[]) =>
    known.find((one) => one === url.searchParams.get(name)) ?? null;
  const filter = {
    department: asked('department', departments),
    place: asked('place', places),
    employment: asked('employment', employments),
    language: asked('language', languageCodes),
    remote: asked('remote', ['yes']),
  };
  const rows = open.filter(
    (one) =>
      (!filter.department || one.department === filter.department) &&
      (!filter.place || one.place === filter.place) &&
      (!filter.employment || one.employment === filter.employment) &&
      (!filter.language || one.languages.includes(filter.language)) &&
      (!filter.remote || one.remote),
  );
  return {
    filter,
    any: open.length > 0,
    asked: url.searchParams.has('asked'),
    rows: rows.map(({ id, title, summary, department, place, employment, remote, languages, closesOn }) => ({
      id,
      title,
      summary,
      department,
      place,
      employment,
      remote,
      languages,
      closesOn,
    })),
  };
}

/** Somebody would like to hear of openings. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { language, address } = context.get(requestContext);
  const form = await request.formData();
  const email = emailKey(String(form.get('email') ?? ''));
  if (!looksLikeEmail(email)) return data({ email, error: 'email' as const }, { status: 422 });
  const department = departments.find((one) => one === form.get('department')) ?? null;
  const place = places.find((one) => one === form.get('place')) ?? null;
  const asked = await askForAlerts(platform, { email, language, department, place, address });
  if (!asked.ok) return data({ email, error: asked.refused }, { status: 429 });
  return redirect('/careers?asked#alerts', 303);
}

const steps = ['apply', 'look', 'talks', 'offer'] as const;
const benefits = ['fair', 'family', 'visa', 'learn', 'travel', 'hours'] as const;

export default function CareersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, rows, any, asked } = loaderData;
  const t = useTexts('careers');
  const language = useLanguage();
  const choice = (name: 'department' | 'place' | 'employment' | 'language', known: readonly string[], id: string = name) => (
    <SelectField name={name} id={id} label={t(`filter.${name}`)} defaultValue={id === name ? (filter[name] ?? '') : ''}>
      <option value="">{t('filter.any')}</option>
      {known.map((one) => (
        <option key={one} value={one}>
          {t(`${name}.${one}`)}
        </option>
      ))}
    </SelectField>
  );
  return (
    <main id="main" className="wrap job">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lede')}</p>
      </header>
      <Form method="get" action="/careers" className="job__filters" role="search" key={JSON.stringify(filter)}>
        {choice('department', departments)}
        {choice('place', places)}
        {choice('employment', employments)}
        {choice('language', languageCodes)}
        <SelectField name="remote" label={t('filter.remote')} defaultValue={filter.remote ?? ''}>
          <option value="">{t('filter.any')}</option>
          <option value="yes">{t('remote')}</option>
        </SelectField>
        <Button look="ink">{t('filter.show')}</Button>
      </Form>
      {rows.length === 0 ? (
        <EmptyState
          title={t(any ? 'none.filtered' : 'none.open')}
          action={
            any ? <ButtonLink to="/careers">{t('none.all')}</ButtonLink> : <ButtonLink to="/careers/open/apply">{t('open.go')}</ButtonLink>
          }
        >
          {t('none.text')}
        </EmptyState>
      ) : (
        <ul className="job__list">
          {rows.map((row) => (
            <li key={row.id}>
              <h2>
                <Link to={`/careers/${row.id}`}>{row.title}</Link>
              </h2>
              <p>{row.summary}</p>
              <p className="job__facts">
                <span>{t(`department.${row.department}`)}</span>
                <span>{t(`place.${row.place}`)}</span>
                <span>{t(`employment.${row.employment}`)}</span>
                {row.remote && <span>{t('remote')}</span>}
                <span>{row.languages.map((one) => t(`language.${one}`)).join(comma(language))}</span>
                <span>
                  {t('closes')} <DateText date={row.closesOn} />
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
      <section className="job-band" aria-labelledby="job-steps">
        <h2 id="job-steps">{t('steps.title')}</h2>
        <ol className="job-steps">
          {steps.map((step) => (
            <li key={step}>
              <h3>{t(`steps.${step}.title`)}</h3>
              <p>{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="job-band" aria-labelledby="job-benefits">
        <h2 id="job-benefits">{t('benefits.title')}</h2>
        <ul className="job-benefits">
          {benefits.map((one) => (
            <li key={one}>
              <h3>{t(`benefits.${one}.title`)}</h3>
              <p>{t(`benefits.${one}.text`)}</p>
            </li>
          ))}
        </ul>
      </section>
      <div className="job-band job-two">
        <section aria-labelledby="job-open">
          <h2 id="job-open">{t('open.title')}</h2>
          <p>{t('open.text')}</p>
          <p className="job__ways">
            <ButtonLink to="/careers/open/apply">{t('open.go')}</ButtonLink>
          </p>
        </section>
        <section id="alerts" aria-labelledby="job-alerts">
          <h2 id="job-alerts">{t('alerts.title')}</h2>
          <p>{t('alerts.text')}</p>
          {asked && !actionData && (
            <Notice tone="ok" boxed live>
              {t('alerts.asked')}
            </Notice>
          )}
          <Form method="post" action="/careers#alerts" className="job-alerts" noValidate>
            <TextField
              name="email"
              type="email"
              label={t('alerts.email')}
              defaultValue={actionData?.email}
              error={actionData ? t(`alerts.${actionData.error}Error`) : undefined}
              autoComplete="email"
              maxLength={254}
            />
            <div className="job-pair">
              {choice('department', departments, 'alert-department')}
              {choice('place', places, 'alert-place')}
            </div>
            <Button look="line">{t('alerts.go')}</Button>
          </Form>
        </section>
      </div>
    </main>
  );
}
