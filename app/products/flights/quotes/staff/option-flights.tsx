import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { bagsWords, durationWords, fareName, ruleWords, stopWords, whoWords } from '../../search/flight-words.tsx';
import type { CardSlice } from '../../search/results-view.ts';
import type { ShownOption } from '../show-option.server.ts';

/** One direction in a line: day, times at both ends, flights and stops. */
export function SliceLine({ slice, quiet = false }: { slice: CardSlice; quiet?: boolean }) {
  const flights = useTexts('flights');
  const language = useLanguage();
  const [first, last] = [slice.segments[0]!, slice.segments.at(-1)!];
  return (
    <p className={quiet ? 'fq-slice fq-slice--quiet' : 'fq-slice'}>
      <span>{formatDate(first.departs, language, 'day')}</span>
      <bdi dir="ltr">
        {slice.from} {first.departs.slice(11)} – {slice.to} {last.arrives.slice(11)}
        {slice.dayShift !== 0 && <sup>{slice.dayShift > 0 ? `+${slice.dayShift}` : slice.dayShift}</sup>}
      </bdi>
      <bdi>{slice.segments.map(({ flight }) => flight).join(' ')}</bdi>
      <span className="dl-quiet">
        {durationWords(flights, slice.minutes)} ·{' '}
        {slice.stops === 0 ? flights('card.direct') : flights(`stopsAt.${slice.stops}`, { places: stopWords(slice.layovers, language) })}
      </span>
      {slice.layovers.map(
        (layover, index) =>
          layover.airportChange && (
            <span key={index} className="dl-late">
              {flights('card.airportChange', { from: layover.airport, to: layover.departsFrom })}
            </span>
          ),
      )}
    </p>
  );
}

/** An option's flights and rules, as the desk reads them. */
export function OptionFlights({ option }: { option: ShownOption }) {
  const flights = useTexts('flights');
  const search = useTexts('flight-search');
  const fares = useTexts('fares');
  const language = useLanguage();
  return (
    <>
      {option.slices.map(({ slice }, index) => (
        <SliceLine key={index} slice={slice} />
      ))}
      <p className="dl-quiet">
        {fareName(fares, option.brandNameKey)} · {search(`form.cabins.${option.cabin}`)} · {whoWords(search, option.passengers)}
      </p>
      <p className="dl-quiet">
        {bagsWords(flights, option.cabinBag, option.checkedBag)} · {ruleWords(flights, 'refund', option.refund, language)} ·{' '}
        {ruleWords(flights, 'change', option.change, language)}
      </p>
    </>
  );
}
