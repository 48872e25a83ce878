import { data, Form, Link, redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMilliseconds, dateIn, dayMs, parseCalendarDate } from '#app/values/dates.ts';
import { convertForDisplay, defaultRates, withSymbol } from '../display-conversion.ts';
import { rateChangeStates } from '../rate-change-status.ts';
import { findFeed, findNewestFeed, listChanges, listOpenChanges, listPoints, listPolicies } from '../rate-changes-store.server.ts';
import {
  faultOf,
  isSettable,
  isStale,
  moveBetween,
  needsSecondPerson,
  readRate,
  readSpread,
  settableCurrencies,
  type SettableCurrency,
} from '../rate-rules.ts';
import { mostFeedBytes } from '../read-daily-rates.ts';
import { applyFeed, compareFeed, decideRate, endOverride, fetchFeed, readFeed, setPolicy, setRate } from '../work-rates.server.ts';
import { RateChart } from './rate-chart.tsx';
import { ratesQuery, readRatesView, type RatesView } from './rates-list.ts';
import type { Route } from './+types/currency-settings-page.ts';
import './currency-settings.css';

export const handle = { texts: ['staff-currencies'] };

const here = '/admin/currency-settings';
const pageSize = 25;
const chartDays = 90;
/** Prices that everybody has a feeling for, in dirhams. */
const samples = [100, 1_250, 9_900];
const dids = ['live', 'proposed', 'refused', 'kept', 'read', 'applied'] as const;
const refusals = [
  'rate-wrong',
  'rate-far',
  'rate-same',
  'spread-wrong',
  'no-reason',
  'end-wrong',
  'already-proposed',
  'second-person',
  'changed-meanwhile',
  'no-feed',
  'feed-silent',
  'feed-unread',
  'no-such-change',
  'not-possible-from-here',
  'not-yours-to-do',
] as const;
type Refusal = (typeof refusals)[number];

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { db, clock } = platform;
  const now = clock.now();
  const view = readRatesView(url.searchParams);
  const asked = url.searchParams.get('feed');
  const feedId = asked && /^[0-9a-f-]{36}$/.test(asked) ? asked : null;
  const since = addMilliseconds(now, -chartDays * dayMs);
  const [policies, open, points, newest, feed, history] = await Promise.all([
    listPolicies(db),
    listOpenChanges(db),
    listPoints(db, since),
    findNewestFeed(db),
    feedId ? findFeed(db, feedId) : null,
    listChanges(db, view, { size: pageSize, number: view.page }),
  ]);
  const actors = [...open, ...history.rows].flatMap(({ proposedBy, decidedBy }) => [proposedBy, decidedBy ?? '']);
  const names = await findStaffNames(
    db,
    actors.filter((actor) => actor.startsWith('staff:')).map((actor) => actor.replace('staff:', '')),
  );
  /** Null is the house's own machinery. */
  const name = (actor: string | null) => (actor?.startsWith('staff:') ? (names.get(actor.replace('staff:', '')) ?? '–') : null);
  const me = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  const dayAgo = addMilliseconds(now, -dayMs);
  const shown = (change: (typeof open)[number]) => ({
    id: change.id,
    target: change.target,
    rate: Number(change.rate),
    spread: change.spread,
    moved: change.moved,
    source: change.source,
    status: change.status,
    reason: change.reason,
    proposedBy: name(change.proposedBy),
    proposedAt: change.proposedAt.toISOString(),
    decidedBy: name(change.decidedBy),
    decidedAt: change.decidedAt?.toISOString() ?? null,
    endsAt: change.endsAt?.toISOString() ?? null,
    mine: change.proposedBy === me,
  });
  const compared = feed ? await compareFeed(platform, feed) : [];
  return {
    view,
    mayEdit: may(viewer, 'currencies:edit'),
    today: dateIn('Asia/Dubai', now),
    lines: policies.map((policy) => {
      const live = open.find((change) => change.target === policy.target && change.status === 'live')!;
      const own = points.filter((point) => point.target === policy.target);
      // Of a rate younger than a day the move is that since its first.
      const before = own.findLast((point) => point.at.getTime() <= dayAgo) ?? own[0];
      return {
        ...shown(live),
        follows: policy.follows,
        policySpread: policy.spread,
        version: policy.version,
        day: before ? moveBetween(before.rate, Number(live.rate)) : 0,
      };
    }),
    waiting: open.filter((change) => change.status === 'proposed').map(shown),
    newest: newest && { day: newest.day, readAt: newest.readAt.toISOString(), stale: isStale(newest.day, now) },
    feed: feed && {
      id: feed.id,
      day: feed.day,
      old: newest !== null && newest.day > feed.day,
      lines: compared.map((line) => {
        const live = Number(open.find((change) => change.target === line.target && change.status === 'live')!.rate);
        const moved = moveBetween(live, line.next);
        const fault = faultOf(live, line.next);
        return { ...line, live, moved, becomes: line.kept ?? (fault ? fault : needsSecondPerson(moved) ? 'waits' : 'live') };
      }),
    },
    history: { rows: history.rows.map(shown), matching: history.matching },
    chart: view.target
      ? {
          points: points.filter((point) => point.target === view.target).map(({ rate, at }) => ({ rate, at: at.getTime() })),
          since: Number(since),
          to: Number(now),
        }
      : null,
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
    refused: refusals.find((word) => word === url.searchParams.get('refused')) ?? null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !may(viewer, 'currencies:edit')) throw redirect(`/admin/unauthorized?from=${here}`);
  const staffId = viewer.user.id;
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 300);
  const target = text('currency');
  const at = isSettable(target) ? `${here}?currency=${target}&` : `${here}?`;
  const say = (answer: { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly refused: Refusal }, did?: string) =>
    redirect(`${at}${answer.ok ? `did=${did ?? String(answer.value)}` : `refused=${answer.refused}`}`, 303);
  switch (text('intent')) {
    case 'fetch':
    case 'file': {
      const file = form.get('file');
      const small = file instanceof File && file.size > 0 && file.size <= mostFeedBytes;
      const actor = `staff:${staffId}`;
      const read =
        text('intent') === 'fetch'
          ? await fetchFeed(platform, actor)
          : await readFeed(platform, { text: small ? await file.text() : '', origin: 'file', actor });
      return read.ok ? redirect(`${here}?did=read&feed=${read.value}`, 303) : say(read);
    }
    case 'apply': {
      const id = text('feed');
      if (!/^[0-9a-f-]{36}$/.test(id)) return say({ ok: false, refused: 'no-feed' });
      return say(await applyFeed(platform, { feedId: id, actor: `staff:${staffId}` }), 'applied');
    }
    case 'approve':
    case 'refuse': {
      const id = text('id');
      if (!/^[0-9a-f-]{36}$/.test(id)) return say({ ok: false, refused: 'no-such-change' });
      return say(await decideRate(platform, { id, approve: text('intent') === 'approve', staffId }));
    }
  }
  if (!isSettable(target)) return say({ ok: false, refused: 'rate-wrong' });
  switch (text('intent')) {
    case 'set': {
      const day = parseCalendarDate(text('until'));
      // To the end of that day in Dubai, where the desk is.
      const until = day ? new Date(Date.parse(`${day}T23:59:59+04:00`)) : null;
      const rate = readRate(text('rate'));
      const answer = rate
        ? await setRate(platform, { target, rate, until, reason: text('reason'), staffId })
        : ({ ok: false, refused: 'rate-wrong' } as const);
      if (answer.ok) return say(answer);
      return data(
        { form: 'set', refused: answer.refused as Refusal, typed: { rate: text('rate'), until: text('until'), reason: text('reason') } },
        422,
      );
    }
    case 'policy': {
      const spread = readSpread(text('spread'));
      if (spread === null) return data({ form: 'policy', refused: 'spread-wrong' as Refusal, typed: { spread: text('spread') } }, 422);
      const follows = text('follows') === 'feed' ? 'feed' : 'house';
      return say(await setPolicy(platform, { target, follows, spread, version: Number(text('version')), staffId }));
    }
    case 'end-override':
      return say(await endOverride(platform, { target, staffId }));
    default:
      return say({ ok: false, refused: 'changed-meanwhile' });
  }
}

type Data = Route.ComponentProps['loaderData'];
type Line = Data['lines'][number];

export default function CurrencySettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { view, lines, waiting, history, did, refused, mayEdit, newest } = loaderData;
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  const address = (change: Partial<RatesView>) => `${here}${ratesQuery({ ...view, page: 1, ...change })}`;
  const open = lines.find((line) => line.target === view.target);
  return (
    <div className="dl cs">
      <header className="dl-head">
        <h1 tabIndex={-1} id="cs-title">
          {t('title')}
        </h1>
        <p>{t('lead')}</p>
        {mayEdit && (
          <Form method="post">
            <button className="bo-btn" name="intent" value="fetch">
              <Icon name="change" small /> {t('feed.fetch')}
            </button>
          </Form>
        )}
      </header>
      {(did || refused) && (
        <p className={`dl-said${refused ? ' dl-said--warn' : ''}`} role={refused ? 'alert' : 'status'}>
          <Icon name={refused ? 'warning' : 'done'} />
          {refused ? t(`refused.${refused}`) : t(`did.${did!}`)}
        </p>
      )}
      {newest?.stale && (
        <p className="dl-said dl-said--warn">
          <Icon name="warning" /> {t('feed.stale', { day: formatDate(newest.day, language) })}
        </p>
      )}
      {loaderData.feed && <FeedDiff data={loaderData} />}
      {waiting.map((change) => (
        <section key={change.id} className="dl-card cs-wait">
          <h2>{t('waits', { currency: change.target })}</h2>
          <p>
            <RateOf value={change.rate} target={change.target} /> <Moved value={change.moved} />
            {change.endsAt && ` · ${t('until', { day: formatDate(change.endsAt.slice(0, 10), language) })}`}
          </p>
          <p className="dl-quiet">
            {change.reason && <bdi>{change.reason} · </bdi>}
            {t('askedBy', {
              name: `\u2068${change.proposedBy ?? t('machine')}\u2069`,
              day: formatDate(change.proposedAt.slice(0, 10), language),
            })}
          </p>
          {mayEdit && (
            <Form method="post" className="bo-actions">
              <input type="hidden" name="id" value={change.id} />
              <button className="bo-btn bo-btn--p" name="intent" value="approve" aria-disabled={change.mine || undefined}>
                {t('approve')}
              </button>
              <button className="bo-btn bo-btn--danger" name="intent" value="refuse">
                {t(change.mine ? 'withdraw' : 'refuse')}
              </button>
              {change.mine && <span className="dl-quiet">{t('refused.second-person')}</span>}
            </Form>
          )}
        </section>
      ))}
      <ScrollRegion className="dl-sheet" labelledBy="cs-title">
        <table>
          <thead>
            <tr>
              {(['currency', 'rate', 'inverse', 'source', 'spread', 'day', 'since'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">AED</th>
              <td>
                <bdi>1</bdi>
              </td>
              <td>
                <bdi>1</bdi>
              </td>
              <td colSpan={4} className="dl-quiet">
                {t('fixed')}
              </td>
            </tr>
            {lines.map((line) => (
              <tr key={line.target} aria-current={line.target === view.target || undefined}>
                <th scope="row">
                  <Link to={address({ target: line.target === view.target ? null : line.target })} preventScrollReset>
                    {line.target}
                  </Link>
                </th>
                <td>
                  <bdi>{formatNumber(line.rate, language, 6)}</bdi>
                </td>
                <td>
                  <bdi>{formatNumber(1 / line.rate, language, 4)}</bdi>
                </td>
                <td>{sourceOf(line, t, language)}</td>
                <td>
                  <bdi>{formatNumber(line.spread / 100, language, 2)} %</bdi>
                </td>
                <td>
                  <Moved value={line.day} />
                </td>
                <td>
                  {line.decidedAt && formatDate(line.decidedAt.slice(0, 10), language)}{' '}
                  <span className="dl-quiet">{line.decidedBy ?? line.proposedBy ?? t('machine')}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="dl-quiet cs-note">{t('note')}</p>
      {open && <CurrencyCard line={open} data={loaderData} typed={actionData} key={`${open.target}${open.version}${open.id}`} />}
      {mayEdit && (
        <details className="dl-card">
          <summary>{t('feed.byFile')}</summary>
          <Form method="post" encType="multipart/form-data" className="bo-actions">
            <label>
              <span className="cs-label">{t('feed.file')}</span>
              <input type="file" name="file" accept=".xml,application/xml,text/xml" required />
            </label>
            <button className="bo-btn" name="intent" value="file">
              {t('feed.read')}
            </button>
          </Form>
        </details>
      )}
      <header className="dl-head cs-history">
        <h2>{t('history')}</h2>
        <p>{t('matching', { count: history.matching })}</p>
        <Form method="post" action={`${here}/export${ratesQuery({ ...view, page: 1 })}`} reloadDocument>
          <button className="bo-btn" type="submit">
            <Icon name="download" small /> {t('export')}
          </button>
        </Form>
      </header>
      <Form className="dl-filters" method="get" action={here} role="search" key={ratesQuery(view)}>
        <label>
          <span className="sr-only">{t('column.currency')}</span>
          <select name="currency" defaultValue={view.target ?? ''}>
            <option value="">{t('everyCurrency')}</option>
            {settableCurrencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.state')}</span>
          <select name="state" defaultValue={view.status ?? ''}>
            <option value="">{t('everyState')}</option>
            {rateChangeStates.map((state) => (
              <option key={state} value={state}>
                {t(`state.${state}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn">{t('apply')}</button>
        {(view.target || view.status) && <Link to={here}>{t('clear')}</Link>}
      </Form>
      {history.rows.length === 0 ? (
        <p className="dl-none">{t('none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['currency', 'state', 'rate', 'moved', 'source', 'reason', 'by', 'when'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {history.rows.map((row) => (
                <tr key={row.id}>
                  <td>{row.target}</td>
                  <td>
                    <span
                      className={`dl-state${row.status === 'live' ? ' dl-state--good' : row.status === 'proposed' ? ' dl-state--now' : ''}`}
                    >
                      {t(`state.${row.status}`)}
                    </span>
                  </td>
                  <td>
                    <bdi>{formatNumber(row.rate, language, 6)}</bdi>
                  </td>
                  <td>
                    <Moved value={row.moved} />
                  </td>
                  <td>{t(`source.${row.source}`)}</td>
                  <td className="cs-reason">
                    <bdi>{row.reason || '–'}</bdi>
                  </td>
                  <td>{row.proposedBy ?? t('machine')}</td>
                  <td>{formatDate(row.proposedAt.slice(0, 10), language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination page={view.page} pages={Math.ceil(history.matching / pageSize)} pageTo={(page) => address({ page })} label={t('pages')} />
    </div>
  );
}

type Say = ReturnType<typeof useTexts>;

function sourceOf(line: Line, t: Say, language: ReturnType<typeof useLanguage>): string {
  const until = line.endsAt ? ` ${t('until', { day: formatDate(line.endsAt.slice(0, 10), language) })}` : '';
  return `${t(`source.${line.source}`)}${until}`;
}

/** One dirham in a currency, to six digits. */
function RateOf({ value, target }: { readonly value: number; readonly target: SettableCurrency }) {
  return (
    <bdi>
      1 AED = {formatNumber(value, useLanguage(), 6)} {target}
    </bdi>
  );
}

/** A move in percent, its direction not by colour alone. */
function Moved({ value }: { readonly value: number }) {
  const language = useLanguage();
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return (
    <bdi className={needsSecondPerson(value) ? 'dl-late' : undefined}>
      {sign}
      {formatNumber(Math.abs(value) / 100, language, 2)} %
    </bdi>
  );
}

/** What the file that was read would change, before anything does. */
function FeedDiff({ data: { feed, mayEdit } }: { readonly data: Data }) {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  const any = feed!.lines.some((line) => line.becomes === 'live' || line.becomes === 'waits');
  return (
    <section className="dl-card">
      <h2 id="cs-feed">{t('feed.title', { day: formatDate(feed!.day, language) })}</h2>
      <ScrollRegion className="dl-sheet" labelledBy="cs-feed">
        <table>
          <thead>
            <tr>
              {(['currency', 'live', 'next', 'moved', 'becomes'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {feed!.lines.map((line) => (
              <tr key={line.target}>
                <th scope="row">{line.target}</th>
                <td>
                  <bdi>{formatNumber(line.live, language, 6)}</bdi>
                </td>
                <td>
                  <bdi>{formatNumber(line.next, language, 6)}</bdi>
                </td>
                <td>
                  <Moved value={line.moved} />
                </td>
                <td>{t(`becomes.${line.becomes}`)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {feed!.old && <p className="dl-late">{t('feed.old')}</p>}
      {mayEdit && (
        <Form method="post" className="bo-actions">
          <input type="hidden" name="feed" value={feed!.id} />
          <button className="bo-btn bo-btn--p" name="intent" value="apply" aria-disabled={!any || feed!.old || undefined}>
            {t('feed.apply')}
          </button>
          <Link className="bo-btn" to={here}>
            {t('feed.leave')}
          </Link>
        </Form>
      )}
    </section>
  );
}

interface Typed {
  readonly form: string;
  readonly refused: Refusal;
  readonly typed: { readonly rate?: string; readonly until?: string; readonly reason?: string; readonly spread?: string };
}

function CurrencyCard({ line, data: { chart, mayEdit, today }, typed }: { line: Line; data: Data; typed: Typed | undefined }) {
  const t = useTexts('staff-currencies');
  const language = useLanguage();
  const wrong = (form: string) => (typed?.form === form ? typed : null);
  const rates = { ...defaultRates, [line.target]: line.rate };
  return (
    <section className="dl-card cs-open" aria-label={line.target}>
      <div>
        <h2>{t('chart', { currency: line.target })}</h2>
        {chart && chart.points.length > 0 && (
          <RateChart
            points={chart.points}
            since={chart.since}
            to={chart.to}
            language={language}
            label={t('chartLabel', { currency: line.target, count: chart.points.length })}
          />
        )}
        <table className="cs-samples">
          <caption className="cs-label">{t('samples')}</caption>
          <tbody>
            {samples.map((amount) => (
              <tr key={amount}>
                <th scope="row">
                  <bdi>AED {formatNumber(amount, language)}</bdi>
                </th>
                <td>
                  <bdi>{withSymbol(line.target, formatNumber(convertForDisplay(amount, 'AED', line.target, rates), language))}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayEdit && (
        <div className="cs-forms">
          <Form method="post" preventScrollReset>
            <h2>{t('set.title')}</h2>
            <input type="hidden" name="currency" value={line.target} />
            <label>
              <span className="cs-label">{t('set.rate', { currency: line.target })}</span>
              <input
                name="rate"
                inputMode="decimal"
                required
                maxLength={15}
                defaultValue={wrong('set')?.typed.rate ?? ''}
                autoComplete="off"
                dir="ltr"
              />
            </label>
            {line.follows === 'feed' && (
              <label>
                <span className="cs-label">{t('set.until')}</span>
                <input type="date" name="until" min={today} required defaultValue={wrong('set')?.typed.until ?? ''} />
              </label>
            )}
            <label>
              <span className="cs-label">{t('set.reason')}</span>
              <input name="reason" required minLength={3} maxLength={300} defaultValue={wrong('set')?.typed.reason ?? ''} />
            </label>
            {wrong('set') && (
              <p className="bo-wrong" role="alert">
                {t(`refused.${typed!.refused}`)}
              </p>
            )}
            <div className="bo-actions">
              <button className="bo-btn bo-btn--p" name="intent" value="set">
                {t('set.send')}
              </button>
            </div>
            <p className="dl-quiet">{t('set.guard')}</p>
          </Form>
          {line.source === 'override' && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="currency" value={line.target} />
              <button className="bo-btn" name="intent" value="end-override">
                {t('set.end')}
              </button>
            </Form>
          )}
          <Form method="post" preventScrollReset>
            <h2>{t('policy.title')}</h2>
            <input type="hidden" name="currency" value={line.target} />
            <input type="hidden" name="version" value={line.version} />
            <label>
              <span className="cs-label">{t('policy.follows')}</span>
              <select name="follows" defaultValue={line.follows}>
                <option value="feed">{t('source.feed')}</option>
                <option value="house">{t('source.house')}</option>
              </select>
            </label>
            <label>
              <span className="cs-label">{t('policy.spread')}</span>
              <input
                name="spread"
                inputMode="decimal"
                required
                maxLength={5}
                defaultValue={wrong('policy')?.typed.spread ?? (line.policySpread / 100).toFixed(2)}
                dir="ltr"
              />
            </label>
            {wrong('policy') && (
              <p className="bo-wrong" role="alert">
                {t(`refused.${typed!.refused}`)}
              </p>
            )}
            <div className="bo-actions">
              <button className="bo-btn" name="intent" value="policy">
                {t('policy.send')}
              </button>
            </div>
          </Form>
        </div>
      )}
    </section>
  );
}
