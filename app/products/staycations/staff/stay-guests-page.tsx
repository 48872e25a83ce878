import { Link, redirect } from 'react-router';
import { refusedAt, refusedIn } from '#app/commerce/bookings/refused-change.ts';
import { findBookingOrder } from '#app/commerce/bookings/staff/work-booking-order.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { changeStay } from '../change-stay.server.ts';
import { openStayChange, readStayChange } from '../open-stay-change.server.ts';
import { StayChangePanel } from '../stay-change.tsx';
import type { Route } from './+types/stay-guests-page.ts';

export const handle = { texts: ['staycations', 'staff-bookings'] };

/** Days and guests of a booked stay, changed by the desk for its traveller: the same rules, the same prices. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const order = await findBookingOrder(platform, 'staycation', params.reference);
  const open = order && (await openStayChange(platform, order, url.searchParams, language));
  if (!open) throw new Response('Not found', { status: 404 });
  const refused = refusedIn(url.searchParams);
  return { open, title: open.name, reference: order.reference, refused, formKey: newFormKey() };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const order = await findBookingOrder(platform, 'staycation', params.reference);
  if (!order) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const record = `/admin/orders/staycations/${order.reference}`;
  const product = context.get(productCountersContext).product('staycation');
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: order.id }, async () => {
    const asked = await readStayChange(platform, order, form);
    if (!asked) return refusedAt(`${record}/guests`, url.searchParams, 'unread');
    const changed = await changeStay(platform, product, { ...asked, by: 'staff', who: `staff:${viewer.user.id}` });
    return changed.ok ? `${record}?did=changed` : refusedAt(`${record}/guests`, url.searchParams, changed.refused);
  });
  return redirect(to, 303);
}

export default function StayGuestsPage({ loaderData: { open, reference, refused, formKey } }: Route.ComponentProps) {
  const bookings = useTexts('staff-bookings');
  const record = `/admin/orders/staycations/${reference}`;
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
      <StayChangePanel open={open} path={`${record}/guests`} refused={refused} formKey={formKey} />
    </div>
  );
}
