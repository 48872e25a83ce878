import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { comma, formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { money } from '#app/values/money.ts';
import { isLoyaltyOn } from '../reckon-points.server.ts';
import { voucherKinds, voucherOccasions } from '../voucher-rules.ts';
import { readVouchers } from './open-vouchers.server.ts';
import { voucherList, type ListedVoucher, type VoucherColumn } from './voucher-list.ts';
import type { Route } from './+types/vouchers-page.ts';
import './loyalty-desk.css';

export const handle = { texts: ['staff-loyalty', 'staff-lists'] };

const base = '/admin/loyalty/vouchers';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff' || !(await isLoyaltyOn(platform))) throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const all = await readVouchers(platform.db);
  return {
    list: await openShortList(platform.db, 'loyalty-vouchers', voucherList, all, { viewer, search: url.searchParams, language }),
    works: may(viewer, 'loyalty:work'),
  };
}

export default function VouchersPage({ loaderData }: Route.ComponentProps) {
  const { list, works } = loaderData;
  const t = useTexts('staff-loyalty');
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('voucher.title')}</h1>
        <p>{t('voucher.lead')}</p>
        <Link className="bo-btn" to="/admin/loyalty">
          {t('back')}
        </Link>
        {works && (
          <>
            <Link className="bo-btn" to={`${base}/bulk`}>
              {t('bulk.title')}
            </Link>
            <Link className="bo-btn bo-btn--p" to={`${base}/new`}>
              {t('voucher.new')}
            </Link>
          </>
        )}
      </header>
      <ShortListSheet
        base={base}
        list={voucherList}
        open={list}
        queueName={(queue) => t(queue === 'all' ? 'queue.all' : `voucher.state.${queue}`)}
        find={t('voucher.find')}
        searchKept={false}
        filters={{
          occasion: {
            label: t('voucher.column.occasion'),
            any: t('voucher.anyOccasion'),
            options: voucherOccasions.map((id) => ({ id, name: t(`voucher.occasion.${id}`) })),
          },
          product: {
            label: t('voucher.column.products'),
            any: t('voucher.anyProduct'),
            options: voucherKinds.map((id) => ({ id, name: t(`product.${id}`) })),
          },
        }}
        none={t('voucher.none')}
        exports={works ? `${base}/export` : null}
        name={(column) => t(`voucher.column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        figures={['worth', 'taken']}
        plain={['voucher', 'state']}
      />
    </div>
  );
}

function Cell({ column, row }: { column: VoucherColumn; row: ListedVoucher }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const aed = (fils: number) => formatMoney(money(fils, 'AED'), language);
  const cells: Readonly<Record<VoucherColumn, () => ReactNode>> = {
    voucher: () => (
      <Link to={`${base}/${row.id}`}>
        <bdi className="num">{row.code}</bdi>
      </Link>
    ),
    member: () => (
      <Link to={`/admin/loyalty/${row.memberId}`}>
        <bdi>{row.member}</bdi>
      </Link>
    ),
    state: () => (
      <span className={`dl-state${row.state === 'live' ? ' dl-state--good' : row.state === 'asked' ? ' dl-state--now' : ''}`}>
        {t(`voucher.state.${row.state}`)}
      </span>
    ),
    worth: () =>
      row.amount === null
        ? t('voucher.share', { percent: formatNumber((row.basisPoints ?? 0) / 100, language), most: aed(row.most) })
        : aed(row.amount),
    occasion: () => t(`voucher.occasion.${row.occasion}`),
    products: () => (row.kinds.length === 0 ? t('voucher.all') : row.kinds.map((kind) => t(`product.${kind}`)).join(comma(language))),
    until: () => formatDate(row.until, language, 'day'),
    order: () =>
      row.order ? (
        <Link to={`/admin/orders/${row.order}`}>
          <bdi>{row.order}</bdi>
        </Link>
      ) : (
        '–'
      ),
    taken: () => (row.taken === null ? '–' : aed(row.taken)),
    by: () => <bdi>{row.by}</bdi>,
    made: () => sayDay(row.madeAt, language, 'day'),
  };
  return cells[column]();
}
