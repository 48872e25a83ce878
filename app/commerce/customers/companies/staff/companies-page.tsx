import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openLongList } from '#app/commerce/orders/staff/open-long-list.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskBulk } from '#app/ui/desk-list/desk-list-parts.tsx';
import { listAddress } from '#app/ui/desk-list/list-address.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { companyDeeds } from './bulk-companies.server.ts';
import { listCompanies } from './company-desk-store.server.ts';
import { companyList, companyNumbers, companyOwners, companyTerms, type CompanyColumn } from './company-list.ts';
import type { Route } from './+types/companies-page.ts';

export const handle = { texts: ['staff-companies', 'staff-lists'] };

const here = '/admin/customers/companies';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const list = await openLongList(
    db,
    'companies',
    companyList,
    async (view, most) => {
      const page = await listCompanies(db, view, { me: viewer.user.id, most });
      const names = await findStaffNames(
        db,
        page.rows.flatMap((row) => row.ownerId ?? []),
      );
      return {
        ...page,
        rows: page.rows.map(({ ownerId, lifetime, balance, ...row }) => ({
          ...row,
          owner: ownerId && (names.get(ownerId) ?? null),
          lifetime: money(lifetime, 'AED'),
          balance: money(balance, 'AED'),
        })),
      };
    },
    { viewer, search: url.searchParams },
  );
  return { list, deeds: companyDeeds, edits: may(viewer, 'companies:edit'), exports: may(viewer, 'customers:export') };
}

export default function CompaniesPage({ loaderData: { list, deeds, edits, exports } }: Route.ComponentProps) {
  const t = useTexts('staff-companies');
  const lists = useTexts('staff-lists');
  const language = useLanguage();
  const matching = list.counts[list.view.queue] ?? 0;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
        {edits && (
          <Link className="bo-btn bo-btn--p" to={`${here}/new`}>
            {t('new')}
          </Link>
        )}
        <Link className="bo-btn" to="/admin/customers">
          {t('customers')}
        </Link>
      </header>
      <ShortListSheet
        base={here}
        list={companyList}
        open={list}
        queueName={(queue) => t(`queue.${queue}`)}
        find={t('find')}
        filters={{
          owner: { label: t('column.owner'), any: t('owner.any'), options: companyOwners.map((id) => ({ id, name: t(`owner.${id}`) })) },
          number: { label: t('column.trn'), any: t('number.any'), options: companyNumbers.map((id) => ({ id, name: t(`number.${id}`) })) },
          terms: { label: t('column.terms'), any: t('terms.any'), options: companyTerms.map((id) => ({ id, name: t(`terms.${id}`) })) },
        }}
        none={t(list.counts['all'] === 0 ? (edits ? 'none.first' : 'none.firstRead') : 'none.here')}
        exports={exports ? `${here}/export` : null}
        name={(column) => t(`column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        figures={['members', 'orders', 'lifetime', 'balance']}
        plain={['name']}
        pick={edits ? { name: 'company', value: (row) => row.id, reference: (row) => row.name } : null}
      />
      {edits && list.rows.length > 0 && (
        <DeskBulk
          to={`${here}/bulk`}
          name="deed"
          deeds={deeds.map((id) => ({ id, name: t(`bulk.${id}`) }))}
          list={listAddress(companyList, list.view)}
          all={lists('bulk.tryAll', { count: matching, shown: formatNumber(matching, language) })}
        />
      )}
    </div>
  );
}

function Cell({ column, row }: { column: CompanyColumn; row: Route.ComponentProps['loaderData']['list']['rows'][number] }): ReactNode {
  const t = useTexts('staff-companies');
  const language = useLanguage();
  const amount = ({ amount: fils }: { amount: number }) => <bdi>{formatNumber(fils / 100, language, 2)}</bdi>;
  const code = (text: string | null) => (text ? <bdi dir="ltr">{text}</bdi> : '–');
  const cells: Readonly<Record<CompanyColumn, () => ReactNode>> = {
    name: () => (
      <>
        <Link to={`${here}/${row.id}`}>
          <bdi>{row.name}</bdi>
        </Link>{' '}
        {row.archived && <span className="dl-state">{t('archived')}</span>}
      </>
    ),
    trn: () => code(row.trn),
    licence: () => code(row.licence),
    members: () => formatNumber(row.members, language),
    orders: () => formatNumber(row.orders, language),
    lifetime: () => amount(row.lifetime),
    balance: () => (row.balance.amount > 0 ? <b>{amount(row.balance)}</b> : amount(row.balance)),
    terms: () => (row.termsDays === 0 ? t('terms.at-once') : t('terms.days', { count: row.termsDays })),
    domain: () => code(row.domain),
    owner: () => (row.owner ? <bdi>{row.owner}</bdi> : '–'),
    state: () => t(row.archived ? 'archived' : 'current'),
    changed: () => sayDay(row.changedAt, language),
  };
  return cells[column]();
}
