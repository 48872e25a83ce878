import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { AdditionView } from '../addition/addition-view.tsx';
import { openAddition } from '../addition/open-addition.server.ts';
import { pressAddition } from '../addition/press-addition.server.ts';
import { flightsContext } from '../flights-context.ts';
import { findOwnFlights, pressOwnFlights } from '../order/press-flights.server.ts';
import type { Route } from './+types/add-extras-page.ts';
import '../booking/booking.css';
import './flight-seats-page.css';

export const handle = { texts: ['add-extras', 'booking', 'itinerary', 'orders'] };

/** Seats, bags and meals for a ticketed order of one's own. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findOwnFlights({ request, context }, params.reference);
  const { language } = context.get(requestContext);
  return {
    page: await openAddition(platform, context.get(flightsContext), order, url.searchParams, language),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    refusedSeat: url.searchParams.get('seat')?.slice(0, 4) ?? null,
  };
}

export const action = ({ params, ...asked }: Route.ActionArgs) => pressOwnFlights(asked, params.reference, 'add-extras', pressAddition);

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
