import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { TimeLeft, useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayMoment } from '#app/ui/say-moment.ts';
import { snoozes } from '../task-rules.ts';
import { forgetCounts } from './list-work.server.ts';
import { openWork, type ShownWork } from './open-work.server.ts';
import { workMoves, workOnItem, type WorkOutcome, type WorkThing } from './work-on-item.server.ts';
import { noWorkFilters, readWorkView, workAddress, workColumns, workKinds, workTabs, type WorkColumn, type WorkView } from './work-view.ts';
import type { Route } from './+types/work-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './work.css';

export const handle = { texts: ['staff-work', 'staff-tasks', 'staff-orders', 'staff-lists'] };

const base = '/admin/work';
const pageSize = 50;
/** More than a page cannot be picked. */
const mostPicked = pageSize;
const refusals = [
  'permission',
  'changed-meanwhile',
  'not-possible',
  'escalated',
  'not-yours',
  'nothing-picked',
] as const satisfies readonly (WorkOutcome | 'nothing-picked')[];

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readWorkView(url.searchParams);
  const number = (name: string) => Math.min(mostPicked, Math.max(0, Math.trunc(Number(url.searchParams.get(name))) || 0));
  return {
    view,
    ...(await openWork(platform, viewer, view, pageSize)),
    named: await listDeskViews(platform.db, 'work', viewer.user.id),
    said: readViewSaid(url.searchParams),
    did: workMoves.find((one) => one === url.searchParams.get('did')) ?? null,
    done: number('done'),
    left: number('left'),
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

/** A row as a form names it: its kind, its id and whose it was on the page. */
const nameOf = (row: ShownWork) => `${row.kind}~${row.id}~${row.owner?.id ?? ''}`;

function readThing(text: FormDataEntryValue): WorkThing | null {
  const [, word, id, from] = /^([a-z-]{1,20})~([\w-]{1,64})~([\w-]{0,64})$/.exec(String(text)) ?? [];
  const kind = workKinds.find((one) => one === word);
  return kind && id ? { kind, id, from: from || null } : null;
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const view = readWorkView(url.searchParams);
  const back = (told: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams(workAddress(view));
    for (const [name, value] of Object.entries(told)) query.set(name, value);
    return redirect(`${base}?${query}`, 303);
  };
  const things = form
    .getAll('thing')
    .flatMap((text) => readThing(text) ?? [])
    .slice(0, mostPicked);
  const move = workMoves.find((one) => one === form.get('move'));
  if (!move) return back({ refused: 'not-possible' });
  if (things.length === 0) return back({ refused: 'nothing-picked' });
  const snooze = snoozes.find((one) => one === form.get('snooze')) ?? 'hour';
  const { requestId } = context.get(requestContext);
  const outcomes: WorkOutcome[] = [];
  // One after the other: each is a move of its own, and a second press meets what the first one did.
  for (const thing of things) outcomes.push(await workOnItem(platform, viewer, thing, { move, snooze, requestId }));
  forgetCounts(platform.db);
  const refused = outcomes.find((outcome) => outcome !== 'done');
  const done = outcomes.filter((outcome) => outcome === 'done').length;
  if (things.length === 1) return back(refused ? { refused } : { did: move });
  return back({ did: move, done: String(done), left: String(outcomes.length - done), ...(refused ? { refused } : {}) });
}

export default function WorkPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, next, counts, kinds, colleagues, named, said, did, done, left, refused } = loaderData;
  const t = useTexts('staff-work');
  const language = useLanguage();
  const now = useDeskNow(loaderData.now);
  const here = workAddress(view);
  const address = (change: Partial<WorkView> = {}) => `${base}${workAddress(view, change)}`;
  const filtered = workAddress(view, noWorkFilters) !== here;
  const picks = rows.some(({ takable, works, mine }) => takable && works && !mine);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        <ExportMenu to={`${base}/export${here}`} />
      </header>
      <QueueTabs
        label={t('tabs')}
        queues={workTabs.map((tab) => ({
          id: tab,
          name: t(`tab.${tab}`),
          to: address({ tab, find: '' }),
          count: counts[tab],
          here: tab === view.tab,
        }))}
      />
      <NamedViews base={base} views={named} here={here} said={said} />
      <div className="dl-tools" key={here}>
        <DeskFilters
          base={base}
          kept={workAddress(view, noWorkFilters)}
          find={{ label: t('find'), value: view.find, most: 20 }}
          apply={t('apply')}
          clear={filtered ? { to: address(noWorkFilters), label: t('clear') } : null}
        >
          <FilterChoice
            name="kind"
            label={t('column.kind')}
            value={view.kind ?? ''}
            any={t('everyKind')}
            options={kinds.map((kind) => ({ id: kind, name: t(`kind.${kind}`) }))}
          />
          <FilterChoice name="owner" label={t('column.owner')} value={view.owner} any={t('everyOwner')} options={colleagues} />
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={workColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={view.columns}
        />
        {picks && (
          <Form className="dl-take" method="post" action={`${base}${here}`} id="bulk" preventScrollReset>
            <button className="bo-btn" name="move" value="take" type="submit">
              {t('takePicked')}
            </button>
          </Form>
        )}
      </div>
      {(did || refused) && (
        <p className={`dl-said${refused ? ' dl-said--warn' : ''}`} role={refused ? 'alert' : 'status'}>
          {did &&
            (done + left > 1
              ? t('didMany', { done: formatNumber(done, language), left: formatNumber(left, language) })
              : t(`did.${did}`))}{' '}
          {refused && t(`refused.${refused}`)}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `none.${view.tab}`)}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => `${row.kind}-${row.id}`}
          cell={(column, row) => <Cell column={column} row={row} now={now} here={`${base}${here}`} />}
          cellClass={(column, row) => (column === 'due' && row.late ? 'dl-late' : undefined)}
          figures={['total']}
          plain={['due', 'what', 'act']}
          pick={picks ? { name: 'thing', value: nameOf, reference: (row) => row.reference || row.id } : null}
        />
      )}
      <DeskFoot first={view.after ? address() : null} next={next && address({ after: next })} picks={picks} />
    </div>
  );
}

function Cell({ column, row, now, here }: { column: WorkColumn; row: ShownWork; now: number; here: string }): ReactNode {
  const t = useTexts('staff-work');
  const language = useLanguage();
  switch (column) {
    case 'due':
      return <TimeLeft until={row.due} now={now} />;
    case 'kind':
      return t(`kind.${row.kind}`);
    case 'reference':
      return (
        <Link to={row.to}>
          <bdi>{row.reference || t('open')}</bdi>
        </Link>
      );
    case 'what':
      return <What row={row} />;
    case 'opened':
      return <bdi>{sayMoment(row.opened, language)}</bdi>;
    case 'owner':
      return row.owner === null ? <span className="dl-quiet">{t('nobody')}</span> : row.mine ? t('you') : <bdi>{row.owner.name}</bdi>;
    case 'total':
      return row.total === null ? '–' : <bdi>{formatMoney(row.total, language)}</bdi>;
    case 'act':
      return <Acts row={row} here={here} />;
  }
}

function What({ row }: { row: ShownWork }) {
  const t = useTexts('staff-work');
  const tasks = useTexts('staff-tasks');
  const language = useLanguage();
  return (
    <>
      {row.kind === 'task'
        ? tasks([`kind.${row.state}`, 'kind.other'])
        : t(`what.${row.kind}.${row.state}`, { defaultValue: t('what.other') })}
      {row.escalated && <small className="dl-late wq-mark">{t('escalated')}</small>}
      {row.asleepUntil && (
        <small className="wq-mark">
          {t('asleepUntil')} <bdi>{sayMoment(row.asleepUntil, language)}</bdi>
        </small>
      )}
    </>
  );
}

/** What can be done with a row here; everything else is done on its own page. */
function Acts({ row, here }: { row: ShownWork; here: string }) {
  const t = useTexts('staff-work');
  const button = (move: (typeof workMoves)[number], words: string) => (
    <button className="bo-btn" name="move" value={move} type="submit" aria-label={`${words}: ${row.reference || row.id}`}>
      {words}
    </button>
  );
  if (!row.works || (!row.takable && !row.mine)) return '';
  return (
    <Form method="post" action={here} className="wq-acts" preventScrollReset>
      <input type="hidden" name="thing" value={nameOf(row)} />
      {!row.mine && button('take', t(row.owner ? 'move.takeOver' : 'move.take'))}
      {row.mine && row.putsBack && button('put-back', t('move.putBack'))}
      {row.mine && row.asleepUntil && button('wake', t('move.wake'))}
      {row.mine && !row.asleepUntil && !row.escalated && (
        <span className="wq-snooze">
          <select name="snooze" aria-label={`${t('putOffFor')}: ${row.reference || row.id}`} defaultValue="hour">
            {snoozes.map((one) => (
              <option key={one} value={one}>
                {t(`snooze.${one}`)}
              </option>
            ))}
          </select>
          {button('put-off', t('move.putOff'))}
        </span>
      )}
    </Form>
  );
}
