import { Link } from 'react-router';
import { expiryNotice } from '#app/commerce/customers/book/document-expiry-rules.ts';
import { readProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import { listTravellersOf } from '#app/commerce/customers/book/travellers-store.server.ts';
import { spokenName } from '#app/commerce/customers/book/traveller.ts';
import { AccountFrame } from '#app/commerce/customers/pages/account-frame.tsx';
import { nameOf } from '#app/commerce/customers/signed-in-hint.ts';
import { listOrders } from '#app/commerce/orders/list-orders.server.ts';
import { useNeedWords } from '#app/commerce/orders/pages/need-words.ts';
import { wholeOrderList } from '#app/commerce/orders/order-list-form.ts';
import { nextTripOf } from '#app/commerce/orders/next-trip.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { listEarlyAccess } from '#app/platform/early-access.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findOpenBooking } from '#app/products/flights/booking/find-open-booking.server.ts';
import { flightsContext } from '#app/products/flights/flights-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { CurrencyChoices, LanguageChoices } from '../preference-switches.tsx';
import type { Route } from './+types/account-page.ts';

export const handle = { texts: ['my', 'orders'] };

export async function loader({ request, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response(null, { status: 404 });
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const { language } = context.get(requestContext);
  const [{ orders }, book, { identity }, early, booking] = await Promise.all([
    listOrders(platform, context.get(productCountersContext), viewer, wholeOrderList, language),
    listTravellersOf(platform, viewer.user.id),
    readProfile(platform, viewer.user.id),
    listEarlyAccess(platform.db),
    findOpenBooking(platform, context.get(flightsContext).geography, request, viewer, language),
  ]);
  // A draft stays while its order waits to be paid; that one is a thing to do, and its seats are held.
  const placed = orders.some(
    ({ kind, payable, departs, from, to }) =>
      payable && kind === 'flight' && departs === booking?.departs && from === booking.from && to === booking.to,
  );
  return {
    name: identity.preferred || nameOf(viewer.user),
    email: viewer.user.email,
    verified: viewer.user.emailVerified,
    next: nextTripOf(orders, now),
    booking: placed ? null : booking,
    waiting: orders.flatMap(({ reference, description: { title }, needs }) =>
      needs.map((need) => ({ reference, description: { title }, need })),
    ),
    expiring: book.flatMap((traveller) =>
      traveller.documents.flatMap((document) => {
        const notice = expiryNotice(document.expires, today);
        return notice ? [{ id: traveller.id, name: spokenName(traveller), kind: document.kind, expires: document.expires, notice }] : [];
      }),
    ),
    travellers: book.map((traveller) => ({ id: traveller.id, name: spokenName(traveller) })),
    support: early.some(({ feature, isOn }) => feature === 'tickets' && isOn),
    points: early.some(({ feature, isOn }) => feature === 'loyalty' && isOn),
  };
}

export default function AccountPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('my');
  const orders = useTexts('orders');
  const inWords = useNeedWords();
  const language = useLanguage();
  const { name, email, verified, next, booking, waiting, expiring, travellers, support, points } = loaderData;
  const due = waiting.length + expiring.length + (verified ? 0 : 1);
  return (
    <AccountFrame title={t('overview.title', { name })} lede={t('overview.lede')}>
      {next ? (
        <section className="mine__trip" aria-labelledby="next-trip">
          <h2 id="next-trip">{next.route ? t('overview.route', next.route) : next.title}</h2>
          <p>
            <DateText date={next.departs} form="long" /> ·{' '}
            {next.inDays > 0 ? t('overview.inDays', { count: next.inDays }) : t('overview.today')}
          </p>
          <ButtonLink look="go" to={`/track?order=${next.reference}`}>
            {t('overview.openTrip')}
          </ButtonLink>
        </section>
      ) : (
        <section className="mine__trip" aria-labelledby="next-trip">
          <h2 id="next-trip">{t('overview.noTrip')}</h2>
          <p>{t('overview.noTripText')}</p>
          <ButtonLink look="go" to="/flights">
            {t('overview.search')}
          </ButtonLink>
        </section>
      )}
      {booking && (
        <section className="mine__trip" aria-labelledby="open-booking">
          <h2 id="open-booking">{t('overview.booking', { from: booking.from, to: booking.to })}</h2>
          <p>
            <DateText date={booking.departs} form="long" /> · {t('overview.bookingText')}
          </p>
          <ButtonLink look="go" to={booking.path}>
            {t('overview.bookingGo')}
          </ButtonLink>
        </section>
      )}
      <section className="mine__part" aria-labelledby="tasks">
        <h2 id="tasks">{t('overview.tasks')}</h2>
        {due === 0 && <Notice tone="ok">{t('overview.noTasks')}</Notice>}
        <ul className="mine__list">
          {waiting.map((each) => {
            const { say, go } = inWords(each, each.need);
            return (
              <li key={`${each.reference}-${each.need.what}`}>
                <p>{each.need.what === 'pay' ? say : orders('needs.of', { title: each.description.title, words: say })}</p>
                <Link className="link" to={each.need.to}>
                  {go}
                </Link>
              </li>
            );
          })}
          {expiring.map((paper) => (
            <li key={`${paper.id}-${paper.kind}-${paper.expires}`}>
              <p>
                <bdi>{paper.name}</bdi>: {t(`papers.${paper.kind}`)}
                {comma(language)}
                {t(`expiry.${paper.notice}`, { date: formatDate(paper.expires, language) })}
              </p>
              <Link className="link" to={`/add-traveler?traveller=${paper.id}`}>
                {t('overview.renew')}
              </Link>
            </li>
          ))}
          {!verified && (
            <li>
              <p>{t('overview.verify')}</p>
              <Link className="link" to="/account/security">
                {t('menu.security')}
              </Link>
            </li>
          )}
        </ul>
      </section>
      <div className="mine__pair">
        <section className="mine__part" aria-labelledby="book">
          <h2 id="book">{t('menu.travellers')}</h2>
          {travellers.length === 0 && <p className="muted">{t('book.emptyText')}</p>}
          <ul className="mine__list">
            {travellers.map((traveller) => (
              <li key={traveller.id}>
                <Link className="link" to={`/add-traveler?traveller=${traveller.id}`}>
                  <bdi>{traveller.name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
          <p>
            <Link className="link" to="/add-traveler?traveller=new">
              {t('book.add')}
            </Link>
          </p>
        </section>
        <section className="mine__part" aria-labelledby="you">
          <h2 id="you">{t('overview.you')}</h2>
          <p>
            <bdi>{email}</bdi> <Tag tone={verified ? 'ok' : 'warn'}>{t(verified ? 'overview.verified' : 'overview.unverified')}</Tag>
          </p>
          <ul className="mine__list">
            {(['profile', 'contact', 'preferences', 'security'] as const).map((page) => (
              <li key={page}>
                <Link
                  className="link"
                  to={
                    {
                      profile: '/profile-edit',
                      contact: '/contact-edit',
                      preferences: '/flight-preferences',
                      security: '/account/security',
                    }[page]
                  }
                >
                  {t(`menu.${page}`)}
                </Link>
              </li>
            ))}
            {points && (
              <li>
                <Link className="link" to="/account/loyalty">
                  {t('points.link')}
                </Link>
              </li>
            )}
            {support && (
              <li>
                <Link className="link" to="/account/support">
                  {t('support.link')}
                </Link>
              </li>
            )}
            <li>
              <Link className="link" to="/cookies">
                {t('overview.consents')}
              </Link>
            </li>
          </ul>
        </section>
        <section className="mine__part" aria-labelledby="language">
          <h2 id="language">{t('overview.language')}</h2>
          <LanguageChoices />
        </section>
        <section className="mine__part" aria-labelledby="currency">
          <h2 id="currency">{t('overview.currency')}</h2>
          <CurrencyChoices />
        </section>
      </div>
    </AccountFrame>
  );
}
