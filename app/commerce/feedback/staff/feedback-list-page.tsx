import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { movesFrom } from '#app/values/status-table.ts';
import { feedbackEvents, feedbackMachine, feedbackStates } from '../feedback-status.ts';
import { listFeedbackAsStaff } from '../feedback-store.server.ts';
import { workFeedback } from '../work-feedback.server.ts';
import type { Route } from './+types/feedback-list-page.ts';
import './feedback-list.css';

export const handle = { texts: ['staff-feedback'] };

const pageSize = 30;
const longestAnswer = 4_000;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const mayWork = may(context.get(viewerContext), 'inquiries:work');
  const state = feedbackStates.find((one) => one === url.searchParams.get('state')) ?? 'new';
  const page = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page')) || 1)), 10_000);
  const { rows, counts } = await listFeedbackAsStaff(db, crypto, state, { size: pageSize, number: page });
  const said = url.searchParams.get('did');
  return {
    state,
    page,
    counts,
    did: feedbackEvents.find((event) => event === said) ?? (said === 'refused' ? ('refused' as const) : null),
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
  const here = `/admin/feedback?state=${feedbackStates.find((one) => one === url.searchParams.get('state')) ?? 'new'}`;
  if (viewer.kind !== 'staff' || !may(viewer, 'inquiries:work'))
    throw redirect(`/admin/unauthorized?from=${encodeURIComponent('/admin/feedback')}`);
  const form = await request.formData();
  const event = feedbackEvents.find((one) => one === form.get('event'));
  const id = form.get('id');
  const typed = form.get('answer');
  const answer = typeof typed === 'string' ? typed.toWellFormed().replace(/\r\n?/g, '\n').trim().slice(0, longestAnswer) : '';
  // A second press meets the moved row and is refused there: it needs no key.
  if (!event || typeof id !== 'string' || (event === 'answer' && answer === '')) return redirect(`${here}&did=refused`, 303);
  const moved = await workFeedback(context.get(platformContext), {
    id,
    event,
    staffId: viewer.user.id,
    answer: event === 'answer' ? answer : null,
  });
  return redirect(`${here}&did=${moved ? event : 'refused'}`, 303);
}

export default function FeedbackListPage({ loaderData }: Route.ComponentProps) {
  const { state, page, counts, rows, did } = loaderData;
  const t = useTexts('staff-feedback');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
      </header>
      <nav className="dl-tabs" aria-label={t('states')}>
        {feedbackStates.map((one) => (
          <Link key={one} to={`/admin/feedback?state=${one}`} aria-current={one === state ? 'page' : undefined}>
            {t(`state.${one}`)} <span>{counts[one]}</span>
          </Link>
        ))}
      </nav>
      {did && (
        <p className={`dl-said${did === 'refused' ? ' dl-said--warn' : ''}`} role={did === 'refused' ? 'alert' : 'status'}>
          <Icon name={did === 'refused' ? 'warning' : 'done'} />
          {t(`did.${did}`)}
        </p>
      )}
      {rows.length === 0 && <p className="dl-none">{t(`none.${state}`)}</p>}
      {rows.map((row) => (
        <article key={row.id} className="dl-card fbl__one" aria-labelledby={`fb-${row.id}`}>
          <h2 id={`fb-${row.id}`}>
            {t(`kind.${row.kind}`)} · <bdi>{row.reference}</bdi>
          </h2>
          <p className="fbl__facts">
            <span>{formatDate(row.at, language, 'short')}</span>
            {row.answerBy && (
              <span className={row.late ? 'dl-late' : undefined}>{t('promised', { date: formatDate(row.answerBy, language, 'day') })}</span>
            )}
            {row.rating && <span>{t('rating', { stars: row.rating })}</span>}
            {row.path && <bdi>{row.path}</bdi>}
            {row.orderReference && <Link to={`/admin/orders/${row.orderReference}`}>{row.orderReference}</Link>}
            {row.email && <bdi>{row.email}</bdi>}
            <span>{row.language}</span>
          </p>
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
                  <Form method="post" action={`/admin/feedback?state=${state}`}>
                    <input type="hidden" name="id" value={row.id} />
                    <label htmlFor={`answer-${row.id}`}>{t(row.email ? 'answerMail' : 'answerNoMail')}</label>
                    <textarea id={`answer-${row.id}`} name="answer" rows={5} dir="auto" maxLength={longestAnswer} required />
                    <button className="bo-btn bo-btn--p" name="event" value="answer" type="submit">
                      {t('send')}
                    </button>
                  </Form>
                </details>
              )}
              <Form method="post" action={`/admin/feedback?state=${state}`}>
                <input type="hidden" name="id" value={row.id} />
                <button
                  className="bo-btn"
                  name="event"
                  value="close"
                  type="submit"
                  aria-label={t('closeOne', { reference: row.reference })}
                >
                  {t('close')}
                </button>
              </Form>
            </div>
          )}
        </article>
      ))}
      <Pagination
        page={page}
        pages={Math.ceil(counts[state] / pageSize)}
        pageTo={(number) => `/admin/feedback?state=${state}&page=${number}`}
        label={t('pages')}
      />
    </div>
  );
}
