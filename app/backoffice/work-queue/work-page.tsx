import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { TimeLeft, useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import { DeskFilters, DeskFoot, FilterChoice, QueueTabs } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { rowName } from '#app/commerce/record-notes/list-rows.ts';
import { ListWatch } from '#app/commerce/record-notes/list-watch.tsx';
import { askCompany } from '#app/commerce/customers/companies/staff/ask-company.server.ts';
import { FilterCompany } from '#app/commerce/customers/companies/staff/company-filter.tsx';
import { RiskChip } from '#app/commerce/customers/staff/risk-chip.tsx';
import { readViewSaid } from '#app/ui/desk-list/named-views.ts';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayMoment } from '#app/ui/say-moment.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { snoozes } from '../task-rules.ts';
import { readTold, told } from '../told-mark.server.ts';
import { BulkWork } from './bulk-work.tsx';
import { forgetCounts } from './list-work.server.ts';
import { openWork, type ShownWork } from './open-work.server.ts';
import { everyMoves, mostAtOnce, type EveryWish } from './every-work.ts';
import { tryEvery, type TriedQueue } from './try-work.server.ts';
import {
  nameUndo,
  undoOf,
  workMoves,
  workOnItem,
  workOnMany,
  type ShownUndo,
  type Undo,
  type WorkLine,
  type WorkOutcome,
} from './work-on-item.server.ts';
import {
  longestFind,
  nameThing,
  noWorkFilters,
  readWorkView,
  workAddress,
  workColumns,
  workKinds,
  workRisks,
  workSorts,
  workTabs,
  type WorkColumn,
  type WorkSort,
  type WorkThing,
  type WorkView,
} from './work-view.ts';
import type { Route } from './+types/work-page.ts';
import '#app/ui/desk-list/desk-tools.css';
import './work.css';

export const handle = { texts: ['staff-work', 'staff-tasks', 'staff-orders', 'staff-customers', 'staff-lists'] };

const base = '/admin/work';
const pageSize = 50;
const refusals = [
  'permission',
  'changed-meanwhile',
  'not-possible',
  'escalated',
  'not-yours',
  'not-a-colleague',
  'may-not-give',
  'no-colleague',
  'nothing-picked',
] as const satisfies readonly (WorkOutcome | 'nothing-picked')[];

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readWorkView(url.searchParams);
  const company = may(viewer, 'customers:view') ? await askCompany(platform.db, url, view.company) : null;
  const wish = url.searchParams.get('all') === '1' ? readEvery(url.searchParams) : null;
  return {
    view,
    company,
    tried: wish && (await tryEvery(platform, viewer, view, wish)),
    ...(await openWork(platform, viewer, view, pageSize)),
    named: await listDeskViews(platform.db, 'work', viewer.user.id),
    said: readViewSaid(url.searchParams),
    did: readTold(platform, viewer, url.searchParams, workMoves),
    undo: await openUndo(platform, viewer, url.searchParams.get('undo')),
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
  };
}

const readSnooze = (typed: unknown) => snoozes.find((one) => one === typed) ?? 'hour';
/** A colleague as a form names them. */
function readTo(typed: FormDataEntryValue | null): string | null {
  const to = plainLine(typed, 64);
  return /^[\w-]+$/.test(to) ? to : null;
}

/** What is to be done to all that match, as the bar says it. */
function readEvery(query: URLSearchParams): EveryWish | null {
  const move = everyMoves.find((one) => one === query.get('every'));
  return move ? { move, snooze: readSnooze(query.get('snooze')), to: readTo(query.get('to')) } : null;
}

/** As what a row is looked after; the others tell of themselves on their own page. */
const watchedAs: Partial<Record<ShownWork['kind'], string>> = {
  flight: 'flight',
  evisa: 'evisa',
  'assisted-visa': 'assisted',
  inquiry: 'inquiry',
  task: 'task',
};

/** A row as a form names it: its kind, its id and whose it was on the page. */
const nameOf = (row: ShownWork) => nameThing({ kind: row.kind, id: row.id, from: row.owner?.id ?? null });
/** What can be picked: what this colleague's roles work on, where it can change hands or is in theirs. */
const isWorkable = ({ works, takable, mine }: ShownWork) => works && (takable || mine);

function readThing(text: FormDataEntryValue): WorkThing | null {
  const [, word, id, from, before] = /^([a-z-]{1,20})~([\w-]{1,64})~([\w-]{0,64})(?:~([\w-]{0,64}))?$/.exec(String(text)) ?? [];
  const kind = workKinds.find((one) => one === word);
  return kind && id ? { kind, id, from: from || null, ...(before === undefined ? {} : { before: before || null }) } : null;
}

const undoPlace = ({ user }: Clerk) => `work|undo|${user.id}`;

/** The way back from what was done last, sealed by its answer for whoever did it: nobody else can put one into an address. */
async function openUndo({ db, crypto }: Pick<Platform, 'db' | 'crypto'>, viewer: Clerk, sealed: string | null): Promise<ShownUndo | null> {
  if (!sealed) return null;
  let undo: Undo;
  try {
    undo = JSON.parse(crypto.open(sealed, undoPlace(viewer))) as Undo;
  } catch {
    return null;
  }
  return nameUndo(undo, await findStaffNames(db, undo.to === null ? [] : [undo.to]));
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
    .slice(0, mostAtOnce);
  const move = workMoves.find((one) => one === form.get('move'));
  if (!move) return back({ refused: 'not-possible' });
  if (things.length === 0) return back({ refused: 'nothing-picked' });
  const ask = {
    move,
    snooze: readSnooze(form.get('snooze')),
    to: readTo(form.get('to')),
    requestId: context.get(requestContext).requestId,
  };
  if (form.has('bulk')) {
    const report = await workOnMany(platform, viewer, things, ask);
    forgetCounts(platform.db);
    return data({ report, move });
  }
  const [thing] = things;
  const outcome = await workOnItem(platform, viewer, thing!, ask);
  forgetCounts(platform.db);
  if (outcome !== 'done') return back({ refused: outcome });
  const undo = undoOf(viewer, thing!, ask);
  const { did, told: mark } = told(platform, viewer, move);
  return back({ did, ...(undo ? { undo: platform.crypto.seal(JSON.stringify(undo), undoPlace(viewer)) } : {}), told: mark });
}

export default function WorkPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, rows, next, cut, counts, kinds, colleagues, company, takers, seesCustomers, named, said, did, undo, refused } = loaderData;
  const t = useTexts('staff-work');
  const people = useTexts('staff-customers');
  const now = useDeskNow(loaderData.now);
  const here = workAddress(view);
  const address = (change: Partial<WorkView> = {}) => `${base}${workAddress(view, change)}`;
  const filtered = workAddress(view, noWorkFilters) !== here;
  const picks = rows.some(isWorkable);
  const given = new Map(rows.flatMap((row) => (row.givenAs === null ? [] : [[nameOf(row), row.givenAs]])));
  const columns = view.columns.filter((column) => column !== 'customer' || seesCustomers);
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
          find={{ label: t(seesCustomers ? 'findWhoever' : 'find'), value: view.find, most: longestFind }}
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
          {seesCustomers && (
            <FilterChoice
              name="risk"
              label={t('risk')}
              value={view.risk ?? ''}
              any={t('everyRisk')}
              options={workRisks.map((risk) => ({ id: risk, name: people(`risk.${risk}`) }))}
            />
          )}
          {company && <FilterCompany label={people('column.company')} any={people('everyCompany')} company={company} />}
        </DeskFilters>
        <ColumnChooser
          base={base}
          here={here}
          columns={workColumns
            .filter((column) => column !== 'customer' || seesCustomers)
            .map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'reference' }))}
          shown={columns}
        />
      </div>
      {picks && (
        <BulkWork here={`${base}${here}`} given={given} takers={takers}>
          <EveryWork here={here} gives={takers.length > 0} />
        </BulkWork>
      )}
      {actionData && <Report report={actionData.report} here={`${base}${here}`} />}
      {loaderData.tried && !actionData && <DryRun tried={loaderData.tried} colleagues={colleagues} here={`${base}${here}`} />}
      {(did || refused) && (
        <p className={`dl-said${refused ? ' dl-said--warn' : ''}`} role={refused ? 'alert' : 'status'}>
          {did && t(`did.${did}`)} {refused && t(`refused.${refused}`)}
        </p>
      )}
      {did && undo && (
        <Form method="post" action={`${base}${here}`} preventScrollReset>
          <input type="hidden" name="thing" value={undo.thing} />
          <button className="bo-btn" name="move" value={undo.move} type="submit">
            <Icon name="refund" small /> <UndoWords undo={undo} />
          </button>
        </Form>
      )}
      {(['called', 'risky', 'grouped'] as const).map(
        (what) =>
          cut[what] !== null && (
            <p key={what} className="dl-said dl-said--warn" role="status">
              {t(`cut.${what}`, { most: cut[what] })}
            </p>
          ),
      )}
      {rows.length === 0 ? (
        <p className="dl-none">{t(filtered ? 'noneMatch' : `none.${view.tab}`)}</p>
      ) : (
        <DeskTable
          columns={columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={(row) => `${row.kind}-${row.id}`}
          cell={(column, row) => <Cell column={column} row={row} now={now} here={`${base}${here}`} />}
          cellClass={(column, row) => (column === 'due' && row.late ? 'dl-late' : undefined)}
          figures={['total']}
          plain={['due', 'what', 'act']}
          sort={{
            columns: workSorts,
            by: view.sort,
            descending: view.descending,
            begins: 'ascending',
            to: (column, descending) => address({ sort: column as WorkSort, descending }),
          }}
          pick={picks ? { name: 'thing', value: (row) => (isWorkable(row) ? nameOf(row) : null), reference: calledOf } : null}
        />
      )}
      <ListWatch
        stamp={loaderData.stamp}
        rows={rows.flatMap((row) => (watchedAs[row.kind] ? [rowName(watchedAs[row.kind]!, row.id)] : []))}
      />
      <DeskFoot first={view.after ? address() : null} next={next && address({ after: next })} picks={picks} />
    </div>
  );
}

/** How a move is called where it is done to many. */
function useMoveName() {
  const t = useTexts('staff-work');
  return (move: EveryWish['move']) => t(move === 'take' ? 'move.take' : move === 'give' ? 'bulk.give' : 'bulk.putOff');
}

/** Asks what a move would come to with all that match, on whatever page: it looks first, and does nothing. */
function EveryWork({ here, gives }: { here: string; gives: boolean }) {
  const t = useTexts('staff-work');
  const lists = useTexts('staff-lists');
  const nameMove = useMoveName();
  return (
    <span className="wq-bulk__pair">
      {[...new URLSearchParams(here)].map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <select name="every" aria-label={t('bulk.every')} defaultValue="take">
        {everyMoves
          .filter((move) => gives || move !== 'give')
          .map((move) => (
            <option key={move} value={move}>
              {nameMove(move)}
            </option>
          ))}
      </select>
      <button className="bo-btn" type="submit" formMethod="get" formAction={base} name="all" value="1">
        {lists('bulk.tryEvery')}
      </button>
    </span>
  );
}

/** What one press would come to with each, and the press. */
function DryRun({
  tried,
  colleagues,
  here,
}: {
  tried: TriedQueue;
  colleagues: readonly { readonly id: string; readonly name: string }[];
  here: string;
}) {
  const t = useTexts('staff-work');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const move = useMoveName()(tried.move);
  const sayWhat = useWhat();
  // To whom, or for how long, is read before it is pressed.
  const name = colleagues.find(({ id }) => id === tried.to)?.name;
  const what =
    tried.move === 'give' && name
      ? t('bulk.giveTo', { name })
      : tried.move === 'put-off'
        ? t('bulk.putOffFor', { time: t(`snooze.${tried.snooze}`) })
        : move;
  const number = (of: number) => formatNumber(of, language);
  return (
    <section className="dl-card" aria-labelledby="wq-try">
      <h2 id="wq-try">{lists('bulk.dryRun', { what })}</h2>
      <p>
        {lists('bulk.dryRunSub')} {t('bulk.ready', { n: number(tried.ready) })}
      </p>
      {tried.left > 0 && <p>{lists('bulk.tooMany', { most: mostAtOnce, left: `${number(tried.left)}${tried.more ? '+' : ''}` })}</p>}
      {tried.more && tried.left === 0 && <p>{t('bulk.looked')}</p>}
      <ul className="wq-report">
        {tried.lines.map(({ thing, kind, reference, person, state, said }) => (
          <li key={thing}>
            <b>{t(`kind.${kind}`)}</b> <bdi>{reference}</bdi> {person && <bdi>{person}</bdi>}{' '}
            <span className="dl-quiet">{sayWhat(kind, state)}</span>{' '}
            <span className={said === 'would' ? undefined : 'dl-late'}>{said === 'would' ? lists('bulk.will') : t(`refused.${said}`)}</span>
          </li>
        ))}
      </ul>
      {tried.ready > 0 && (
        <Form method="post" action={here} className="bo-actions" preventScrollReset>
          <input type="hidden" name="bulk" value="1" />
          <input type="hidden" name="snooze" value={tried.snooze} />
          <input type="hidden" name="to" value={tried.to ?? ''} />
          {tried.lines.map(({ thing, said }) => said === 'would' && <input key={thing} type="hidden" name="thing" value={thing} />)}
          <button className="bo-btn bo-btn--p" name="move" value={tried.move} type="submit">
            {lists('bulk.go', { what, n: number(tried.ready) })}
          </button>
        </Form>
      )}
      <Link to={here}>{lists('bulk.back')}</Link>
    </section>
  );
}

/** Whom a thing goes back to is said before it does. */
function UndoWords({ undo: { name } }: { undo: ShownUndo }) {
  const t = useTexts('staff-work');
  return name === null ? t('undo') : t('undoTo', { name });
}

/** What became of each that was ticked, and the way back. */
function Report({ report, here }: { report: readonly WorkLine[]; here: string }) {
  const t = useTexts('staff-work');
  const undos = report.flatMap(({ undo }) => undo ?? []);
  // One press made one move: what undoes its parts is one move, too.
  const move = undos[0]?.move;
  return (
    <section className="dl-card" role="status" aria-labelledby="wq-report">
      <h2 id="wq-report">{t('bulk.title')}</h2>
      <ul className="wq-report">
        {report.map(({ kind, reference, person, outcome, undo }, index) => (
          <li key={index}>
            <b>{t(`kind.${kind}`)}</b> <bdi>{reference ?? t('bulk.gone')}</bdi> {person && <bdi>{person}</bdi>}{' '}
            <span className={outcome === 'done' ? undefined : 'dl-late'}>
              {outcome === 'done' ? t('bulk.done') : t(`refused.${outcome}`)}
            </span>
            {undo && undos.length > 1 && (
              <Form method="post" action={here} preventScrollReset>
                <input type="hidden" name="thing" value={undo.thing} />
                <button
                  className="bo-btn"
                  name="move"
                  value={undo.move}
                  type="submit"
                  aria-label={`${undo.name === null ? t('undo') : t('undoTo', { name: undo.name })}: ${reference ?? ''}`}
                >
                  <UndoWords undo={undo} />
                </button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {move && (
        <Form method="post" action={here} preventScrollReset>
          <input type="hidden" name="bulk" value="1" />
          {undos.map(({ thing }) => (
            <input key={thing} type="hidden" name="thing" value={thing} />
          ))}
          <button className="bo-btn" name="move" value={move} type="submit">
            <Icon name="refund" small /> {undos.length > 1 ? t('bulk.undoAll') : <UndoWords undo={undos[0]!} />}
          </button>
        </Form>
      )}
    </section>
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
          {row.person && (
            <small className="wq-mark">
              <bdi>{row.person}</bdi>
            </small>
          )}
        </Link>
      );
    case 'customer':
      return row.customer === null ? (
        '–'
      ) : (
        <>
          <Link to={`/admin/customers/${row.customer.id}`}>
            <bdi>{row.customer.name}</bdi>
          </Link>{' '}
          {row.customer.risk !== 'none' && <RiskChip risk={row.customer.risk} />}
        </>
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

/** What of a thing is to be done, in words. */
function useWhat() {
  const t = useTexts('staff-work');
  const tasks = useTexts('staff-tasks');
  return (kind: ShownWork['kind'], state: string): string =>
    kind === 'task' ? tasks([`kind.${state}`, 'kind.other']) : t(`what.${kind}.${state}`, { defaultValue: t('what.other') });
}

function What({ row }: { row: ShownWork }) {
  const t = useTexts('staff-work');
  const language = useLanguage();
  const sayWhat = useWhat();
  return (
    <>
      {sayWhat(row.kind, row.state)}
      {row.escalated && <small className="dl-late wq-mark">{t('escalated')}</small>}
      {row.asleepUntil && (
        <small className="wq-mark">
          {t('asleepUntil')} <bdi>{sayMoment(row.asleepUntil, language)}</bdi>
        </small>
      )}
    </>
  );
}

/** What a row is called where its buttons are read aloud: no two of one order alike. */
const calledOf = ({ reference, id, person }: ShownWork) => `${reference || id}${person ? ` ${person}` : ''}`;

/** What can be done with a row here; everything else is done on its own page. */
function Acts({ row, here }: { row: ShownWork; here: string }) {
  const t = useTexts('staff-work');
  const called = calledOf(row);
  const button = (move: (typeof workMoves)[number], words: string) => (
    <button className="bo-btn" name="move" value={move} type="submit" aria-label={`${words}: ${called}`}>
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
          <select name="snooze" aria-label={`${t('putOffFor')}: ${called}`} defaultValue="hour">
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
