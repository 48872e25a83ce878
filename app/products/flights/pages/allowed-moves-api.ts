import { data, redirect } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { readMovesAllowed } from '../schedule/moves-allowed-rules.ts';
import { findOwnFlights } from '../order/press-flights.server.ts';
import { sayMoves } from '../schedule/say-moves.server.ts';
import type { Route } from './+types/allowed-moves-api.ts';

/** The choice is made on the page of the order. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const order = await findOwnFlights({ request, context }, params.reference);
  return redirect(`/track?order=${order.reference}#allows`);
}

/** By how many minutes an airline may move one's own flights without asking. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const order = await findOwnFlights({ request, context }, params.reference);
  const minutes = readMovesAllowed((await request.formData()).get('minutes'));
  if (minutes === null) throw data(null, { status: 400 });
  const viewer = context.get(viewerContext);
  const userId = viewer.kind === 'anonymous' ? null : viewer.user.id;
  const said = await sayMoves(context.get(platformContext), { orderId: order.id, who: whoIs(viewer), userId, minutes });
  const page = `/track?order=${order.reference}`;
  return redirect(said.ok ? `${page}&kept=allows#allows` : `${page}&refused=${said.refused}`, 303);
}
