import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { AdditionView } from '../addition/addition-view.tsx';
import { openAddition } from '../addition/open-addition.server.ts';
import { pressAddition } from '../addition/press-addition.server.ts';
import { flightsContext } from '../flights-context.ts';
import { pressForCaller } from './press-for-caller.server.ts';
import type { Route } from './+types/flight-additions-page.ts';
import '../booking/booking.css';
import '../pages/flight-seats-page.css';
import './flight-desk.css';

export const handle = { texts: ['add-extras', 'booking', 'itinerary', 'orders'] };

/** Staff put together for a caller what the traveller then pays for: the same rules, the same prices. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findFlightOrderAsStaff(platform.db, context.get(viewerContext), params.orderId);
  if (!order) throw new Response('Not found', { status: 404 });
  return {
    page: await openAddition(platform, context.get(flightsContext), order, url.searchParams, context.get(requestContext).language),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    refusedSeat: url.searchParams.get('seat')?.slice(0, 4) ?? null,
    sent: url.searchParams.has('sent'),
  };
}

export const action = ({ params, ...asked }: Route.ActionArgs) => pressForCaller(asked, params.orderId, 'extras', pressAddition);

export default function FlightAdditionsPage({ loaderData: { page, refused, refusedSeat, sent } }: Route.ComponentProps) {
  const t = useTexts('add-extras');
  const record = `/admin/orders/flights/${page.reference}`;
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>
          {t('title')} <bdi>{page.reference}</bdi>
        </h1>
      </header>
      <AdditionView
        page={page}
        here={`${record}/extras`}
        record={record}
        by="staff"
        refused={refused}
        refusedSeat={refusedSeat}
        sent={sent}
      />
    </div>
  );
}
