import type { ReactNode } from 'react';
import { data, Form, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { windowDays } from '../authority-rules.ts';
import { writeQuota } from '../watch-authorities.server.ts';
import { authorityList, type AuthorityColumn, type ListedAuthority } from './authority-list.ts';
import { listAuthorities } from './list-authorities.server.ts';
import { ComplianceTabs } from './compliance-tabs.tsx';
import type { Route } from './+types/visa-authorities-page.ts';
import './compliance.css';

export const handle = { texts: ['staff-compliance', 'evisas', 'staff-lists'] };

const here = '/admin/visa-compliance/authorities';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const authorities = await listAuthorities(platform, language);
  return {
    list: await openShortList(platform.db, 'visa-authorities', authorityList, authorities, { viewer, search: url.searchParams, language }),
    publishes: may(viewer, 'visas:publish'),
    did: url.searchParams.get('did'),
    alerts: authorities.filter((one) => authorityList.inQueue(one, 'look')).length,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 64);
  const typed = text('perDay');
  const set = await writeQuota(context.get(platformContext), {
    route: text('route') === 'assisted' ? 'assisted' : 'evisa',
    country: text('country'),
    typeCode: text('type'),
    perDay: typed === '' ? null : /^\d{1,6}$/.test(typed) ? Number(typed) : 0,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  return set.ok ? redirect(`${here}?did=set`, 303) : data({ refused: set.refused as string }, { status: 422 });
}

export default function VisaAuthoritiesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { list, alerts, publishes, did } = loaderData;
  const t = useTexts('staff-compliance');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('authorities.title')}</h1>
        <p>{alerts > 0 ? <span className="dl-late">{t('authorities.alerts', { count: alerts })}</span> : t('authorities.calm')}</p>
      </header>
      <ComplianceTabs here="authorities" />
      <p className="dl-quiet">
        {t('authorities.lede')} {t('authorities.window', { days: windowDays })}
      </p>
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" /> {t([`refused.${actionData.refused}`, 'refused.other'])}
        </p>
      )}
      {!actionData && did === 'set' && (
        <p className="dl-said" role="status">
          <Icon name="done" /> {t('authorities.saved')}
        </p>
      )}
      <ShortListSheet
        base={here}
        list={authorityList}
        open={list}
        queueName={(queue) => t(`authorities.queue.${queue}`)}
        find={t('authorities.find')}
        filters={{
          route: {
            label: t('authorities.way'),
            any: t('authorities.anyWay'),
            options: (['evisa', 'assisted'] as const).map((id) => ({ id, name: t(`route.${id}`) })),
          },
        }}
        none={t('authorities.none')}
        exports={`${here}/export`}
        name={(column) => t(`authorities.column.${column}`)}
        rowKey={authorityList.id}
        cell={(column, row) => <Cell column={column} row={row} publishes={publishes} />}
        cellClass={(column, row) => (column === 'rate' && row.rising ? 'dl-late' : undefined)}
        figures={['decided', 'refused']}
        plain={['authority', 'type']}
      />
    </div>
  );
}

function Cell({ column, row, publishes }: { column: AuthorityColumn; row: ListedAuthority; publishes: boolean }): ReactNode {
  const t = useTexts('staff-compliance');
  const words = useTexts('evisas');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  switch (column) {
    case 'authority':
      return (
        <>
          <b>{row.name}</b> <span className="dl-quiet">{t(`route.${row.route}`)}</span>
        </>
      );
    case 'type':
      return <bdi>{row.type ?? row.typeCode}</bdi>;
    case 'today':
      return (
        <>
          {number(row.filedToday)}{' '}
          {row.quota && <span className={`dl-state${row.quota === 'full' ? ' dl-state--now' : ''}`}>{t(`authorities.${row.quota}`)}</span>}
        </>
      );
    case 'limit':
      return <Limit row={row} publishes={publishes} />;
    case 'decided':
    case 'refused':
      return number(row.recent[column]);
    case 'rate':
      return (
        <>
          {row.share === null ? '–' : <bdi>{number(row.share)} %</bdi>} {row.rising && t('authorities.rising')}
        </>
      );
    case 'months':
      return <Months months={row.months} />;
    case 'reasons':
      return row.reasons.length === 0
        ? '–'
        : row.reasons.map(({ reason, cases }) => (
            <span className="vc-reason" key={reason ?? ''}>
              {reason ? words(`rejections.${reason}.title`) : t('authorities.noReason')} <b>{number(cases)}</b>
            </span>
          ));
  }
}

/** How much an authority takes in a day, for whoever may set it. */
function Limit({ row, publishes }: { row: ListedAuthority; publishes: boolean }) {
  const t = useTexts('staff-compliance');
  const language = useLanguage();
  if (!publishes)
    return row.perDay === null ? <span className="dl-quiet">{t('authorities.noLimit')}</span> : formatNumber(row.perDay, language);
  return (
    <Form method="post" className="vc-quota">
      <input type="hidden" name="route" value={row.route} />
      <input type="hidden" name="country" value={row.country} />
      <input type="hidden" name="type" value={row.typeCode} />
      <input
        name="perDay"
        inputMode="numeric"
        pattern="[0-9]{0,6}"
        defaultValue={row.perDay ?? ''}
        aria-label={`${t('authorities.column.limit')}: ${row.name}. ${t('authorities.hint')}`}
        title={t('authorities.hint')}
      />
      <button className="bo-btn">{t('authorities.set')}</button>
    </Form>
  );
}

/** Refusals of six months as bars; the figures are read out and shown where one points. */
function Months({ months }: Pick<ListedAuthority, 'months'>) {
  const language = useLanguage();
  const most = Math.max(1, ...months.map(({ refused }) => refused));
  return (
    <span className="vc-months">
      {months.map(({ month, refused }) => {
        const said = `${formatDate(month, language, 'month')}: ${formatNumber(refused, language)}`;
        return (
          <span key={month} title={said}>
            <svg viewBox="0 0 8 24" aria-hidden="true">
              <rect x="1" width="6" rx="1" y={22 - Math.round((refused * 21) / most)} height={2 + Math.round((refused * 21) / most)} />
            </svg>
            <span className="sr-only">{said}. </span>
          </span>
        );
      })}
    </span>
  );
}
