import { data, Form, redirect, type ShouldRevalidateFunctionArgs } from 'react-router';
import { chooseMoneyBack } from '#app/commerce/bookings/operator-cancel.server.ts';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { changeHoliday } from '../booking/change-holiday.server.ts';
import { openTourChange, readTourChange } from '../booking/open-tour-change.server.ts';
import { TourChangePanel } from '../tour-change.tsx';
import type { Route } from './+types/tour-change-page.ts';

export const handle = { texts: ['tour-booking', 'orders', 'price'] };

const notFound = () => data(null, { status: 404 });

/** Another date, other rooms or other people for a booking of one's own, with the price before anything changes. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  const open = visit?.sight === 'full' ? await openTourChange(platform, visit.order, url.searchParams, language) : null;
  if (!visit || !open) throw notFound();
  return {
    title: textsFor(language).of('tour-booking')('change.title'),
    reference: visit.order.reference,
    open,
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.reference);
  if (!visit || visit.sight !== 'full' || visit.order.kind !== 'holiday') throw notFound();
  const { order } = visit;
  const form = await request.formData();
  const product = context.get(productCountersContext).product('holiday');
  const track = `/track?order=${order.reference}`;
  const ask = { orderId: order.id, by: 'customer', who: whoIs(viewer) } as const;
  if (form.get('intent') === 'refund') {
    const refunded = await chooseMoneyBack(platform, product, ask);
    return redirect(refunded.ok ? track : `${track}&refused=${refunded.refused}`);
  }
  const read = await readTourChange(platform, order, form);
  if (!read) return data({ joining: null, refused: 'unread' as const }, { status: 400 });
  const joining = { typed: read.typed, faults: read.faults };
  if (Object.keys(read.faults).length > 0) return data({ joining, refused: null }, { status: 422 });
  const changed = await changeHoliday(platform, product, { ...ask, ...read.change });
  return changed.ok ? redirect(track) : data({ joining, refused: changed.refused }, { status: 409 });
}

/** After a refusal the price is asked anew: what stands there now is why. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function TourChangePage({ loaderData: { open, reference }, actionData }: Route.ComponentProps) {
  const t = useTexts('tour-booking');
  const language = useLanguage();
  return (
    <main id="main" className="wrap hb">
      <header className="hb-head">
        <p className="hb-head__kind">{open.name}</p>
        <h1 tabIndex={-1}>{t('change.title')}</h1>
        <p className="lede">{t('change.lede')}</p>
      </header>
      <div className="hb-main hb-narrow">
        {open.choiceBy && (
          <Form method="post" className="card hb-form">
            <p>{t('change.operator', { date: formatDate(open.choiceBy.slice(0, 10), language, 'long') })}</p>
            <p>
              <Button name="intent" value="refund" icon="refund">
                {t('change.refund')}
              </Button>{' '}
              <ButtonLink to={`/track?order=${reference}#choice`}>{t('change.credit')}</ButtonLink>
            </p>
          </Form>
        )}
        <TourChangePanel
          open={open}
          path={`/booking/change/${reference}`}
          refused={actionData?.refused ?? null}
          joining={actionData?.joining ?? null}
        >
          <ButtonLink look="quiet" to={`/track?order=${reference}`}>
            {t('change.keep')}
          </ButtonLink>
        </TourChangePanel>
      </div>
    </main>
  );
}
