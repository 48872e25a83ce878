import { Fragment, type ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportButton } from '#app/ui/desk-list/short-list-sheet.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { movesFrom } from '#app/values/status-table.ts';
import { feedbackKinds } from '../feedback-kinds.ts';
import { feedbackEvents, feedbackMachine, feedbackStates } from '../feedback-status.ts';
import { listFeedbackAsStaff } from '../feedback-store.server.ts';
import { workFeedback } from '../work-feedback.server.ts';
import {
  feedbackAddress,
  feedbackColumns,
  noFeedbackFilters,
  readFeedbackView,
  type FeedbackColumn,
  type FeedbackView,
} from './feedback-list-view.ts';
import type { Route } from './+types/feedback-list-page.ts';
import './feedback-list.css';

export const handle = { texts: ['staff-feedback', 'staff-lists'] };

const base = '/admin/feedback';
const pageSize = 30;
const longestAnswer = 4_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const mayWork = may(viewer, 'inquiries:work');
  const view = readFeedbackView(url.searchParams);
  const { rows, counts, next } = await listFeedbackAsStaff(db, crypto, view, pageSize);
  const said = url.searchParams.get('did');
  return {
    view,
    counts,
    next,
    mayWork,
    did: feedbackEvents.find((event) => event === said) ?? (said === 'refused' ? ('refused' as const) : null),
    views: await openDeskViews(db, 'feedback', viewer, url.searchParams),
    rows: rows.map(
      ({ id, reference, kind, language, page: path, orderReference, rating, words, email, answer, answerBy, createdAt, status }) => ({
        id,
        reference,
        kind,
        language,
        path,
        orderReference,
        rating,
        words,
        answer,
        // Who may not answer has no use for the way to somebody.
        email: mayWork ? email : null,
        at: createdAt.toISOString(),
        answerBy: answerBy?.toISOString() ?? null,
        late: status === 'new' && answerBy !== null && answerBy.getTime() < clock.now(),
        moves: mayWork ? movesFrom(feedbackMachine, status, 'staff') : [],
      }),
    ),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  const list = feedbackAddress(readFeedbackView(url.searchParams));
  const back = (did: string) => redirect(`${base}${list}${list === '' ? '?' : '&'}did=${did}`, 303);
  if (viewer.kind !== 'staff' || !may(viewer, 'inquiries:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(base)}`);
  const form = await request.formData();
  const event = feedbackEvents.find((one) => one === form.get('event'));
  const id = form.get('id');
  const typed = form.get('answer');
  const answer = typeof typed === 'string' ? typed.toWellFormed().replace(/\r\n?/g, '\n').trim().slice(0, longestAnswer) : '';
  // A second press meets the moved row and is refused there: it needs no key.
  if (!event || typeof id !== 'string' || (event === 'answer' && answer === '')) return back('refused');
  const moved = await workFeedback(context.get(platformContext), {
    id,
    event,
    staffId: viewer.user.id,
    answer: event === 'answer' ? answer : null,
  });
  return back(moved ? event : 'refused');
}

export default function FeedbackListPage({ loaderData }: Route.ComponentProps) {
  const { view, counts, rows, next, did, mayWork, views } = loaderData;
  const t = useTexts('staff-feedback');
  const lists = useTexts('staff-lists');
  const here = feedbackAddress(view);
  const address = (change: Partial<FeedbackView> = {}) => `${base}${feedbackAddress(view, change)}`;
  const filtered = feedbackAddress(view, noFeedbackFilters) !== here;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
      </header>
      <QueueTabs
        label={t('states')}
        queues={feedbackStates.map((state) => ({
          id: state,
          name: t(`state.${state}`),
          to: `${base}${feedbackAddress(readFeedbackView(new URLSearchParams({ state })), { kind: view.kind, columns: view.columns })}`,
          count: counts[state],
          here: state === view.state,
        }))}
      />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={feedbackAddress(view, noFeedbackFilters)}
          find={{ label: t('find'), value: view.find, most: 20 }}
          apply={lists('list.apply')}
          clear={filtered ? { to: address(noFeedbackFilters), label: lists('list.clear') } : null}
        >
          <FilterChoice
            name="kind"
            label={t('kindLabel')}
            value={view.kind ?? ''}
            any={t('everyKind')}
            options={feedbackKinds.map((id) => ({ id, name: t(`kind.${id}`) }))}
          />
        </DeskFilters>
        <Link className="bo-btn fbl__order" to={address({ descending: !view.descending })}>
          {t(view.descending ? 'oldestFirst' : 'newestFirst')}
        </Link>
        <ColumnChooser
          base={base}
          here={here}
          columns={feedbackColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={view.columns}
        />
        {mayWork && <ExportButton to={`${base}/export${here}`} />}
      </div>
      <NamedViews base={base} views={views.named} here={feedbackAddress(view, { find: '' })} said={views.said} />
      {did && (
        <p className={`dl-said${did === 'refused' ? ' dl-said--warn' : ''}`} role={did === 'refused' ? 'alert' : 'status'}>
          <Icon name={did === 'refused' ? 'warning' : 'done'} />
          {t(`did.${did}`)}
        </p>
      )}
      {rows.length === 0 && <p className="dl-none">{filtered ? lists('list.noneMatch') : t(`none.${view.state}`)}</p>}
      {rows.map((row) => (
        <One key={row.id} row={row} shown={view.columns} here={`${base}${here}`} />
      ))}
      <DeskFoot
        first={view.after ? address() : null}
        next={next && address({ after: next })}
        rows=".fbl__one summary, .fbl__one .fbl__facts a"
      />
    </div>
  );
}

/** One of them in full: what was chosen is told of it, its words, and what may be done. */
function One({
  row,
  shown,
  here,
}: {
  row: Route.ComponentProps['loaderData']['rows'][number];
  shown: readonly FeedbackColumn[];
  here: string;
}) {
  const t = useTexts('staff-feedback');
  const language = useLanguage();
  const facts: Readonly<Record<Exclude<FeedbackColumn, 'reference'>, ReactNode>> = {
    at: <span>{sayDay(row.at, language, 'short')}</span>,
    promised: row.answerBy && (
      <span className={row.late ? 'dl-late' : undefined}>{t('promised', { date: sayDay(row.answerBy, language, 'day') })}</span>
    ),
    rating: row.rating && <span>{t('rating', { stars: row.rating })}</span>,
    page: row.path && <bdi>{row.path}</bdi>,
    order: row.orderReference && <Link to={`/admin/orders/${row.orderReference}`}>{row.orderReference}</Link>,
    email: row.email && <bdi>{row.email}</bdi>,
    language: <span>{row.language}</span>,
  };
  return (
    <article className="dl-card fbl__one" aria-labelledby={`fb-${row.id}`}>
      <h2 id={`fb-${row.id}`}>
        {t(`kind.${row.kind}`)} · <bdi>{row.reference}</bdi>
      </h2>
      <p className="fbl__facts">{shown.map((column) => column !== 'reference' && <Fragment key={column}>{facts[column]}</Fragment>)}</p>
      <p className="dl-words" dir="auto">
        {row.words}
      </p>
      {row.answer && (
        <p className="dl-words fbl__answer" dir="auto">
          {row.answer}
        </p>
      )}
      {row.moves.length > 0 && (
        <div className="fbl__acts">
          {row.moves.includes('answer') && (
            <details>
              <summary>{t('answer')}</summary>
              <Form method="post" action={here}>
                <input type="hidden" name="id" value={row.id} />
                <label htmlFor={`answer-${row.id}`}>{t(row.email ? 'answerMail' : 'answerNoMail')}</label>
                <textarea id={`answer-${row.id}`} name="answer" rows={5} dir="auto" maxLength={longestAnswer} required />
                <button className="bo-btn bo-btn--p" name="event" value="answer" type="submit">
                  {t('send')}
                </button>
              </Form>
            </details>
          )}
          <Form method="post" action={here}>
            <input type="hidden" name="id" value={row.id} />
            <button className="bo-btn" name="event" value="close" type="submit" aria-label={t('closeOne', { reference: row.reference })}>
              {t('close')}
            </button>
          </Form>
        </div>
      )}
    </article>
  );
}
