import { Link } from 'react-router';
import { notePageView } from '#app/commerce/traffic/note-page-view.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { Price } from '#app/ui/price.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { applicationSources } from '../job-application-kinds.ts';
import { findPosting, listOpenPostings } from '../job-postings-store.server.ts';
import { isOpenOn } from '../job-posting-status.ts';
import { postingAsData } from '../posting-data.ts';
import type { Route } from './+types/career-page.ts';
import './careers.css';

export const handle = { texts: ['careers'] };

const mostOthers = 3;

export async function loader({ request, params, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, clock, env } = platform;
  const { language } = context.get(requestContext);
  const posting = await findPosting(db, params.jobId, language);
  if (!posting) throw new Response('Not found', { status: 404 });
  const today = dateIn('Asia/Dubai', clock.now());
  const open = isOpenOn(posting, today);
  // Of those who can apply the desk sees how many do.
  if (open) notePageView(platform, request, context.get(viewerContext), { kind: 'job-posting', name: posting.id });
  const others = (await listOpenPostings(db, language, today)).filter((one) => one.id !== posting.id);
  const near = others.toSorted((a, b) => Number(b.department === posting.department) - Number(a.department === posting.department));
  const { salaryLeast, salaryMost, salaryCurrency, salaryPeriod, ...told } = posting;
  const salary =
    salaryLeast !== null && salaryMost !== null && salaryCurrency && salaryPeriod
      ? { least: money(salaryLeast, salaryCurrency), most: money(salaryMost, salaryCurrency), period: salaryPeriod }
      : null;
  return {
    posting: { ...told, salary },
    // Where they come from goes with them to the form.
    source: applicationSources.find((one) => one === url.searchParams.get('source') && one !== 'desk') ?? null,
    open,
    others: near.slice(0, mostOthers).map(({ id, title }) => ({ id, title })),
    structured: open ? postingAsData(posting, env.publicUrl) : null,
    title: posting.title,
    description: posting.summary,
  };
}

export default function CareerPage({ loaderData }: Route.ComponentProps) {
  const { posting, open, others, structured, source } = loaderData;
  const t = useTexts('careers');
  const language = useLanguage();
  return (
    <main id="main" className="wrap job">
      {structured && <StructuredData data={structured} />}
      <header className="page-head">
        <p>
          <Link className="link" to="/careers">
            {t('all')}
          </Link>
        </p>
        <h1 tabIndex={-1}>{posting.title}</h1>
        <p className="lede">{posting.summary}</p>
        <p className="job__facts">
          <span>{t(`department.${posting.department}`)}</span>
          <span>{t(`place.${posting.place}`)}</span>
          <span>{t(`employment.${posting.employment}`)}</span>
          {posting.remote && <span>{t('remote')}</span>}
          <span>{posting.languages.map((one) => t(`language.${one}`)).join(comma(language))}</span>
          <span>
            {t(open ? 'closes' : 'closed.on')} <DateText date={posting.closesOn} />
          </span>
        </p>
      </header>
      {!open && (
        <Notice tone="warn" boxed title={t('closed.title')}>
          {t('closed.text')}
        </Notice>
      )}
      <div className="job__body">
        {(['duties', 'needs', ...(posting.extras.length > 0 ? (['extras'] as const) : [])] as const).map((part) => (
          <section key={part} aria-labelledby={`job-${part}`}>
            <h2 id={`job-${part}`}>{t(part)}</h2>
            <ul>
              {posting[part].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <section className="job-band" aria-labelledby="job-terms">
        <h2 id="job-terms">{t('terms.title')}</h2>
        <dl className="job-facts">
          {posting.salary && (
            <div>
              <dt>{t('terms.salary')}</dt>
              <dd>
                <Price value={posting.salary.least} /> – <Price value={posting.salary.most} /> {t(`terms.${posting.salary.period}`)}
              </dd>
            </div>
          )}
          <div>
            <dt>{t('terms.visa')}</dt>
            <dd>{t(posting.visaSupport ? 'terms.visaYes' : 'terms.visaNo')}</dd>
          </div>
          {(['look', 'talks', 'offer'] as const).map(
            (step, index) =>
              (step !== 'talks' || posting.interviews) && (
                <div key={step}>
                  <dt>{t(`steps.${step}.title`)}</dt>
                  <dd>{t('terms.days', { count: posting.stepDays[index] ?? 5 })}</dd>
                </div>
              ),
          )}
        </dl>
      </section>
      {open && (
        <section className="job__apply" aria-labelledby="job-apply">
          <h2 id="job-apply">{t('apply.title')}</h2>
          <p>{t('apply.text')}</p>
          <p className="job__ways">
            <ButtonLink look="go" to={`/careers/${posting.id}/apply${source ? `?source=${source}` : ''}`}>
              {t('apply.go')}
            </ButtonLink>
            <ButtonLink to="/contact">{t('apply.write')}</ButtonLink>
          </p>
        </section>
      )}
      {others.length > 0 && (
        <section className="job__others" aria-labelledby="job-others">
          <h2 id="job-others">{t('others')}</h2>
          <ul>
            {others.map((one) => (
              <li key={one.id}>
                <Link className="link" to={`/careers/${one.id}`}>
                  {one.title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}
