import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { ChangeView } from '../change/change-view.tsx';
import { openChange } from '../change/open-change.server.ts';
import { pressChange } from '../change/press-change.server.ts';
import { flightsContext } from '../flights-context.ts';
import { pressForCaller } from './press-for-caller.server.ts';
import type { Route } from './+types/flight-change-page.ts';
import './flight-desk.css';

export const handle = { texts: ['flight-change', 'orders', 'price'] };

/** Staff ask for other flights on behalf of a traveller: the same quote, the same steps. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findFlightOrderAsStaff(platform.db, context.get(viewerContext), params.orderId);
  if (!order) throw new Response('Not found', { status: 404 });
  return {
    page: await openChange(platform, context.get(flightsContext), order, url.searchParams, context.get(requestContext).language),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    sent: url.searchParams.has('sent'),
  };
}

export const action = ({ params, ...asked }: Route.ActionArgs) => pressForCaller(asked, params.orderId, 'change', pressChange);

export default function FlightChangePage({ loaderData: { page, refused, sent } }: Route.ComponentProps) {
  const t = useTexts('flight-change');
  const record = `/admin/orders/flights/${page.reference}`;
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>
          {t('title')} <bdi>{page.reference}</bdi>
        </h1>
      </header>
      <ChangeView page={page} here={`${record}/change`} record={record} by="staff" refused={refused} sent={sent} />
    </div>
  );
}
