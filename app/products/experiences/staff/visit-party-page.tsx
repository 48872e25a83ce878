import { data, Link, redirect } from 'react-router';
import { findBookingOrder } from '#app/commerce/bookings/staff/work-booking-order.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { longestPickup } from '#app/commerce/bookings/booker-lengths.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import { changePickup } from '../change-pickup.server.ts';
import { changeParty } from '../change-party.server.ts';
import { refusedAt, refusedIn } from '#app/commerce/bookings/refused-change.ts';
import { experienceProduct } from '../experience-product.server.ts';
import { openParty, readPartyForm } from '../open-party.server.ts';
import { PickupForm } from '../pickup-form.tsx';
import { PartyChange } from '../party-change.tsx';
import type { Route } from './+types/visit-party-page.ts';
import '../pages/visit.css';

export const handle = { texts: ['visit', 'experiences', 'booker', 'promo', 'staff-bookings'] };

/** Who comes to a booked visit, changed by the desk for its traveller: the same rules, the same prices. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const order = await findBookingOrder(platform, 'experience', params.reference);
  const party = order && (await openParty(platform, order, url.searchParams, language, 'staff'));
  if (!party) throw new Response('Not found', { status: 404 });
  return { party, title: party.title, reference: order.reference, refused: refusedIn(url.searchParams), formKey: newFormKey() };
}

export async function action({ request, url, context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const order = await findBookingOrder(platform, 'experience', params.reference);
  if (!order) throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const record = `/admin/orders/experiences/${order.reference}`;
  const who = { orderId: order.id, by: 'staff', who: `staff:${viewer.user.id}` } as const;
  if (form.get('intent') === 'pickup') {
    const kept = await changePickup(platform, {
      orderId: order.id,
      who: who.who,
      pickup: form.get('pickup'),
      version: plainVersion(form.get('pickupVersion')),
      requestId: context.get(requestContext).requestId,
    });
    if (kept.ok) return redirect(`${record}?did=fetched`, 303);
    const typed = String(form.get('pickup') ?? '').slice(0, longestPickup);
    return data({ refused: kept.refused, typed }, { status: kept.refused === 'unread' ? 422 : 409 });
  }
  const to = await onceForForm(platform, { actor: `user:${viewer.user.id}`, form, about: order.id }, async () => {
    const asked = await readPartyForm(platform, order, form);
    const changed = asked && (await changeParty(platform, experienceProduct(platform), { ...who, ...asked }));
    return changed?.ok ? `${record}?did=changed` : refusedAt(`${record}/party`, url.searchParams, changed?.refused ?? 'unread');
  });
  return redirect(to, 303);
}

export default function VisitPartyPage({ loaderData: { party, reference, refused, formKey }, actionData }: Route.ComponentProps) {
  const bookings = useTexts('staff-bookings');
  const language = useLanguage();
  const record = `/admin/orders/experiences/${reference}`;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{party.title}</h1>
        <p>
          <bdi>{reference}</bdi> · {formatDate(party.date, language, 'long')}
          {comma(language)}
          <bdi>{party.start}</bdi>
        </p>
        <Link className="bo-btn" to={record}>
          {bookings('toOrder')}
        </Link>
      </header>
      <div className="dl-card">
        <PartyChange party={party} path={`${record}/party`} refused={refused} formKey={formKey} />
      </div>
      {party.pickup?.open && (
        <div className="dl-card">
          <PickupForm pickup={party.pickup} path={`${record}/party`} refused={actionData?.refused ?? null} typed={actionData?.typed} />
        </div>
      )}
    </div>
  );
}
