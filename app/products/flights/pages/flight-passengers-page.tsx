import { data, Form, Link, redirect, useActionData, useLoaderData, useNavigation, type ShouldRevalidateFunctionArgs } from 'react-router';
import { readProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import { listTravellersOf } from '#app/commerce/customers/book/travellers-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox, TextField } from '#app/ui/field.tsx';
import { HelpAnswer } from '#app/ui/help-answer.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/flight-passengers-page.ts';
import { ForTheseFlights, OtherFlights } from '../booking/other-flights.tsx';
import { BookingFrame } from '../booking/booking-frame.tsx';
import { ClosedBooking } from '../booking/closed-booking.tsx';
import { isForTheseFlights, openBooking, replacedFlights, reach, saveBooking, type OpenBooking } from '../booking/open-booking.server.ts';
import { CountryField, PassengerCard } from '../booking/passenger-card.tsx';
import { useAutosave } from '../booking/use-autosave.ts';
import { usePassengerFaults } from '../booking/use-passenger-faults.ts';
import { removeDraft, findDraft } from '../booking/booking-draft-store.server.ts';
import { assistanceNeeds, chosenOffers, emptyPassenger, passengerTypes, stepPaths } from '../booking/booking-draft.ts';
import { chooseFlight } from '../booking/choose-flight.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { issuedFor } from '../booking/issued-for.server.ts';
import { withoutLostExtras } from '../extras/extras-price.ts';
import { fillWith, peopleOfAccount, travellersFor } from '../booking/fill-passenger.ts';
import { childAlonePath, fieldsOf as fieldsOfSearch, formatSearch } from '../search/flight-search-form.ts';
import { flightsContext } from '../flights-context.ts';
import type { Passengers, PassengerType } from '../offer.ts';
import {
  checkPassengersForm,
  fieldsOfDraft,
  partyTyped,
  typedFields,
  withCardsInOrder,
  type FormProblem,
  type PassengerWarning,
  type Typed,
} from '../booking/passenger-form.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';
import { restoreDraft } from '../booking/restore-draft.server.ts';
import { wholeId } from '../booking/split-tickets.ts';
import { moneyWords, whoWords } from '../search/flight-words.tsx';

export const handle = { texts: ['booking', 'flight-search', 'itinerary', 'passport-photo'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const booking = await openBooking(context, request, 'passengers');
  if (!booking.open) return { closed: booking.view };
  const viewer = context.get(viewerContext);
  const user = viewer.kind === 'anonymous' ? null : viewer.user;
  const { platform, journey } = booking;
  const [book, profile] = user ? await Promise.all([listTravellersOf(platform, user.id), readProfile(platform, user.id)]) : [[], null];
  const people = peopleOfAccount(profile?.identity ?? null, book);
  const { searchParams } = new URL(request.url);
  const typed: Record<string, string> = { ...fieldsOfDraft(booking.draft) };
  typed.email ||= user?.email ?? '';
  typed.phone ||= profile?.contact.phone ?? '';
  const filled = journey.types.map((_, index) => {
    const asked = searchParams.get(`p${index}`) ?? '';
    const before = typed[`p${index}.from`] ?? '';
    // What was changed of a card since it was filled stays, though its address still says with whom.
    const fields = asked !== '' && asked !== before ? fillWith(people, asked, index, journey) : null;
    if (fields) Object.assign(typed, clearNeeds(index), fields);
    return fields ? asked : before;
  });
  const offered = journey.types.map((_, index) => travellersFor(people, index, journey));
  const check = searchParams.has('check');
  return {
    closed: null,
    ...pageOf(booking),
    typed,
    filled,
    offered,
    keeps: viewer.kind === 'customer',
    problems: check ? checkPassengersForm(typed, booking.world).problems : [],
    party: check ? partyView(typed, booking) : null,
    alone: alonePath(booking),
    // Only right after a press: a page that is loaded later has nothing new to say.
    repriced: searchParams.get('party') === 'priced',
  };
}

/** Whom these travellers are by their dates of birth, and whether that asks for another price or only for other cards. */
function partyView(typed: Typed, { journey, draft }: OpenBooking): PartyView | null {
  const party = partyTyped(typed, journey);
  const priced = draft.booking.searchParams?.passengers;
  if (!party || !priced) return null;
  // Tickets of several sources are not priced together again.
  if (!samePeople(party.passengers, priced) && wholeId(chosenOffers(draft.booking)) === null) return null;
  return { passengers: party.passengers, only: samePeople(party.passengers, priced) ? 'cards' : 'price' };
}

/** The question about children who fly alone, with these flights. */
function alonePath({ draft, view }: OpenBooking): string {
  const search = draft.booking.searchParams;
  const first = view.slices[0];
  if (!search || !first) return '/contact?about=child-alone';
  const { from, to } = search.slices[0]!;
  return childAlonePath(fieldsOfSearch(search), { [from]: first.fromCity, [to]: first.toCity });
}

interface PartyView {
  readonly passengers: Passengers;
  readonly only: 'cards' | 'price';
}

const samePeople = (one: Passengers, other: Passengers) =>
  one.adults === other.adults && one.children === other.children && one.infants === other.infants;

const clearNeeds = (index: number) => Object.fromEntries(assistanceNeeds.map((need) => [`p${index}.assist.${need}`, '']));

function pageOf(booking: OpenBooking) {
  const { journey, flights, language, view } = booking;
  return {
    view,
    types: journey.types,
    flightDates: journey.flights,
    international: journey.international,
    issuedFor: issuedFor(journey, booking.world.passport, language),
    issuers: journey.issuers.map((code) => ({ name: flights.geography.airline(code), rules: nameRulesOf(code) })),
    airlines: journey.airlines.map((code) => ({ code, name: flights.geography.airline(code) })),
    countries: countryNames(language),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const form = await request.formData();
  const intent = form.get('intent');
  if (intent === 'restore') {
    const restored = await restoreDraft(
      platform,
      context.get(flightsContext),
      request,
      context.get(viewerContext),
      String(form.get('mirror') ?? ''),
    );
    if (!restored.ok) throw redirect(`${stepPaths.search}?booking=${restored.refused}`);
    throw redirect(stepPaths.passengers, restored.value.cookie ? { headers: { 'Set-Cookie': restored.value.cookie } } : {});
  }
  if (intent === 'reset') {
    const draft = await findDraft(platform, request, context.get(viewerContext));
    throw redirect(
      `${stepPaths.search}?booking=given-up`,
      draft ? { headers: { 'Set-Cookie': await removeDraft(platform, draft.id) } } : {},
    );
  }
  const booking = await openBooking(context, request, 'passengers');
  if (!booking.open) return null;
  const typed = typedFields(form, booking.journey.types.length);
  if (!isForTheseFlights(form, booking.draft))
    return data(
      { changed: true as const, were: replacedFlights(booking, form), typed, problems: [], warnings: [], read: '' },
      { status: 409 },
    );
  if (intent === 'party') throw await priceParty(context, request, booking);
  const check = checkPassengersForm(typed, booking.world);
  const unread = check.warnings.length > 0 && form.get('read') !== warningsKey(check.warnings);
  const complete = check.problems.length === 0 && !unread && intent !== 'autosave';
  await saveBooking(booking, (draft) => {
    const contact = check.contact.email || check.contact.phone ? check.contact : draft.booking.contactInfo;
    const saved = withoutLostExtras({ ...draft.booking, passengerDetails: check.passengers, contactInfo: contact }, booking.journey);
    return {
      booking: complete ? reach(saved, 'ticket-type') : saved,
      checkedBags: draft.checkedBags,
      typed: { types: booking.journey.types, fields: typed },
    };
  });
  if (intent === 'autosave') return { saved: true as const };
  if (complete) throw redirect(stepPaths['ticket-type']);
  return data(
    {
      typed,
      problems: check.problems,
      warnings: check.warnings,
      read: warningsKey(check.warnings),
      party: partyView(typed, booking),
    },
    { status: 422 },
  );
}

/**
 * The same flights for the party as it was typed: priced anew where other travellers fly, with everybody on the card of what
 * they fly as. Leads to the list for that party where those flights are not sold to it.
 */
async function priceParty(context: Route.ActionArgs['context'], request: Request, booking: OpenBooking): Promise<Response> {
  const { platform, flights, draft, journey } = booking;
  const fields = fieldsOfDraft(draft);
  const party = partyTyped(fields, journey);
  const priced = draft.booking.searchParams;
  const tickets = chosenOffers(draft.booking);
  const offerId = wholeId(tickets);
  if (!party || !priced || !tickets[0]) return redirect(stepPaths.passengers);
  const isNewPrice = !samePeople(party.passengers, priced.passengers);
  const search = { ...priced, passengers: party.passengers };
  if (isNewPrice) {
    const rules = await getPricingRules(platform.db, platform.clock.now());
    const brands = tickets.map(({ brand }) => brand);
    const choice = offerId && { offerId, brand: brands[0]!, brands, seen: null };
    const answer = choice
      ? await chooseFlight(platform, flights, rules, request, context.get(viewerContext), search, choice)
      : { ok: false };
    if (!answer.ok) return redirect(`${stepPaths.results}?${formatSearch(search)}&gone=1`);
  }
  const types = passengerTypes(party.passengers);
  await saveBooking(booking, (now) => ({
    booking: {
      ...now.booking,
      passengerDetails: party.order.map((card, index) => ({
        ...(draft.booking.passengerDetails[card] ?? emptyPassenger(types[index]!)),
        type: types[index]!,
      })),
      // Who sits where and has which extra was chosen by card.
      seatSelections: {},
      extras: { ...now.booking.extras, mealPreferences: {} },
    },
    checkedBags: {},
    typed: { types, fields: withCardsInOrder(fields, party.order) },
  }));
  return redirect(isNewPrice ? `${stepPaths.passengers}?party=priced` : stepPaths.passengers);
}

/** Typing must not throw the form away: a background save loads nothing anew. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const quiet = args.formData?.get('intent') === 'autosave' && args.actionStatus !== 409;
  return !quiet && reloadOvertaken(args);
}

export default function FlightPassengersPage() {
  const t = useTexts('booking');
  const search = useTexts('flight-search');
  const language = useLanguage();
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state === 'submitting';
  const { saved, changed, onChange, sendSoon } = useAutosave();
  const problems: readonly FormProblem[] = answer && 'typed' in answer ? answer.problems : loaded.closed ? [] : loaded.problems;
  const found = usePassengerFaults(problems);
  if (loaded.closed) return <ClosedBooking closed={loaded.closed} again={stepPaths.passengers} />;
  const typed = answer && 'typed' in answer ? answer.typed : loaded.typed;
  const party = answer && 'typed' in answer ? ('party' in answer ? answer.party : null) : loaded.party;
  const warnings: readonly PassengerWarning[] = answer && 'typed' in answer && problems.length === 0 ? answer.warnings : [];
  const questions = (['name-refused', 'passport-refused'] as const).filter((question) =>
    problems.some(({ field, problem }) =>
      question === 'name-refused' ? /\.(surname|given)$/.test(field) : problem.startsWith('document-'),
    ),
  );
  const countryOf = (code: string) => loaded.countries.find((country) => country.code === code)?.name ?? code;
  const warningWords = (warning: PassengerWarning) =>
    t(`warnings.${warning.kind}`, {
      country: 'country' in warning ? countryOf(warning.country) : '',
      until: 'until' in warning ? formatDate(warning.until, language) : '',
      source: 'source' in warning ? warning.source : '',
    });
  // What is said of a date stands beside it too.
  const beside = warnings.flatMap((warning) =>
    warning.kind in datesOf
      ? [[`p${warning.passenger}.${datesOf[warning.kind as keyof typeof datesOf]}`, warningWords(warning)] as const]
      : [],
  );
  const errors = { ...Object.fromEntries(beside), ...found.errors };
  const hint = loaded.international ? t('passengers.ledeAbroad') : t('passengers.lede');
  const go = (
    <Button look="go" wide form="passengers" name="intent" value="save" busy={busy && t('saving')}>
      {t('passengers.go')}
    </Button>
  );
  return (
    <BookingFrame view={loaded.view} step="passengers" title={t('passengers.title')} lede={hint} formId="passengers" actions={go}>
      {((answer && 'changed' in answer) || changed) && <OtherFlights were={answer && 'changed' in answer ? answer.were : null} />}
      {loaded.repriced && loaded.view.money && problems.length === 0 && (
        <Notice tone="ok" boxed live>
          {t('partyByAge.priced', {
            who: whoWords(search, passengersOf(loaded.types)),
            total: moneyWords(loaded.view.money.total, language),
          })}
        </Notice>
      )}
      <ErrorSummary faults={found.faults} />
      {party && problems.length > 0 && (
        <Form method="post" className="booking__party">
          <ForTheseFlights view={loaded.view} />
          <Notice tone="info" boxed>
            {t(`partyByAge.${party.only}`, { who: whoWords(search, party.passengers) })}
          </Notice>
          <Button look="line" name="intent" value="party" busy={busy && t('saving')}>
            {t(`partyByAge.${party.only}Go`, { who: whoWords(search, party.passengers) })}
          </Button>
        </Form>
      )}
      {problems.some(({ problem }) => problem === 'party-all-minors') && (
        <p className="booking__questions">
          <Link className="link" to={loaded.alone}>
            {search('form.alone')}
          </Link>
        </p>
      )}
      {questions.length > 0 && (
        <ul className="booking__questions">
          {questions.map((question) => (
            <li key={question}>
              <HelpAnswer to={question} />
            </li>
          ))}
        </ul>
      )}
      <Form method="post" id="passengers" onChange={onChange} noValidate className="booking__form">
        <ForTheseFlights view={loaded.view} />
        {loaded.types.map((type, index) => (
          <PassengerCard
            key={`${index}-${type}-${loaded.filled[index]}`}
            index={index}
            type={type}
            typed={typed}
            errors={errors}
            countries={loaded.countries}
            airlines={loaded.airlines}
            issuers={loaded.issuers}
            international={loaded.international}
            issuedFor={loaded.issuedFor}
            book={loaded.offered[index]!}
            filled={loaded.filled}
            keeps={loaded.keeps}
            onFilled={sendSoon}
            hint={t(`types.${type}Hint`, { date: formatDate(loaded.flightDates.last, language) })}
          />
        ))}
        <section className="block" aria-labelledby="contact-head">
          <h2 id="contact-head">{t('contact.title')}</h2>
          <p className="muted">{t('contact.lede')}</p>
          <div className="passenger__grid passenger__grid--contact">
            <TextField
              name="email"
              type="email"
              label={t('contact.email')}
              error={errors.email}
              defaultValue={typed.email}
              autoComplete="email"
              maxLength={100}
            />
            <CountryField
              name="phoneCountry"
              label={t('contact.phoneCountry')}
              value={typed.phoneCountry ?? 'AE'}
              countries={loaded.countries}
            />
            <TextField
              name="phone"
              type="tel"
              label={t('contact.phone')}
              error={errors.phone}
              defaultValue={typed.phone}
              autoComplete="tel"
              maxLength={40}
            />
            <TextField
              name="secondPhone"
              type="tel"
              label={t('contact.secondPhone')}
              optional={t('optional')}
              error={errors.secondPhone}
              defaultValue={typed.secondPhone}
              autoComplete="off"
              maxLength={40}
            />
          </div>
        </section>
        {warnings.length > 0 && answer && 'read' in answer && (
          <section className="block booking__warnings" aria-labelledby="warnings-head">
            <h2 id="warnings-head">{t('warnings.title')}</h2>
            {warnings.map((warning, index) => (
              <Notice key={index} tone="warn" boxed title={t('passengers.traveller', { number: warning.passenger + 1 })}>
                {warningWords(warning)}
              </Notice>
            ))}
            <Checkbox name="read" value={answer.read} label={t('warnings.read')} />
          </section>
        )}
        <output className="booking__saved small muted">{saved ? t('saved') : ''}</output>
      </Form>
    </BookingFrame>
  );
}

const passengersOf = (types: readonly PassengerType[]): Passengers => ({
  adults: types.filter((type) => type === 'adult').length,
  children: types.filter((type) => type === 'child').length,
  infants: types.filter((type) => type === 'infant').length,
});

/** The date that a warning is about. */
const datesOf = {
  'passport-short-for-country': 'expiryDay',
  'passport-short-for-transit': 'expiryDay',
  'passport-too-old-for-country': 'issuedDay',
} as const;

/** Names the warnings that were shown, so that a tick for one set does not count for another. */
function warningsKey(warnings: readonly PassengerWarning[]): string {
  return warnings.map((warning) => `${warning.passenger}.${warning.kind}.${'country' in warning ? warning.country : ''}`).join(' ');
}
