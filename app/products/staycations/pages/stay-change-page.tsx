import { data, Form, redirect, useNavigation } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { visitOrder } from '#app/commerce/orders/order-visit.server.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { MoneyList } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addDays, parseCalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { changeStay, quoteStayChange } from '../change-stay.server.ts';
import { findStayBooking } from '../stay-bookings-store.server.ts';
import { mostNights } from '../stay-search-form.ts';
import { findKnownStaycation } from '../staycations-store.server.ts';
import type { Route } from './+types/stay-change-page.ts';
import '#app/commerce/bookings/book.css';

export const handle = { texts: ['staycations'] };

const notFound = () => data(null, { status: 404 });
const nightsOf = (typed: unknown) => (/^\d{1,2}$/.test(String(typed ?? '')) ? Number(typed) : 0);

/** Other days for a stay of one's own, with the price before anything changes. */
export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const visit = await visitOrder(platform, context.get(viewerContext), request, params.reference);
  const own = visit?.sight === 'full' ? await findStayBooking(platform.db, platform.crypto, visit.order.id) : null;
  if (!visit || !own) throw notFound();
  const { order } = visit;
  const stay = (await findKnownStaycation(platform.db, own.staycationId, language))!.stay;
  const asked = parseCalendarDate(url.searchParams.get('arrival') ?? '');
  const arrival = asked ?? own.arrival;
  const nights = asked ? nightsOf(url.searchParams.get('nights')) : own.nights;
  const quoted = asked ? await quoteStayChange(platform, { orderId: order.id, arrival, nights }) : null;
  return {
    title: textsFor(language).of('staycations')('change.title'),
    reference: order.reference,
    name: stay.words.title,
    arrival,
    nights,
    departure: nights > 0 ? addDays(arrival, nights) : arrival,
    before: money(order.total, order.currency),
    after: quoted?.ok ? quoted.value.total : null,
    difference: quoted?.ok ? money(Math.abs(quoted.value.total.amount - order.total), order.currency) : null,
    dearer: quoted?.ok ? quoted.value.total.amount > order.total : false,
    refused: quoted && !quoted.ok ? quoted.refused : (url.searchParams.get('refused')?.slice(0, 30) ?? null),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const visit = await visitOrder(platform, viewer, request, params.reference);
  if (!visit || visit.sight !== 'full' || visit.order.kind !== 'staycation') throw notFound();
  const { order } = visit;
  const form = await request.formData();
  const arrival = parseCalendarDate(String(form.get('arrival') ?? ''));
  const seenTotal = Number(form.get('seen'));
  const here = `/staycations/change/${order.reference}`;
  if (!arrival || !Number.isSafeInteger(seenTotal)) return redirect(here, 303);
  const product = context.get(productCountersContext).product('staycation');
  const changed = await changeStay(platform, product, {
    orderId: order.id,
    by: 'customer',
    who: whoIs(viewer),
    arrival,
    nights: nightsOf(form.get('nights')),
    seenTotal,
  });
  return redirect(changed.ok ? `/track?order=${order.reference}` : `${here}?refused=${changed.refused}`, 303);
}

export default function StayChangePage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const here = `/staycations/change/${page.reference}`;
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{t('change.title')}</h1>
        <p className="lede">{page.name}</p>
      </div>
      <div className="bk">
        <div className="bk__form">
          {page.refused && (
            <Notice tone="danger" boxed live>
              {t([`change.refused.${page.refused}`, 'change.refused.closed'])}
            </Notice>
          )}
          <Form method="get" action={here} className="bk__form" preventScrollReset>
            <div className="bk-pair">
              <TextField name="arrival" type="date" label={t('facts.arrival')} defaultValue={page.arrival} required />
              <SelectField name="nights" label={t('facts.nights')} defaultValue={String(page.nights)}>
                {Array.from({ length: mostNights }, (_, index) => (
                  <option key={index} value={index + 1}>
                    {t('forNights', { count: index + 1 })}
                  </option>
                ))}
              </SelectField>
            </div>
            <Button>{t('change.see')}</Button>
          </Form>
          <p>
            <ButtonLink look="quiet" to={`/track?order=${page.reference}`}>
              {t('change.keep')}
            </ButtonLink>
          </p>
        </div>
        <aside className="bk__sum card card--in" aria-label={t('book.summary')}>
          <MoneyList
            groups={[
              {
                title: t('dates', { from: formatDate(page.arrival, language, 'day'), to: formatDate(page.departure, language, 'day') }),
                lines: [
                  { label: t('change.before'), value: page.before },
                  ...(page.difference && page.difference.amount > 0
                    ? [{ label: t(page.dearer ? 'change.more' : 'change.back'), value: page.difference }]
                    : []),
                ],
              },
            ]}
            total={{ label: t('change.after'), value: page.after ?? page.before, note: t('book.vat') }}
          />
          {page.after && (
            <Form method="post" action={here} className="bk__form">
              <input type="hidden" name="arrival" value={page.arrival} />
              <input type="hidden" name="nights" value={page.nights} />
              <input type="hidden" name="seen" value={page.after.amount} />
              <Button look="go" busy={busy && t('change.busy')}>
                {t('change.go', { amount: formatMoney(page.after, language) })}
              </Button>
            </Form>
          )}
          <p className="small muted">{t('change.note')}</p>
        </aside>
      </div>
    </main>
  );
}
