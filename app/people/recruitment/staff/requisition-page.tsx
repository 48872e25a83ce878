import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { momentIn } from '#app/commerce/consultations/zone-words.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Price } from '#app/ui/price.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { requisitionEvents, requisitionMachine } from '../requisition-status.ts';
import { findRequisition, findRequisitionEvents } from '../requisitions-store.server.ts';
import { RequisitionState } from './requisition-state.tsx';
import { workRequisition } from '../work-requisition.server.ts';
import type { Route } from './+types/requisition-page.ts';
import './postings.css';

export const handle = { texts: ['staff-recruitment', 'careers', 'staff-records'] };

const list = '/admin/recruitment';
const dids = ['written', ...requisitionEvents] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const requisition = await findRequisition(db, params.id);
  if (!requisition) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('requisition', { id: requisition.id, handle: requisition.id, name: requisition.title }),
  );
  const events = await findRequisitionEvents(db, requisition.id);
  const actors = events.map(({ actor }) => actor.replace('staff:', ''));
  const names = await findStaffNames(db, [
    ...new Set([requisition.askedBy, requisition.leadId ?? '', requisition.decidedBy ?? '', ...actors]),
  ]);
  const { id, title, status, version, department, place, employment, positions, reason, neededBy, salaryLeast, salaryMost } = requisition;
  const mine = requisition.askedBy === viewer.user.id;
  const approves = may(viewer, 'recruitment:publish');
  const moves = may(viewer, 'recruitment:work') ? movesFrom(requisitionMachine, status, approves ? 'approver' : 'recruiter') : [];
  return {
    notes,
    requisition: { id, title, status, version, department, place, employment, positions, reason, neededBy },
    salary: salaryLeast === null || salaryMost === null ? null : { least: money(salaryLeast, 'AED'), most: money(salaryMost, 'AED') },
    lead: names.get(requisition.leadId ?? requisition.askedBy) ?? '–',
    askedBy: names.get(requisition.askedBy) ?? '–',
    decidedBy: requisition.decidedBy ? (names.get(requisition.decidedBy) ?? '–') : null,
    moves: moves.filter((event) => event !== 'approve' || !mine),
    // Whoever asked does not say yes; a recruiter waits as well.
    waits:
      status === 'approval' && may(viewer, 'recruitment:work') && (mine || !approves)
        ? mine
          ? ('mine' as const)
          : ('other' as const)
        : null,
    mayPost: status === 'approved' && may(viewer, 'recruitment:work'),
    history: events.toReversed().map((row) => ({
      key: row.version,
      event: row.event,
      by: names.get(row.actor.replace('staff:', '')) ?? '–',
      reason: row.reason,
      at: momentIn('Asia/Dubai', language, instant(row.at.getTime())),
    })),
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
    title,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const event = requisitionEvents.find((one) => one === form.get('act'));
  const requisition = event ? await findRequisition(platform.db, params.id) : null;
  if (!requisition || !event) throw new Response('Not found', { status: 404 });
  const reason = plainLine(form.get('reason'), 300).slice(0, 300);
  const worked = await workRequisition(platform, {
    viewer,
    requestId: context.get(requestContext).requestId,
    // The page was looked at in one version; whoever changed it since goes first.
    requisition: { ...requisition, version: plainVersion(form.get('version')) },
    event,
    reason: reason === '' ? null : reason,
  });
  if (worked.ok) return redirect(`${list}/requisitions/${requisition.id}?did=${event}`, 303);
  return data({ refused: worked.refused, reason }, 409);
}

export { reloadOvertaken as shouldRevalidate };

export default function RequisitionPage({ loaderData: one, actionData: sent }: Route.ComponentProps) {
  const t = useTexts('staff-recruitment');
  const words = useTexts('careers');
  const language = useLanguage();
  const { requisition } = one;
  return (
    <div className="dl po-page">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{requisition.title}</bdi>
        </h1>
        <RequisitionState status={requisition.status} />
        {one.mayPost && (
          <Link className="bo-btn bo-btn--p" to={`/admin/job-postings/new?requisition=${encodeURIComponent(requisition.id)}`}>
            {t('post')}
          </Link>
        )}
        <Link className="bo-btn" to={list}>
          {t('back')}
        </Link>
      </header>
      {(one.did || sent) && (
        <p className={`dl-said${sent ? ' dl-said--warn' : ''}`} role={sent ? 'alert' : 'status'}>
          <Icon name={sent ? 'warning' : 'done'} />
          {t(sent ? `refused.${sent.refused}` : `did.${one.did}`)}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <h2>{t('asked')}</h2>
            <dl className="po-facts">
              {(['department', 'place', 'employment'] as const).map((field) => (
                <div key={field}>
                  <dt>{t(`field.${field}`)}</dt>
                  <dd>{words(`${field}.${requisition[field]}`)}</dd>
                </div>
              ))}
              <div>
                <dt>{t('field.positions')}</dt>
                <dd>{formatNumber(requisition.positions, language)}</dd>
              </div>
              <div>
                <dt>{t('field.neededBy')}</dt>
                <dd>{requisition.neededBy ? <DateText date={requisition.neededBy} /> : '–'}</dd>
              </div>
              <div>
                <dt>{t('pay')}</dt>
                <dd>
                  {one.salary ? (
                    <>
                      <Price value={one.salary.least} /> – <Price value={one.salary.most} />
                    </>
                  ) : (
                    '–'
                  )}
                </dd>
              </div>
              <div>
                <dt>{t('field.lead')}</dt>
                <dd>
                  <bdi>{one.lead}</bdi>
                </dd>
              </div>
              <div>
                <dt>{t('column.askedBy')}</dt>
                <dd>
                  <bdi>{one.askedBy}</bdi>
                </dd>
              </div>
              {one.decidedBy && (
                <div>
                  <dt>{t('decidedBy')}</dt>
                  <dd>
                    <bdi>{one.decidedBy}</bdi>
                  </dd>
                </div>
              )}
            </dl>
          </section>
          <section className="dl-card">
            <h2>{t('field.reason')}</h2>
            <p className="dl-words" dir="auto">
              {requisition.reason}
            </p>
          </section>
        </div>
        <aside>
          {(one.moves.length > 0 || one.waits) && (
            <section className="dl-card">
              <h2>{t('moves')}</h2>
              {one.waits && <p className="dl-quiet">{t(`waits.${one.waits}`)}</p>}
              {one.moves.length > 0 && (
                <Form method="post" className="po-moves po-moves--one">
                  <input type="hidden" name="version" value={requisition.version} />
                  <label>
                    {t('reason')}
                    <input name="reason" defaultValue={sent?.reason} maxLength={300} dir="auto" autoComplete="off" />
                  </label>
                  {one.moves.map((event) => (
                    <button
                      key={event}
                      name="act"
                      value={event}
                      className={
                        event === 'approve' || event === 'ask'
                          ? 'bo-btn bo-btn--p'
                          : event === 'cancel'
                            ? 'bo-btn bo-btn--danger'
                            : 'bo-btn'
                      }
                    >
                      {t(`move.${event}`)}
                    </button>
                  ))}
                </Form>
              )}
            </section>
          )}
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ol className="po-list">
              {one.history.map((row) => (
                <li key={row.key}>
                  <span>
                    {t(`event.${row.event}`)} · <bdi>{row.by}</bdi>
                    {row.reason && (
                      <small className="dl-quiet">
                        {' '}
                        <bdi>{row.reason}</bdi>
                      </small>
                    )}
                  </span>
                  <span className="dl-quiet">{row.at}</span>
                </li>
              ))}
            </ol>
          </section>
          <RecordNotes desk={one.notes} />
        </aside>
      </div>
    </div>
  );
}
