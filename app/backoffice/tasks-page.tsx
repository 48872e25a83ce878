import { Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/tasks-page.ts';
import { listTasks, type ListedTask } from './list-tasks.server.ts';
import { sayMoment } from './say-moment.ts';
import { snoozes, taskKinds, taskViews } from './task-rules.ts';
import { taskMoves, workTask, type TaskMove } from './work-task.server.ts';
import './tasks.css';

export const handle = { texts: ['staff-tasks', 'tasks'] };

const pageSize = 30;
const refusals = ['permission', 'changed-meanwhile', 'ends-by-itself', 'escalated'] as const;

function readAsk(params: URLSearchParams) {
  return {
    view: taskViews.find((one) => one === params.get('view')) ?? ('open' as const),
    kind: taskKinds.find((one) => one === params.get('kind')) ?? null,
    search: (params.get('find') ?? '').trim().slice(0, 60),
    holder: /^staff:[\w-]{1,64}$/.exec(params.get('with') ?? '')?.[0] ?? null,
  };
}

function address({ view, kind, search, holder }: ReturnType<typeof readAsk>, more: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams({
    ...(view === 'open' ? {} : { view }),
    ...(kind ? { kind } : {}),
    ...(search ? { find: search } : {}),
    ...(holder ? { with: holder } : {}),
    ...more,
  });
  return params.size > 0 ? `/admin/tasks?${params}` : '/admin/tasks';
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const ask = readAsk(url.searchParams);
  const { tasks, counts, kinds, load } = await listTasks(context.get(platformContext), viewer, ask);
  const pages = Math.max(1, Math.ceil(tasks.length / pageSize));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1));
  const said = url.searchParams.get('did');
  return {
    ask,
    counts,
    kinds,
    holders: load.map(({ id, name }) => ({ id, name })),
    matching: tasks.length,
    page,
    pages,
    tasks: tasks.slice((page - 1) * pageSize, page * pageSize),
    did: taskMoves.find((one) => one === said) ?? null,
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, 100) : '';
  };
  const ask = readAsk(url.searchParams);
  const move = taskMoves.find((one) => one === text('move'));
  if (!move) return redirect(address(ask, { refused: 'changed-meanwhile' }), 303);
  // A second press meets the moved row and is refused there: it needs no key.
  const outcome = await workTask(context.get(platformContext), viewer, {
    id: text('task'),
    move,
    from: text('from') || null,
    snooze: snoozes.find((one) => one === text('snooze')) ?? 'hour',
    requestId: context.get(requestContext).requestId,
  });
  return redirect(address(ask, outcome === 'done' ? { did: move } : { refused: outcome }), 303);
}

export default function TasksPage({ loaderData }: Route.ComponentProps) {
  const { ask, counts, kinds, holders, matching, page, pages, tasks, did, refused } = loaderData;
  const t = useTexts('staff-tasks');
  return (
    <div className="dl tk">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: matching })}</p>
      </header>
      <nav className="dl-tabs" aria-label={t('views')}>
        {taskViews.map((view) => (
          <Link key={view} to={address({ ...ask, view, kind: null, holder: null })} aria-current={view === ask.view ? 'page' : undefined}>
            {t(`view.${view}`)} {view !== 'done' && <span>{counts[view]}</span>}
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" action="/admin/tasks" role="search" key={address(ask)}>
        {ask.view !== 'open' && <input type="hidden" name="view" value={ask.view} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={ask.search} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('kindLabel')}</span>
          <select name="kind" defaultValue={ask.kind ?? ''}>
            <option value="">{t('everyKind')}</option>
            {[...new Set([...kinds, ...(ask.kind ? [ask.kind] : [])])].map((kind) => (
              <option key={kind} value={kind}>
                {t([`kind.${kind}`, 'kind.other'])}
              </option>
            ))}
          </select>
        </label>
        {holders.length > 0 && (
          <label>
            <span className="sr-only">{t('holderLabel')}</span>
            <select name="with" defaultValue={ask.holder ?? ''}>
              <option value="">{t('everybody')}</option>
              {holders.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {(ask.kind || ask.search || ask.holder) && <Link to={address({ ...ask, kind: null, search: '', holder: null })}>{t('clear')}</Link>}
      </Form>
      {(did || refused) && (
        <p className={`dl-said${refused ? ' dl-said--warn' : ''}`} role={refused ? 'alert' : 'status'}>
          <Icon name={refused ? 'warning' : 'done'} />
          {refused ? t(`refused.${refused}`) : t(`did.${did}`)}
        </p>
      )}
      {tasks.length === 0 ? (
        <p className="dl-none">{t(ask.kind || ask.search || ask.holder ? 'noneMatching' : `none.${ask.view}`)}</p>
      ) : (
        <ul className="tk-list">
          {tasks.map((task) => (
            <Task key={task.id} task={task} here={address(ask)} />
          ))}
        </ul>
      )}
      <Pagination page={page} pages={pages} pageTo={(number) => address(ask, { page: String(number) })} label={t('pages')} />
    </div>
  );
}

function Task({ task, here }: { task: ListedTask; here: string }) {
  const t = useTexts('staff-tasks');
  const sentence = useTexts('tasks');
  const language = useLanguage();
  const moment = (at: string) => sayMoment(at, language);
  const button = (move: TaskMove, words: string, look = '') => (
    <button
      className={`bo-btn${look}`}
      name="move"
      value={move}
      type="submit"
      aria-label={`${words}: ${sentence(keyOf(task), task.detail)}`}
    >
      {words}
    </button>
  );
  return (
    <li className="dl-card">
      <div>
        <h2>{t([`kind.${task.kind}`, 'kind.other'])}</h2>
        <p className="tk-words">{sentence(keyOf(task), task.detail)}</p>
        <p className="tk-facts">
          <span>
            {t('opened')} <bdi>{moment(task.openedAt)}</bdi>
          </span>
          {task.closedAt === null ? (
            <span className={task.late ? 'dl-late' : undefined}>
              {t(task.late ? 'wasDue' : 'due')} <bdi>{moment(task.due)}</bdi>
            </span>
          ) : (
            <span>
              {t('closed')} <bdi>{moment(task.closedAt)}</bdi> · <bdi>{task.closedBy === 'system' ? t('system') : task.closedBy}</bdi>
            </span>
          )}
          {task.escalated && <span className="dl-late">{t('escalated')}</span>}
          {task.snoozedUntil && (
            <span>
              {t('snoozedUntil')} <bdi>{moment(task.snoozedUntil)}</bdi>
            </span>
          )}
          {task.claimedBy && task.closedAt === null && (
            <span>
              <Icon name="user" small /> {task.mine ? t('yours') : <bdi>{task.claimedBy.name}</bdi>}
            </span>
          )}
          {task.endsByItself && task.closedAt === null && <span className="dl-quiet">{t('endsByItself')}</span>}
        </p>
      </div>
      <div className="tk-acts">
        {task.record && (
          <Link className="bo-btn bo-btn--p" to={task.record}>
            {t('open')}
          </Link>
        )}
        {task.closedAt === null && task.may && (
          <Form method="post" action={here} preventScrollReset>
            <input type="hidden" name="task" value={task.id} />
            <input type="hidden" name="from" value={task.claimedBy?.id ?? ''} />
            {task.mine ? button('release', t('move.release')) : button('claim', t(task.claimedBy ? 'move.takeOver' : 'move.claim'))}
            {!task.endsByItself && (task.mine || !task.claimedBy) && button('done', t('move.done'))}
            {task.snoozedUntil && task.mine && button('wake', t('move.wake'))}
            {!task.snoozedUntil && !task.escalated && (task.mine || !task.claimedBy) && (
              <span className="tk-snooze">
                <select name="snooze" aria-label={`${t('snoozeFor')}: ${sentence(keyOf(task), task.detail)}`} defaultValue="hour">
                  {snoozes.map((one) => (
                    <option key={one} value={one}>
                      {t(`snooze.${one}`)}
                    </option>
                  ))}
                </select>
                {button('snooze', t('move.snooze'))}
              </span>
            )}
          </Form>
        )}
      </div>
    </li>
  );
}

/** Sentences are stored by their whole key. */
const keyOf = (task: ListedTask) => task.textKey.replace(/^tasks:/, '');
