import { data, redirect } from 'react-router';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { ChangeView } from '../change/change-view.tsx';
import { openChange } from '../change/open-change.server.ts';
import { pressChange } from '../change/press-change.server.ts';
import { flightsContext } from '../flights-context.ts';
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

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, params.orderId);
  if (!order || viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const record = `/admin/orders/flights/${order.reference}`;
  const pressed = await pressChange(platform, context.get(flightsContext), {
    order,
    form: await request.formData(),
    asker: { orderId: order.id, by: 'staff', who: `staff:${viewer.user.id}` },
    here: `${record}/change`,
    record,
    language: order.language,
    provider: context.get(paymentProviderContext),
  });
  if (!pressed) throw data(null, { status: 400 });
  return redirect(pressed.to, 303);
}

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
