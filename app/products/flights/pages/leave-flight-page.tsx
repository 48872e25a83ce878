import { platformContext, requestContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { LeaveView } from '../leave/leave-view.tsx';
import { chosenIn } from '../leave/chosen-travellers.ts';
import { openLeave } from '../leave/open-leave.server.ts';
import { pressLeave } from '../leave/press-leave.server.ts';
import { findOwnFlights, pressOwnFlights } from '../order/press-flights.server.ts';
import type { Route } from './+types/leave-flight-page.ts';

export const handle = { texts: ['leave-flight', 'orders', 'price'] };

/** Some of the travellers of a ticketed order of one's own leave it. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const order = await findOwnFlights({ request, context }, params.reference);
  return {
    page: await openLeave(context.get(platformContext), order, context.get(requestContext).language),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    chosen: chosenIn(url.searchParams),
    agreed: url.searchParams.has('done'),
  };
}

export const action = ({ params, ...asked }: Route.ActionArgs) => pressOwnFlights(asked, params.reference, 'leave-flight', pressLeave);

export default function LeaveFlightPage({ loaderData: { page, ...told } }: Route.ComponentProps) {
  const t = useTexts('leave-flight');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lead')}</p>
      </div>
      <LeaveView page={page} here={`/leave-flight/${page.reference}`} record={`/track?order=${page.reference}`} by="customer" {...told} />
    </main>
  );
}
