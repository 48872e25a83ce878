import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { useTexts } from '#app/ui/texts.tsx';
import { WayBack } from '#app/ui/way-back.tsx';
import { changeStay } from '../change-stay.server.ts';
import { openStayChange, readStayChange } from '../open-stay-change.server.ts';
import { StayChangePanel } from '../stay-change.tsx';
import type { Route } from './+types/stay-change-page.ts';

export const handle = { texts: ['staycations'] };

const notFound = () => data(null, { status: 404 });

/** Other days or guests for a stay of one's own, with the price before anything changes. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  const open = visit?.sight === 'full' ? await openStayChange(platform, visit.order, url.searchParams, language) : null;
  if (!visit || !open) throw notFound();
  return {
    title: textsFor(language).of('staycations')('change.title'),
    reference: visit.order.reference,
    open,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.reference);
  if (!visit || visit.sight !== 'full' || visit.order.kind !== 'staycation') throw notFound();
  const { order } = visit;
  const asked = await readStayChange(platform, order, await request.formData());
  if (!asked) return data({ refused: 'unread' as const }, { status: 400 });
  const product = context.get(productCountersContext).product('staycation');
  const changed = await changeStay(platform, product, { ...asked, by: 'customer', who: whoIs(viewer) });
  if (!changed.ok) return data({ refused: changed.refused }, { status: 409 });
  return redirect(`/track?order=${order.reference}`, 303);
}

/** After a refusal the price is asked anew: what stands there now is why. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function StayChangePage({ loaderData: { open, reference }, actionData }: Route.ComponentProps) {
  const t = useTexts('staycations');
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('change.title')}</h1>
        <p className="lede">{open.name}</p>
      </div>
      <StayChangePanel open={open} path={`/staycations/change/${reference}`} refused={actionData?.refused ?? null}>
        <WayBack to={`/track?order=${reference}`}>{t('change.keep')}</WayBack>
      </StayChangePanel>
    </main>
  );
}
