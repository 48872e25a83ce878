import { data, redirect, redirectDocument } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { AdditionView } from '../addition/addition-view.tsx';
import { openAddition } from '../addition/open-addition.server.ts';
import { pressAddition } from '../addition/press-addition.server.ts';
import { flightsContext } from '../flights-context.ts';
import type { Route } from './+types/add-extras-page.ts';
import '../booking/booking.css';
import './flight-seats-page.css';

export const handle = { texts: ['add-extras', 'booking', 'itinerary', 'orders'] };

const notFound = () => data(null, { status: 404 });

/** Seats, bags and meals for a ticketed order of one's own. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  if (visit?.sight !== 'full' || visit.order.kind !== 'flight') throw notFound();
  const { language } = context.get(requestContext);
  return {
    page: await openAddition(platform, context.get(flightsContext), visit.order, url.searchParams, language),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    refusedSeat: url.searchParams.get('seat')?.slice(0, 4) ?? null,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.reference);
  if (visit?.sight !== 'full' || visit.order.kind !== 'flight') throw notFound();
  const { order } = visit;
  const pressed = await pressAddition(platform, context.get(flightsContext), {
    order,
    form: await request.formData(),
    asker: { orderId: order.id, by: 'customer', who: whoIs(viewer) },
    here: `/add-extras/${order.reference}`,
    record: `/track?order=${order.reference}`,
    language: context.get(requestContext).language,
    provider: context.get(paymentProviderContext),
  });
  if (!pressed) throw data(null, { status: 400 });
  return pressed.away ? redirectDocument(pressed.to, 303) : redirect(pressed.to, 303);
}

export default function AddExtrasPage({ loaderData: { page, refused, refusedSeat } }: Route.ComponentProps) {
  const t = useTexts('add-extras');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lead')}</p>
      </div>
      <AdditionView
        page={page}
        here={`/add-extras/${page.reference}`}
        record={`/track?order=${page.reference}`}
        by="customer"
        refused={refused}
        refusedSeat={refusedSeat}
        sent={false}
      />
    </main>
  );
}
