import { useRef, useState } from 'react';
import { data, Form, Link, redirect, useActionData, useLoaderData, useNavigation, useSubmit } from 'react-router';
import { orderCookie } from '#app/commerce/orders/order-access.server.ts';
import { newFormKey, onceForForm, readFormKey } from '#app/platform/idempotency.server.ts';
import { requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox } from '#app/ui/field.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Route } from './+types/flight-seats-page.ts';
import { ForTheseFlights, OtherFlights } from '../booking/other-flights.tsx';
import { BookingFrame } from '../booking/booking-frame.tsx';
import { ClosedBooking } from '../booking/closed-booking.tsx';
import { isForTheseFlights, openBooking, replacedFlights, reach, saveBooking, type OpenBooking } from '../booking/open-booking.server.ts';
import { DearerSeats } from '../booking/dearer-seats.tsx';
import { SeatGrid, SeatList, useSeatWords } from '../booking/seat-grid.tsx';
import { nextOf, SeatLegend, SeatParty } from '../booking/seat-party.tsx';
import { wishesOf } from '../booking/wishes.server.ts';
import { choiceKey, stepPaths, type FlightBooking, type FlightDraft } from '../booking/booking-draft.ts';
import { keepDeclaration } from '../booking/booking-draft-store.server.ts';
import { checkSegmentSeats, seatedPassengers, seatsOn, withSeat, withSeatsOf } from '../seats/choose-seats.ts';
import { exitWording } from '../seats/exit-declaration-rules.ts';
import { finishBooking, type FinishOutcome } from '../booking/finish-booking.server.ts';
import { segmentsOf } from '../flight-price.ts';
import { rulesOfDirection } from '../fares/fare-rules.ts';
import { locateSegment } from '../booking/price-draft.server.ts';
import { isExitSeat, type SeatProblem } from '../seats/seat-rules.ts';
import { viewCabin, type SeatView } from '../seats/seat-view.ts';
import './flight-seats-page.css';

export const handle = { texts: ['booking', 'itinerary'] };

/** Which segment and traveller are chosen for; out of range is the first. */
function askedFor(params: URLSearchParams | FormData): { segment: number; traveller: number } {
  const read = (name: string) => (/^\d{1,2}$/.test(String(params.get(name) ?? '')) ? Number(params.get(name)) : 0);
  return { segment: read('segment'), traveller: read('traveller') };
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const asked = askedFor(params);
  const booking = await openBooking(context, request, 'seats', { seatMapOf: asked.segment });
  if (!booking.open) return { closed: booking.view };
  const wish = (await wishesOf(context))?.seat || null;
  return { closed: null, ...pageOf(booking, asked), wish, asList: params.get('view') === 'list', kept: params.has('kept') };
}

function pageOf(booking: OpenBooking, asked: { segment: number; traveller: number }) {
  const { draft, flights, journey, language, priced, view } = booking;
  const all = segmentsOf(priced.contracts);
  const at = asked.segment < all.length ? asked.segment : 0;
  const segment = all[at]!;
  const seated = seatedPassengers(draft.booking, journey);
  const traveller = seated.find((each) => each.index === asked.traveller && each.type !== 'infant') ?? seated[0]!;
  const map = priced.seatMaps.get(at) ?? null;
  const place = locateSegment(priced.contracts, at)!;
  const chosen = seatsOn(draft.booking, segment);
  const cabin =
    map &&
    viewCabin(map, {
      cabin: segment.cabin,
      brand: rulesOfDirection(priced.contracts[place.contract]!.brand, place.slice),
      passenger: traveller,
      date: segment.departs.local.slice(0, 10) as CalendarDate,
      takenBy: new Map([...chosen].map(([passenger, seat]) => [seat, passenger])),
    });
  return {
    view,
    at,
    traveller: traveller.index,
    cabin,
    airline: flights.geography.airline(segment.operator),
    key: newFormKey(),
    version: draft.version,
    total: priced.quote.total.amount,
    travellers: draft.booking.passengerDetails.map((passenger, index) => ({
      index,
      type: passenger.type,
      name: `${passenger.givenNames || ''} ${passenger.surname}`.trim(),
      initials: `${(passenger.givenNames || passenger.surname).slice(0, 1)}${passenger.surname.slice(0, 1)}`,
    })),
    segments: all.map((each, index) => ({
      index,
      flight: each.flight,
      operator: each.operator === each.airline ? null : flights.geography.airline(each.operator),
      from: flights.geography.city(each.from, language),
      to: flights.geography.city(each.to, language),
      departs: each.departs.local,
      aircraft: each.aircraftName,
      seats: draft.booking.passengerDetails.map((_, passenger) => draft.booking.seatSelections[choiceKey(each, passenger)] ?? null),
    })),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const { segment: at, traveller } = askedFor(form);
  const go = String(form.get('go') ?? form.get('intent') ?? 'stay');
  const booking = await openBooking(context, request, 'seats', { seatMapOf: at, sent: form });
  if (!booking.open) return null;
  if (!isForTheseFlights(form, booking.draft))
    return data({ kind: 'changed' as const, were: replacedFlights(booking, form) }, { status: 409 });
  const segments = segmentsOf(booking.priced.contracts);
  const segment = segments[at];
  const passenger = booking.draft.booking.passengerDetails[traveller];
  if (!segment || !passenger) throw redirect(stepPaths.seats);
  const next = /^(\d{1,2})\.(\d{1,2})$/.exec(go);
  if (!next && go !== 'stay' && go !== 'clear') return finish(context, request, form, booking);
  const chosen = await choose(booking, form, go);
  if ('kind' in chosen) return refuseSeat(chosen);
  const to = next ? `segment=${next[1]}&traveller=${next[2]}` : `segment=${at}&traveller=${traveller}`;
  throw redirect(`${stepPaths.seats}?${to}`);
}

/** Keeps the seat that was sent, and gives the draft with it; or says what is wrong with it. Nothing sent is nothing changed. */
async function choose(booking: OpenBooking, form: FormData, go: string): Promise<WrongSeat | FlightDraft> {
  const { segment: at, traveller } = askedFor(form);
  if (go === 'airline') return saveBooking(booking, (draft) => ({ ...draft, booking: { ...draft.booking, seatSelections: {} } }));
  const seat = go === 'clear' ? null : form.get('seat');
  if (seat !== null && typeof seat !== 'string') return booking.draft;
  if (seat === null && go !== 'clear') return booking.draft;
  const sent = seat === null ? null : seat.slice(0, 5);
  const segments = segmentsOf(booking.priced.contracts);
  const segment = segments[at]!;
  const withSent = (before: FlightBooking) => withSeat(withSeatsOf(before, segments), segment, traveller, sent);
  const map = booking.priced.seatMaps.get(at);
  const problem = map
    ? (checkSegmentSeats(withSent(booking.draft.booking), booking.journey, segment, map, form.get('exit') === 'on').get(traveller) ?? null)
    : 'seat-unknown';
  // A child beside nobody is told at the end: its grown-up may only be about to choose.
  if (problem && problem !== 'seat-child-alone' && sent !== null) return { kind: 'seat', problem, seat: sent };
  // Kept before the seat is: a seat in an exit row without the words that allow it could not be placed.
  if (sent !== null && map && isExitSeat(map, sent)) {
    const at = new Date(booking.platform.clock.now()).toISOString();
    await keepDeclaration(booking.platform, booking.draft.id, choiceKey(segment, traveller), { seat: sent, wording: exitWording, at });
  }
  return saveBooking(booking, (draft) => ({ ...draft, booking: withSent(draft.booking) }));
}

interface WrongSeat {
  readonly kind: 'seat';
  readonly problem: SeatProblem;
  readonly seat: string;
}

/** Places the order, once for a form, unless the price is not the one on the page or a seat cannot be had. */
async function finish(context: Route.ActionArgs['context'], request: Request, form: FormData, before: OpenBooking) {
  const { platform, draft } = before;
  const outcome = await onceForForm<FinishOutcome | WrongSeat | { readonly kind: 'closed' }>(
    platform,
    { actor: `draft:${draft.id}`, form, about: 'finish' },
    async () => {
      const chosen = await choose(before, form, String(form.get('go') ?? ''));
      if ('kind' in chosen) return chosen;
      // What this press has chosen, even while another tab chooses otherwise: the traveller agreed to this and its price.
      const booking = await openBooking(context, request, 'seats', { draft: chosen });
      if (!booking.open) return { kind: 'closed' };
      const { version } = await saveBooking(booking, (one) => ({ ...one, booking: reach(one.booking, 'checkout') }));
      const seen = /^\d{1,12}$/.test(String(form.get('total') ?? '')) ? Number(form.get('total')) : -1;
      const agreed = /^\d{1,12}$/.exec(String(form.get('agreed') ?? ''));
      const reached = { ...booking.draft, version, booking: reach(booking.draft.booking, 'checkout') };
      return finishBooking({ ...booking, draft: reached }, context.get(viewerContext), context.get(requestContext), {
        seenTotal: seen,
        agreed: agreed === null ? null : Number(agreed[0]),
        unchanged: form.get('version') === String(booking.draft.version),
        key: readFormKey(form)!,
      });
    },
  );
  switch (outcome.kind) {
    case 'placed':
      throw redirect(`${stepPaths.checkout}/${outcome.reference}`, { headers: { 'Set-Cookie': orderCookie(platform, outcome.orderId) } });
    case 'look-again':
      throw redirect(`${stepPaths.seats}?kept=1`);
    case 'closed':
      return null;
    default:
      // The next press is another request: what was refused must not stand in its way.
      return outcome.kind === 'seat' ? refuseSeat(outcome) : data({ ...outcome, key: newFormKey() }, { status: 409 });
  }
}

/** Somebody else was quicker, or another tab: the plan that the page shows is old. */
const overtaken: readonly SeatProblem[] = ['seat-not-available', 'seat-chosen-twice'];

function refuseSeat(wrong: WrongSeat) {
  return data({ ...wrong, key: newFormKey() }, { status: overtaken.includes(wrong.problem) ? 409 : 422 });
}

export { reloadOvertaken as shouldRevalidate };

export default function FlightSeatsPage() {
  const t = useTexts('booking');
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const navigation = useNavigation();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const [focused, setFocused] = useState<SeatView | null>(null);
  const words = useSeatWords();
  if (loaded.closed) return <ClosedBooking closed={loaded.closed} again={stepPaths.seats} />;
  const { at, cabin, segments, travellers, traveller } = loaded;
  const segment = segments[at]!;
  const who = travellers[traveller]!;
  const mine = segment.seats[traveller];
  // A refusal draws the plan anew: a seat that was not given must not stay marked.
  const plan = `${at}.${traveller}.${(answer && 'key' in answer && answer.key) || ''}`;
  const placing = navigation.state === 'submitting' && navigation.formData?.get('go') === 'keep';
  const keep = (event: React.FormEvent<HTMLFormElement>) => {
    if ((event.target as HTMLInputElement).name !== 'seat') return;
    const sent = new FormData(form.current!);
    sent.set('go', 'stay');
    void submit(sent, { method: 'post', replace: true, preventScrollReset: true });
  };
  const faults =
    answer?.kind === 'seat'
      ? [{ field: null, message: t('seats.refused', { seat: answer.seat, why: t(`problems.${answer.problem}`) }) }]
      : answer?.kind === 'seats'
        ? answer.problems.map((each) => ({
            field: null,
            message: t('seats.problemOf', {
              name: travellers[each.passenger]?.name ?? '',
              seat: each.seat,
              why: t(`problems.${each.problem}`),
            }),
          }))
        : [];
  return (
    <BookingFrame
      // The question about a dearer price says all that is told of it.
      view={answer?.kind === 'dearer' ? { ...loaded.view, rise: null } : loaded.view}
      step="seats"
      title={t('seats.title')}
      lede={t('seats.lede', { airline: loaded.airline })}
      formId="seats"
      waysOn={{
        name: 'go',
        go: { value: 'keep', words: t('seats.go'), busy: placing && t('seats.placing') },
        skip: { value: 'airline', words: t('seats.airline') },
      }}
    >
      {loaded.wish && <Notice tone="info">{t('seats.wish', { seat: t(`seats.wishes.${loaded.wish}`) })}</Notice>}
      <ErrorSummary faults={faults} />
      {loaded.kept && (
        <Notice tone="ok" boxed live>
          {t('seats.kept')}
        </Notice>
      )}
      {answer?.kind === 'changed' && <OtherFlights were={answer.were} />}
      {answer?.kind === 'refused' && (
        <Notice tone="danger" boxed live title={t(`refusals.${answer.refused}Title`)}>
          {t(`refusals.${answer.refused}`, { reference: answer.reference ?? '' })}{' '}
          <Link
            className="link"
            to={
              ['offer-gone', 'sold-out', 'departs-too-soon'].includes(answer.refused)
                ? loaded.view.resultsPath
                : answer.refused === 'duplicate-booking'
                  ? answer.reference
                    ? `/track?order=${answer.reference}`
                    : '/track-booking'
                  : answer.refused === 'passenger-data' || answer.refused === 'draft-incomplete'
                    ? stepPaths.passengers
                    : stepPaths.seats
            }
          >
            {t(`refusals.${answer.refused}Go`)}
          </Link>
        </Notice>
      )}
      <Form method="post" id="seats" ref={form} onChange={keep} className="seats">
        <ForTheseFlights view={loaded.view} />
        <input type="hidden" name="segment" value={at} />
        <input type="hidden" name="traveller" value={traveller} />
        <input type="hidden" name="key" value={(answer && 'key' in answer && answer.key) || loaded.key} />
        <input type="hidden" name="version" value={loaded.version} />
        {answer?.kind === 'dearer' ? (
          <DearerSeats answer={answer} elsewhere={loaded.view.resultsPath} />
        ) : (
          <input type="hidden" name="total" value={loaded.total} />
        )}
        <div className="seats__columns">
          <div className="seats__party">
            <SeatParty segments={segments} travellers={travellers} at={at} traveller={traveller} />
            {cabin && <SeatLegend kinds={cabin.kinds} initials={who.initials} />}
            {cabin && (
              <details className="seats__rules">
                <summary>{t('seats.rulesTitle')}</summary>
                <ul>
                  {(['exit', 'bassinet', 'child', 'aircraft'] as const).map((rule) => (
                    <li key={rule}>{t(`seats.rules.${rule}`)}</li>
                  ))}
                </ul>
              </details>
            )}
          </div>
          <div className="seats__map">
            {cabin ? (
              <>
                <p className="seats__tools">
                  <Link
                    className="link small"
                    to={`?segment=${at}&traveller=${traveller}${loaded.asList ? '' : '&view=list'}`}
                    preventScrollReset
                  >
                    {t(loaded.asList ? 'seats.asMap' : 'seats.asList')}
                  </Link>
                  <span className="muted small">{t('seats.keys')}</span>
                </p>
                <output className="seats__now">
                  <b>{t('seats.for', { name: who.name })}</b>{' '}
                  <span>{focused ? words(focused) : mine ? t('seats.has', { seat: mine }) : t('seats.hasNone')}</span>
                  {mine && (
                    <button className="btn btn--quiet btn--s" name="go" value="clear">
                      {t('seats.clear')}
                    </button>
                  )}
                </output>
                {cabin.kinds.some(({ kind }) => kind === 'exit') && who.type === 'adult' && (
                  <Checkbox name="exit" label={t('seats.declare')} hint={t('seats.declareHint')} />
                )}
                {loaded.asList ? (
                  <SeatList key={`${plan}.list`} cabin={cabin} traveller={traveller} />
                ) : (
                  <SeatGrid
                    key={plan}
                    cabin={cabin}
                    traveller={traveller}
                    initials={travellers.map((person) => person.initials)}
                    onFocusSeat={setFocused}
                  />
                )}
                <p className="seats__next">
                  <Button look="line" small name="go" value={nextOf(segments.length, travellers, at, traveller)}>
                    {t('seats.next')}
                  </Button>
                </p>
              </>
            ) : (
              <Notice tone="info" boxed title={t('seats.noMapTitle')}>
                {t('seats.noMap', { airline: loaded.airline })}
              </Notice>
            )}
          </div>
        </div>
      </Form>
    </BookingFrame>
  );
}
