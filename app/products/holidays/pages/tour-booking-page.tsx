import { data, redirect, useFetcher, useNavigation } from 'react-router';
import { newFormKey, readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { unheard } from '#app/commerce/pricing/promo-code.ts';
import { takeGuess, trusted, trustedOrder } from '#app/commerce/pricing/promo-codes.server.ts';
import { planChoices } from '#app/commerce/bookings/payment-plan-rules.ts';
import { ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { Notice } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { StepBar } from '#app/ui/step-bar.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { listDepartures } from '../booking/departures-store.server.ts';
import { createDraft, findDraftFor, openForm, saveForm } from '../booking/holiday-draft-store.server.ts';
import { readContact, readExtras, readPerson, readTrip, readTripAddress, tripAddress, type HolidayForm } from '../booking/holiday-form.ts';
import { chooseDeparture, emptyForm, openHolidayBooking, personFromBook } from '../booking/open-holiday-booking.server.ts';
import { partyFaults } from '../booking/party-rules.ts';
import { deskZone, placeHolidayOrder } from '../booking/place-holiday-order.server.ts';
import { waitForPlaces } from '../booking/waitlist.server.ts';
import { findTour } from '../tours-store.server.ts';
import { PeopleStep, ReviewStep, Summary, TripStep } from './booking-steps.tsx';
import type { Route } from './+types/tour-booking-page.ts';
import './booking.css';

export const handle = { texts: ['tour-booking', 'orders', 'price', 'promo'] };

const steps = ['trip', 'travellers', 'review'] as const;
const waitAnswers = ['yes', 'email', 'too-often'] as const;
type Step = (typeof steps)[number];

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language, address } = context.get(requestContext);
  const tour = await findTour(platform.db, params.tourId, language);
  if (!tour) throw data(null, { status: 404 });
  const t = textsFor(language).of('tour-booking');
  const base = { id: tour.id, art: tour.poster, name: tour.words.title, title: t('title', { tour: tour.words.title }) };
  const asked = url.searchParams.get('draft');
  const draft = asked === null ? null : await findDraftFor(platform, viewer, request, tour.id, asked);
  if (asked !== null && !draft) throw redirect(`/booking/${tour.id}?lost=1`);
  const now = platform.clock.now();
  const today = dateIn(deskZone, now);
  const chosen = chooseDeparture(await listDepartures(platform.db, now, tour, today), url.searchParams.get('departure'), today);
  if (!draft && !chosen) return { ...base, view: null } as const;
  const typed = url.searchParams.get('promo');
  const code = await takeGuess(platform, address, typed);
  const named = readTripAddress(url.searchParams);
  const opened = await openHolidayBooking(
    platform,
    viewer,
    tour,
    draft ? openForm(platform.crypto, draft) : { ...emptyForm(chosen!), ...(named && { trip: named }) },
    language,
    { code, draft: draft?.id ?? null },
  );
  await trusted(platform, address, opened.promo);
  const view = { ...opened, promo: opened.promo ?? unheard(typed, code) };
  const wanted = steps.find((step) => step === url.searchParams.get('step')) ?? 'trip';
  // Nobody reviews what does not fit yet.
  const reachable: Step = !draft || !view.price ? 'trip' : wanted === 'review' && !view.checked.people ? 'travellers' : wanted;
  return {
    ...base,
    view,
    minAge: tour.minAge,
    draft: draft?.id ?? null,
    address: tripAddress(view.form.setsOff, view.form.trip),
    step: reachable,
    told: url.searchParams.has('told') || (wanted === 'review' && reachable === 'travellers'),
    refused: url.searchParams.get('refused'),
    lost: url.searchParams.has('lost'),
    waits: waitAnswers.find((one) => one === url.searchParams.get('waits')) ?? null,
    countries: countryNames(language),
    formKey: newFormKey(),
  } as const;
}

export async function action({ params, request, url, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language, address, requestId } = context.get(requestContext);
  const tour = await findTour(platform.db, params.tourId, language);
  if (!tour) throw data(null, { status: 404 });
  const sent = await request.formData();
  const text = (name: string) => {
    const value = sent.get(name);
    return typeof value === 'string' ? value.trim().slice(0, 200) : null;
  };
  const here = `/booking/${tour.id}`;
  const asked = url.searchParams.get('draft');
  const draft = asked === null ? null : await findDraftFor(platform, viewer, request, tour.id, asked);
  const at = (step: Step, more = '') => `${here}?draft=${draft!.id}&step=${step}${more}`;
  const intent = text('intent');
  if (intent === 'wait') {
    const now = platform.clock.now();
    const departures = await listDepartures(platform.db, now, tour, dateIn(deskZone, now));
    const setsOff = departures.find((one) => one.setsOff === text('setsOff'))?.setsOff;
    const places = /^\d{1,2}$/.test(text('places') ?? '') ? Number(text('places')) : 0;
    // No page of ours offers another day, or a party that is no whole number.
    if (!setsOff || places < 1) return redirect(here);
    const waits = await waitForPlaces(platform, {
      tourId: tour.id,
      setsOff,
      places,
      email: text('email') ?? '',
      language,
      address,
    });
    return redirect(`${here}?departure=${setsOff}&waits=${waits.ok ? 'yes' : waits.refused}`);
  }
  if (intent === 'trip' || intent === 'rooms' || intent === 'see') {
    const trip = { ...readTrip(text), extras: readExtras(sent.getAll('extra').map(String)) };
    const kept = draft && openForm(platform.crypto, draft);
    const setsOff = parseCalendarDate(text('setsOff') ?? '') ?? kept?.setsOff;
    // Nothing was chosen in the place of a departure that is gone: what was typed stays, and is asked for a day again.
    if (!setsOff) return redirect(`${here}?${tripAddress(dateIn(deskZone, platform.clock.now()), trip)}`);
    const before = kept ?? emptyForm(setsOff);
    const form: HolidayForm = { ...before, setsOff, trip };
    const fits = partyFaults(trip, tour).length === 0;
    if (draft) {
      await saveForm(platform, draft.id, form);
      return redirect(!fits ? at('trip', '&told=1') : intent === 'see' ? at('trip') : at('travellers'));
    }
    const made = await createDraft(platform, viewer, tour.id, form);
    const to = `${here}?draft=${made.id}&step=${!fits ? 'trip&told=1' : intent === 'see' ? 'trip' : 'travellers'}`;
    return redirect(to, { headers: { 'Set-Cookie': made.cookie } });
  }
  if (!draft) return redirect(`${here}?lost=1`);
  const before = openForm(platform.crypto, draft);
  if (intent === 'people' || intent?.startsWith('fill-')) {
    const count = before.trip.adults + before.trip.childAges.length;
    const people = Array.from({ length: count }, (_, position) => readPerson(text, position));
    if (intent !== 'people') {
      const position = Number(intent!.slice(5)) - 1;
      const known = await personFromBook(platform, viewer, text(`book${position + 1}`) ?? '');
      if (known && people[position]) people[position] = { ...people[position], ...known };
    }
    const form: HolidayForm = { ...before, people, contact: readContact(text) };
    await saveForm(platform, draft.id, form);
    if (intent !== 'people') return redirect(at('travellers'));
    const view = await openHolidayBooking(platform, viewer, tour, form, language);
    return redirect(view.checked.people ? at('review') : at('travellers', '&told=1'));
  }
  if (intent === 'place' || intent === 'option') {
    const plan = planChoices.find((choice) => choice === text('plan')) ?? 'full';
    await saveForm(platform, draft.id, { ...before, plan });
    const amount = Number(text('seen'));
    const currency = text('currency') ?? '';
    const key = readFormKey(sent);
    if (!key || !Number.isSafeInteger(amount) || amount <= 0 || !isCurrencyCode(currency))
      return redirect(at('review', '&refused=form-keyless'));
    const promo = text('promo');
    const placed = await placeHolidayOrder(platform, {
      viewer,
      draftId: draft.id,
      language,
      seenTotal: money(amount, currency),
      agreed: text('agree') === 'yes',
      option: intent === 'option',
      promo: await takeGuess(platform, address, promo),
      key,
      address,
      requestId,
    });
    if (!placed.ok) {
      // A code that this person has used up is not tried again: the page shows the price without it.
      const again = promo && placed.refused !== 'promo-used-up' ? `&promo=${encodeURIComponent(promo)}` : '';
      return redirect(at('review', `&refused=${placed.refused}${again}`));
    }
    await trustedOrder(platform, address, placed.value.orderId);
    return redirect(`/checkout/${placed.value.reference}`, { headers: { 'Set-Cookie': placed.value.cookie } });
  }
  return redirect(at('trip'));
}

export default function TourBookingPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('tour-booking');
  const busy = useNavigation().state !== 'idle';
  // What the fields say now, reckoned like an address that names the same; another draft or kept trip begins anew.
  const live = useFetcher<typeof loader>({ key: `tour-trip:${page.view ? `${page.draft}:${page.address}` : page.id}` });
  if (!page.view) {
    return (
      <main id="main" className="wrap tour-soon">
        <Poster place={page.id} art={page.art} crop="landscape" alt="" eager />
        <div>
          <h1 tabIndex={-1}>{page.name}</h1>
          <p className="lede">{t('soon.text')}</p>
          <p className="tour-soon__ways">
            <ButtonLink look="go" to={`/tour/${page.id}#inquiry`}>
              {t('soon.ask')}
            </ButtonLink>
          </p>
        </div>
      </main>
    );
  }
  const { view, step } = page;
  const at = (to: Step) => `/booking/${page.id}?draft=${page.draft}&step=${to}`;
  const here = steps.indexOf(step);
  const now = step === 'trip' && live.data?.view ? live.data : page;
  const follow = (fields: FormData) => {
    const text = (name: string) => String(fields.get(name) ?? '');
    const trip = { ...readTrip(text), extras: readExtras(fields.getAll('extra').map(String)) };
    void live.load(`/booking/${page.id}?${tripAddress(parseCalendarDate(text('setsOff')) ?? view.form.setsOff, trip)}`);
  };
  return (
    <main id="main" className="wrap hb">
      <StepBar
        label={t('steps.label')}
        steps={[...steps, 'pay' as const].map((each, index) => ({
          label: t(`steps.${each}`),
          state: index < here ? ('done' as const) : index === here ? ('here' as const) : ('ahead' as const),
          ...(index < here && each !== 'pay' ? { to: at(each) } : {}),
        }))}
      />
      <header className="hb-head">
        <p className="hb-head__kind">{t('kind')}</p>
        <h1 tabIndex={-1}>{page.name}</h1>
      </header>
      {page.lost && (
        <Notice tone="warn" boxed>
          {t('lost')}
        </Notice>
      )}
      {page.refused && (
        <Notice tone="danger" boxed live>
          {t([`refused.${page.refused}`, 'refused.other'])}
        </Notice>
      )}
      <div className="hb-grid">
        <div className="hb-main">
          {step === 'trip' && <TripStep page={page} view={view} busy={busy} now={now.view} onFields={follow} />}
          {step === 'travellers' && <PeopleStep page={page} view={view} busy={busy} />}
          {step === 'review' && <ReviewStep page={page} view={view} busy={busy} />}
        </div>
        <aside className="card hb-side" aria-label={t('summary')} aria-busy={live.state === 'loading'}>
          <Poster place={page.id} art={page.art} crop="wide" alt="" eager className="order-receipt__strip" />
          <Summary view={now.view} />
          {step === 'trip' && (
            <noscript>
              <p className="small muted">{t('asKept')}</p>
            </noscript>
          )}
          {now.view.price && (
            <p className="small">
              <a className="link" href={`/booking/${page.id}?${now.address}`}>
                {t('share')}
              </a>
            </p>
          )}
        </aside>
      </div>
    </main>
  );
}
