import { useMemo } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { momentIn } from '#app/commerce/consultations/zone-words.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Price } from '#app/ui/price.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { applicationStates, isOpenStage } from '../job-application-status.ts';
import { countStages } from '../job-applications-store.server.ts';
import { letsOut, postingEvents, postingMachine, publicStates } from '../job-posting-status.ts';
import { findCriteria, findPostingAsStaff, findPostingEvents, findQuestions } from '../job-postings-store.server.ts';
import { pipelineOf } from '../pipeline-rules.ts';
import { readPublishAt } from '../posting-fields.ts';
import { lacksOf } from '../posting-form.ts';
import { checkPosting } from '../posting-check-rules.ts';
import { findRequisition } from '../requisitions-store.server.ts';
import { HiringSteps } from './hiring-steps.tsx';
import { PostingState } from './posting-state.tsx';
import { findPostingViews } from '../posting-views.server.ts';
import { PostingFindings } from './posting-findings.tsx';
import { readContent, titleOf, workPosting, type PostingRefusal } from './work-posting.server.ts';
import type { Route } from './+types/posting-page.ts';
import './postings.css';

export const handle = { texts: ['staff-postings', 'staff-hiring', 'staff-interviews', 'careers', 'staff-records'] };

const list = '/admin/job-postings';
const dids = ['written', ...postingEvents] as const;
/** The field that a refusal is about; the others are about the posting. */
const fieldOf: Partial<Record<PostingRefusal, string>> = { 'when-wrong': 'posting-at', 'check-reason': 'posting-reason' };
const ownName = { en: 'English', ar: 'العربية', tl: 'Tagalog', es: 'Español', pt: 'Português' } as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, crypto } = platform;
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const posting = await findPostingAsStaff(db, params.id);
  if (!posting) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('posting', { id: posting.id, handle: posting.id }),
  );
  const shown = languageCodes.find((one) => one === url.searchParams.get('words')) ?? language;
  const reader = { userId: viewer.user.id, seesAll: true };
  const [content, questions, criteria, events, stages, requisition, views] = await Promise.all([
    readContent(platform, posting),
    findQuestions(db, posting.id),
    findCriteria(db, posting.id),
    findPostingEvents(db, posting.id),
    countStages(db, crypto, reader, { posting: posting.id, owner: null, source: null, email: null, reference: null }),
    posting.requisitionId ? findRequisition(db, posting.requisitionId) : null,
    findPostingViews(platform),
  ]);
  const names = await findStaffNames(db, [...new Set(events.map(({ actor }) => actor.replace('staff:', '')))]);
  const { t } = textsFor(shown);
  const pipeline = pipelineOf(posting);
  const works = may(viewer, 'recruitment:work');
  const publishes = may(viewer, 'recruitment:publish');
  const { status, department, place, employment, remote, languages, visaSupport, blind, openedOn, closesOn, version, publishAt } = posting;
  const { salaryLeast, salaryMost, salaryCurrency, salaryPeriod } = posting;
  const isPublic = publicStates.some((one) => one === status);
  const { words } = content;
  const { extras = [], ...text } = words[shown];
  const missing = languageCodes.flatMap((code) => {
    const fields = lacksOf(content, code);
    return fields.length > 0 ? [{ language: code, fields }] : [];
  });
  return {
    notes,
    posting: { id: posting.id, status, department, place, employment, remote, languages, visaSupport, blind, openedOn, closesOn, version },
    publishAt: status === 'scheduled' && publishAt ? momentIn('Asia/Dubai', language, instant(publishAt.getTime())) : null,
    salary:
      salaryLeast !== null && salaryMost !== null && salaryCurrency && salaryPeriod
        ? { least: money(salaryLeast, salaryCurrency), most: money(salaryMost, salaryCurrency), period: salaryPeriod }
        : null,
    requisition: requisition && { id: requisition.id, title: requisition.title },
    views: views.get(posting.id) ?? null,
    way: { name: posting.pipeline, ...pipeline },
    isPublic,
    mayEdit: works && status !== 'archived' && (!isPublic || publishes),
    works,
    moves: works ? movesFrom(postingMachine, status, publishes ? 'publisher' : 'recruiter') : [],
    waitsForPublisher: works && !publishes && (status === 'draft' || status === 'paused'),
    findings: works && status !== 'archived' ? checkPosting({ ...posting, words, questions }) : [],
    missing,
    shown,
    text: { ...text, extras },
    heads: { duties: t('careers:duties'), needs: t('careers:needs'), extras: t('careers:extras') },
    questions: questions.map(({ id, kind, required, wanted, words: labels }) => ({
      id,
      kind,
      required,
      wanted,
      label: labels[shown] || labels.en,
    })),
    criteria: criteria.map(({ id, name, weight }) => ({ id, name, weight })),
    stages: applicationStates
      .filter((stage) => !isOpenStage(stage) || pipeline.stages.includes(stage) || stages[stage] > 0)
      .map((stage) => ({ stage, count: stages[stage] })),
    history: events.map(({ event, actor, at, version: key }) => ({
      key,
      event,
      by: actor === 'system' ? null : (names.get(actor.replace('staff:', '')) ?? '–'),
      at: momentIn('Asia/Dubai', language, instant(at.getTime())),
    })),
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
    name: titleOf(content, language) || posting.id,
    title: titleOf(content, language) || posting.id,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const event = postingEvents.find((one) => one === form.get('act'));
  const posting = event ? await findPostingAsStaff(platform.db, params.id) : null;
  if (!posting || !event) throw new Response('Not found', { status: 404 });
  const typed = readPublishAt(form.get('at'));
  const reason = plainLine(form.get('reason'), 300).slice(0, 300);
  const worked = await workPosting(platform, {
    viewer,
    requestId: context.get(requestContext).requestId,
    // The page was looked at in one version; whoever changed it since goes first.
    posting: { ...posting, version: plainVersion(form.get('version')) },
    event,
    at: typed === null ? null : instant(typed),
    reason,
  });
  if (worked.ok) return redirect(`${list}/${posting.id}?did=${event}`, 303);
  const { refused } = worked;
  return data({ refused, at: plainLine(form.get('at'), 20), reason }, fieldOf[refused] ? 422 : 409);
}

export { reloadOvertaken as shouldRevalidate };

export default function PostingPage({ loaderData: one, actionData: sent }: Route.ComponentProps) {
  const t = useTexts('staff-postings');
  const faults = useMemo(
    () => (sent && fieldOf[sent.refused] ? [{ field: fieldOf[sent.refused]!, message: t(`refused.${sent.refused}`) }] : []),
    [sent, t],
  );
  const { posting } = one;
  const here = `${list}/${posting.id}`;
  return (
    <div className="dl po-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{one.name}</bdi>
        </h1>
        <PostingState status={posting.status} />
        {one.mayEdit && (
          <Link className="bo-btn" to={`${here}/edit`}>
            {t('edit.go')}
          </Link>
        )}
        {one.works && (
          <Link className="bo-btn" to={`${list}/new?from=${encodeURIComponent(posting.id)}`}>
            {t('duplicate')}
          </Link>
        )}
        {one.isPublic && (
          <Link className="bo-btn" to={`/careers/${posting.id}`}>
            {t('public')}
          </Link>
        )}
        <Link className="bo-btn" to={list}>
          {t('back')}
        </Link>
      </header>
      <ErrorSummary faults={faults} />
      {(sent ? faults.length === 0 : one.did) && (
        <p className={`dl-said${sent ? ' dl-said--warn' : ''}`} role={sent ? 'alert' : 'status'}>
          <Icon name={sent ? 'warning' : 'done'} />
          {t(sent ? `refused.${sent.refused}` : `did.${one.did}`)}
        </p>
      )}
      <div className="dl-record">
        <div>
          <Facts one={one} />
          <Preview one={one} here={here} />
          <section className="dl-card">
            <h2>{t('way.title')}</h2>
            <p>{t(`way.${one.way.name}.name`)}</p>
            <HiringSteps pipeline={one.way} />
          </section>
          <Asked one={one} />
        </div>
        <aside>
          {one.missing.length > 0 && one.works && posting.status !== 'archived' && <Lacks one={one} here={here} />}
          {one.findings.length > 0 && (
            <section className="dl-card">
              <h2>{t('check.title')}</h2>
              <PostingFindings findings={one.findings} />
            </section>
          )}
          <Moves one={one} sent={sent} />
          <Views one={one} />
          <Stages one={one} />
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ol className="po-list">
              {one.history.map((row) => (
                <li key={row.key}>
                  <span>
                    {t(`event.${row.event}`)} · <bdi>{row.by ?? t('byClock')}</bdi>
                  </span>
                  <span className="dl-quiet">{row.at}</span>
                </li>
              ))}
            </ol>
            {one.history.length === 0 && <p className="dl-quiet">{t('historyNone')}</p>}
          </section>
          <RecordNotes desk={one.notes} />
        </aside>
      </div>
    </div>
  );
}

type Loaded = Route.ComponentProps['loaderData'];

function Facts({ one: { posting, salary, requisition, publishAt } }: { one: Loaded }) {
  const language = useLanguage();
  const t = useTexts('staff-postings');
  const words = useTexts('careers');
  return (
    <section className="dl-card">
      <h2>{t('terms')}</h2>
      <dl className="po-facts">
        {(['department', 'place', 'employment'] as const).map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>{words(`${field}.${posting[field]}`)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('field.openedOn')}</dt>
          <dd>
            <DateText date={posting.openedOn} />
          </dd>
        </div>
        <div>
          <dt>{t('field.closesOn')}</dt>
          <dd>
            <DateText date={posting.closesOn} />
          </dd>
        </div>
        {publishAt && (
          <div>
            <dt>{t('field.publishAt')}</dt>
            <dd>{publishAt}</dd>
          </div>
        )}
        <div>
          <dt>{words('terms.salary')}</dt>
          <dd>
            {salary ? (
              <>
                <Price value={salary.least} /> – <Price value={salary.most} /> {words(`terms.${salary.period}`)}
              </>
            ) : (
              t('notTold')
            )}
          </dd>
        </div>
        <div>
          <dt>{t('field.languages')}</dt>
          <dd>{posting.languages.map((one) => words(`language.${one}`)).join(comma(language))}</dd>
        </div>
        {(['remote', 'visaSupport', 'blind'] as const).map((field) => (
          <div key={field}>
            <dt>{t(`field.${field}`)}</dt>
            <dd>{t(posting[field] ? 'yes' : 'no')}</dd>
          </div>
        ))}
        {requisition && (
          <div>
            <dt>{t('field.requisition')}</dt>
            <dd>
              <Link to={`/admin/recruitment/requisitions/${requisition.id}`}>
                <bdi>{requisition.title}</bdi>
              </Link>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Preview({ one: { shown, text, heads, missing }, here }: { one: Loaded; here: string }) {
  const t = useTexts('staff-postings');
  return (
    <section className="dl-card" id="words">
      <h2>{t('preview')}</h2>
      <nav className="dl-tabs" aria-label={t('previewTabs')}>
        {languageCodes.map((language) => (
          <Link
            key={language}
            to={`${here}?words=${language}#words`}
            aria-current={language === shown ? 'page' : undefined}
            preventScrollReset
          >
            <bdi lang={language}>{ownName[language]}</bdi>
            {missing.some((one) => one.language === language) && <span>{t('missing.all')}</span>}
          </Link>
        ))}
      </nav>
      <div className="po-preview" lang={shown} dir={shown === 'ar' ? 'rtl' : 'ltr'}>
        <h3>{text.title}</h3>
        <p className="dl-words">{text.summary}</p>
        {(['duties', 'needs', 'extras'] as const).map(
          (part) =>
            text[part].length > 0 && (
              <div key={part}>
                <h4>{heads[part]}</h4>
                <ul>
                  {text[part].map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </div>
            ),
        )}
      </div>
    </section>
  );
}

/** What keeps it from going out, by language; each leads to its field. */
function Lacks({ one: { missing, mayEdit }, here }: { one: Loaded; here: string }) {
  const t = useTexts('staff-postings');
  const called = (field: string) => {
    const [stem, index] = field.split('-');
    return stem === 'question' ? t('question', { n: Number(index) + 1 }) : t(`part.${stem}`);
  };
  return (
    <section className="dl-card">
      <h2 id="lacks">{t('lacks.title')}</h2>
      <ul className="po-list">
        {missing.map(({ language, fields }) => (
          <li key={language}>
            <bdi lang={language}>{ownName[language]}</bdi>
            <ul>
              {fields.map((field) => (
                <li key={field}>{mayEdit ? <Link to={`${here}/edit?words=${language}#${field}`}>{called(field)}</Link> : called(field)}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Asked({ one: { questions, criteria, shown } }: { one: Loaded }) {
  const t = useTexts('staff-postings');
  return (
    <>
      <section className="dl-card">
        <h2>{t('questions')}</h2>
        {questions.length === 0 && <p className="dl-quiet">{t('questionsNone')}</p>}
        <ol className="po-list">
          {questions.map((question) => (
            <li key={question.id}>
              <span lang={shown} dir="auto">
                {question.label}
              </span>
              <span className="dl-quiet">
                {[
                  t(`kind.${question.kind}`),
                  question.required && t('must'),
                  question.wanted !== null &&
                    t(`wanted.${question.kind}`, { answer: question.kind === 'yes-no' ? t(question.wanted) : question.wanted }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="dl-card">
        <h2>{t('criteria')}</h2>
        {criteria.length === 0 && <p className="dl-quiet">{t('criteriaNone')}</p>}
        <ul className="po-list">
          {criteria.map(({ id, name, weight }) => (
            <li key={id}>
              <bdi>{name}</bdi>
              <span className="dl-quiet">{t('weight', { weight })}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

function Moves({ one: { moves, posting, waitsForPublisher, findings }, sent }: { one: Loaded; sent: Route.ComponentProps['actionData'] }) {
  const t = useTexts('staff-postings');
  if (moves.length === 0 && !waitsForPublisher) return null;
  const field = (id: string) => {
    const isWrong = sent !== undefined && fieldOf[sent.refused] === id;
    return {
      about: { id, ...(isWrong && { 'aria-invalid': true as const, 'aria-describedby': `${id}-wrong` }) },
      said: isWrong && (
        <small className="bo-wrong" id={`${id}-wrong`}>
          {t(`refused.${sent.refused}`)}
        </small>
      ),
    };
  };
  const [reason, at] = [field('posting-reason'), field('posting-at')];
  return (
    <section className="dl-card">
      <h2>{t('moves')}</h2>
      {waitsForPublisher && <p className="dl-quiet">{t('waitsForPublisher')}</p>}
      {moves.length > 0 && (
        <Form method="post" className="po-moves po-moves--one">
          <input type="hidden" name="version" value={posting.version} />
          {/* Enter in a field presses the first button: none of the moves is made by it. */}
          <button type="submit" disabled hidden />
          {findings.length > 0 && moves.some((event) => letsOut.includes(event)) && (
            <label>
              {t('check.reason')}
              <input name="reason" defaultValue={sent?.reason} maxLength={300} dir="auto" autoComplete="off" {...reason.about} />
              {reason.said}
            </label>
          )}
          {moves.includes('schedule') && (
            <label>
              {t('field.publishAt')}
              <input type="datetime-local" name="at" defaultValue={sent?.at} {...at.about} />
              {at.said}
            </label>
          )}
          {moves.map((event) => (
            <button
              key={event}
              name="act"
              value={event}
              className={event === 'publish' || event === 'resume' ? 'bo-btn bo-btn--p' : 'bo-btn'}
            >
              {t(`move.${event}`)}
            </button>
          ))}
        </Form>
      )}
    </section>
  );
}

/** How often the public page was looked at, and how many of those looks became an application. */
function Views({ one: { views, isPublic } }: { one: Loaded }) {
  const t = useTexts('staff-postings');
  const language = useLanguage();
  if (!views && !isPublic) return null;
  return (
    <section className="dl-card">
      <h2>{t('column.views')}</h2>
      {views ? (
        <ul className="po-list">
          {(['views', 'lately'] as const).map((figure) => (
            <li key={figure}>
              <span className="dl-quiet">{t(`views.${figure}`)}</span>
              <bdi>{formatNumber(views[figure], language)}</bdi>
            </li>
          ))}
          <li>
            <span className="dl-quiet">{t('column.share')}</span>
            <bdi>{t('percent', { n: formatNumber(views.share, language, 1) })}</bdi>
          </li>
        </ul>
      ) : (
        <p className="dl-quiet">{t('views.none')}</p>
      )}
      <p className="dl-quiet">{t('views.how')}</p>
    </section>
  );
}

function Stages({ one: { stages, posting } }: { one: Loaded }) {
  const t = useTexts('staff-postings');
  const hiring = useTexts('staff-hiring');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('stages')}</h2>
      <ul className="po-list">
        {stages.map(({ stage, count }) => (
          <li key={stage}>
            {count > 0 ? (
              <Link to={`/admin/job-applications?posting=${encodeURIComponent(posting.id)}&stage=${stage}`}>
                {hiring(`stage.${stage}`)}
              </Link>
            ) : (
              <span className="dl-quiet">{hiring(`stage.${stage}`)}</span>
            )}
            <bdi>{formatNumber(count, language)}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
