import { data } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { shopperOf } from '#app/commerce/pricing/experiments/shopper-rules.server.ts';
import { InquiryForm } from '#app/commerce/inquiries/inquiry-form.tsx';
import { openInquiryForm, sentParameter } from '#app/commerce/inquiries/open-inquiry-form.server.ts';
import { openProductReviews } from '#app/commerce/reviews/open-product-reviews.server.ts';
import { ReviewsOfProduct } from '#app/commerce/reviews/product-reviews.tsx';
import { receiveInquiry } from '#app/commerce/inquiries/receive-inquiry.server.ts';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { LiveForm } from '#app/ui/live-form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma, formatDate, formatNumber } from '#app/ui/number-format.ts';
import { RouteMap } from '#app/ui/map/route-map.tsx';
import { MoneyList, Price } from '#app/ui/price.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { CancelBar } from '../cancel-bar.tsx';
import { withPhotos } from '#app/ui/poster/photo-address.ts';
import { galleryOf } from '../gallery.ts';
import { usualAges } from '../occupancy-rules.ts';
import { openStaycation, type PlanOffer, type StaycationView } from '../open-staycation.server.ts';
import { nearbyStays } from '../open-staycations.server.ts';
import { PlanFields } from '../plan-fields.tsx';
import { RoomsTable } from '../rooms-table.tsx';
import { staycationAsData } from '../stay-data.ts';
import { readStayPlan } from '../stay-search-form.ts';
import { StayCards } from '../stay-tile.tsx';
import { freeWords, partyWords } from '../stay-words.tsx';
import { findKnownStaycation } from '../staycations-store.server.ts';
import type { Route } from './+types/staycation-page.ts';
import {
  IconLines,
  InquiryBand,
  NoProduct,
  OpenMapLink,
  ProductGallery,
  ProductStrip,
  ProductTop,
  scriptOf,
} from '#app/ui/product-page.tsx';
import './staycations.css';

export const handle = { texts: ['staycations', 'inquiries', 'review-figures'] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const texts = textsFor(language);
  const shopper = shopperOf(context.get(viewerContext));
  const view = await openStaycation(platform, params.id, url.searchParams, language, shopper);
  if (!view) {
    const plan = readStayPlan(url.searchParams, dateIn('Asia/Dubai', platform.clock.now()));
    const tiles = await nearbyStays(platform, language, plan, null, 6, shopper);
    // One that was sold once is gone for now, and what is booked of it stays.
    const status = (await findKnownStaycation(platform.db, params.id, language)) ? 410 : 404;
    return data({ kind: 'none', tiles, title: texts.t('staycations:missing.title') } as const, { status });
  }
  const reviews = await openProductReviews(platform.db, { kind: 'staycation', id: view.stay.id }, language);
  const address = new URLSearchParams(url.search);
  address.delete(sentParameter);
  const query = address.toString();
  return {
    kind: 'one',
    view,
    title: view.stay.words.title,
    description: view.stay.words.summary,
    shareCard: { place: view.stay.id, art: view.stay.poster },
    canonical: `${platform.env.publicUrl}/staycations/${view.stay.id}`,
    page: `/staycations/${view.stay.id}${query ? `?${query}` : ''}`,
    inquiry: await openInquiryForm(platform, context.get(viewerContext), url),
    reviews,
    structured: staycationAsData(view, reviews, platform.env.publicUrl, { list: texts.t('titles:staycations') }),
  } as const;
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const facts = context.get(requestContext);
  const view = await openStaycation(platform, params.id, url.searchParams, facts.language);
  if (!view) throw data(null, { status: 404 });
  const { id, words } = view.stay;
  return receiveInquiry(platform, { request: facts, viewer: context.get(viewerContext) }, await request.formData(), {
    kind: 'staycation',
    about: { id, title: words.title },
    page: `/staycations/${id}${url.search}`,
  });
}

export default function StaycationPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staycations');
  const language = useLanguage();
  if (loaderData.kind === 'none')
    return (
      <NoProduct title={t('missing.title')} text={t('missing.text')} all={{ to: '/staycations', words: t('missing.all') }}>
        <StayCards tiles={loaderData.tiles} level="h2" />
      </NoProduct>
    );
  const { view, inquiry, page, structured, reviews } = loaderData;
  const script = scriptOf(view.stay.wordsIn, language);
  return (
    <main id="main" className="wrap page-end">
      <StructuredData data={structured} />
      <Head view={view} />
      <div className="pp-body">
        <div className="pp-story">
          <p className="pp-summary" {...script}>
            {view.stay.words.summary}
          </p>
          <ul className="pp-highlights">
            {view.stay.words.highlights.map((line) => (
              <li key={line} {...script}>
                {line}
              </li>
            ))}
          </ul>
          <section aria-labelledby="facilities">
            <h2 id="facilities">{t('facilities')}</h2>
            <IconLines lines={view.stay.words.facilities} icon="check" script={script} />
          </section>
        </div>
        <div className="pp-side">
          <PlanPanel view={view} />
        </div>
      </div>
      <section className="pp-band" aria-labelledby="rooms">
        <h2 id="rooms">{t('roomsTitle')}</h2>
        <p className="muted sc-rooms__note">
          {view.plan.arrival ? t('roomsChosen') : t('roomsText', { board: t(`board.${view.stay.boards[0]}`) })}
        </p>
        <RoomsTable view={view} script={script} />
      </section>
      <AtHotel view={view} />
      <section className="pp-band sc-cancel" aria-labelledby="cancel">
        <h2 id="cancel">{t('cancel.title')}</h2>
        <CancelBar view={view} />
      </section>
      <Around view={view} />
      <ReviewsOfProduct of={reviews} />
      <InquiryBand title={t('inquiry.title')} text={t('inquiry.text')}>
        <Inquiry view={view} facts={inquiry} answer={actionData ?? null} action={page} />
      </InquiryBand>
      {view.near.length > 0 && (
        <section className="pp-band" aria-labelledby="near">
          <h2 id="near">{t('nearbyStays')}</h2>
          <StayCards tiles={view.near} />
        </section>
      )}
    </main>
  );
}

function Head({ view: { stay, photos, country } }: { view: StaycationView }) {
  const t = useTexts('staycations');
  const { words } = stay;
  const [first, ...others] = stay.boards.map((board) => t(`board.${board}`));
  return (
    <>
      <ProductTop
        label={t('crumbs')}
        crumbs={[
          { to: '/staycations', words: t('title') },
          { to: `/staycations?where=${stay.area}`, words: t('place', { area: words.area, country }) },
        ]}
        title={words.title}
        tagline={words.tagline}
        script={scriptOf(stay.wordsIn, useLanguage())}
      >
        <FavoriteButton kind="stay" thing={stay.id} title={words.title} />
      </ProductTop>
      <ProductGallery pictures={withPhotos(galleryOf(stay), photos)} alt={t('picture', { place: words.area })} />
      <ProductStrip
        facts={[
          { name: t(`kind.${stay.kind}`), value: t('stars', { count: stay.stars }) },
          { name: t('strip.checkIn'), value: <bdi>{stay.checkIn}</bdi> },
          { name: t('strip.checkOut'), value: <bdi>{stay.checkOut}</bdi> },
          { name: others.length > 0 ? t('strip.alsoBoards', { boards: others.join(' · ') }) : t('strip.board'), value: first },
          stay.dayPass ? { name: t('strip.dayPass'), value: <Price value={stay.dayPass} /> } : { name: country, value: words.area },
        ]}
      />
    </>
  );
}

/** Days and guests, and what the cheapest fitting rooms cost. */
function PlanPanel({ view }: { view: StaycationView }) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const { currency } = useCurrency();
  const { stay, plan, chosen, departure, from, steps } = view;
  const freeUntil = steps[0]?.cost === 'nothing' ? steps[0].until : null;
  // The price above is that of the cheapest plan: what is said of giving it back has to be of that plan.
  const cheapest = chosen?.plans.toSorted((a, b) => a.total.amount - b.total.amount)[0] ?? null;
  const isFree = ({ freeUntil: until, refundableDays }: PlanOffer) => (plan.arrival ? until : refundableDays) !== null;
  const fixed = cheapest !== null && !isFree(cheapest);
  const bookable = plan.arrival !== null && chosen?.closed === null;
  return (
    <section className="pp-panel card card--in" aria-labelledby="plan">
      <h2 id="plan" className="pp-panel__from">
        {chosen?.stay?.night ? (
          <>
            <DisplayPrice value={chosen.stay.night} /> <span>{t(plan.nights > 1 ? 'aNightMean' : 'aNight')}</span>
          </>
        ) : (
          <>
            <span>{t('from')}</span> <DisplayPrice value={from} /> <span>{t('aNight')}</span>
          </>
        )}
      </h2>
      <LiveForm action={`/staycations/${stay.id}`} label={t('plan')} className="pp-panel__form">
        <div className="sc-fields">
          <PlanFields plan={plan} today={view.today} lastDay={view.lastDay} typed={view.typed} />
        </div>
        <button className="btn btn--line btn--wide" type="submit">
          {t('reckon')}
        </button>
      </LiveForm>
      <div aria-live="polite" className="pp-panel__sum">
        {chosen?.stay ? (
          <MoneyList
            groups={[
              {
                title:
                  plan.arrival && departure
                    ? t('dates', { from: formatDate(plan.arrival, language, 'day'), to: formatDate(departure, language, 'day') })
                    : partyWords(t, plan.party, 'guests'),
                lines: [
                  {
                    label: chosen.stay.rooms > 1 ? `${chosen.name} × ${chosen.stay.rooms}` : chosen.name,
                    note: t(`board.${stay.boards[0]}`),
                    value: chosen.stay.total,
                  },
                ],
              },
            ]}
            total={{
              label: t('forNights', { count: plan.nights }),
              value: chosen.stay.total,
              note: (
                <>
                  {t('feesIn')} {currency !== 'AED' && <DisplayPrice value={chosen.stay.total} />}
                </>
              ),
            }}
          />
        ) : (
          <Notice tone="warn" boxed>
            {view.typed.faults.length > 0 ? t('faults.noPrice') : t('noRoom', { party: partyWords(t, plan.party) })}
          </Notice>
        )}
        {fixed ? (
          <Notice tone="plain" icon="refund">
            {t('rate.fixedLong')} {chosen?.plans.some(isFree) && t('rate.others')}
          </Notice>
        ) : (
          <Notice tone={(plan.arrival ? freeUntil : stay.freeCancelDays) === null ? 'plain' : 'ok'} icon="refund">
            {freeWords(t, stay, plan.arrival !== null, freeUntil, language)}
          </Notice>
        )}
      </div>
      <ButtonLink look="go" wide to={bookable ? '#rooms' : '#inquiry'}>
        {t(bookable ? 'rate.choose' : 'askRooms')}
      </ButtonLink>
      {!bookable && <p className="small muted">{t('askText')}</p>}
    </section>
  );
}

/** What is paid at the house itself, and how children are lodged; nothing where it says neither. */
function AtHotel({ view: { stay } }: { view: StaycationView }) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const { atHotel, adultFrom, childrenFrom, words } = stay;
  const script = scriptOf(stay.wordsIn, language);
  const ages = [
    ...(adultFrom === usualAges.adultFrom ? [] : [t('children.adultFrom', { age: formatNumber(adultFrom, language) })]),
    ...(childrenFrom === usualAges.childrenFrom ? [] : [t('children.from', { age: formatNumber(childrenFrom, language) })]),
  ];
  if (atHotel.length === 0 && ages.length === 0 && words.children === '') return null;
  return (
    <section className="pp-band sc-around" aria-label={t('goodToKnow')}>
      {atHotel.length > 0 && (
        <div>
          <h2>{t('atHotel.title')}</h2>
          <p className="muted">{t('atHotel.text')}</p>
          <ul className="pp-lines">
            {atHotel.map(({ key, kind, per, amount }) => (
              <li key={key}>
                <Icon name={kind === 'fee' ? 'card' : 'plus'} small />
                <span>
                  <span {...script}>{words.atHotel[key]}</span> · <Price value={amount} /> {t(`atHotel.per.${per}`)}
                  {kind === 'extra' && ` · ${t('atHotel.extra')}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(ages.length > 0 || words.children !== '') && (
        <div>
          <h2>{t('children.title')}</h2>
          {ages.length > 0 && <p>{ages.join(' ')}</p>}
          {words.children !== '' && <p {...script}>{words.children}</p>}
        </div>
      )}
    </section>
  );
}

function Around({ view: { stay } }: { view: StaycationView }) {
  const t = useTexts('staycations');
  const script = scriptOf(stay.wordsIn, useLanguage());
  const { words, latitude, longitude } = stay;
  return (
    <section className="pp-band sc-around" aria-label={t('around')}>
      <div>
        <h2>{t('nearby')}</h2>
        <RouteMap places={[{ name: words.title, lat: latitude, lon: longitude }]} label={t('map.one', { place: words.area })} />
        <IconLines lines={words.nearby} icon="place" script={script} />
        <OpenMapLink latitude={latitude} longitude={longitude} zoom={12}>
          {t('openMap')}
        </OpenMapLink>
      </div>
      <div>
        <h2>{t('goodToKnow')}</h2>
        <IconLines lines={words.goodToKnow} icon="info" script={script} />
      </div>
      {stay.residentOffer && (
        <div>
          <h2>{t('resident.title')}</h2>
          <p>{t(`resident.proof.${stay.country}`)}</p>
          <p className="muted">{t('resident.text')}</p>
        </div>
      )}
    </section>
  );
}

function Inquiry({ view, ...form }: { view: StaycationView } & Pick<Parameters<typeof InquiryForm>[0], 'facts' | 'answer' | 'action'>) {
  const language = useLanguage();
  const t = useTexts('staycations');
  const { plan, departure, chosen, typed } = view;
  const begin = {
    startsOn: plan.arrival ?? '',
    endsOn: typed.faults.includes('nights') ? '' : (departure ?? ''),
    adults: typed.faults.includes('adults') ? '' : String(plan.party.adults),
    children: typed.faults.includes('ages') ? '' : String(plan.party.childAges.length),
    message: chosen
      ? t(plan.party.childAges.length > 0 ? 'inquiry.beginAges' : 'inquiry.begin', {
          room: chosen.name,
          nights: t('forNights', { count: plan.nights }),
          ages: plan.party.childAges.join(comma(language)),
        })
      : '',
  };
  return <InquiryForm kind="staycation" begin={begin} {...form} />;
}
