import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { may } from '#app/platform/access.ts';
import { mailChannels, mailStates } from '#app/platform/mail-rules.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskFilters, DeskFoot, FilterChoice, FilterDay } from '#app/ui/desk-list/desk-list-parts.tsx';
import { DeskTable } from '#app/ui/desk-list/desk-table.tsx';
import { ColumnChooser, NamedViews } from '#app/ui/desk-list/list-views.tsx';
import { ExportMenu } from '#app/ui/desk-list/export-menu.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { mailFamilies } from '../mail-kinds.ts';
import { openDeskViews } from '../../orders/staff/open-desk-views.server.ts';
import { countMails } from '#app/platform/mail-log-list-store.server.ts';
import { namesOfMails } from './name-mail.server.ts';
import { findLetterCampaigns, findMailRows, type MailRow } from './read-mail-log.server.ts';
import {
  isFiltered,
  keptMailList,
  mailColumns,
  mailQuery,
  noMailFilters,
  readMailView,
  type MailColumn,
  type MailView,
} from './mail-desk-view.ts';
import { MailCause, MailMoment, NotificationTabs, StateChip } from './notification-tabs.tsx';
import type { Route } from './+types/mail-log-page.ts';
import '#app/ui/desk-list/desk-tools.css';

export const handle = { texts: ['staff-mails', 'staff-lists'] };

const here = '/admin/notifications';
const pageSize = 50;

/** Whoever may open no order at all gets its reference without a link. */
const orderSights = ['flight-orders:view', 'booking-orders:view', 'visa-orders:view'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const { language } = context.get(requestContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const view = readMailView(url.searchParams);
  const reader = { crypto, judges: may(viewer, 'applications:view'), seesCustomers: may(viewer, 'customers:view') };
  const [found, counts, campaigns] = await Promise.all([
    findMailRows(db, reader, view, pageSize + 1),
    countMails(db, clock.now()),
    findLetterCampaigns(db, reader, view.campaign),
  ]);
  const rows = found.slice(0, pageSize);
  return {
    view,
    rows,
    names: namesOfMails(
      rows.map(({ kind }) => kind),
      language,
    ),
    counts,
    campaigns,
    next: found.length > pageSize ? rows.at(-1)!.id : null,
    mayExport: may(viewer, 'notifications:send'),
    seesOrders: orderSights.some((one) => may(viewer, one)),
    ...(await openDeskViews(db, 'mails', viewer, url.searchParams)),
  };
}

export default function MailLogPage({ loaderData }: Route.ComponentProps) {
  const { view, rows, names, counts, campaigns, next, mayExport, seesOrders } = loaderData;
  const t = useTexts('staff-mails');
  const language = useLanguage();
  const address = (change: Partial<MailView>) => `${here}${mailQuery({ ...view, after: null, ...change })}`;
  const kept = mailQuery({ ...view, after: null });
  const campaign = campaigns.find(({ id }) => id === view.campaign);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('log.lead')}</p>
        {mayExport && <ExportMenu to={`${here}/export${kept}`} />}
      </header>
      <NotificationTabs here="log" />
      <nav className="nt-languages" aria-label={t('log.states')}>
        {[null, ...mailStates].map((status) => (
          <Link key={status ?? 'all'} to={address({ status })} aria-current={status === view.status ? 'page' : undefined}>
            {t(`state.${status ?? 'all'}`)} {status && <bdi title={t('log.lastWeek')}>{formatNumber(counts[status], language)}</bdi>}
          </Link>
        ))}
      </nav>
      <div className="dl-tools" key={kept}>
        <Filters view={view} campaigns={campaigns} />
        <ColumnChooser
          base={here}
          here={kept}
          columns={mailColumns.map((id) => ({ id, name: t(`column.${id}`), fixed: id === 'kind' }))}
          shown={view.columns}
        />
      </div>
      <NamedViews base={here} views={loaderData.named} here={keptMailList(view)} said={loaderData.said} />
      {campaign && (
        <p>
          <Link to={`${here}/campaigns/${campaign.id}`}>{t('log.campaign', { name: campaign.name })}</Link>
        </p>
      )}
      {rows.length === 0 ? (
        <p className="dl-none">{t(isFiltered(view) || view.after ? 'log.noneMatch' : 'log.none')}</p>
      ) : (
        <DeskTable
          columns={view.columns}
          name={(column) => t(`column.${column}`)}
          rows={rows}
          rowKey={({ id }) => id}
          cell={(column, row) => <Cell column={column} row={row} name={names[row.kind]} address={address} seesOrders={seesOrders} />}
          plain={['kind', 'state']}
        />
      )}
      <DeskFoot first={view.after === null ? null : address({})} next={next && address({ after: next })} />
    </div>
  );
}

function Filters({ view, campaigns }: { view: MailView; campaigns: readonly { id: string; name: string }[] }) {
  const t = useTexts('staff-mails');
  const families = [...Object.keys(mailFamilies), 'campaigns'];
  return (
    <DeskFilters
      base={here}
      kept={mailQuery({ ...view, ...noMailFilters, after: null })}
      find={{ label: t('log.find'), value: view.find, most: 120 }}
      apply={t('log.apply')}
      clear={isFiltered(view) ? { to: here, label: t('log.clear') } : null}
    >
      <FilterChoice
        name="channel"
        label={t('column.channel')}
        value={view.channel ?? ''}
        any={t('log.anyChannel')}
        options={mailChannels.map((channel) => ({ id: channel, name: t(`channel.${channel}`) }))}
      />
      <FilterChoice
        name="kind"
        label={t('column.kind')}
        value={view.kind}
        any={t('log.anyKind')}
        options={[
          ...(view.kind.includes('.') && view.kind !== 'campaigns.letter' ? [{ id: view.kind, name: view.kind }] : []),
          ...families.map((family) => ({ id: family === 'campaigns' ? 'campaigns.letter' : family, name: t(`family.${family}.name`) })),
        ]}
      />
      {campaigns.length > 0 && (
        <FilterChoice name="campaign" label={t('column.campaign')} value={view.campaign} any={t('log.anyCampaign')} options={campaigns} />
      )}
      <FilterChoice
        name="language"
        label={t('column.language')}
        value={view.language ?? ''}
        any={t('log.anyLanguage')}
        options={languageCodes.map((code) => ({ id: code, name: t(`language.${code}`) }))}
      />
      <FilterDay name="from" label={t('log.from')} value={view.from} />
      <FilterDay name="until" label={t('log.until')} value={view.until} />
    </DeskFilters>
  );
}

function Cell({
  column,
  row,
  name,
  address,
  seesOrders,
}: {
  column: MailColumn;
  row: MailRow;
  name: string | undefined;
  address: (change: Partial<MailView>) => string;
  seesOrders: boolean;
}): ReactNode {
  const t = useTexts('staff-mails');
  switch (column) {
    case 'kind':
      return (
        <>
          <Link className="bo-hit" to={`${here}/mails/${encodeURIComponent(row.id)}`}>
            {t(`family.${row.kind.split('.')[0]}.name`)}
          </Link>{' '}
          {row.campaign ? (
            <Link className="bo-hit" to={`${here}/campaigns/${row.campaign.id}`}>
              <bdi>{row.campaign.name}</bdi>
            </Link>
          ) : (
            <Link className="bo-hit" to={address({ kind: row.kind })}>
              <bdi>{name ?? row.kind}</bdi>
            </Link>
          )}
        </>
      );
    case 'channel':
      return t(`channel.${row.channel}`);
    case 'state':
      return (
        <>
          <StateChip state={row.status} of="state" />{' '}
          {row.cause && (
            <span className="dl-quiet">
              <MailCause cause={row.cause} />
            </span>
          )}
        </>
      );
    case 'to':
      return <bdi dir={row.channel === 'text' ? 'ltr' : undefined}>{row.to || '–'}</bdi>;
    case 'order':
      if (!row.order) return '–';
      return seesOrders ? (
        <Link to={`/admin/orders/${row.order}`}>
          <bdi>{row.order}</bdi>
        </Link>
      ) : (
        <bdi>{row.order}</bdi>
      );
    case 'language':
      return t(`language.${row.language}`);
    case 'tries':
      return String(row.tries);
    case 'when':
      return <MailMoment at={row.queuedAt} />;
  }
}
