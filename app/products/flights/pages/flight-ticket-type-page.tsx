import { useEffect, useRef, useState } from 'react';
import { data, Form, redirect, useActionData, useLoaderData, useNavigation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatWords } from '#app/ui/number-format.ts';
import { reloadOvertaken } from '#app/ui/reload-overtaken.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Route } from './+types/flight-ticket-type-page.ts';
import { ForTheseFlights, OtherFlights } from '../booking/other-flights.tsx';
import { BookingFrame } from '../booking/booking-frame.tsx';
import { ClosedBooking } from '../booking/closed-booking.tsx';
import { FamiliesApart } from '../booking/families-apart.tsx';
import { FamilyTable } from '../booking/family-table.tsx';
import { isForTheseFlights, openBooking, replacedFlights, reach, saveBooking, type OpenBooking } from '../booking/open-booking.server.ts';
import { useBackgroundSend } from '../booking/use-autosave.ts';
import { stepPaths } from '../booking/booking-draft.ts';
import { aliveField, chosenFamily, familyField, withFamilies } from '../booking/choose-family.ts';
import { bagNotes } from '../extras/bag-notes.ts';
import { bagSizesOf } from '../world/open-ground-facts.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { compareFamilies, directionCodes, mixedCabins, type FareFeature } from '../fares/fare-rules.ts';
import { priceDirection, priceFamilies } from '../booking/price-draft.server.ts';

export const handle = { texts: ['booking', 'fares', 'itinerary'] };

export async function loader({ context, request }: Route.LoaderArgs) {
  const booking = await openBooking(context, request, 'ticket-type');
  if (!booking.open) return { closed: booking.view };
  const { priced, view, flights, language } = booking;
  return {
    closed: null,
    view,
    contracts: priced.contracts.map(({ offer, brand }, contract) => ({
      from: flights.geography.city(offer.slices[0]!.from, language),
      to: flights.geography.city(offer.slices[0]!.to, language),
      airline: flights.geography.airline(offer.validatingAirline),
      chosen: brand.code,
      mixed: mixedCabins(offer),
      rows: compareFamilies(offer.brands, offer.passengers.infants > 0),
      families: priceFamilies(priced, contract),
      bagNotes: bagNotes(offer.slices, offer, brand, {
        words: textsFor(language).of('orders'),
        airline: flights.geography.airline,
        date: (day) => formatDate(day, language, 'short'),
        countryOf: flights.geography.country,
        bagSizes: bagSizesOf,
      }),
      apart: apartOf(booking, contract),
    })),
  };
}

/** The same return with a family of its own in each direction; null where one holds for all. */
function apartOf({ priced, flights, language }: OpenBooking, contract: number) {
  const { offer, brand } = priced.contracts[contract]!;
  const chosen = directionCodes(offer, brand);
  if (!offer.byDirection) return null;
  return {
    chosen: brand.directions !== undefined,
    /** What holds for both directions of the pair that is chosen. */
    together: brand.directions ? compareFamilies([brand]).filter(({ feature }) => strictest.has(feature)) : [],
    directions: offer.byDirection.families.map((families, slice) => ({
      from: flights.geography.city(offer.slices[slice]!.from, language),
      to: flights.geography.city(offer.slices[slice]!.to, language),
      rows: compareFamilies(families, offer.passengers.infants > 0),
      families: priceDirection(priced, contract, slice),
      chosen: chosen[slice]!,
    })),
  };
}

const strictest: ReadonlySet<FareFeature> = new Set<FareFeature>(['refund', 'refundLate', 'noShow']);

export async function action({ context, request }: Route.ActionArgs) {
  const form = await request.formData();
  const booking = await openBooking(context, request, 'ticket-type', { sent: form });
  if (!booking.open) return null;
  if (!isForTheseFlights(form, booking.draft))
    return data({ changed: true as const, were: replacedFlights(booking, form) }, { status: 409 });
  const codes = booking.priced.contracts.map((contract, at) => chosenFamily(form, at, contract));
  const done = form.get('intent') !== 'autosave';
  await saveBooking(booking, (draft) => {
    const changed = withFamilies(draft.booking, booking.priced.contracts, codes);
    return { booking: done ? reach(changed, 'extras') : changed, checkedBags: draft.checkedBags };
  });
  if (done) throw redirect(stepPaths.extras);
  return { saved: true as const };
}

export { reloadOvertaken as shouldRevalidate };

export default function FlightTicketTypePage() {
  const t = useTexts('booking');
  const language = useLanguage();
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const busy = useNavigation().state === 'submitting';
  const { changed, send } = useBackgroundSend();
  const form = useRef<HTMLFormElement>(null);
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  if (loaded.closed) return <ClosedBooking closed={loaded.closed} again={stepPaths['ticket-type']} />;
  const { contracts } = loaded;
  // The server prices the choice at once; without JavaScript the button does it.
  const choose = () => send(form.current!);
  const go = (
    <Button look="go" wide form="ticket" name="intent" value="save" busy={busy && t('saving')}>
      {t('ticket.go')}
    </Button>
  );
  return (
    <BookingFrame
      view={loaded.view}
      step="ticket-type"
      title={t('ticket.title')}
      lede={t('ticket.lede', { airline: formatWords([...new Set(contracts.map(({ airline }) => airline))], language) })}
      formId="ticket"
      actions={go}
    >
      {((answer && 'changed' in answer) || changed) && <OtherFlights were={answer && 'changed' in answer ? answer.were : null} />}
      <Form method="post" id="ticket" ref={form} className="booking__form">
        <ForTheseFlights view={loaded.view} />
        {alive && <input type="hidden" name={aliveField} value="yes" />}
        {contracts.map((contract, index) => (
          <section key={index} className="block">
            <h2>{contracts.length > 1 ? t('journey.route', { from: contract.from, to: contract.to }) : t('ticket.families')}</h2>
            {contract.mixed && (
              <Notice tone="info" boxed>
                {t('ticket.mixed', { cabins: contract.mixed.map((cabin) => t(`cabins.${cabin}`)).join(' · ') })}
              </Notice>
            )}
            <FamilyTable
              name={familyField(index)}
              families={contract.families}
              rows={contract.rows}
              chosen={contract.chosen}
              onChoose={choose}
            />
            {contract.bagNotes.length > 0 && (
              <div className="fare-notes muted small">
                {contract.bagNotes.map((note) => (
                  <p key={note}>{note}</p>
                ))}
              </div>
            )}
            {contract.apart && <FamiliesApart contract={index} apart={contract.apart} onChoose={choose} />}
          </section>
        ))}
        <p className="muted small">{t('ticket.perTraveller')}</p>
      </Form>
    </BookingFrame>
  );
}
