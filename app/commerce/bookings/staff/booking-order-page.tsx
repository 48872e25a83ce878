import { data, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { timelineKinds } from '#app/commerce/orders/staff/order-line.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { bookingLists, kindOfPath, type ListedKind } from './booking-lists.ts';
import { BookingOrderRecord } from './booking-order-record.tsx';
import { bookingWorks, findBookingOrder, missingOf, openBookingOrder, workBookingOrder } from './work-booking-order.server.ts';
import type { Route } from './+types/booking-order-page.ts';

export const handle = { texts: ['staff-holidays', 'staff-bookings', 'staff-orders', 'staff-records'] };

/** Where the desk of supply shows the hour or the nights of an order. */
const calendars: Readonly<Record<ListedKind, (reference: string) => string | null>> = {
  holiday: () => null,
  experience: (reference) => `/admin/supply/activities?order=${reference}`,
  staycation: (reference) => `/admin/supply/staycations?order=${reference}`,
};

/** Where the desk changes what is booked, under its record. */
const changes: Readonly<Record<ListedKind, string>> = { holiday: 'change', experience: 'party', staycation: 'guests' };

/** The record of a booked tour, experience or stay; the address says which. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const kind = kindOfPath(url.pathname);
  const order = await findBookingOrder(platform, kind, params.reference);
  if (!order) throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  return {
    ...(await openBookingOrder(platform, context.get(productCountersContext), context.get(viewerContext), order, language)),
    kind,
    calendar: may(context.get(viewerContext), 'supply:view') ? calendars[kind](order.reference) : null,
    change: order.status === 'confirmed' && may(context.get(viewerContext), 'products:edit'),
    key: newFormKey(),
    did: ([...bookingWorks, 'changed', 'fetched'] as const).find((one) => one === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.has('refused'),
    show: timelineKinds.find((one) => one === url.searchParams.get('timeline')) ?? 'all',
  };
}

export async function action({ request, context, params, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const kind = kindOfPath(url.pathname);
  const order = await findBookingOrder(platform, kind, params.reference);
  const form = await request.formData();
  const work = bookingWorks.find((one) => one === form.get('work'));
  if (!order || viewer.kind !== 'staff' || !work) throw new Response('Not found', { status: 404 });
  const here = `${bookingLists[kind].path}/${order.reference}`;
  const asked = { work, reason: String(form.get('reason') ?? ''), sure: form.has('sure'), staffId: viewer.user.id };
  const missing = missingOf(asked);
  if (missing.length > 0) return data({ missing, reason: asked.reason.slice(0, 300), key: newFormKey() }, { status: 400 });
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: order.id }, async () =>
    (await workBookingOrder(platform, context.get(productCountersContext), order, asked)) ? `${here}?did=${work}` : `${here}?refused`,
  );
  return redirect(to, 303);
}

export default function BookingOrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-bookings');
  const { kind, calendar, change, reference } = loaderData;
  return (
    <BookingOrderRecord page={loaderData} answer={actionData ?? null} back={{ to: bookingLists[kind].path, words: t(`title.${kind}`) }}>
      {(calendar || change) && (
        <p className="br-ways">
          {calendar && <Link to={calendar}>{t('inCalendar')}</Link>}
          {change && <Link to={`${bookingLists[kind].path}/${reference}/${changes[kind]}`}>{t(`change.${kind}`)}</Link>}
        </p>
      )}
    </BookingOrderRecord>
  );
}
