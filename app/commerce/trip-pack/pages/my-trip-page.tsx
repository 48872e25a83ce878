import { data, Form } from 'react-router';
import type { Route } from './+types/my-trip-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn, dayNumber, instant } from '#app/values/dates.ts';
import { AccountFrame } from '../../customers/pages/account-frame.tsx';
import { TripSection, useTripTitle } from '../../orders/pages/trip-section.tsx';
import { productCountersContext } from '../../product-counter.ts';
import { findMyTrip } from '../find-my-trip.server.ts';
import { keptKey } from '../kept-key.server.ts';
import { mayKeep, packAddress, packPaperAddress } from '../kept-trip-rules.ts';
import { shareTrip } from '../share-trip.server.ts';
import { longestShareName, mostShares, shareEnds, shareEndsAfterDays } from '../trip-share-rules.ts';
import { findSharesOf } from '../trip-shares-store.server.ts';
import { KeepOnDevice } from './keep-on-device.tsx';
import { TripShareList } from './trip-share-list.tsx';
import './trip-pack.css';

export const handle = { texts: ['orders', 'my', 'trip-pack'] };

/** A link stands on it once: no browser keeps that. */
export function headers() {
  return { 'Cache-Control': 'no-store' };
}

async function tripOf(context: Route.LoaderArgs['context'], reference: string) {
  const platform: Platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const trip = await findMyTrip(platform, context.get(productCountersContext), viewer, reference, context.get(requestContext).language);
  if (!trip || viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  return { platform, trip, userId: viewer.user.id };
}

export async function loader({ params, context }: Route.LoaderArgs) {
  const { platform, trip, userId } = await tripOf(context, params.reference);
  const now = platform.clock.now();
  const shares = await findSharesOf(platform.db, now, userId, trip.orderIds);
  return {
    now,
    trip,
    inDays: trip.past ? null : dayNumber(dateIn('Asia/Dubai', instant(Date.parse(trip.startsAt)))) - dayNumber(dateIn('Asia/Dubai', now)),
    account: keptKey(platform.secret, userId),
    until: new Date(shareEnds(trip.endsAt)).toISOString(),
    sharable: shareEnds(trip.endsAt) > now,
    shares: shares.map(({ id, name, expiresAt, openedAt }) => ({
      id,
      name,
      expiresAt: expiresAt.toISOString(),
      openedAt: openedAt?.toISOString() ?? null,
    })),
  };
}

/** Makes a link for somebody, whose address is on the page that answers and nowhere else. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const { platform, trip, userId } = await tripOf(context, params.reference);
  const typed = (await request.formData()).get('name');
  const made = await shareTrip(platform, { userId, orderIds: trip.orderIds, endsAt: trip.endsAt, name: typed });
  if (made.ok) return { made: { name: made.value.name, address: `${platform.env.publicUrl}/shared-trip/${made.value.token}` } };
  return data(
    { refused: made.refused, typed: typeof typed === 'string' ? typed.slice(0, 200) : '' },
    { status: made.refused === 'name' ? 400 : 409 },
  );
}

export default function MyTripPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('trip-pack');
  const language = useLanguage();
  const { trip, inDays, now, shares, account, until, sharable } = loaderData;
  const title = useTripTitle()(trip);
  const reference = trip.orders[0]!.reference;
  const papers = trip.orders.flatMap((order) => order.papers.filter(mayKeep).map((paper) => packPaperAddress(order.reference, paper.name)));
  const made = actionData && 'made' in actionData ? actionData.made : null;
  const refused = actionData && 'refused' in actionData ? actionData : null;
  const fault = refused && t(`share.refused.${refused.refused}`, { most: mostShares, longest: longestShareName });
  return (
    <AccountFrame title={title}>
      {fault && <ErrorSummary faults={[{ field: 'name', message: fault }]} />}
      <TripSection trip={trip} inDays={inDays} now={now} titled={false} />
      <section className="trip-tools" aria-labelledby="share">
        <h2 id="share">{t('share.title')}</h2>
        <p>{t('share.text', { days: shareEndsAfterDays })}</p>
        {made && (
          <Notice tone="ok" boxed live title={t('share.made', { name: made.name })}>
            {t('share.once')}
            <br />
            <a className="link trip-tools__link" href={made.address} rel="noreferrer">
              <bdi>{made.address}</bdi>
            </a>
          </Notice>
        )}
        {shares.length > 0 && <TripShareList shares={shares} back={`/bookings-trips/${reference}#share`} />}
        {sharable ? (
          <Form method="post" className="trip-tools__form" key={made?.address} preventScrollReset>
            <TextField
              name="name"
              label={t('share.name')}
              hint={t('share.nameHint')}
              defaultValue={refused?.typed ?? ''}
              maxLength={longestShareName}
              error={fault}
              autoComplete="off"
            />
            <Button>{t('share.make')}</Button>
          </Form>
        ) : (
          <p className="muted">{t('share.refused.over')}</p>
        )}
      </section>
      <section className="trip-tools" aria-labelledby="keep">
        <h2 id="keep">{t('keep.title')}</h2>
        <p>{t('keep.text')}</p>
        <KeepOnDevice
          account={account}
          trip={sharable ? { reference, title, until, papers, language, heading: t('keep.offlineList') } : null}
        />
        <p className="order-list__links">
          <ButtonLink icon="print" to={packAddress(reference)} reloadDocument>
            {t('keep.print')}
          </ButtonLink>
        </p>
      </section>
    </AccountFrame>
  );
}
