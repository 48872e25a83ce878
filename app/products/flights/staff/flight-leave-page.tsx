import { findCreditRequests } from '#app/commerce/invoices/staff/credit-requests-store.server.ts';
import { findFlightOrderAsStaff } from '#app/commerce/orders/staff/order-desk-store.server.ts';
import { mayRefundAlone } from '#app/commerce/orders/staff/refund-rules.ts';
import { findRefundRequests } from '#app/commerce/orders/refund-requests-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import { findRefundLimit } from '#app/platform/refund-limits.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { chosenIn } from '../leave/chosen-travellers.ts';
import { LeaveView } from '../leave/leave-view.tsx';
import { openLeave, type LeaveLooker } from '../leave/open-leave.server.ts';
import { pressLeave } from '../leave/press-leave.server.ts';
import { pressForCaller } from './press-for-caller.server.ts';
import type { Route } from './+types/flight-leave-page.ts';
import './flight-desk.css';

export const handle = { texts: ['leave-flight', 'orders', 'price'] };

/** As a colleague agrees to it in a traveller's place: by their limit for refunds, or as a second person. */
function clerkOf(viewer: Viewer, orderId: string): LeaveLooker {
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { user, staff } = viewer;
  return {
    who: `staff:${user.id}`,
    decides: may(viewer, 'refunds:approve'),
    mayGive: async (tx, refund) => {
      // What they gave back of the order before counts, so that a limit is not passed in small steps.
      const earlier = [...(await findRefundRequests(tx, orderId)), ...(await findCreditRequests(tx, orderId))];
      return mayRefundAlone(refund, await findRefundLimit(tx, staff.roles), user.id, earlier);
    },
  };
}

/** Some travellers of an order leave it, on the word of whoever called. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findFlightOrderAsStaff(platform.db, viewer, params.orderId);
  if (!order) throw new Response('Not found', { status: 404 });
  return {
    page: await openLeave(platform, order, context.get(requestContext).language, clerkOf(viewer, order.id)),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    chosen: chosenIn(url.searchParams),
    agreed: url.searchParams.has('done'),
  };
}

export const action = ({ params, ...asked }: Route.ActionArgs) =>
  pressForCaller(asked, params.orderId, 'leave', (platform, flights, press) =>
    pressLeave(platform, flights, press, clerkOf(asked.context.get(viewerContext), press.order.id)),
  );

export default function FlightLeavePage({ loaderData: { page, ...told } }: Route.ComponentProps) {
  const t = useTexts('leave-flight');
  const record = `/admin/orders/flights/${page.reference}`;
  return (
    <div className="fd">
      <header className="fd-head">
        <h1 tabIndex={-1}>
          {t('title')} <bdi>{page.reference}</bdi>
        </h1>
      </header>
      <LeaveView page={page} here={`${record}/leave`} record={record} by="staff" {...told} />
    </div>
  );
}
