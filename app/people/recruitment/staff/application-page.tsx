import { useMemo } from 'react';
import { data, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord, seesRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { findRequestOfApplication } from '../../assets/asset-requests-store.server.ts';
import { AssetRequestCard, requestFaults } from '../../assets/staff/asset-request-card.tsx';
import { requestIntents, sendAssetRequest } from '../../assets/staff/show-asset-request.server.ts';
import { findApplicationFor } from '../job-applications-store.server.ts';
import { typedFields } from '../posting-fields.ts';
import { Version, wrongFields } from './application-fields.tsx';
import { Cv, Scores } from './application-judging.tsx';
import { Moves, People } from './application-moves.tsx';
import { Offers } from './application-offers.tsx';
import { Thread } from './application-thread.tsx';
import { JoinerCard, joinerFaults } from './joiner-card.tsx';
import { openApplicationRecord } from './open-application-record.server.ts';
import { readerOf } from '../application-view.server.ts';
import { readCvOnRecord } from './read-cv-on-record.server.ts';
import { joinerIntents, sendJoinerForm } from './show-joiner.server.ts';
import { StageChip } from './stage-chip.tsx';
import { workOnRecord } from './work-on-record.server.ts';
import type { Route } from './+types/application-page.ts';
import './hiring.css';

export const handle = { texts: ['staff-hiring', 'staff', 'staff-assets', 'asset-papers', 'staff-records'] };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const application = await findApplicationFor(platform.db, readerOf(viewer), params.reference);
  if (!application) throw new Response('Not found', { status: 404 });
  const { language, requestId } = context.get(requestContext);
  // Of those who hire, and of nobody who only judges; of one that was forgotten there is nothing to write on.
  const notes =
    seesRecord(viewer.staff.roles, 'application') && !application.purgedAt
      ? await openNotes(platform, viewer, deskRecord('application', { id: application.id, handle: application.reference }))
      : null;
  const record = await openApplicationRecord(platform, viewer, application, language);
  const reads = url.searchParams.has('cv') && record.cv !== null;
  return {
    record,
    notes,
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

export default function ApplicationPage({ loaderData, actionData: sent }: Route.ComponentProps) {
  const { record, notes, did, cvWords } = loaderData;
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
    ['sent', sayDay(facts.sentOn, language)],
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
        <DeskForm method="post" action="." className="dl-said dl-said--warn">
          {t('undoText')}
          <Version record={record} />
          <button className="bo-btn" name="intent" value="undo" type="submit">
            {t('undo')}
          </button>
        </DeskForm>
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
                    {sayDay(one.at, language)} <bdi>{one.by}</bdi>
                  </span>
                </li>
              ))}
            </ol>
          </section>
          {notes && <RecordNotes desk={notes} />}
        </aside>
      </div>
    </div>
  );
}
