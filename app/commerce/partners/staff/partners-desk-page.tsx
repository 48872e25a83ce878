import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { partnerKinds } from '../partner-kinds.ts';
import { listLeadsAsStaff } from '../partners-store.server.ts';
import { partnerList, partnerOwners, type PartnerColumn } from './partner-list.ts';
import { PartnerState } from './partner-state.tsx';
import type { Route } from './+types/partners-desk-page.ts';
import './partner-desk.css';

export const handle = { texts: ['staff-partners', 'staff-lists'] };

const here = '/admin/partners';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  return openLongList(
    db,
    'partners',
    partnerList,
    async (view, most) => {
      const page = await listLeadsAsStaff(db, view, { me: viewer.user.id, most });
      const names = await findStaffNames(
        db,
        page.rows.flatMap((row) => row.assignedTo ?? []),
      );
      return {
        ...page,
        rows: page.rows.map((row) => ({
          reference: row.reference,
          status: row.status,
          kind: row.kind,
          company: row.company,
          country: countryName(row.country, language),
          licence: row.licence,
          owner: row.assignedTo && (names.get(row.assignedTo) ?? null),
          at: row.createdAt.toISOString(),
        })),
      };
    },
    { viewer, search: url.searchParams },
  );
}

export default function PartnersDeskPage({ loaderData: list }: Route.ComponentProps) {
  const t = useTexts('staff-partners');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: list.counts[list.view.queue] ?? 0 })}</p>
      </header>
      <ShortListSheet
        base={here}
        list={partnerList}
        open={list}
        queueName={(queue) => t(`state.${queue}`)}
        find={t('find')}
        filters={{
          kind: { label: t('column.kind'), any: t('anyKind'), options: partnerKinds.map((id) => ({ id, name: t(`kind.${id}`) })) },
          owner: { label: t('column.owner'), any: t('owner.any'), options: partnerOwners.map((id) => ({ id, name: t(`owner.${id}`) })) },
        }}
        none={t(list.counts['all'] === 0 ? 'none.all' : 'none.received')}
        exports={`${here}/export`}
        name={(column) => t(`column.${column}`)}
        rowKey={({ reference }) => reference}
        cell={(column, row) => <Cell column={column} row={row} />}
        cellClass={(column) => (column === 'company' ? 'pd-company' : undefined)}
        plain={['company', 'state']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: PartnerColumn; row: Route.ComponentProps['loaderData']['rows'][number] }): ReactNode {
  const t = useTexts('staff-partners');
  const language = useLanguage();
  switch (column) {
    case 'company':
      return (
        <Link to={`${here}/${row.reference}`}>
          <bdi>{row.company}</bdi>
        </Link>
      );
    case 'reference':
      return <bdi>{row.reference}</bdi>;
    case 'state':
      return <PartnerState state={row.status} />;
    case 'kind':
      return t(`kind.${row.kind}`);
    case 'country':
      return row.country;
    case 'licence':
      return <bdi>{row.licence}</bdi>;
    case 'owner':
      return row.owner ? <bdi>{row.owner}</bdi> : '–';
    case 'came':
      return sayDay(row.at, language);
  }
}
