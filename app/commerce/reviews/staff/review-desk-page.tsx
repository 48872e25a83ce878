import { data, Form, Link, redirect } from 'react-router';
import { openNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { deskRecord } from '#app/commerce/record-notes/record-kinds.ts';
import { RecordNotes } from '#app/commerce/record-notes/record-notes.tsx';
import { may } from '#app/platform/access.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { plainText, plainVersion } from '#app/values/plain-text.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { findOrderAsSystem } from '../../orders/orders-store.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { Stars } from '../review-figures.tsx';
import { longestReply, readRejection } from '../review-form.ts';
import { questionsOf, rejectReasons } from '../review-kinds.ts';
import { reviewMachine } from '../review-status.ts';
import { findReports, findReviewAsStaff, findReviewEvents } from '../reviews-store.server.ts';
import { showReview } from '../show-review.server.ts';
import { workReview, type DeskWork } from '../work-review.server.ts';
import { ReviewState } from './review-state.tsx';
import type { Route } from './+types/review-desk-page.ts';
import './review-desk.css';

export const handle = { texts: ['staff-reviews', 'review-figures', 'reviews', 'staff-records'] };

const acts = ['publish', 'reject', 'reply', 'keep'] as const;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const review = await findReviewAsStaff(db, parseReference(params.reference) ?? '-');
  if (!review) throw new Response('Not found', { status: 404 });
  const notes = await openNotes(
    context.get(platformContext),
    context.get(viewerContext),
    deskRecord('review', { id: review.id, handle: review.reference }),
  );
  const [events, reports, order] = await Promise.all([
    findReviewEvents(db, review.id),
    findReports(db, review.id),
    findOrderAsSystem(db, review.orderId),
  ]);
  const names = await findStaffNames(
    db,
    events.flatMap(({ actor }) => (actor.startsWith('staff:') ? [actor.slice(6)] : [])),
  );
  const mayWork = may(viewer, 'reviews:work');
  return {
    notes,
    ...showReview(review, context.get(requestContext).language),
    status: review.status,
    version: review.version,
    rejectReason: review.rejectReason,
    rejectNote: review.rejectNote,
    orderReference: order && may(viewer, context.get(productCountersContext).of(order.kind).sees) ? order.reference : null,
    events: events.map(({ version, event, actor, reason, at }) => ({
      version,
      event,
      reason,
      at: at.toISOString(),
      by: actor.startsWith('staff:') ? (names.get(actor.slice(6)) ?? null) : null,
    })),
    reports: reports.map(({ id, reason, words, at, closedAt }) => ({ id, reason, words, at: at.toISOString(), open: closedAt === null })),
    moves: mayWork ? movesFrom(reviewMachine, review.status, 'staff') : [],
    mayWork,
    key: newFormKey(),
    did: acts.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.has('refused'),
    headline: review.title,
    title: review.reference,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const review = await findReviewAsStaff(platform.db, parseReference(params.reference) ?? '-');
  if (!review || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const what = readWork(form);
  if ('wrong' in what) return data(what, { status: 422 });
  const here = `/admin/reviews/${review.reference}`;
  const staffId = viewer.user.id;
  const to = await onceForForm(platform, { actor: `user:${staffId}`, form, about: review.id }, async () => {
    const done = await workReview(platform, { id: review.id, version: plainVersion(form.get('version')), staffId, what });
    return done.ok ? `${here}?did=${what.event}` : `${here}?refused`;
  });
  return redirect(to, 303);
}

/** What the form asks for, or which of its parts is missing. */
function readWork(form: FormData): DeskWork | { readonly wrong: 'act' | 'reason' | 'reply'; readonly typed: string } {
  const event = acts.find((one) => one === form.get('event'));
  if (event === 'reject') {
    const rejection = readRejection(form);
    return rejection ? { event, ...rejection } : { wrong: 'reason', typed: plainText(form.get('note'), longestReply) };
  }
  if (event === 'reply') {
    const words = plainText(form.get('words'), longestReply);
    return words === '' || words.length > longestReply ? { wrong: 'reply', typed: words } : { event, words };
  }
  return event ? { event } : { wrong: 'act', typed: '' };
}

export default function ReviewDeskPage({ loaderData: record, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-reviews');
  const shop = useTexts('reviews');
  const language = useLanguage();
  const tongue = record.language === 'und' ? undefined : record.language;
  const wrong = actionData?.wrong ?? null;
  const open = record.reports.filter((report) => report.open);
  const hidden = (act: string) => (
    <>
      <input type="hidden" name="key" value={`${record.key}-${act}`} />
      <input type="hidden" name="version" value={record.version} />
    </>
  );
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{record.reference}</bdi>
        </h1>
        <ReviewState state={record.status} />
        <p>
          {shop(`kind.${record.kind}`)} <bdi>{record.subject}</bdi>
        </p>
        <Link className="bo-btn" to="/admin/reviews">
          {t('back')}
        </Link>
      </header>
      {(record.did || record.refused) && !actionData && (
        <p className={`dl-said${record.refused ? ' dl-said--warn' : ''}`} role={record.refused ? 'alert' : 'status'}>
          <Icon name={record.refused ? 'warning' : 'done'} />
          {record.refused ? t('refused') : t(`did.${record.did}`)}
        </p>
      )}
      <div className="dl-record">
        <div>
          <section className="dl-card">
            <p className="rd-stars">
              <Stars value={record.stars} />
              <span>{t(`language.${record.language}`)}</span>
            </p>
            <h2 className="rd-title" lang={tongue} dir="auto">
              {record.headline}
            </h2>
            <p className="dl-words" lang={tongue} dir="auto">
              {record.words}
            </p>
          </section>
          {record.reports.length > 0 && (
            <section className="dl-card">
              <h2>{t('reports')}</h2>
              <ul className="rd-reports">
                {record.reports.map((report) => (
                  <li key={report.id}>
                    <b>{shop(`report.reasons.${report.reason}`)}</b>
                    {report.words && <p dir="auto">{report.words}</p>}
                    <p className="dl-quiet">
                      {sayDay(report.at, language, 'long')} · {t(report.open ? 'reportOpen' : 'reportSeen')}
                    </p>
                  </li>
                ))}
              </ul>
              {record.mayWork && open.length > 0 && (
                <Form method="post">
                  {hidden('keep')}
                  <button className="bo-btn" name="event" value="keep" type="submit">
                    {t('act.keep')}
                  </button>
                </Form>
              )}
            </section>
          )}
          {record.mayWork && record.status === 'published' && (
            <Form method="post" className="dl-card rd-form" key={`reply-${record.version}`}>
              <h2>
                <label htmlFor="words">{t('reply')}</label>
              </h2>
              <p className="dl-quiet" id="words-hint">
                {t('replyHint')}
              </p>
              {hidden('reply')}
              {wrong === 'reply' && (
                <p className="dl-late" id="words-error" role="alert">
                  {t('wrong.reply')}
                </p>
              )}
              <textarea
                id="words"
                name="words"
                rows={5}
                dir="auto"
                defaultValue={wrong === 'reply' ? actionData?.typed : (record.reply ?? '')}
                maxLength={longestReply}
                aria-describedby={wrong === 'reply' ? 'words-error words-hint' : 'words-hint'}
                aria-invalid={wrong === 'reply' ? true : undefined}
              />
              <button className="bo-btn bo-btn--p" name="event" value="reply" type="submit">
                {t('act.reply')}
              </button>
            </Form>
          )}
          {!record.mayWork && record.reply && (
            <section className="dl-card">
              <h2>{t('reply')}</h2>
              <p className="dl-words" dir="auto">
                {record.reply}
              </p>
            </section>
          )}
          <section className="dl-card">
            <h2>{t('history')}</h2>
            <ol className="rd-history">
              {record.events.map((event) => (
                <li key={event.version}>
                  <span>
                    {t(`event.${event.event}`)}
                    {event.reason && `: ${shop(`reject.${event.reason}`)}`}
                  </span>
                  <span className="dl-quiet">
                    {sayDay(event.at, language, 'long')} · <bdi>{event.by ?? t('author')}</bdi>
                  </span>
                </li>
              ))}
            </ol>
          </section>
        </div>
        <aside>
          <section className="dl-card">
            <h2>{t('facts')}</h2>
            <dl className="rd-facts">
              <div>
                <dt>{t('fact.by')}</dt>
                <dd>
                  <bdi>{[record.name ?? t('nameless'), record.country].filter(Boolean).join(comma(language))}</bdi>
                </dd>
              </div>
              <div>
                <dt>{t('fact.completed')}</dt>
                <dd>{formatDate(record.completedOn, language)}</dd>
              </div>
              {questionsOf(record.kind)
                .filter((name) => record.scores[name])
                .map((name) => (
                  <div key={name}>
                    <dt>{shop(`score.${name}`)}</dt>
                    <dd>
                      <Stars value={record.scores[name] ?? 0} />
                    </dd>
                  </div>
                ))}
              {record.orderReference && (
                <div>
                  <dt>{t('fact.order')}</dt>
                  <dd>
                    <Link to={`/admin/orders/${record.orderReference}`}>
                      <bdi>{record.orderReference}</bdi>
                    </Link>
                  </dd>
                </div>
              )}
              {record.rejectReason && (
                <div>
                  <dt>{t('fact.rejected')}</dt>
                  <dd>{shop(`reject.${record.rejectReason}`)}</dd>
                </div>
              )}
              {record.rejectNote && (
                <div>
                  <dt>{t('fact.note')}</dt>
                  <dd dir="auto">{record.rejectNote}</dd>
                </div>
              )}
            </dl>
          </section>
          {record.moves.includes('publish') && (
            <Form method="post" className="dl-card rd-form">
              {hidden('publish')}
              <p className="dl-quiet">{t('publishHint')}</p>
              <button className="bo-btn bo-btn--p bo-btn--wide" name="event" value="publish" type="submit">
                {t('act.publish')}
              </button>
            </Form>
          )}
          {record.moves.includes('reject') && (
            <Form method="post" className="dl-card rd-form" key={`reject-${record.version}`}>
              {hidden('reject')}
              <label htmlFor="reason">{t('reason')}</label>
              {wrong === 'reason' && (
                <p className="dl-late" id="reason-error" role="alert">
                  {t('wrong.reason')}
                </p>
              )}
              <select
                id="reason"
                name="reason"
                defaultValue=""
                aria-describedby={wrong === 'reason' ? 'reason-error' : undefined}
                aria-invalid={wrong === 'reason' ? true : undefined}
              >
                <option value="">{t('choose')}</option>
                {rejectReasons.map((reason) => (
                  <option key={reason} value={reason}>
                    {shop(`reject.${reason}`)}
                  </option>
                ))}
              </select>
              <label htmlFor="note">{t('note')}</label>
              <textarea
                id="note"
                name="note"
                rows={4}
                dir="auto"
                maxLength={longestReply}
                defaultValue={wrong === 'reason' ? actionData?.typed : ''}
              />
              <button className="bo-btn bo-btn--danger bo-btn--wide" name="event" value="reject" type="submit">
                {t('act.reject')}
              </button>
            </Form>
          )}
          {!record.mayWork && <p className="dl-quiet">{t('mayNotWork')}</p>}
          <RecordNotes desk={record.notes} />
        </aside>
      </div>
    </div>
  );
}
