import { Form, Link } from 'react-router';
import { RiskChip } from '#app/commerce/customers/staff/risk-chip.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { TimeLeft, useDeskNow } from '#app/commerce/orders/staff/desk-time.tsx';
import '#app/products/flights/staff/flight-desk.css';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money as toMoney } from '#app/values/money.ts';
import { KeyHints } from '#app/ui/desk-list/key-hints.tsx';
import { useAskAgain } from '#app/ui/use-ask-again.ts';
import { openDashboard } from './open-dashboard.server.ts';
import { approvalKind, snoozes } from './task-rules.ts';
import { BulkWork } from './work-queue/bulk-work.tsx';
import { longestFind } from './work-queue/work-view.ts';
import type { Route } from './+types/dashboard-page.ts';
import './dashboard.css';

export const handle = { texts: ['staff-dashboard', 'staff-orders', 'staff-tasks', 'staff-work', 'staff-customers', 'staff-lists'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { circuits } = context.get(flightsContext).desk;
  const wall = url.searchParams.get('screen') === 'wall';
  const board = await openDashboard(platform, circuits, viewer, context.get(requestContext).language);
  return {
    ...board,
    // A wall is read by whoever passes: no names of customers, not even in the source of the page.
    work: wall ? board.work.map((item) => ({ ...item, who: null, person: null, risk: null })) : board.work,
    now: platform.clock.now(),
    wall,
    name: viewer.staff.displayName,
  };
}

const approvalsPage = `/admin/tasks?kind=${approvalKind}`;
/** As many as fit beside the list; the rest are found among the tasks. */
const mostColleagues = 8;

type Loaded = Route.ComponentProps['loaderData'];

export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-dashboard');
  const now = useDeskNow(loaderData.now);
  const kinds = useTexts('staff-tasks');
  const language = useLanguage();
  const { work, ribbon, money, sources, approvals, load, wall } = loaderData;
  // On a screen that nobody touches.
  useAskAgain(wall, 60_000);
  const soon = work.filter(({ due }) => Date.parse(due) <= now + 4 * 3_600_000).length;
  return (
    <div className={wall ? 'db db--wall' : 'db'}>
      <header className="db-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{wall ? t('wall.sub', { n: soon }) : t('sub', { name: loaderData.name, n: soon })}</p>
        <Link className="db-head__screen" to={wall ? '/admin/dashboard' : '/admin/dashboard?screen=wall'}>
          {t(wall ? 'wall.leave' : 'wall.enter')}
        </Link>
      </header>
      <Strip data={loaderData} />
      <div className="db-split">
        <div className="db-stack">
          {ribbon.length > 0 && <Ribbon marks={ribbon} />}
          <Work items={work} now={now} data={loaderData} />
        </div>
        <div className="db-stack">
          {approvals.count > 0 && (
            <Panel title={t('approvals.title')} sub={t('approvals.sub')}>
              <ul className="db-list">
                {approvals.first.map((one) => (
                  <li key={one.id}>
                    <span>{one.words}</span>
                    <Link to={one.to}>{kinds([`kind.${one.kind}`, 'kind.other'])}</Link>
                  </li>
                ))}
                {approvals.count > approvals.first.length && (
                  <li>
                    <Link to={approvalsPage}>{t('approvals.all', { n: formatNumber(approvals.count, language) })}</Link>
                  </li>
                )}
              </ul>
            </Panel>
          )}
          {money && <MoneyToday money={money} />}
          {sources && <Sources sources={sources} papers={loaderData.papers} />}
          <Tasks tasks={loaderData.tasks} />
          {load && <Load load={load} />}
        </div>
      </div>
    </div>
  );
}

/** The queues that may burn, each a link to its list. What this person may not open is not drawn. */
function Strip({ data: { flights, visas, inquiries, companies, tasks, approvals } }: { data: Loaded }) {
  const t = useTexts('staff-dashboard');
  const language = useLanguage();
  const cells: { id: string; n: number; note: string; to: string; tone: 'bad' | 'act' | 'calm' }[] = [];
  const tone = (n: number, hot: 'bad' | 'act') => (n > 0 ? hot : 'calm');
  if (flights) {
    const queue = (name: 'ticket-now' | 'failed-stuck' | 'hold-expiring' | 'refunds') => ({
      n: flights[name].all,
      note: t('strip.hour', { n: formatNumber(flights[name].soon, language) }),
      to: `/admin/orders/flights?queue=${name}`,
    });
    cells.push({ id: 'ticketNow', ...queue('ticket-now'), tone: tone(flights['ticket-now'].all, 'bad') });
    cells.push({ id: 'stuck', ...queue('failed-stuck'), tone: tone(flights['failed-stuck'].all, 'bad') });
    cells.push({ id: 'holds', ...queue('hold-expiring'), tone: tone(flights['hold-expiring'].soon, 'act') });
    cells.push({ id: 'refunds', ...queue('refunds'), tone: tone(flights.refunds.all, 'act') });
  }
  if (visas) {
    const list = '/admin/orders/evisa';
    const lateNote = t('strip.late', { n: formatNumber(visas.late, language) });
    cells.push({
      id: 'visasDue',
      n: visas.due,
      note: lateNote,
      to: `${list}?queue=all&due=soon&sort=due`,
      tone: tone(visas.due, visas.late > 0 ? 'bad' : 'act'),
    });
    cells.push({ id: 'visasNew', n: visas.fresh, note: t('strip.visasNewNote'), to: `${list}?queue=new`, tone: tone(visas.fresh, 'act') });
    cells.push({
      id: 'visasAuthority',
      n: visas.authority,
      note: t('strip.visasAuthorityNote'),
      to: `${list}?queue=authority`,
      tone: 'calm',
    });
    cells.push({
      id: 'visasProof',
      n: visas.proof,
      note: t('strip.visasProofNote'),
      to: `${list}?queue=proof`,
      tone: tone(visas.proof, 'act'),
    });
  }
  if (companies)
    cells.push({
      id: 'companiesOwe',
      n: companies.invoices,
      note: t(companies.more ? 'strip.companiesOweMore' : 'strip.companiesOweNote', {
        amount: formatMoney(toMoney(companies.due, 'AED'), language),
      }),
      to: '/admin/invoices?queue=overdue&buyer=company',
      tone: tone(companies.invoices, 'act'),
    });
  for (const { queue, waiting, late } of inquiries ?? [])
    cells.push({
      id: `inquiries.${queue}`,
      n: waiting,
      note: t('strip.late', { n: formatNumber(late, language) }),
      to: `/admin/inquiries/${queue}`,
      tone: tone(late, 'bad'),
    });
  cells.push({
    id: 'tasks',
    n: tasks.open,
    note: t('strip.late', { n: formatNumber(tasks.late, language) }),
    to: '/admin/tasks',
    tone: tone(tasks.late, 'bad'),
  });
  if (approvals.count > 0) cells.push({ id: 'approvals', n: approvals.count, note: t('strip.second'), to: approvalsPage, tone: 'act' });
  return (
    <nav className="db-strip" aria-label={t('strip.label')}>
      {cells.map((cell) => (
        <Link key={cell.id} to={cell.to} className={`db-cell db-cell--${cell.tone}`}>
          <span>
            <b>
              <bdi>{formatNumber(cell.n, language)}</bdi>
            </b>{' '}
            {t(`strip.${cell.id}`, { count: cell.n })}
          </span>
          <small>{cell.note}</small>
        </Link>
      ))}
    </nav>
  );
}

function Panel({ title, sub, children }: { title: string; sub?: string; children: React.ReactNode }) {
  return (
    <section className="db-panel">
      <header>
        <h2>{title}</h2>
        {sub && <p>{sub}</p>}
      </header>
      {children}
    </section>
  );
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: 'Asia/Dubai' });

/** The next four hours as a line; time runs from left to right in every language, as on a clock of a station. */
function Ribbon({ marks }: { marks: Loaded['ribbon'] }) {
  const t = useTexts('staff-dashboard');
  return (
    <Panel title={t('ribbon.title')} sub={t('ribbon.sub')}>
      <ol className="db-ribbon" dir="ltr">
        {marks.map((mark, at) => (
          <li
            key={mark.due + mark.ref}
            className={`db-mark${mark.kind === 'flight' ? '' : ' db-mark--other'} db-mark--${at % 2 === 0 ? 'up' : 'down'}`}
            style={{ insetInlineStart: `${mark.at}%` }}
          >
            <Link to={mark.to}>
              <b>{mark.ref.split('-')[0]}</b>
              {mark.others > 0 && ` +${mark.others}`} <time dateTime={mark.due}>{clock.format(Date.parse(mark.due))}</time>
            </Link>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** What a row is called where its buttons are read aloud: no two of one order alike. */
const calledOf = ({ ref, person }: Pick<Loaded['work'][number], 'ref' | 'person'>) => (person ? `${ref} ${person}` : ref);

function Work({ items, now, data }: { items: Loaded['work']; now: number; data: Pick<Loaded, 'wall' | 'takers' | 'seesCustomers'> }) {
  const t = useTexts('staff-dashboard');
  const words = useTexts('staff-work');
  const columns = data.wall
    ? (['due', 'age', 'kind', 'ref', 'what', 'owner'] as const)
    : (['due', 'age', 'kind', 'ref', 'who', 'risk', 'what', 'owner'] as const);
  const picks = !data.wall && items.some(({ thing }) => thing !== null);
  const given = new Map(items.flatMap(({ thing, givenAs }) => (thing === null || givenAs === null ? [] : [[thing, givenAs]])));
  const find = words(data.seesCustomers ? 'findWhoever' : 'find');
  const lists = useTexts('staff-lists');
  const ages = useTexts('staff-orders');
  return (
    <Panel title={t('work.title')} sub={t('work.sub')}>
      {!data.wall && (
        <Form className="db-find" method="get" action="/admin/work" role="search">
          <label>
            <span className="sr-only">{find}</span>
            <input id="find" name="find" placeholder={find} maxLength={longestFind} autoComplete="off" spellCheck={false} dir="auto" />
          </label>
          <button className="bo-btn" type="submit">
            {words('apply')}
          </button>
        </Form>
      )}
      {items.length === 0 ? (
        <p className="db-none">
          <b>{t('work.none')}</b>
          {t('work.noneHow')}
        </p>
      ) : (
        <div className="db-table db-due">
          <table>
            <thead>
              <tr>
                {picks && (
                  <th scope="col">
                    <span className="sr-only">{lists('bulk.pick')}</span>
                  </th>
                )}
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`work.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.to + item.due}>
                  {picks && (
                    <td>
                      {item.thing !== null && (
                        <input
                          type="checkbox"
                          form="bulk"
                          name="thing"
                          value={item.thing}
                          aria-label={lists('bulk.pickOne', { reference: calledOf(item) })}
                        />
                      )}
                    </td>
                  )}
                  <td>
                    <TimeLeft until={item.due} now={now} />
                  </td>
                  <td>
                    <bdi>{sayAge(ages, now - Date.parse(item.opened))}</bdi>
                  </td>
                  <td>{words(`kind.${item.kind}`)}</td>
                  <td>
                    <Link to={item.to}>
                      <bdi>{item.ref}</bdi>
                      {item.person && (
                        <small className="wq-mark">
                          <bdi>{item.person}</bdi>
                        </small>
                      )}
                    </Link>
                  </td>
                  {!data.wall && <td className="db-who">{item.who ? <bdi>{item.who}</bdi> : '–'}</td>}
                  {!data.wall && <td>{item.risk ? <RiskChip risk={item.risk} /> : '–'}</td>}
                  <td className="db-wrap">
                    {item.kind === 'flight'
                      ? t(`todo.${item.what}`)
                      : words(`what.${item.kind}.${item.what}`, { defaultValue: words('what.other') })}
                  </td>
                  <td className="db-who">
                    {item.mine && item.thing !== null && !data.wall ? (
                      <PutOff thing={item.thing} reference={calledOf(item)} />
                    ) : item.owner ? (
                      <bdi>{item.owner}</bdi>
                    ) : item.thing !== null && !data.wall ? (
                      <Form method="post" action="/admin/work">
                        <input type="hidden" name="thing" value={item.thing} />
                        <button
                          className="bo-btn"
                          name="move"
                          value="take"
                          type="submit"
                          aria-label={`${t('work.take')}: ${calledOf(item)}`}
                        >
                          {t('work.take')}
                        </button>
                      </Form>
                    ) : (
                      '–'
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {picks && (
        <div className="db-bulk">
          <BulkWork here="/admin/work" given={given} takers={data.takers} />
        </div>
      )}
      {!data.wall && (
        <p className="db-more">
          <Link to="/admin/work">{t('work.all')}</Link>
          <KeyHints rows=".db-due tbody a" picks={picks} className="db-keys" />
        </p>
      )}
    </Panel>
  );
}

/** What one has in hand goes out of the way for a while, and comes back by itself. */
function PutOff({ thing, reference }: { thing: string; reference: string }) {
  const words = useTexts('staff-work');
  return (
    <Form method="post" action="/admin/work" className="wq-snooze">
      <input type="hidden" name="thing" value={thing} />
      <select name="snooze" aria-label={`${words('putOffFor')}: ${reference}`} defaultValue="hour">
        {snoozes.map((one) => (
          <option key={one} value={one}>
            {words(`snooze.${one}`)}
          </option>
        ))}
      </select>
      <button className="bo-btn" name="move" value="put-off" type="submit" aria-label={`${words('move.putOff')}: ${reference}`}>
        {words('move.putOff')}
      </button>
    </Form>
  );
}

/** How long something has waited, in days, hours or minutes. */
function sayAge(t: ReturnType<typeof useTexts>, ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const [d, h, m] = [Math.floor(minutes / 1440), Math.floor(minutes / 60), minutes % 60];
  return d > 0 ? t('left.days', { d, h: h % 24 }) : h > 0 ? t('left.hours', { h, m }) : t('left.minutes', { m });
}

/** The records that the margin of today is added up from. */
const marginPage = '/admin/analytics/records?measure=margin&period=today';

function MoneyToday({ money }: { money: NonNullable<Loaded['money']> }) {
  const t = useTexts('staff-dashboard');
  const language = useLanguage();
  const lines = [
    ['captured', money.today.captured, money.before.captured],
    ['refunded', money.today.refunded, money.before.refunded],
    ['margin', money.margin, money.marginBefore],
    ['authorised', money.today.authorised, money.before.authorised],
  ] as const;
  return (
    <Panel title={t('money.title')} sub={t('money.sub')}>
      <ul className="db-list">
        {lines.map(([id, today, before]) => (
          <li key={id}>
            {id === 'margin' && money.opens ? <Link to={marginPage}>{t('money.margin')}</Link> : <span>{t(`money.${id}`)}</span>}
            <span>
              <b>
                <bdi>{formatMoney({ amount: today, currency: 'AED' }, language)}</bdi>
              </b>
              <small>
                <bdi>
                  {before === 0
                    ? '–'
                    : `${today >= before ? '+' : '\u2212'}${formatNumber(Math.abs(((today - before) * 100) / before), language)}%`}
                </bdi>
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Sources({ sources, papers }: { sources: NonNullable<Loaded['sources']>; papers: number }) {
  const t = useTexts('staff-dashboard');
  const language = useLanguage();
  return (
    <Panel title={t('sources.title')} sub={t('sources.sub')}>
      <ul className="db-list">
        {sources.map((source) => (
          <li key={source.code} className={source.unknown > 0 || source.circuit.state !== 'closed' ? 'db-hot' : undefined}>
            <Link to={`/admin/supply/flights/supplier-register/${source.code}`}>
              <bdi>{source.name}</bdi>
            </Link>
            <span>
              {source.circuit.state !== 'closed' && <small>{t(`sources.${source.circuit.state}`)}</small>}
              {source.calls === 0 ? (
                <small>{t('sources.quiet')}</small>
              ) : (
                <>
                  <b>
                    <bdi>{formatNumber(((source.calls - source.unknown) * 100) / source.calls, language, 1)}%</bdi>
                  </b>
                  <small>
                    {source.slow === null ? '' : <bdi>{t('sources.seconds', { n: formatNumber(source.slow, language, 1) })}</bdi>}
                  </small>
                </>
              )}
            </span>
          </li>
        ))}
        {papers > 0 && (
          <li className="db-hot">
            <Link to="/admin/supply/flights/supplier-register">{t('sources.papers')}</Link>
            <b>
              <bdi>{formatNumber(papers, language)}</bdi>
            </b>
          </li>
        )}
      </ul>
    </Panel>
  );
}

/** Who has how much of what is open; each line leads to just that. */
function Load({ load }: { load: NonNullable<Loaded['load']> }) {
  const t = useTexts('staff-dashboard');
  const language = useLanguage();
  return (
    <Panel title={t('load.title')} sub={t('load.sub')}>
      {load.length === 0 ? (
        <p className="db-none">{t('load.none')}</p>
      ) : (
        <ul className="db-list">
          {load.slice(0, mostColleagues).map((one) => (
            <li key={one.id} className={one.late > 0 ? 'db-hot' : undefined}>
              <Link to={`/admin/tasks?with=${encodeURIComponent(one.id)}`}>
                <bdi>{one.name}</bdi>
              </Link>
              <span>
                <b>
                  <bdi>{formatNumber(one.open, language)}</bdi>
                </b>
                {one.late > 0 && <small>{t('load.late', { n: formatNumber(one.late, language) })}</small>}
                {one.snoozed > 0 && <small>{t('load.snoozed', { n: formatNumber(one.snoozed, language) })}</small>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Tasks({ tasks }: { tasks: Loaded['tasks'] }) {
  const t = useTexts('staff-dashboard');
  const language = useLanguage();
  return (
    <Panel title={t('tasks.title')}>
      <ul className="db-list">
        {(['mine', 'free', 'late', 'open'] as const).map((view) => (
          <li key={view} className={view === 'late' && tasks.late > 0 ? 'db-hot' : undefined}>
            <Link to={view === 'open' ? '/admin/tasks' : `/admin/tasks?view=${view}`}>{t(`tasks.${view}`)}</Link>
            <b>
              <bdi>{formatNumber(tasks[view], language)}</bdi>
            </b>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
