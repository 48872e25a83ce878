import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { durationWords } from './flight-words.tsx';
import { TransitNote } from '../booking/transit-note.tsx';
import type { CardLayover, CardSegment, CardSlice } from './results-view.ts';
import './flight-by-flight.css';

/** Names of airports by their codes. */
export type AirportNames = Readonly<Record<string, string>>;

/**
 * Every flight of some directions with its own local times and airports, and what happens on the ground between them;
 * folded until somebody asks. The texts of `itinerary` must be loaded.
 */
export function FlightByFlight({ slices, airports }: { slices: readonly CardSlice[]; airports: AirportNames }) {
  const t = useTexts('itinerary');
  return (
    <details className="by-flight">
      <summary className="link">
        {t('open')} <Icon name="chevron-down" small />
      </summary>
      {slices.map((slice) => (
        <ol key={slice.segments[0]!.departs + slice.from}>
          {slice.segments.map((segment, index) => (
            <li key={segment.flight + segment.departs}>
              {index > 0 && <Ground layover={slice.layovers[index - 1]!} />}
              <OneFlight segment={segment} airports={airports} />
            </li>
          ))}
        </ol>
      ))}
    </details>
  );
}

function OneFlight({ segment, airports }: { segment: CardSegment; airports: AirportNames }) {
  const t = useTexts('itinerary');
  const at = (code: string, terminal: string | null) => (
    <span>
      {airports[code] ?? code} (<bdi>{code}</bdi>){terminal && <> · {t('terminal', { terminal })}</>}
    </span>
  );
  return (
    <>
      <p className="by-flight__end">
        <LocalClock time={segment.departs} className="num" /> {at(segment.from, segment.fromTerminal)}
      </p>
      <p className="by-flight__end">
        <LocalClock time={segment.arrives} plusDays={daysBetween(segment.departs, segment.arrives)} className="num" />{' '}
        {at(segment.to, segment.toTerminal)}
      </p>
      <p className="by-flight__more">
        <DateText date={segment.departs} form="day" /> · <bdi>{`${segment.airline} ${segment.flight.slice(2)}`}</bdi> ·{' '}
        <bdi>{segment.airlineName}</bdi>
        {segment.operatorName && <> · {t('operated', { airline: segment.operatorName })}</>} · <bdi>{segment.aircraftName}</bdi> ·{' '}
        <bdi>{durationWords(t, segment.minutes)}</bdi>
      </p>
      <p className="by-flight__more">
        {t('class', { cabin: t(`cabins.${segment.cabin}`), letter: segment.bookingClass })}
        {segment.fareBasis && (
          <>
            {' '}
            · {t('fareBasis')} <bdi>{segment.fareBasis}</bdi>
          </>
        )}
      </p>
    </>
  );
}

function Ground({ layover }: { layover: CardLayover }) {
  const t = useTexts('itinerary');
  const todo = [
    layover.airportChange && t('airportChange', { from: layover.airport, to: layover.departsFrom }),
    layover.selfTransfer && t('selfTransfer'),
    layover.terminalChange && !layover.airportChange && t('terminalChange'),
  ].filter((words) => words !== false);
  return (
    <p className={`by-flight__ground${todo.length > 0 ? ' by-flight__ground--todo' : ''}`}>
      <Icon name={todo.length > 0 ? 'warning' : 'clock'} small />
      <span>
        {t(layover.overnight ? 'overnight' : 'layover', { place: layover.placeName, time: durationWords(t, layover.minutes) })}
        {todo.map((words) => (
          <b key={words}>{words}</b>
        ))}
        <TransitNote layover={layover} />
      </span>
    </p>
  );
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to.slice(0, 10)}T00:00Z`) - Date.parse(`${from.slice(0, 10)}T00:00Z`)) / 86_400_000);
}
