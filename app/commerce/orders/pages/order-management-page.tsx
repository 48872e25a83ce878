import { Form, Link } from 'react-router';
import type { Route } from './+types/order-management-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { EmptyState, Notice, Tag } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Price } from '#app/ui/price.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { AccountFrame } from '../../customers/pages/account-frame.tsx';
import { productCountersContext } from '../../product-counter.ts';
import { listOrders } from '../list-orders.server.ts';
import { listFilters, orderListQuery, readOrderList } from '../order-list-form.ts';
import { orderSorts } from '../sort-orders.ts';
import { OrderNeeds } from './order-needs.tsx';
import { DubaiDeadline, DubaiTime } from './order-parts.tsx';
import { TimeLeft } from './time-left.tsx';

export const handle = { texts: ['orders', 'my'] };

const perPage = 10;

export async function loader({ context, url }: Route.LoaderArgs) {
  const ask = readOrderList(url.searchParams);
  const all = await listOrders(
    context.get(platformContext),
    context.get(productCountersContext),
    context.get(viewerContext),
    ask,
    context.get(requestContext).language,
  );
  const pages = Math.max(1, Math.ceil(all.orders.length / perPage));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1));
  return {
    ask,
    owned: all.owned,
    waiting: ask.filter === 'needs' ? 0 : all.orders.filter(({ needs }) => needs.length > 0).length,
    kinds: all.kinds,
    count: all.orders.length,
    page,
    pages,
    orders: all.orders.slice((page - 1) * perPage, page * perPage),
  };
}

export default function OrderManagementPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const { orders, owned, waiting, kinds, count, ask, page, pages } = loaderData;
  return (
    <AccountFrame title={t('list.title')} lede={t('list.lede')}>
      {owned === 0 ? (
        <EmptyState
          title={t('list.empty')}
          art={<Poster place="nothing-yet" art={{ scene: 'desert', palette: 'dawn', landmark: null }} crop="landscape" alt="" />}
          action={
            <ButtonLink look="go" to="/flights">
              {t('checkout.search')}
            </ButtonLink>
          }
        >
          {t('list.emptyText')}
        </EmptyState>
      ) : (
        <>
          <Form className="order-filters" role="search" key={orderListQuery(ask)}>
            <TextField name="q" label={t('list.search')} defaultValue={ask.search} maxLength={60} />
            <SelectField name="state" label={t('list.filter')} defaultValue={ask.filter ?? ''}>
              <option value="">{t('list.all')}</option>
              {listFilters.map((each) => (
                <option key={each} value={each}>
                  {t(`list.${each}`)}
                </option>
              ))}
            </SelectField>
            {kinds.length > 1 && (
              <SelectField name="kind" label={t('list.kind')} defaultValue={ask.kind ?? ''}>
                <option value="">{t('list.all')}</option>
                {kinds.map((each) => (
                  <option key={each} value={each}>
                    {t(`list.kinds.${each}`)}
                  </option>
                ))}
              </SelectField>
            )}
            <TextField name="from" type="date" label={t('list.from')} defaultValue={ask.from ?? ''} />
            <TextField name="until" type="date" label={t('list.until')} defaultValue={ask.until ?? ''} />
            <SelectField name="sort" label={t('list.sort')} defaultValue={ask.sort}>
              {orderSorts.map((each) => (
                <option key={each} value={each}>
                  {t(`list.${each}`)}
                </option>
              ))}
            </SelectField>
            <Button>{t('list.apply')}</Button>
          </Form>
          <p className="small muted order-list__count">
            {t('list.count', { count })} ·{' '}
            <a className="link" href={`/orders.csv${orderListQuery(ask)}`} download>
              {t('list.export')}
            </a>
          </p>
          {waiting > 0 && (
            <Notice
              tone="warn"
              boxed
              end={
                <Link className="link" to={`/order-management${orderListQuery({ ...ask, filter: 'needs' })}`}>
                  {t('needs.show')}
                </Link>
              }
            >
              {t('needs.count', { count: waiting })}
            </Notice>
          )}
          {orders.length === 0 ? (
            <EmptyState title={t('list.none')} action={<ButtonLink to="/order-management">{t('list.clear')}</ButtonLink>}>
              {t('list.noneText')}
            </EmptyState>
          ) : (
            <ul className="order-list">
              {orders.map((order) => (
                <li key={order.reference}>
                  <div>
                    <h2>
                      <Link to={`/track?order=${order.reference}`}>{order.description.title}</Link>
                    </h2>
                    <p>
                      {t([`${order.kind}.list.departs`, 'list.departs'])} <DateText date={order.departs} form="day" /> ·{' '}
                      <bdi className="num">{order.reference}</bdi>
                    </p>
                    <p className="small">
                      {t('list.placed')} <DubaiTime at={order.placedAt} />
                    </p>
                    {order.payBefore && (
                      <p className="small order-list__due">
                        {t('list.payBefore')} <DubaiDeadline at={order.payBefore} />
                        {order.payLater && (
                          <>
                            {' '}
                            · <TimeLeft ms={order.leftMs!} />
                          </>
                        )}
                      </p>
                    )}
                    <OrderNeeds order={order} />
                    <p className="order-list__links">
                      {order.payable && (
                        <Link className="link" to={`/checkout/${order.reference}`}>
                          {t('list.pay')}
                        </Link>
                      )}
                      {order.payable && order.payLater && order.status === 'held' && (
                        <Link className="link" to={`/track?order=${order.reference}#cancel`}>
                          {t('later.letGo')}
                        </Link>
                      )}
                      <Link className="link" to={`/track?order=${order.reference}`}>
                        {t('list.openOrder')}
                      </Link>
                    </p>
                  </div>
                  <div className="order-list__end">
                    <Price value={order.total} />
                    <Tag tone={order.tone}>{t([`${order.kind}.states.${order.shown}.title`, `states.${order.shown}.title`])}</Tag>
                  </div>
                </li>
              ))}
            </ul>
          )}
          <Pagination
            page={page}
            pages={pages}
            pageTo={(to) => `/order-management${orderListQuery(ask, { page: String(to) })}`}
            label={t('list.pages')}
          />
        </>
      )}
    </AccountFrame>
  );
}
