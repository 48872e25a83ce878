import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { cutSelection } from '#app/ui/desk-list/cut-selection.ts';
import { listAddress, readListView } from '#app/ui/desk-list/list-address.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { chargeList, type ChargeColumn } from '../asset-charge-list.ts';
import { payMonths } from '../asset-charge-rules.ts';
import { listCharges, sumDueCharges } from '../asset-charges-store.server.ts';
import { decideCharge, deductCharges, type ChargeRefusal } from '../charge-damage.server.ts';
import { officeZone } from '../office-zone.ts';
import { ChargeState } from './charge-state.tsx';
import type { Route } from './+types/asset-charges-page.ts';
import './assets.css';

export const handle = { texts: ['staff-assets', 'asset-papers', 'staff-lists'] };

const base = '/admin/hr/asset-management';
const here = `${base}/charges`;
const mostAtOnce = 50;
/** More than a list could ever be worked through; it only keeps an address from asking for everything. */
const mostMatching = 1_000;
const dids = ['approve', 'decline', 'waive', 'deduct'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock, crypto } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const month = dateIn(officeZone, clock.now()).slice(0, 7);
  const all = url.searchParams.get('all') === '1' && may(viewer, 'hr:work');
  const [list, due] = await Promise.all([
    openLongList(
      db,
      'asset-charges',
      chargeList,
      async (view, most) => {
        const page = await listCharges(db, crypto, view, most);
        const names = await findStaffNames(db, [
          ...new Set(page.rows.flatMap(({ userId, askedBy }) => [userId, askedBy.replace('staff:', '')])),
        ]);
        return {
          ...page,
          rows: page.rows.map((row) => ({
            id: row.id,
            version: row.version,
            status: row.status,
            tag: row.tag,
            kind: row.kind,
            model: row.model,
            reference: row.reference,
            person: names.get(row.userId) ?? '–',
            by: names.get(row.askedBy.replace('staff:', '')) ?? '–',
            mine: row.askedBy === `staff:${viewer.user.id}`,
            own: row.userId === viewer.user.id,
            amount: money(row.amount, 'AED'),
            reason: row.reason,
            waiver: row.waiver,
            month: row.deductedIn,
            day: dateIn(officeZone, instant(row.askedAt.getTime())),
          })),
        };
      },
      { viewer, search: url.searchParams },
    ),
    sumDueCharges(db),
  ]);
  return {
    list,
    month,
    months: payMonths(month),
    mayWork: may(viewer, 'hr:work'),
    due: money(due, 'AED'),
    tried: all ? await tryAll(context.get(platformContext), viewer.user.id, url.searchParams) : null,
    typedMonth: plainLine(url.searchParams.get('pay'), 7).slice(0, 7) || month,
    did: dids.find((word) => word === url.searchParams.get('did')) ?? null,
  };
}

/** What one press would do to each that the list matches, on whatever page of it; nothing is done. */
async function tryAll({ db, crypto }: Pick<Platform, 'db' | 'crypto'>, staffId: string, search: URLSearchParams) {
  const { rows, next } = await listCharges(db, crypto, { ...readListView(chargeList, search), after: null }, mostMatching);
  const names = await findStaffNames(db, [...new Set(rows.map(({ userId }) => userId))]);
  const lockedBecause = (row: (typeof rows)[number]) =>
    row.userId === staffId ? ('refused.own-charge' as const) : row.status === 'due' ? null : ('charges.notDue' as const);
  const { lines, left } = cutSelection(rows, (row) => lockedBecause(row) === null, mostAtOnce);
  return {
    left,
    looked: next === null ? null : rows.length,
    lines: lines.map((row) => ({
      id: row.id,
      tag: row.tag,
      person: names.get(row.userId) ?? '–',
      amount: money(row.amount, 'AED'),
      locked: lockedBecause(row),
    })),
  };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const line = (name: string, most: number) => plainLine(form.get(name), most).slice(0, most);
  const work = { staffId: viewer.user.id, requestId: context.get(requestContext).requestId };
  const act = dids.find((word) => word === form.get('act'));
  if (!act) return data({ refused: 'not-possible-from-here' as ChargeRefusal, of: '', words: '' }, 422);
  const chargeId = line('charge', 40);
  const answered =
    act === 'deduct'
      ? await deductCharges(platform, {
          ...work,
          chargeIds: [...new Set(form.getAll('charge').map((id) => plainLine(id, 40)))].slice(0, mostAtOnce),
          month: line('month', 7),
        })
      : await decideCharge(platform, {
          ...work,
          chargeId,
          version: plainVersion(form.get('version')),
          event: act,
          words: line('words', 300),
        });
  if (!answered.ok) return data({ refused: answered.refused, of: act === 'deduct' ? '' : chargeId, words: line('words', 300) }, 422);
  const back = listAddress(chargeList, readListView(chargeList, url.searchParams));
  return redirect(`${here}${back}${back ? '&' : '?'}did=${act}`, 303);
}

export default function AssetChargesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, due, month, months, mayWork, did } = loaderData;
  const t = useTexts('staff-assets');
  const language = useLanguage();
  const lists = useTexts('staff-lists');
  const address = `${here}${listAddress(chargeList, list.view)}`;
  const payable = mayWork && list.rows.some((row) => row.status === 'due' && !row.own);
  return (
    <div className="dl as-charges">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('charges.title')}</h1>
        <p>
          {t('charges.sum')} <bdi>{formatMoney(due, language)}</bdi>
        </p>
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      {did && !actionData && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`charges.did.${did}`)}
        </p>
      )}
      {actionData && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${actionData.refused}`)}
        </p>
      )}
      {loaderData.tried && <DryRun tried={loaderData.tried} month={loaderData.typedMonth} back={address} />}
      <ShortListSheet
        base={here}
        list={chargeList}
        open={list}
        queueName={(queue) => t(`charges.tab.${queue}`)}
        find={t('charges.find')}
        searchKept={false}
        filters={{
          month: {
            label: t('charges.month'),
            any: t('charges.anyMonth'),
            options: months.map((id) => ({ id, name: formatDate(`${id}-01`, language, 'month') })),
          },
        }}
        none={t(list.counts['all'] === 0 ? 'charges.none.all' : 'charges.none.asked')}
        exports={`${here}/export`}
        columns={chargeList.columns.filter((column) => mayWork || column !== 'act')}
        name={(column) => t(`charges.column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} typed={actionData?.of === row.id ? actionData.words : null} />}
        figures={['amount']}
        plain={['tag', 'state', 'act']}
        pick={
          payable
            ? {
                name: 'charge',
                value: (row) => (row.status === 'due' && !row.own ? row.id : null),
                reference: (row) => `${row.tag} \u2068${row.person}\u2069`,
              }
            : null
        }
      />
      {payable && (
        <Form method="post" id="bulk" className="dl-bulk">
          <label>
            {t('charges.month')} <input name="month" defaultValue={month} required maxLength={7} pattern="\d{4}-\d{2}" dir="ltr" />
          </label>
          <button className="bo-btn bo-btn--p" name="act" value="deduct">
            {t('charges.deduct')}
          </button>
          <span className="dl-quiet">{t('charges.deductHint')}</span>
        </Form>
      )}
      {payable && (
        <Form method="get" action={here} className="dl-bulk">
          {[...new URLSearchParams(listAddress(chargeList, { ...list.view, after: null }))].map(([name, value]) => (
            <input key={name + value} type="hidden" name={name} value={value} />
          ))}
          <label>
            {t('charges.month')} <input name="pay" defaultValue={month} required maxLength={7} pattern="\d{4}-\d{2}" dir="ltr" />
          </label>
          <button className="bo-btn dl-bulk__all" name="all" value="1">
            {lists('bulk.tryEvery')}
          </button>
        </Form>
      )}
    </div>
  );
}

/** Each charge as it would go, and the press that does it. */
function DryRun({ tried, month, back }: { tried: NonNullable<Route.ComponentProps['loaderData']['tried']>; month: string; back: string }) {
  const t = useTexts('staff-assets');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const ready = tried.lines.filter(({ locked }) => locked === null);
  return (
    <section className="dl-card" aria-labelledby="dry-run">
      <h2 id="dry-run">{lists('bulk.dryRun', { what: t('charges.deduct') })}</h2>
      <p>{lists('bulk.dryRunSub')}</p>
      {tried.left > 0 && <p>{lists('bulk.tooMany', { most: mostAtOnce, left: formatNumber(tried.left, language) })}</p>}
      {tried.looked !== null && <p>{lists('bulk.looked', { looked: formatNumber(tried.looked, language) })}</p>}
      <ul>
        {tried.lines.map((line) => (
          <li key={line.id}>
            <bdi>{line.tag}</bdi> <bdi>{line.person}</bdi> <bdi>{formatMoney(line.amount, language)}</bdi>:{' '}
            {line.locked ? t(line.locked) : lists('bulk.will')}
          </li>
        ))}
      </ul>
      {tried.lines.length === 0 && <p>{lists('bulk.none')}</p>}
      {ready.length > 0 && (
        <Form method="post" className="bo-actions">
          <input type="hidden" name="month" value={month} />
          {ready.map(({ id }) => (
            <input key={id} type="hidden" name="charge" value={id} />
          ))}
          <button className="bo-btn bo-btn--p" name="act" value="deduct">
            {lists('bulk.go', { what: t('charges.deduct'), n: formatNumber(ready.length, language) })}
          </button>
        </Form>
      )}
      <Link to={back}>{lists('bulk.back')}</Link>
    </section>
  );
}

type Row = Route.ComponentProps['loaderData']['list']['rows'][number];

function Cell({ column, row, typed }: { column: ChargeColumn; row: Row; typed: string | null }): ReactNode {
  const words = useTexts('asset-papers');
  const language = useLanguage();
  switch (column) {
    case 'tag':
      return (
        <>
          <Link to={`${base}/${row.tag}`}>
            <bdi>{row.tag}</bdi>
          </Link>{' '}
          <small className="dl-quiet">
            {words(`kind.${row.kind}`)} <bdi>{row.model}</bdi>
          </small>
        </>
      );
    case 'person':
      return <bdi>{row.person}</bdi>;
    case 'amount':
      return <bdi>{formatMoney(row.amount, language)}</bdi>;
    case 'state':
      return <ChargeState status={row.status} />;
    case 'reason':
      return (
        <>
          <bdi>{row.reason}</bdi>{' '}
          {row.waiver && (
            <small className="dl-quiet">
              <bdi>{row.waiver}</bdi>
            </small>
          )}
        </>
      );
    case 'paper':
      return (
        <a href={`${base}/papers/${row.reference}`}>
          <bdi>{row.reference}</bdi>
        </a>
      );
    case 'by':
      return <bdi>{row.by}</bdi>;
    case 'asked':
      return formatDate(row.day, language);
    case 'month':
      return row.month === null ? '–' : <bdi>{row.month}</bdi>;
    case 'act':
      return row.own ? null : <Acts row={row} typed={typed} />;
  }
}

function Acts({ row, typed }: { row: Row; typed: string | null }) {
  const t = useTexts('staff-assets');
  if (row.status === 'asked')
    return (
      <Form method="post" className="bo-actions">
        <input type="hidden" name="charge" value={row.id} />
        <input type="hidden" name="version" value={row.version} />
        {!row.mine && (
          <button className="bo-btn bo-btn--p" name="act" value="approve">
            {t('charges.approve')}
          </button>
        )}
        <button className="bo-btn" name="act" value="decline">
          {t(row.mine ? 'charges.takeBack' : 'charges.decline')}
        </button>
        {row.mine && <span className="dl-quiet">{t('refused.second-person')}</span>}
      </Form>
    );
  if (row.status !== 'due') return null;
  return (
    <details open={typed !== null || undefined}>
      <summary>{t('charges.waive')}</summary>
      <Form method="post" className="as-form">
        <input type="hidden" name="charge" value={row.id} />
        <input type="hidden" name="version" value={row.version} />
        <label className="as-field">
          <span>{t('charges.why')}</span>
          <input name="words" required minLength={3} maxLength={300} autoComplete="off" defaultValue={typed ?? ''} />
        </label>
        <button className="bo-btn bo-btn--danger" name="act" value="waive">
          {t('charges.waive')}
        </button>
      </Form>
    </details>
  );
}
