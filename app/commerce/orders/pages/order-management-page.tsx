import { Form, Link } from 'react-router';
import type { Route } from './+types/order-management-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { EmptyState, Tag } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Price } from '#app/ui/price.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { productCountersContext } from '../../product-counter.ts';
import { listOrders } from '../list-orders.server.ts';
import { isOrderFilter, orderFilters } from '../order-stages.ts';
import { isOrderSort, orderSorts } from '../sort-orders.ts';
import { DubaiTime } from './order-parts.tsx';

export const handle = { texts: ['orders'] };

const perPage = 10;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  const filter = searchParams.get('state');
  const sort = searchParams.get('sort');
  const ask = {
    search: (searchParams.get('q') ?? '').trim().slice(0, 60),
    filter: isOrderFilter(filter) ? filter : null,
    sort: isOrderSort(sort) ? sort : 'newest',
  } as const;
  const all = await listOrders(
    context.get(platformContext),
    context.get(productCountersContext),
    context.get(viewerContext),
    ask,
    context.get(requestContext).language,
  );
  const pages = Math.max(1, Math.ceil(all.orders.length / perPage));
  const page = Math.min(pages, Math.max(1, Number(searchParams.get('page')) || 1));
  return {
    ...ask,
    owned: all.owned,
    count: all.orders.length,
    page,
    pages,
    orders: all.orders.slice((page - 1) * perPage, page * perPage),
  };
}

export default function OrderManagementPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const { orders, owned, count, search, filter, sort, page, pages } = loaderData;
  const query = (more: Record<string, string>) => {
    const params = new URLSearchParams({
      ...(search ? { q: search } : {}),
      ...(filter ? { state: filter } : {}),
      ...(sort === 'newest' ? {} : { sort }),
      ...more,
    });
    return params.size > 0 ? `?${params}` : '';
  };
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('list.title')}</h1>
        <p>{t('list.lede')}</p>
      </header>
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
          <Form className="order-filters" role="search">
            <TextField name="q" label={t('list.search')} defaultValue={search} maxLength={60} />
            <SelectField name="state" label={t('list.filter')} defaultValue={filter ?? ''}>
              <option value="">{t('list.all')}</option>
              {Object.keys(orderFilters).map((each) => (
                <option key={each} value={each}>
                  {t(`list.${each}`)}
                </option>
              ))}
            </SelectField>
            <SelectField name="sort" label={t('list.sort')} defaultValue={sort}>
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
            <a className="link" href={`/orders.csv${query({})}`} download>
              {t('list.export')}
            </a>
          </p>
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
                      <Link to={`/track?order=${order.reference}`}>{t('journey.route', { from: order.from, to: order.to })}</Link>
                    </h2>
                    <p>
                      {t('list.departs')} <DateText date={order.departs} form="day" /> · <bdi className="num">{order.reference}</bdi>
                    </p>
                    <p className="small">
                      {t('list.placed')} <DubaiTime at={order.placedAt} />
                    </p>
                    <p className="order-list__links">
                      {order.payable && (
                        <Link className="link" to={`/checkout/${order.reference}`}>
                          {t('list.pay')}
                        </Link>
                      )}
                      <Link className="link" to={`/track?order=${order.reference}`}>
                        {t('list.openOrder')}
                      </Link>
                    </p>
                  </div>
                  <div className="order-list__end">
                    <Price value={order.total} />
                    <Tag tone={order.tone}>{t(`states.${order.status}.title`)}</Tag>
                  </div>
                </li>
              ))}
            </ul>
          )}
          <Pagination
            page={page}
            pages={pages}
            pageTo={(to) => `/order-management${query({ page: String(to) })}`}
            label={t('list.pages')}
          />
        </>
      )}
    </main>
  );
}
