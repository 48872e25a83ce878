import { data, Form, Link, redirect } from 'react-router';
import { openDeskViews } from '#app/commerce/orders/staff/open-desk-views.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { leads, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { rowName } from '#app/commerce/record-notes/list-rows.ts';
import { ListWatch } from '#app/commerce/record-notes/list-watch.tsx';
import { newestAudit } from '#app/platform/audit.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findStaffTask } from '#app/platform/staff-tasks.server.ts';
import { cutSelection } from '#app/ui/desk-list/cut-selection.ts';
import { DeskFoot, DeskSaid } from '#app/ui/desk-list/desk-list-parts.tsx';
import { NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainText } from '#app/values/plain-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Route } from './+types/tasks-page.ts';
import { listTasks } from './list-tasks.server.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { tellTasks } from './tell-tasks.server.ts';
import { placeText, readTasksAsk, tasksQuery, type TasksAsk } from './tasks-address.ts';
import { approvalKind, snoozes, taskViews } from './task-rules.ts';
import { readTold, told } from './told-mark.server.ts';
import { taskMoves, taskRefusals, tryTasks, workTask, type TaskMove } from './work-task.server.ts';
import './tasks.css';

export const handle = { texts: ['staff-tasks', 'staff-lists'] };

const pageSize = 30;
/** As many are done at once of all that match. */
const mostAtOnce = 200;
/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 5_000;
/** What may be done to many at once. */
const bulkMoves = ['claim', 'release', 'snooze', 'give'] as const satisfies readonly TaskMove[];

const address = (ask: TasksAsk, more: Readonly<Record<string, string>> = {}) => `/admin/tasks${tasksQuery(ask, more)}`;

export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const ask = readTasksAsk(url.searchParams);
  const stamp = await newestAudit(db);
  const read = (after: TasksAsk['after']) => listTasks({ db, clock }, viewer, { ...ask, after, most: pageSize });
  const asked = await read(ask.after);
  // A page behind the last task shows the first.
  const beyond = asked.tasks.length === 0 && ask.after !== null;
  const { tasks, counts, kinds, load, matching, next } = beyond ? await read(null) : asked;
  const tell = await tellTasks(db, context.get(requestContext).language, tasks);
  const leading = leads(viewer);
  const wanted = url.searchParams.get('all') === '1' ? readMove(url.searchParams) : null;
  return {
    ask,
    stamp,
    counts,
    kinds,
    holders: load.map(({ id, name }) => ({ id, name })),
    matching,
    first: ask.after === null || beyond,
    next,
    tasks: tasks.map(({ textKey, detail, ...task }) => ({ ...task, words: tell({ textKey, detail }) })),
    colleagues: leading ? (await listStaffWith(db, 'desk:open')).map(({ userId, displayName }) => ({ id: userId, name: displayName })) : [],
    ...(await openDeskViews(db, 'tasks', viewer, url.searchParams)),
    tried: wanted && (await tryAll(platform, viewer, ask, wanted, context.get(requestContext).language)),
    did: readTold(platform, viewer, url.searchParams, taskMoves),
    refused: taskRefusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

/** What is to be done to many, as the bar says it. */
function readMove(typed: { get(name: string): FormDataEntryValue | null }) {
  const move = bulkMoves.find((one) => one === typed.get('move'));
  if (!move) return null;
  return {
    move,
    snooze: snoozes.find((one) => one === typed.get('snooze')) ?? ('hour' as const),
    to: plainText(typed.get('to'), 100) || null,
  };
}

/** Each that the list matches, on whatever page of it, as one press would go; nothing is done. */
async function tryAll(
  platform: Pick<Platform, 'db' | 'clock'>,
  viewer: Clerk,
  ask: TasksAsk,
  wanted: NonNullable<ReturnType<typeof readMove>>,
  language: LanguageCode,
) {
  const { tasks, matching } = await listTasks(platform, viewer, { ...ask, after: null, most: mostMatching });
  const said = await tryTasks(
    platform,
    viewer,
    tasks.map(({ id }) => id),
    wanted,
  );
  const { lines, left } = cutSelection(
    tasks.map((task, at) => ({ task, said: said[at]! })),
    (line) => line.said === 'would',
    mostAtOnce,
  );
  const tell = await tellTasks(
    platform.db,
    language,
    lines.map(({ task }) => task),
  );
  return {
    ...wanted,
    // Of what somebody may not do they are told no more than that.
    lines: lines.map(({ task, said: became }) => ({
      pick: `${task.id}|${task.claimedBy?.id ?? ''}`,
      words: became === 'permission' ? null : tell(task),
      said: became,
    })),
    left,
    looked: matching > tasks.length ? tasks.length : null,
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const form = await request.formData();
  const text = (name: string) => plainText(form.get(name), 100);
  const ask = readTasksAsk(url.searchParams);
  const move = taskMoves.find((one) => one === text('move'));
  if (!move) return redirect(address(ask, { refused: 'changed-meanwhile' }), 303);
  const how = {
    move,
    snooze: snoozes.find((one) => one === text('snooze')) ?? 'hour',
    to: text('to') || null,
    requestId: context.get(requestContext).requestId,
  };
  // A second press meets the moved row and is refused there: it needs no key.
  if (text('bulk') === '') {
    const outcome = await workTask(platform, viewer, { ...how, id: text('task'), from: text('from') || null });
    return redirect(address(ask, outcome === 'done' ? told(platform, viewer, move) : { refused: outcome }), 303);
  }
  const picked = form
    .getAll('pick')
    .slice(0, mostAtOnce)
    .map((one) => plainText(one, 200).split('|'));
  const report: { task: Awaited<ReturnType<typeof findStaffTask>>; outcome: Awaited<ReturnType<typeof workTask>> }[] = [];
  for (const [id = '', from = ''] of bulkMoves.some((one) => one === move) ? picked : []) {
    const task = await findStaffTask(platform.db, id);
    const outcome = await workTask(platform, viewer, { ...how, id, from: from || null });
    // Of what somebody may not see they are told no more than that.
    if (task) report.push({ task: outcome === 'permission' ? null : task, outcome });
  }
  const shown = report.flatMap(({ task }) => task ?? []);
  const tell = await tellTasks(platform.db, context.get(requestContext).language, shown);
  return data({ report: report.map(({ task, outcome }) => ({ words: task && tell(task), outcome })) });
}

export default function TasksPage({ loaderData, actionData }: Route.ComponentProps) {
  const { ask, counts, kinds, holders, colleagues, matching, first, next, tasks, did, refused } = loaderData;
  const t = useTexts('staff-tasks');
  const picks = tasks.some((task) => task.may && task.closedAt === null);
  return (
    <div className="dl tk">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: matching })}</p>
        {tasks.length > 0 && <ExportMenu to={`/admin/tasks/export${tasksQuery(ask)}`} />}
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
          <input id="find" type="search" name="find" defaultValue={ask.search} placeholder={t('find')} maxLength={60} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('kindLabel')}</span>
          <select name="kind" defaultValue={ask.kind ?? ''}>
            <option value="">{t('everyKind')}</option>
            {[...new Set([approvalKind, ...kinds, ...(ask.kind ? [ask.kind] : [])])].map((kind) => (
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
      <NamedViews base="/admin/tasks" views={loaderData.named} here={tasksQuery(ask)} said={loaderData.said} />
      <DeskSaid refused={refused && t(`refused.${refused}`)} did={did && t(`did.${did}`)} />
      {actionData && <BulkReport report={actionData.report} />}
      {loaderData.tried && !actionData && <DryRun tried={loaderData.tried} colleagues={colleagues} here={address(ask)} />}
      {tasks.length === 0 ? (
        <p className="dl-none">{t(ask.kind || ask.search || ask.holder ? 'noneMatching' : `none.${ask.view}`)}</p>
      ) : (
        <>
          {picks && <BulkBar ask={ask} colleagues={colleagues} />}
          <ul className="tk-list">
            {tasks.map((task) => (
              <Task key={task.id} task={task} here={address(ask)} colleagues={colleagues} />
            ))}
          </ul>
        </>
      )}
      <ListWatch stamp={loaderData.stamp} rows={tasks.map(({ id }) => rowName('task', id))} />
      <DeskFoot
        first={first ? null : address(ask)}
        next={next && address(ask, { after: placeText(next) })}
        rows=".tk-list .bo-btn--p"
        picks={picks}
      />
    </div>
  );
}

type ShownTask = Route.ComponentProps['loaderData']['tasks'][number];
type Colleagues = readonly { readonly id: string; readonly name: string }[];

function ToWhom({ colleagues, label }: { colleagues: Colleagues; label: string }) {
  const t = useTexts('staff-tasks');
  return (
    <select name="to" aria-label={label} defaultValue="">
      <option value="">{t('toNobody')}</option>
      {colleagues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** One move for everything that is ticked on the page. */
function BulkBar({ ask, colleagues }: { ask: TasksAsk; colleagues: Colleagues }) {
  const t = useTexts('staff-tasks');
  const lists = useTexts('staff-lists');
  const here = address(ask);
  return (
    <Form method="post" action={here} id="tk-bulk" className="tk-bulk" aria-label={t('bulk.label')}>
      <input type="hidden" name="bulk" value="1" />
      {[...new URLSearchParams(tasksQuery(ask))].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <span>{t('bulk.label')}</span>
      <select name="move" aria-label={t('bulk.what')}>
        {bulkMoves
          .filter((move) => move !== 'give' || colleagues.length > 0)
          .map((move) => (
            <option key={move} value={move}>
              {t(`move.${move}`)}
            </option>
          ))}
      </select>
      {colleagues.length > 0 && <ToWhom colleagues={colleagues} label={t('to')} />}
      <select name="snooze" aria-label={t('snoozeFor')} defaultValue="hour">
        {snoozes.map((one) => (
          <option key={one} value={one}>
            {t(`snooze.${one}`)}
          </option>
        ))}
      </select>
      <button className="bo-btn" type="submit">
        {t('bulk.go')}
      </button>
      <button className="bo-btn" type="submit" formMethod="get" formAction="/admin/tasks" name="all" value="1">
        {lists('bulk.tryEvery')}
      </button>
    </Form>
  );
}

/** What one press would come to with each, and the press. */
function DryRun({
  tried,
  colleagues,
  here,
}: {
  tried: NonNullable<Route.ComponentProps['loaderData']['tried']>;
  colleagues: Colleagues;
  here: string;
}) {
  const t = useTexts('staff-tasks');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const ready = tried.lines.filter(({ said }) => said === 'would');
  // To whom, or for how long, is read before it is pressed.
  const name = colleagues.find(({ id }) => id === tried.to)?.name;
  const move = t(`move.${tried.move}`);
  const what =
    tried.move === 'give' && name ? `${move}: ${name}` : tried.move === 'snooze' ? `${move}: ${t(`snooze.${tried.snooze}`)}` : move;
  return (
    <section className="dl-card" aria-labelledby="tk-try">
      <h2 id="tk-try">{lists('bulk.dryRun', { what })}</h2>
      <p>{lists('bulk.dryRunSub')}</p>
      {tried.left > 0 && (
        <p>
          {lists('bulk.tooMany', { most: mostAtOnce, left: `${formatNumber(tried.left, language)}${tried.looked === null ? '' : '+'}` })}
        </p>
      )}
      {tried.looked !== null && <p>{lists('bulk.looked', { looked: formatNumber(tried.looked, language) })}</p>}
      <ul className="tk-report">
        {tried.lines.map((line) => (
          <li key={line.pick}>
            <b>{line.said === 'would' ? lists('bulk.will') : t(`refused.${line.said}`)}</b> {line.words}
          </li>
        ))}
      </ul>
      {ready.length > 0 && (
        <Form method="post" action={here} className="bo-actions">
          <input type="hidden" name="bulk" value="1" />
          <input type="hidden" name="snooze" value={tried.snooze} />
          <input type="hidden" name="to" value={tried.to ?? ''} />
          {ready.map(({ pick }) => (
            <input key={pick} type="hidden" name="pick" value={pick} />
          ))}
          <button className="bo-btn bo-btn--p" name="move" value={tried.move}>
            {lists('bulk.go', { what, n: formatNumber(ready.length, language) })}
          </button>
        </Form>
      )}
      <Link to={here}>{lists('bulk.back')}</Link>
    </section>
  );
}

/** What became of each that was ticked. */
function BulkReport({ report }: { report: NonNullable<Route.ComponentProps['actionData']>['report'] }) {
  const t = useTexts('staff-tasks');
  if (report.length === 0)
    return (
      <p className="dl-said dl-said--warn" role="alert">
        <Icon name="warning" />
        {t('bulk.none')}
      </p>
    );
  return (
    <section className="dl-card" role="status" aria-labelledby="tk-report">
      <h2 id="tk-report">{t('bulk.title')}</h2>
      <ul className="tk-report">
        {report.map((line, index) => (
          <li key={index}>
            <b>{line.outcome === 'done' ? t('bulk.done') : t(`refused.${line.outcome}`)}</b> {line.words}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Task({ task, here, colleagues }: { task: ShownTask; here: string; colleagues: Colleagues }) {
  const t = useTexts('staff-tasks');
  const language = useLanguage();
  const moment = (at: string) => sayMoment(at, language);
  const button = (move: TaskMove, words: string, look = '') => (
    <button className={`bo-btn${look}`} name="move" value={move} type="submit" aria-label={`${words}: ${task.words}`}>
      {words}
    </button>
  );
  const puttable = !task.snoozedUntil && !task.escalated && (task.mine || !task.claimedBy);
  return (
    <li className="dl-card">
      <div>
        <h2>
          {task.closedAt === null && task.may && (
            <input
              type="checkbox"
              form="tk-bulk"
              name="pick"
              value={`${task.id}|${task.claimedBy?.id ?? ''}`}
              aria-label={`${t('pick')}: ${task.words}`}
            />
          )}
          {t([`kind.${task.kind}`, 'kind.other'])}
        </h2>
        <p className="tk-words">{task.words}</p>
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
            {task.snoozedUntil && (task.mine || !task.claimedBy) && button('wake', t('move.wake'))}
            {(puttable || colleagues.length > 0) && (
              <details>
                <summary className="bo-btn">{t('more')}</summary>
                {puttable && (
                  <span className="tk-snooze">
                    <select name="snooze" aria-label={`${t('snoozeFor')}: ${task.words}`} defaultValue="hour">
                      {snoozes.map((one) => (
                        <option key={one} value={one}>
                          {t(`snooze.${one}`)}
                        </option>
                      ))}
                    </select>
                    {button('snooze', t('move.snooze'))}
                  </span>
                )}
                {colleagues.length > 0 && (
                  <span className="tk-snooze">
                    <ToWhom colleagues={colleagues} label={`${t('to')}: ${task.words}`} />
                    {button('give', t('move.give'))}
                  </span>
                )}
              </details>
            )}
          </Form>
        )}
      </div>
    </li>
  );
}
