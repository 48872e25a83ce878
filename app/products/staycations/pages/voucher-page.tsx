import { toSVG } from 'bwip-js/node';
import { isCalledOff } from '#app/commerce/bookings/booking-status.ts';
import { findBookings } from '#app/commerce/bookings/bookings-store.server.ts';
import { signVoucher } from '#app/commerce/bookings/voucher-code.server.ts';
import { findOrderFor } from '#app/commerce/orders/order-access.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { CalendarDate } from '#app/values/dates.ts';
import { openStayCounter } from '../stay-counter.server.ts';
import type { Route } from './+types/voucher-page.ts';
import './voucher.css';

export const handle = { texts: ['staycations', 'visit'] };

/** The voucher of a stay: a signed code that the house can judge without a network, and what was booked. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findOrderFor(platform, context.get(viewerContext), request, params.order);
  const [booking] = order?.kind === 'staycation' ? await findBookings(platform.db, order.id) : [];
  if (!order || !booking?.voucher) throw new Response('Not found', { status: 404 });
  const { title, parts } = await openStayCounter(platform).describe(order.id, context.get(requestContext).language);
  const text = signVoucher(platform.crypto, {
    voucher: booking.voucher,
    kind: 'staycation',
    item: booking.item,
    startsOn: booking.startsLocal.slice(0, 10) as CalendarDate,
    places: booking.places,
  });
  return {
    title,
    reference: order.reference,
    voucher: booking.voucher,
    status: booking.status,
    room: parts[0]!.title,
    facts: parts[0]!.facts,
    name: parts[0]!.members[0]?.name ?? '',
    qr: isCalledOff(booking.status)
      ? null
      : toSVG({ bcid: 'qrcode', text, scale: 4, paddingwidth: 2, paddingheight: 2, backgroundcolor: 'FFFFFF' }),
  };
}

export default function StayVoucherPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staycations');
  const tv = useTexts('visit');
  const { title, voucher, qr, room, facts, name, reference, status } = loaderData;
  return (
    <main id="main" className="wrap page-end">
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {qr && <p className="lede">{t('voucher.lede')}</p>}
      </div>
      <section className="sv card card--in" aria-labelledby="voucher">
        <div>
          {qr ? (
            <>
              {/* Drawn on the server from our own signed text. */}
              <div className="sv__qr" role="img" aria-label={tv('voucher.qr')} dangerouslySetInnerHTML={{ __html: qr }} />
              <p className="sv__number num">
                <bdi>{voucher}</bdi>
              </p>
            </>
          ) : (
            <p>{tv('voucher.calledOff')}</p>
          )}
        </div>
        <div>
          <h2 id="voucher">{room}</h2>
          <p>{t(`states.${status}`)}</p>
          <dl className="sv__facts">
            {[{ name: tv('voucher.name'), value: name }, ...facts].map((fact) => (
              <div key={fact.name}>
                <dt>{fact.name}</dt>
                <dd>
                  <bdi>{fact.value}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <ButtonLink to={`/track?order=${reference}`}>{tv(qr ? 'order' : 'ended')}</ButtonLink>
        </div>
      </section>
    </main>
  );
}
