import { data, Form, Link, redirect, useActionData, useLoaderData, useNavigation } from 'react-router';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { Checkbox } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/flight-extras-page.ts';
import { ForTheseFlights, OtherFlights } from '../booking/other-flights.tsx';
import { BookingFrame } from '../booking/booking-frame.tsx';
import { ClosedBooking } from '../booking/closed-booking.tsx';
import { BagField, CoverChoice, FastTrackChoice, MealField, useMealWords } from '../booking/extra-choices.tsx';
import { ExtraSection } from '../booking/extra-section.tsx';
import { isForTheseFlights, openBooking, replacedFlights, reach, saveBooking } from '../booking/open-booking.server.ts';
import { useAutosave } from '../booking/use-autosave.ts';
import { wishesOf } from '../booking/wishes.server.ts';
import { bagKey, choiceKey, needsFor, stepPaths } from '../booking/booking-draft.ts';
import type { BaggageAllowance } from '../offer.ts';
import { readExtras, withoutExtras } from '../extras/extras-form.ts';
import { rulesOfDirection } from '../fares/fare-rules.ts';
import {
  bagChoices,
  fastTrackOffers,
  insurancePrice,
  insuranceRefusal,
  mealPrice,
  mealCodes,
  mealService,
  mealsFor,
  oldestInsured,
} from '../extras/extras-price.ts';

export const handle = { texts: ['booking', 'itinerary'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const booking = await openBooking(context, request, 'extras');
  if (!booking.open) return { closed: booking.view };
  const wishes = await wishesOf(context);
  const { draft, journey, priced, flights, language, view } = booking;
  const { passengerDetails, extras } = draft.booking;
  const offers = priced.contracts.map(({ offer }) => offer);
  const slices = priced.contracts.flatMap(({ offer, brand }) =>
    offer.slices.map((slice, at) => ({ slice, brand: rulesOfDirection(brand, at) })),
  );
  const city = (code: string) => flights.geography.city(code, language);
  const fastTrack = fastTrackOffers(offers);
  return {
    closed: null,
    view,
    meal: mealCodes.find((each) => each === wishes?.meal) ?? null,
    travellers: passengerDetails.map((passenger) => ({
      title: passenger.title,
      name: passenger.singleName ? passenger.surname : `${passenger.givenNames} ${passenger.surname}`,
      type: passenger.type,
      assistance: passenger.assistance,
    })),
    directions: slices.map(({ slice, brand }, direction) => ({
      from: city(slice.from),
      to: city(slice.to),
      included: brand.checkedBag,
      lapInfant: brand.lapInfantBag,
      // Who flies is who carries the bags and sells more of them.
      airlines: [...new Set(slice.segments.map(({ operator }) => flights.geography.airline(operator)))],
      choices: bagChoices(slice),
      rows: passengerDetails.flatMap((passenger, traveller) =>
        passenger.type === 'infant'
          ? []
          : [{ traveller, key: bagKey(direction, traveller), pieces: draft.checkedBags[bagKey(direction, traveller)] ?? 0 }],
      ),
    })),
    segments: slices.flatMap(({ slice }) =>
      slice.segments.map((segment) => ({
        flight: segment.flight,
        from: city(segment.from),
        to: city(segment.to),
        airline: flights.geography.airline(segment.operator),
        service: mealService(segment),
        price: mealPrice(segment),
        rows: passengerDetails.map((passenger, traveller) => ({
          traveller,
          key: choiceKey(segment, traveller),
          codes: mealsFor(passenger),
          chosen: extras.mealPreferences[choiceKey(segment, traveller)] ?? '',
        })),
      })),
    ),
    fastTrack: {
      chosen: extras.fastTrack,
      offered: fastTrack.offered.map(({ airport, each }) => ({ airport, city: city(airport), each })),
      missing: fastTrack.missing.map(city),
    },
    insurance: {
      chosen: extras.insurance,
      each: insurancePrice(journey.flights.first, journey.lastDay),
      refusal: insuranceRefusal(passengerDetails, journey.flights.first, journey.lastDay),
    },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const booking = await openBooking(context, request, 'extras', { sent: form });
  if (!booking.open) return null;
  if (!isForTheseFlights(form, booking.draft))
    return data({ changed: true as const, were: replacedFlights(booking, form) }, { status: 409 });
  const intent = form.get('intent');
  const offers = booking.priced.contracts.map(({ offer }) => offer);
  const read = readExtras(form, booking.draft, offers, booking.journey);
  const done = intent === 'skip' || (intent !== 'autosave' && read.problems.length === 0);
  await saveBooking(booking, (draft) => {
    const changed = intent === 'skip' ? withoutExtras(draft) : readExtras(form, draft, offers, booking.journey).draft;
    return { ...changed, booking: done ? reach(changed.booking, 'seats') : changed.booking };
  });
  if (done) throw redirect(stepPaths.seats);
  return read.problems.length > 0 && intent !== 'autosave' ? data({ problems: read.problems }, { status: 422 }) : { saved: true as const };
}

export { reloadOvertaken as shouldRevalidate };

export default function FlightExtrasPage() {
  const language = useLanguage();
  const t = useTexts('booking');
  const meals = useMealWords();
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state === 'submitting';
  const { changed, onChange } = useAutosave(400);
  if (loaded.closed) return <ClosedBooking closed={loaded.closed} again={stepPaths.extras} />;
  const { travellers, directions, segments, fastTrack, insurance } = loaded;
  const faults =
    answer && 'problems' in answer ? answer.problems.map((each) => ({ field: each.field, message: t(`problems.${each.problem}`) })) : [];
  const nameOf = (traveller: number) => travellers[traveller]!.name;
  const bagWords = ({ pieces, kilograms }: BaggageAllowance) =>
    pieces === null
      ? t('rules.kilograms', { kilograms: kilograms ?? '?' })
      : t('rules.piecesOf', { count: pieces, kilograms: kilograms ?? '?' });
  const babies = travellers.some(({ type }) => type === 'infant');
  // Not said is not nothing.
  const lapInfant = (bag: BaggageAllowance | null | undefined) =>
    bag ? t('extras.bagLapInfant', { bag: bagWords(bag) }) : t(bag === null ? 'extras.bagLapInfantNone' : 'extras.bagLapInfantAsk');
  return (
    <BookingFrame
      view={loaded.view}
      step="extras"
      title={t('extras.title')}
      lede={t('extras.lede')}
      formId="extras"
      waysOn={{
        name: 'intent',
        go: { value: 'save', words: t('extras.go'), busy: busy && t('saving') },
        skip: { value: 'skip', words: t('extras.skip') },
      }}
    >
      {loaded.meal && <Notice tone="info">{t('extras.wish', { meal: t(`meals.${loaded.meal}`) })}</Notice>}
      {((answer && 'changed' in answer) || changed) && <OtherFlights were={answer && 'changed' in answer ? answer.were : null} />}
      <ErrorSummary faults={faults} />
      <Form method="post" id="extras" onChange={onChange} className="booking__form">
        <ForTheseFlights view={loaded.view} />
        <input type="hidden" name="assistShown" value="1" />
        <ExtraSection icon="help" title={t('extras.assistTitle')} end={<b>{t('extras.free')}</b>} terms={t('extras.assistTerms')}>
          {travellers.map((traveller, index) => (
            <details key={index} className="extra__person" open={traveller.assistance.length > 0}>
              <summary>
                <b>{traveller.name}</b>{' '}
                <span className="muted small">
                  {traveller.assistance.length > 0 ? t('extras.asked', { count: traveller.assistance.length }) : t('extras.noneAsked')}
                </span>
                <Icon name="chevron-down" small />
              </summary>
              <div className="passenger__needs">
                {needsFor(traveller).map((need) => (
                  <Checkbox
                    key={need}
                    id={`assist.${index}.${need}`}
                    name={`assist.${index}`}
                    value={need}
                    label={t(`assist.${need}`)}
                    defaultChecked={traveller.assistance.includes(need)}
                  />
                ))}
              </div>
            </details>
          ))}
        </ExtraSection>
        <ExtraSection icon="bag" title={t('extras.bagsTitle')} terms={t('extras.bagsTerms')}>
          {directions.map((direction, index) => (
            <div className="extra__group" key={index}>
              <h3>{t('journey.route', { from: direction.from, to: direction.to })}</h3>
              <p className="small muted">
                {direction.included ? t('extras.bagIncluded', { bag: bagWords(direction.included) }) : t('extras.bagNotIncluded')}{' '}
                {babies && lapInfant(direction.lapInfant)} {t('extras.carriedBy', { airlines: direction.airlines.join(comma(language)) })}
              </p>
              <div className="extra__rows">
                {direction.rows.map((row) => (
                  <BagField
                    key={row.key}
                    code={row.key}
                    name={nameOf(row.traveller)}
                    none={t('extras.noBag')}
                    choices={direction.choices}
                    chosen={row.pieces}
                    words={(facts) => t('extras.bagChoice', facts)}
                  />
                ))}
              </div>
            </div>
          ))}
        </ExtraSection>
        <ExtraSection icon="meal" title={t('extras.mealsTitle')} terms={t('extras.mealsTerms')}>
          {segments.map((segment) => (
            <div className="extra__group" key={segment.flight + segment.rows[0]!.key}>
              <h3>
                {t('journey.route', { from: segment.from, to: segment.to })} <bdi className="muted small">{segment.flight}</bdi>
              </h3>
              <p className="small muted">{meals.service(segment)}</p>
              {segment.service !== 'none' && (
                <div className="extra__rows">
                  {segment.rows.map((row) => (
                    <MealField
                      key={row.key}
                      code={row.key}
                      name={nameOf(row.traveller)}
                      service={segment.service}
                      codes={row.codes}
                      chosen={row.chosen}
                    />
                  ))}
                </div>
              )}
            </div>
          ))}
        </ExtraSection>
        <ExtraSection icon="fast-track" title={t('extras.fastTitle')} terms={t('extras.fastTerms')}>
          {fastTrack.offered.length > 0 && <FastTrackChoice offered={fastTrack.offered} chosen={fastTrack.chosen} />}
          {fastTrack.missing.length > 0 && (
            <p className="small muted">{t('extras.fastMissing', { places: fastTrack.missing.join(comma(language)) })}</p>
          )}
        </ExtraSection>
        <ExtraSection icon="insurance" title={t('extras.coverTitle')} terms={t('extras.coverTerms')}>
          <dl className="extra__cover">
            {(['insurer', 'medical', 'cancel', 'bags', 'delay', 'excluded'] as const).map((key) => (
              <div key={key}>
                <dt>{t(`cover.${key}`)}</dt>
                <dd>{t(`cover.${key}Words`, { age: oldestInsured })}</dd>
              </div>
            ))}
          </dl>
          <CoverChoice each={insurance.each} chosen={insurance.chosen} disabled={insurance.refusal !== null} error={faults[0]?.message} />
          {insurance.refusal && (
            <Notice tone="info">
              {insurance.refusal === 'insurance-residence-unknown' ? (
                <Link className="link" to={stepPaths.passengers}>
                  {t(`problems.${insurance.refusal}`)}
                </Link>
              ) : (
                t(`problems.${insurance.refusal}`)
              )}
            </Notice>
          )}
        </ExtraSection>
      </Form>
    </BookingFrame>
  );
}
