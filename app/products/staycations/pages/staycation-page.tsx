import { data, Link } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { InquiryForm } from '#app/commerce/inquiries/inquiry-form.tsx';
import { openInquiryForm, sentParameter } from '#app/commerce/inquiries/open-inquiry-form.server.ts';
import { receiveInquiry } from '#app/commerce/inquiries/receive-inquiry.server.ts';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { LiveForm } from '#app/ui/live-form.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { RouteMap } from '#app/ui/map/route-map.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { MoneyList, Price } from '#app/ui/price.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { CancelBar } from '../cancel-bar.tsx';
import { galleryOf } from '../gallery.ts';
import { openStaycation, type StaycationView } from '../open-staycation.server.ts';
import { nearbyStays } from '../open-staycations.server.ts';
import { PlanFields } from '../plan-fields.tsx';
import { RoomsTable } from '../rooms-table.tsx';
import { staycationAsData } from '../stay-data.ts';
import { readStayPlan } from '../stay-search-form.ts';
import { StayCards } from '../stay-tile.tsx';
import { freeWords, partyWords } from '../stay-words.tsx';
import type { Route } from './+types/staycation-page.ts';
import '#app/ui/product-page.css';
import './staycations.css';

export const handle = { texts: ['staycations', 'inquiries'] };

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const texts = textsFor(language);
  const view = await openStaycation(platform, params.id, url.searchParams, language);
  if (!view) {
    const plan = readStayPlan(url.searchParams, dateIn('Asia/Dubai', platform.clock.now()));
    const tiles = await nearbyStays(platform, language, plan, null, 6);
    return data({ kind: 'none', tiles, title: texts.t('staycations:missing.title') } as const, { status: 404 });
  }
  const address = new URLSearchParams(url.search);
  address.delete(sentParameter);
  const query = address.toString();
  return {
    kind: 'one',
    view,
    title: view.stay.words.title,
    description: view.stay.words.summary,
    share: { place: view.stay.id, art: view.stay.poster },
    canonical: `${platform.env.publicUrl}/staycations/${view.stay.id}`,
    page: `/staycations/${view.stay.id}${query ? `?${query}` : ''}`,
    inquiry: await openInquiryForm(platform, context.get(viewerContext), url),
    structured: staycationAsData(view, platform.env.publicUrl, { list: texts.t('titles:staycations') }),
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
  if (loaderData.kind === 'none')
    return (
      <main id="main" className="wrap page-end">
        <div className="page-head">
          <h1 tabIndex={-1}>{t('missing.title')}</h1>
          <p className="lede">{t('missing.text')}</p>
        </div>
        <StayCards tiles={loaderData.tiles} level="h2" />
        <p className="pp-else">
          <Link className="link" to="/staycations">
            {t('missing.all')}
          </Link>
        </p>
      </main>
    );
  const { view, inquiry, page, structured } = loaderData;
  return (
    <main id="main" className="wrap page-end">
      <StructuredData data={structured} />
      <Head view={view} />
      <div className="pp-body">
        <div className="pp-story">
          <p className="pp-summary">{view.stay.words.summary}</p>
          <ul className="pp-highlights">
            {view.stay.words.highlights.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <section aria-labelledby="facilities">
            <h2 id="facilities">{t('facilities')}</h2>
            <Lines lines={view.stay.words.facilities} icon="check" />
          </section>
        </div>
        <div className="pp-side">
          <PlanPanel view={view} />
        </div>
      </div>
      <section className="pp-band" aria-labelledby="rooms">
        <h2 id="rooms">{t('roomsTitle')}</h2>
        <p className="muted sc-rooms__note">{t('roomsText', { board: t(`board.${view.stay.boards[0]}`) })}</p>
        <RoomsTable view={view} />
      </section>
      <section className="pp-band sc-cancel" aria-labelledby="cancel">
        <h2 id="cancel">{t('cancel.title')}</h2>
        <CancelBar view={view} />
      </section>
      <Around view={view} />
      <section id="inquiry" className="pp-band pp-inquiry" aria-labelledby="ask">
        <div>
          <h2 id="ask">{t('inquiry.title')}</h2>
          <p className="muted">{t('inquiry.text')}</p>
        </div>
        <Inquiry view={view} facts={inquiry} answer={actionData ?? null} action={page} />
      </section>
      {view.near.length > 0 && (
        <section className="pp-band" aria-labelledby="near">
          <h2 id="near">{t('nearbyStays')}</h2>
          <StayCards tiles={view.near} />
        </section>
      )}
    </main>
  );
}

function Head({ view: { stay, country } }: { view: StaycationView }) {
  const t = useTexts('staycations');
  const { words } = stay;
  const [main, ...more] = galleryOf(stay);
  return (
    <>
      <div className="page-head pp-top">
        <nav className="pp-crumbs" aria-label={t('crumbs')}>
          <ol>
            <li>
              <Link to="/staycations">{t('title')}</Link>
            </li>
            <li>
              <Link to={`/staycations?where=${stay.area}`}>{t('place', { area: words.area, country })}</Link>
            </li>
          </ol>
        </nav>
        <h1 tabIndex={-1}>{words.title}</h1>
        <p className="lede">{words.tagline}</p>
        <FavoriteButton kind="stay" thing={stay.id} title={words.title} />
      </div>
      <div className="pp-gallery">
        <Poster place={main!.place} art={main!.art} crop="wide" alt={t('picture', { place: words.area })} eager />
        {more.map(({ place, art }) => (
          <Poster key={place} place={place} art={art} crop="landscape" alt="" />
        ))}
      </div>
      <dl className="pp-strip">
        <div>
          <dt>{t(`kind.${stay.kind}`)}</dt>
          <dd>{t('stars', { count: stay.stars })}</dd>
        </div>
        <div>
          <dt>{t('strip.checkIn')}</dt>
          <dd>
            <bdi>{stay.checkIn}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('strip.checkOut')}</dt>
          <dd>
            <bdi>{stay.checkOut}</bdi>
          </dd>
        </div>
        <div>
          <dt>
            {stay.boards.length > 1
              ? t('strip.alsoBoards', {
                  boards: stay.boards
                    .slice(1)
                    .map((board) => t(`board.${board}`))
                    .join(' · '),
                })
              : t('strip.board')}
          </dt>
          <dd>{t(`board.${stay.boards[0]}`)}</dd>
        </div>
        <div>
          <dt>{stay.dayPass ? t('strip.dayPass') : country}</dt>
          <dd>{stay.dayPass ? <Price value={stay.dayPass} /> : words.area}</dd>
        </div>
      </dl>
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
  return (
    <section className="pp-panel card card--in" aria-labelledby="plan">
      <h2 id="plan" className="pp-panel__from">
        <span>{t('from')}</span> <DisplayPrice value={from} /> <span>{t('aNight')}</span>
      </h2>
      <LiveForm action={`/staycations/${stay.id}`} label={t('plan')} className="pp-panel__form">
        <div className="sc-fields">
          <PlanFields plan={plan} today={view.today} lastDay={view.lastDay} />
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
                    : partyWords(t, plan.party),
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
            {t('noRoom', { party: partyWords(t, plan.party) })}
          </Notice>
        )}
        <Notice tone={(plan.arrival ? freeUntil : stay.freeCancelDays) === null ? 'plain' : 'ok'} icon="refund">
          {freeWords(t, stay, plan.arrival !== null, freeUntil, language)}
        </Notice>
      </div>
      <ButtonLink look="go" wide to="#inquiry">
        {t('askRooms')}
      </ButtonLink>
      <p className="small muted">{t('askText')}</p>
    </section>
  );
}

function Lines({ lines, icon }: { lines: readonly string[]; icon: IconName }) {
  return (
    <ul className="pp-lines">
      {lines.map((line) => (
        <li key={line}>
          <Icon name={icon} small />
          <span>{line}</span>
        </li>
      ))}
    </ul>
  );
}

function Around({ view: { stay } }: { view: StaycationView }) {
  const t = useTexts('staycations');
  const { words, latitude, longitude } = stay;
  return (
    <section className="pp-band sc-around" aria-label={t('around')}>
      <div>
        <h2>{t('nearby')}</h2>
        <RouteMap places={[{ name: words.title, lat: latitude, lon: longitude }]} label={t('map.one', { place: words.area })} />
        <Lines lines={words.nearby} icon="place" />
        <a
          className="link"
          href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=12/${latitude}/${longitude}`}
          rel="noreferrer"
        >
          {t('openMap')}
        </a>
      </div>
      <div>
        <h2>{t('goodToKnow')}</h2>
        <Lines lines={words.goodToKnow} icon="info" />
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
  const t = useTexts('staycations');
  const { plan, departure, chosen } = view;
  const begin = {
    startsOn: plan.arrival ?? '',
    endsOn: departure ?? '',
    adults: String(plan.party.adults),
    children: String(plan.party.childAges.length),
    message: chosen
      ? t(plan.party.childAges.length > 0 ? 'inquiry.beginAges' : 'inquiry.begin', {
          room: chosen.name,
          nights: t('forNights', { count: plan.nights }),
          ages: plan.party.childAges.join(', '),
        })
      : '',
  };
  return <InquiryForm kind="staycation" begin={begin} {...form} />;
}
