import { data, redirect, redirectDocument } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { flightsContext } from '../flights-context.ts';
import { NamesView } from '../names/names-view.tsx';
import { openNames } from '../names/open-names.server.ts';
import { isWrong, pressNames } from '../names/press-names.server.ts';
import { findOwnFlights } from '../order/press-flights.server.ts';
import type { Route } from './+types/correct-name-page.ts';

export const handle = { texts: ['name-correction', 'booking', 'orders'] };

/** A mistake in a name on one's own tickets. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const order = await findOwnFlights({ request, context }, params.reference);
  return {
    page: await openNames(context.get(platformContext), context.get(flightsContext), order),
    refused: url.searchParams.get('refused')?.slice(0, 30) ?? null,
    did: url.searchParams.get('did')?.slice(0, 30) ?? null,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const order = await findOwnFlights({ request, context }, params.reference);
  const pressed = await pressNames(context.get(platformContext), context.get(flightsContext), {
    order,
    form: await request.formData(),
    asker: { orderId: order.id, by: 'customer', who: whoIs(context.get(viewerContext)) },
    here: `/correct-name/${order.reference}`,
    record: `/track?order=${order.reference}`,
    language: context.get(requestContext).language,
    provider: context.get(paymentProviderContext),
  });
  if (pressed?.kind === 'to') return pressed.away ? redirectDocument(pressed.to, 303) : redirect(pressed.to, 303);
  if (pressed?.kind !== 'form') throw data(null, { status: 400 });
  return data(pressed.again, { status: isWrong(pressed.again) ? 400 : 200, headers: { 'Cache-Control': 'no-store' } });
}

export default function CorrectNamePage({ loaderData: { page, refused, did }, actionData }: Route.ComponentProps) {
  const t = useTexts('name-correction');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p className="lede">{t('lead')}</p>
      </div>
      <NamesView
        page={page}
        here={`/correct-name/${page.reference}`}
        record={`/track?order=${page.reference}`}
        by="customer"
        refused={actionData ? null : refused}
        did={actionData ? null : did}
        again={actionData ?? null}
        desk={null}
      />
    </main>
  );
}
