import { data, Link, redirect } from 'react-router';
import { refusedAt, refusedIn } from '#app/commerce/bookings/refused-change.ts';
import { findBookingOrder } from '#app/commerce/bookings/staff/work-booking-order.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { changeHoliday } from '../booking/change-holiday.server.ts';
import { openTourChange, readTourChange } from '../booking/open-tour-change.server.ts';
import { TourChangePanel } from '../tour-change.tsx';
import type { Route } from './+types/tour-change-desk-page.ts';

export const handle = { texts: ['tour-booking', 'staff-bookings'] };

/** Date, rooms and people of a booked tour, changed by the desk for its travellers: the same rules, the same prices. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const order = await findBookingOrder(platform, 'holiday', params.reference);
  const open = order && (await openTourChange(platform, order, url.searchParams, language));
  if (!open) throw new Response('Not found', { status: 404 });
  const refused = refusedIn(url.searchParams);
  return { open, title: open.name, reference: order.reference, refused, formKey: newFormKey() };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const order = await findBookingOrder(platform, 'holiday', params.reference);
  if (!order) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const record = `/admin/orders/holidays/${order.reference}`;
  const read = await readTourChange(platform, order, form);
  if (!read) return redirect(refusedAt(`${record}/change`, url.searchParams, 'unread'), 303);
  if (Object.keys(read.faults).length > 0) return data({ typed: read.typed, faults: read.faults }, { status: 422 });
  const product = context.get(productCountersContext).product('holiday');
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: order.id }, async () => {
    const changed = await changeHoliday(platform, product, { ...read.change, by: 'staff', who: `staff:${viewer.user.id}` });
    return changed.ok ? `${record}?did=changed` : refusedAt(`${record}/change`, url.searchParams, changed.refused);
  });
  return redirect(to, 303);
}

export default function TourChangeDeskPage({ loaderData: { open, reference, refused, formKey }, actionData }: Route.ComponentProps) {
  const bookings = useTexts('staff-bookings');
  const record = `/admin/orders/holidays/${reference}`;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{open.name}</h1>
        <p>
          <bdi>{reference}</bdi>
        </p>
        <Link className="bo-btn" to={record}>
          {bookings('toOrder')}
        </Link>
      </header>
      <div className="hb-narrow">
        <TourChangePanel open={open} path={`${record}/change`} refused={refused} joining={actionData ?? null} formKey={formKey} />
      </div>
    </div>
  );
}
