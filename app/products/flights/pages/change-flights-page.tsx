import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { ChangeView } from '../change/change-view.tsx';
import { openChange } from '../change/open-change.server.ts';
import { pressChange } from '../change/press-change.server.ts';
import { flightsContext } from '../flights-context.ts';
import { findOwnFlights, pressOwnFlights } from '../order/press-flights.server.ts';
import type { Route } from './+types/change-flights-page.ts';

export const handle = { texts: ['flight-change', 'orders', 'price'] };

/** Other flights for a ticketed order of one's own. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findOwnFlights({ request, context }, params.reference);
  const { language } = context.get(requestContext);
  return {
    page: await openChange(platform, context.get(flightsContext), order, url.searchParams, language),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
  };
}

export const action = ({ params, ...asked }: Route.ActionArgs) => pressOwnFlights(asked, params.reference, 'change-flights', pressChange);

export default function ChangeFlightsPage({ loaderData: { page, refused } }: Route.ComponentProps) {
  const t = useTexts('flight-change');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lead')}</p>
      </div>
      <ChangeView
        page={page}
        here={`/change-flights/${page.reference}`}
        record={`/track?order=${page.reference}`}
        by="customer"
        refused={refused}
        sent={false}
      />
    </main>
  );
}
