import { data, redirect } from 'react-router';
import { BookingOrderRecord } from '#app/commerce/bookings/staff/booking-order-record.tsx';
import {
  bookingWorks,
  findBookingOrder,
  missingOf,
  openBookingOrder,
  workBookingOrder,
} from '#app/commerce/bookings/staff/work-booking-order.server.ts';
import { findInquiryAsSystem } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { timelineKinds } from '#app/commerce/orders/staff/order-line.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { findVersionOfOrder } from '../proposals-store.server.ts';
import { GroupPeople } from './group-people.tsx';
import { openGroupPeople } from './open-group-people.server.ts';
import type { Route } from './+types/tailor-made-order-page.ts';

export const handle = { texts: ['staff-holidays', 'staff-proposals', 'staff-orders', 'staff-records'] };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findBookingOrder(platform, 'tailor-made', params.reference);
  if (!order) throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const found = await findVersionOfOrder(platform.db, platform.crypto, order.id);
  const inquiry = found && (await findInquiryAsSystem(platform.db, found.proposal.inquiryId));
  return {
    from: inquiry ? `/admin/inquiries/${inquiry.reference}/proposal` : '/admin/inquiries/holidays',
    ...(await openBookingOrder(platform, context.get(productCountersContext), context.get(viewerContext), order, language)),
    key: newFormKey(),
    did: bookingWorks.find((one) => one === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.has('refused'),
    group: await openGroupPeople(platform, context.get(viewerContext), order),
    show: timelineKinds.find((one) => one === url.searchParams.get('timeline')) ?? 'all',
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findBookingOrder(platform, 'tailor-made', params.reference);
  const form = await request.formData();
  const work = bookingWorks.find((one) => one === form.get('work'));
  if (!order || viewer.kind !== 'staff' || !work) throw new Response('Not found', { status: 404 });
  const here = `/admin/orders/tailor-made/${order.reference}`;
  const asked = { work, reason: String(form.get('reason') ?? ''), sure: form.has('sure'), staffId: viewer.user.id };
  const missing = missingOf(asked);
  if (missing.length > 0) return data({ missing, reason: asked.reason.slice(0, 300), key: newFormKey() }, { status: 400 });
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: order.id }, async () =>
    (await workBookingOrder(platform, context.get(productCountersContext), order, asked)) ? `${here}?did=${work}` : `${here}?refused`,
  );
  return redirect(to, 303);
}

export default function TailorMadeOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-proposals');
  return (
    <BookingOrderRecord page={loaderData} answer={actionData ?? null} back={{ to: loaderData.from, words: t('back') }}>
      {loaderData.group && <GroupPeople group={loaderData.group} />}
    </BookingOrderRecord>
  );
}
