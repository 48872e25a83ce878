import { useMemo, type ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ErrorSummary, type FieldFault } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { findRequestOfApplication } from '../../assets/asset-requests-store.server.ts';
import { AssetRequestCard, requestFaults } from '../../assets/staff/asset-request-card.tsx';
import { requestIntents, sendAssetRequest } from '../../assets/staff/show-asset-request.server.ts';
import { scoreVerdicts } from '../job-application-kinds.ts';
import { rejectReasons } from '../job-application-status.ts';
import { findApplicationFor } from '../job-applications-store.server.ts';
import { typedFields } from '../posting-fields.ts';
import { JoinerCard, joinerFaults } from './joiner-card.tsx';
import { openApplicationRecord } from './open-application-record.server.ts';
import { readerOf } from '../application-view.server.ts';
import { readCvOnRecord } from './read-cv-on-record.server.ts';
import { joinerIntents, sendJoinerForm } from './show-joiner.server.ts';
import { StageChip } from './stage-chip.tsx';
import { workOnRecord } from './work-on-record.server.ts';
import type { Route } from './+types/application-page.ts';
import './hiring.css';

export const handle = { texts: ['staff-hiring', 'staff', 'staff-assets', 'asset-papers'] };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const application = await findApplicationFor(platform.db, readerOf(viewer), params.reference);
  if (!application) throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  const record = await openApplicationRecord(platform, viewer, application, language);
  const reads = url.searchParams.has('cv') && record.cv !== null;
  return {
    record,
    did: url.searchParams.has('did'),
    cvWords: reads ? { words: await readCvOnRecord(platform, { viewer, application, requestId }) } : null,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const application = await findApplicationFor(platform.db, readerOf(viewer), params.reference);
  if (!application) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const { requestId } = context.get(requestContext);
  const intent = form.get('intent');
  const sent = { viewer, application, form, requestId };
  const nothing: { wrong: readonly string[]; typed: Readonly<{ [name: string]: string }> } = { wrong: [], typed: {} };
  if (joinerIntents.some((one) => one === intent)) {
    const joiner = await sendJoinerForm(platform, sent);
    if (joiner) return data({ ...nothing, code: joiner.code, joiner, things: null }, joiner.wrong.length > 0 ? 422 : 409);
    return redirect(`/admin/job-applications/${application.reference}?did#joiner`, 303);
  }
  if (requestIntents.some((one) => one === intent)) {
    const things = await sendAssetRequest(platform, { ...sent, request: await findRequestOfApplication(platform.db, application.id) });
    if (things) return data({ ...nothing, code: things.code, joiner: null, things }, things.wrong.length > 0 ? 422 : 409);
    return redirect(`/admin/job-applications/${application.reference}?did#asked`, 303);
  }
  const refused = await workOnRecord(platform, sent);
  if (!refused) return redirect(`/admin/job-applications/${application.reference}?did`, 303);
  return data({ ...refused, typed: typedFields(form), joiner: null, things: null }, refused.code === 'incomplete' ? 422 : 409);
}

export { reloadOvertaken as shouldRevalidate };

const refusals = [
  'changed-meanwhile',
  'not-possible-from-here',
  'not-allowed',
  'not-yours-to-do',
  'not-there',
  'too-late',
  'no-consent',
  'covered',
  'no-offer',
  'same-person',
  'not-in-pipeline',
  'sent-before',
  'incomplete',
] as const;

type Loaded = Route.ComponentProps['loaderData'];
type Record = Loaded['record'];
/** A form that was not done: why, what is wrong in it, and what was typed. */
type Sent = Route.ComponentProps['actionData'];

export default function ApplicationPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { record, did, cvWords } = loaderData;
  const t = useTexts('staff-hiring');
  const language = useLanguage();
  const known = refusals.find((one) => one === sent?.code) ?? 'changed-meanwhile';
  const assets = useTexts('staff-assets');
  const faults = useMemo(
    () => [
      ...wrongFields(sent, record.criteria, t),
      ...joinerFaults(sent?.joiner ?? null, t),
      ...requestFaults(sent?.things ?? null, assets),
    ],
    [sent, record.criteria, t, assets],
  );
  const { facts } = record;
  const shownFacts: readonly (readonly [string, string | null])[] = [
    ['email', record.contact?.email ?? null],
    ['phone', record.contact?.phone ?? null],
    ['visa', facts.visa && t(`visa.${facts.visa}`)],
    ['notice', facts.notice === null ? null : formatNumber(facts.notice, language)],
    ['source', t(`source.${facts.source}`)],
    ['sent', formatDate(facts.sentOn, language)],
    ['days', formatNumber(facts.days, language)],
    ['keep', formatDate(facts.keepUntil, language)],
    ['reason', facts.reason && t(`reason.${facts.reason}`)],
  ];
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{record.name ? <bdi>{record.name}</bdi> : `${t('candidate')} ${record.reference}`}</h1>
        <StageChip stage={record.status} />
        <p>
          {record.job ?? t('openApplication')} · <bdi>{record.reference}</bdi>
        </p>
        <Link className="bo-btn" to="/admin/job-applications">
          {t('back')}
        </Link>
      </header>
      <ErrorSummary title={t('refused.incomplete')} faults={faults} />
      {((sent && faults.length === 0) || (did && !sent)) && (
        <p className={`dl-said${sent ? ' dl-said--warn' : ''}`} role={sent ? 'alert' : 'status'}>
          <Icon name={sent ? 'warning' : 'done'} />
          {sent ? t(`refused.${known}`) : t('did')}
        </p>
      )}
      {record.blind && <p className="dl-note">{t('blindText')}</p>}
      {record.undoable && (
        <Form method="post" action="." className="dl-said dl-said--warn">
          {t('undoText')}
          <Version record={record} />
          <button className="bo-btn" name="intent" value="undo" type="submit">
            {t('undo')}
          </button>
        </Form>
      )}
      <div className="dl-record">
        <div>
          {record.profile.map(({ field, words }) => (
            <section className="dl-card" key={field}>
              <h2>{t(`profile.${field}`)}</h2>
              <p className="dl-words" dir="auto">
                {words}
              </p>
            </section>
          ))}
          {record.answers.length > 0 && (
            <section className="dl-card">
              <h2>{t('answers')}</h2>
              <dl className="hr-facts">
                {record.answers.map((one) => (
                  <div key={one.id}>
                    <dt>{one.label}</dt>
                    <dd>
                      <bdi>{one.answer === null ? '–' : one.kind === 'yes-no' ? t(one.answer === 'yes' ? 'yes' : 'no') : one.answer}</bdi>
                      {!one.meets && <span className="dl-late"> {t('notMet')}</span>}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          )}
          <div className={cvWords ? 'hr-beside' : undefined}>
            <Cv record={record} read={cvWords} />
            <Scores record={record} sent={sent} />
          </div>
          {record.seesAll && <Thread key={`thread-${record.messages.length}`} record={record} sent={sent} />}
        </div>
        <aside>
          {record.works && (record.moves.length > 0 || record.plans) && <Moves record={record} sent={sent} />}
          {record.joiner && <JoinerCard joiner={record.joiner} reference={record.reference} sent={sent?.joiner ?? null} />}
          {record.things && <AssetRequestCard request={record.things} sent={sent?.things ?? null} />}
          <section className="dl-card">
            <h2>{t('facts')}</h2>
            <dl className="hr-facts">
              {shownFacts
                .filter(([, value]) => value)
                .map(([name, value]) => (
                  <div key={name}>
                    <dt>{t(`fact.${name}`)}</dt>
                    <dd>
                      <bdi>{value}</bdi>
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
          {record.seesAll && <Offers key={`offers-${record.offers.length}`} record={record} sent={sent} />}
          {record.works && <People record={record} />}
          {record.twins.length > 0 && (
            <section className="dl-card">
              <h2>{t('twins')}</h2>
              <ul>
                {record.twins.map((twin) => (
                  <li key={twin.reference}>
                    <Link to={`/admin/job-applications/${twin.reference}`}>
                      <bdi>{twin.reference}</bdi>
                    </Link>{' '}
                    {t(`stage.${twin.status}`)}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ol className="hr-history">
              {record.events.map((one) => (
                <li key={one.version}>
                  {one.to ? t(`stage.${one.to}`) : t(`note.${one.event}`)}
                  {one.detail && <> ({t(`reason.${one.detail}`)})</>}{' '}
                  <span className="dl-quiet">
                    {formatDate(one.at, language)} <bdi>{one.by}</bdi>
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </aside>
      </div>
    </div>
  );
}

/*
 * Every form of this page is sent to its address without `?cv`: a form that is refused reads no CV anew, and puts no look on
 * record that nobody took.
 */

/** The control of a field, by the form that it stands in. */
const fieldId = (intent: string, which: string, name: string) => `field-${intent}-${which}-${name}`;

const Pointed = ({ name, words }: { name: string; words: string }) => (
  <>
    <bdi>{name}</bdi>: {words}
  </>
);

/** What a person can type wrongly; of a field beside these, the whole form is said to be incomplete. */
const wrongKinds = ['point', 'verdict', 'subject', 'words', 'salary', 'startsOn', 'answerBy'] as const;

/** What is wrong in the form that was sent, each leading to its field. */
function wrongFields(sent: Sent, criteria: Record['criteria'], t: ReturnType<typeof useTexts>): FieldFault[] {
  const intent = sent?.typed['intent'] ?? '';
  const which = intent === 'mail' ? (sent?.typed['template'] ?? '') : '';
  return (sent?.wrong ?? []).flatMap((name) => {
    const kind = wrongKinds.find((one) => one === (name.startsWith('point-') ? 'point' : name));
    if (!kind) return [];
    // Several points may be missing: each line says which.
    const point = kind === 'point' ? criteria.find(({ id }) => name === `point-${id}`)?.name : null;
    const words = t(`wrong.${kind}`);
    return [{ field: fieldId(intent, which, name), message: point ? <Pointed name={point} words={words} /> : words }];
  });
}

/** The CV beside the score card: its words when they are asked for, since each look is on record, and the file to save. */
function Cv({ record, read }: { record: Record; read: Loaded['cvWords'] }) {
  const t = useTexts('staff-hiring');
  if (!record.cv) return null;
  return (
    <section className="dl-card hr-cv" id="cv">
      <h2>{t('cv')}</h2>
      <p className="hr-moves">
        {!read && (
          <Link className="bo-btn" to="?cv" preventScrollReset>
            {t('cvRead')}
          </Link>
        )}
        {/* A new document: it is saved, never shown, and each look is on record. */}
        <a className="bo-btn" href={`/admin/job-applications/${record.reference}/cv`}>
          <Icon name="download" small />
          {t('cvGet', { size: record.cv.kilobytes })}
        </a>
      </p>
      <p className="dl-quiet">{t('cvText')}</p>
      {read &&
        (read.words === null ? (
          <p className="dl-quiet">{t('cvNoWords')}</p>
        ) : (
          <details open>
            <summary>{t('cvWords')}</summary>
            <p className="dl-words hr-cv__words" dir="auto">
              {read.words}
            </p>
          </details>
        ))}
    </section>
  );
}

/**
 * The fields of one form: what was typed into it stays when it is not done, and what is wrong is said beside it. `which` tells
 * forms of one intent apart.
 */
function useFields(sent: Sent, intent: string, which: readonly [string, string] | null = null) {
  const t = useTexts('staff-hiring');
  const mine = sent?.typed['intent'] === intent && (which === null || sent.typed[which[0]] === which[1]) ? sent : null;
  const isWrong = (name: string) => mine?.wrong.includes(name) === true;
  const place = (name: string) => `wrong-${intent}-${which?.[1] ?? ''}-${name}`;
  return {
    open: mine !== null,
    field: (name: string, usual = '') => ({
      name,
      id: fieldId(intent, which?.[1] ?? '', name),
      defaultValue: mine?.typed[name] ?? usual,
      ...(isWrong(name) && { 'aria-invalid': true, 'aria-describedby': place(name) }),
    }),
    said: (name: string, kind: string = name): ReactNode =>
      isWrong(name) && (
        <small className="bo-wrong" id={place(name)}>
          {t(`wrong.${kind}`)}
        </small>
      ),
  };
}

const Version = ({ record }: { record: Record }) => <input type="hidden" name="version" value={record.version} />;

function Moves({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field } = useFields(sent, 'reject');
  const events = (['screen', 'shortlist', 'interview', 'consider', 'keep'] as const).filter((one) => record.moves.includes(one));
  const hires = record.moves.includes('hire') && record.offers[0]?.status === 'accepted';
  return (
    <section className="dl-card">
      <h2>{t('next')}</h2>
      <Form method="post" action="." className="hr-moves">
        <Version record={record} />
        {hires && (
          <button className="bo-btn bo-btn--p" name="intent" value="hire" type="submit">
            {t('event.hire')}
          </button>
        )}
        {events
          .filter((event) => event !== 'keep' || !record.keepStop)
          .map((event) => (
            <button key={event} className="bo-btn" name="intent" value={event} type="submit">
              {t(`event.${event}`)}
            </button>
          ))}
      </Form>
      {record.plans && (
        <Link className="bo-btn" to={`/admin/interview-scheduling/new?application=${record.reference}`}>
          <Icon name="calendar" small />
          {t('planInterview')}
        </Link>
      )}
      {record.moves.includes('keep') && record.keepStop && <p className="dl-quiet">{t(`refused.${record.keepStop}`)}</p>}
      {record.moves.includes('reject') && (
        <details open={open}>
          <summary>{t('event.reject')}</summary>
          <Form method="post" action="." className="hr-form">
            <Version record={record} />
            <label>
              {t('reject.reason')}
              <select {...field('reason', rejectReasons[0])}>
                {rejectReasons
                  .filter((one) => one !== 'lapsed')
                  .map((one) => (
                    <option key={one} value={one}>
                      {t(`reason.${one}`)}
                    </option>
                  ))}
              </select>
            </label>
            <label>
              {t('reject.mail')}
              <select {...field('wait', 'soon')}>
                {(['soon', 'day', 'none'] as const).map((one) => (
                  <option key={one} value={one}>
                    {t(`wait.${one}`)}
                  </option>
                ))}
              </select>
            </label>
            {record.rejection !== '' && (
              <label>
                {t('reject.words')}
                <textarea {...field('words', record.rejection)} rows={8} dir="auto" maxLength={4000} />
              </label>
            )}
            <button className="bo-btn bo-btn--danger" name="intent" value="reject" type="submit">
              {t('event.reject')}
            </button>
            <p className="dl-quiet">{t('reject.undoHint')}</p>
          </Form>
        </details>
      )}
    </section>
  );
}

function Scores({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { field, said } = useFields(sent, 'score');
  const language = useLanguage();
  if (!record.scoring.open && record.cards.length === 0 && record.hiddenCards === 0) return null;
  return (
    <section className="dl-card">
      <h2>{t('scores')}</h2>
      {record.hiddenCards > 0 && <p className="dl-quiet">{t('score.hiddenCount', { n: record.hiddenCards })}</p>}
      {record.cards.map((card) => (
        <div key={card.id} className="hr-score">
          <p>
            <bdi>{card.by}</bdi> · {t(`verdict.${card.verdict}`)}
            {card.score !== null && <> · {formatNumber(card.score / 10, language, 1)}</>}
          </p>
          <p className="dl-quiet">{card.points.map(({ name, point }) => `${name}: ${point ?? '–'}`).join(' · ')}</p>
          {card.words && (
            <p className="dl-words" dir="auto">
              {card.words}
            </p>
          )}
        </div>
      ))}
      {record.scoring.open && !record.scoring.mine && (
        <Form method="post" action="." className="hr-form">
          {record.criteria.map((one) => (
            <label key={one.id}>
              <span dir="auto">{one.name}</span>
              <select {...field(`point-${one.id}`)} required>
                <option value="">–</option>
                {[1, 2, 3, 4, 5].map((point) => (
                  <option key={point}>{point}</option>
                ))}
              </select>
              {said(`point-${one.id}`, 'point')}
            </label>
          ))}
          <label>
            {t('verdict.label')}
            <select {...field('verdict')} required>
              <option value="">–</option>
              {scoreVerdicts.map((one) => (
                <option key={one} value={one}>
                  {t(`verdict.${one}`)}
                </option>
              ))}
            </select>
            {said('verdict')}
          </label>
          <label>
            {t('score.words')}
            <textarea {...field('words')} rows={4} dir="auto" maxLength={4000} />
          </label>
          <button className="bo-btn bo-btn--p" name="intent" value="score" type="submit">
            {t('score.send')}
          </button>
          <p className="dl-quiet">{t('score.hint')}</p>
        </Form>
      )}
    </section>
  );
}

function Letter({ letter, sent }: { letter: { readonly id: string; readonly subject: string; readonly words: string }; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field, said } = useFields(sent, 'mail', ['template', letter.id]);
  return (
    <details open={open}>
      <summary>{t(`template.${letter.id}`)}</summary>
      <Form method="post" action="." className="hr-form">
        <input type="hidden" name="template" value={letter.id} />
        <label>
          {t('mailSubject')}
          <input {...field('subject', letter.subject)} dir="auto" maxLength={150} required />
          {said('subject')}
        </label>
        <label>
          {t('mailWords')}
          <textarea {...field('words', letter.words)} rows={7} dir="auto" maxLength={4000} required />
          {said('words')}
        </label>
        <button className="bo-btn" name="intent" value="mail" type="submit">
          {t('mailSend')}
        </button>
      </Form>
    </details>
  );
}

function Thread({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field, said } = useFields(sent, 'note');
  const language = useLanguage();
  return (
    <section className="dl-card">
      <h2>{t('thread')}</h2>
      {record.hiddenMails > 0 && <p className="dl-quiet">{t('mailsHidden', { n: record.hiddenMails })}</p>}
      {record.hiddenNotes > 0 && <p className="dl-quiet">{t('notesHidden', { n: record.hiddenNotes })}</p>}
      {record.messages.map((one) => (
        <div key={one.id} className="hr-mail" data-kind={one.kind}>
          <p className="dl-quiet">
            {t(`kind.${one.kind}`)} · {formatDate(one.at, language)} <bdi>{one.by}</bdi>
            {one.waitsUntil && <b> · {t('mailWaits')}</b>}
            {one.calledBack && <b> · {t('calledBack')}</b>}
          </p>
          {one.subject && <b dir="auto">{one.subject}</b>}
          <p className="dl-words" dir="auto">
            {one.words}
          </p>
        </div>
      ))}
      {record.works &&
        !record.purged &&
        !record.blind &&
        [...record.templates, { id: 'free' as const, subject: '', words: '' }].map((one) => (
          <Letter key={one.id} letter={one} sent={sent} />
        ))}
      {record.works && (
        <details open={open}>
          <summary>{t('noteAdd')}</summary>
          <Form method="post" action="." className="hr-form">
            <label>
              {t('noteWords')}
              <textarea {...field('words')} rows={3} dir="auto" maxLength={4000} required />
              {said('words')}
            </label>
            <button className="bo-btn" name="intent" value="note" type="submit">
              {t('noteAdd')}
            </button>
          </Form>
        </details>
      )}
    </section>
  );
}

function Offers({ record, sent }: { record: Record; sent: Sent }) {
  const t = useTexts('staff-hiring');
  const { open, field, said } = useFields(sent, 'offer');
  const language = useLanguage();
  const writes = record.works && (record.moves.includes('offer') || record.status === 'offer');
  if (record.offers.length === 0 && !writes) return null;
  const [latest] = record.offers;
  return (
    <section className="dl-card">
      <h2>{t('offers')}</h2>
      {record.offers.map((offer) => (
        <p key={offer.number}>
          {offer.number}. <bdi>{formatMoney(offer.salary, language)}</bdi> · <bdi>{formatDate(offer.startsOn, language)}</bdi> ·{' '}
          {t(`offer.${offer.status}`)}{' '}
          <span className="dl-quiet">
            <bdi>{[offer.by, offer.decidedBy].filter(Boolean).join(', ')}</bdi>
          </span>
        </p>
      ))}
      {latest?.status === 'draft' && (
        <Form method="post" action="." className="hr-moves">
          <Version record={record} />
          {record.publishes && !latest.mine && (
            <button className="bo-btn bo-btn--p" name="intent" value="approve-offer" type="submit">
              {t('offer.approve')}
            </button>
          )}
          {(latest.mine || !record.publishes) && <span className="dl-quiet">{t('refused.same-person')}</span>}
        </Form>
      )}
      {record.works && record.status === 'offer' && (latest?.status === 'draft' || latest?.status === 'sent') && (
        <details>
          <summary>{t('offer.withdraw')}</summary>
          <Form method="post" action="." className="hr-form">
            <Version record={record} />
            <p className="dl-quiet">{t(latest.status === 'sent' ? 'offer.withdrawSent' : 'offer.withdrawDraft')}</p>
            <button className="bo-btn bo-btn--danger" name="intent" value="withdraw-offer" type="submit">
              {t('offer.withdraw')}
            </button>
          </Form>
        </details>
      )}
      {writes && (
        <details open={open}>
          <summary>{t('offer.write')}</summary>
          <Form method="post" action="." className="hr-form">
            <Version record={record} />
            <label>
              {t('offer.salary')}
              <input {...field('salary')} inputMode="numeric" maxLength={8} required dir="ltr" />
              {said('salary')}
            </label>
            <label>
              {t('offer.currency')}
              <select {...field('currency', 'AED')}>
                <option>AED</option>
                <option>PHP</option>
              </select>
            </label>
            <label>
              {t('offer.starts')}
              <input type="date" {...field('startsOn')} required />
              {said('startsOn')}
            </label>
            <label>
              {t('offer.answerBy')}
              <input type="date" {...field('answerBy')} required />
              {said('answerBy')}
            </label>
            <label>
              {t('offer.terms')}
              <textarea {...field('terms')} rows={4} dir="auto" maxLength={4000} />
            </label>
            <button className="bo-btn" name="intent" value="offer" type="submit">
              {t('offer.ask')}
            </button>
          </Form>
        </details>
      )}
    </section>
  );
}

function People({ record }: { record: Record }) {
  const t = useTexts('staff-hiring');
  return (
    <section className="dl-card">
      <h2>{t('people')}</h2>
      <Form method="post" action="." className="hr-form">
        <Version record={record} />
        <label>
          {t('column.owner')}
          <select name="to" defaultValue={record.owner ?? ''} key={record.owner}>
            <option value="">{t('nobody')}</option>
            {record.recruiters.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" name="intent" value="assign" type="submit">
          {t('assign')}
        </button>
      </Form>
      {record.reviewers.map(({ userId, name }) => (
        <Form method="post" action="." key={userId} className="hr-moves">
          <Version record={record} />
          <input type="hidden" name="user" value={userId} />
          <bdi>{name}</bdi>
          <button className="bo-btn" name="intent" value="reviewer-remove" type="submit">
            {t('reviewerRemove')}
          </button>
        </Form>
      ))}
      <Form method="post" action="." className="hr-form">
        <Version record={record} />
        <label>
          {t('reviewer')}
          <select name="user" required defaultValue="">
            <option value="">–</option>
            {record.judges.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" name="intent" value="reviewer-add" type="submit">
          {t('reviewerAdd')}
        </button>
      </Form>
    </section>
  );
}
