import { LocalClock } from '#app/ui/date-text.tsx';
import { TailFin } from '#app/ui/tail-fin.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { Tag } from '#app/ui/notice.tsx';
import { comma } from '#app/ui/number-format.ts';
import { TransitNote } from '../booking/transit-note.tsx';
import { durationWords, stopWords } from './flight-words.tsx';
import type { CardSlice } from './results-view.ts';

/** One direction as a line: who flies, from when to when, and where it stops. */
export function FlightLeg({ slice }: { slice: CardSlice }) {
  const language = useLanguage();
  const t = useTexts('flights');
  const first = slice.segments[0]!;
  const last = slice.segments.at(-1)!;
  const airlines = [...new Set(slice.segments.map((segment) => segment.airlineName))];
  const at = (airport: string, terminal: string | null) => (terminal ? t('card.terminal', { airport, terminal }) : airport);
  return (
    <div className="fr-leg">
      <TailFin code={first.airline} />
      <div className="fr-leg__who">
        <b>{airlines.join(' · ')}</b>
        <bdi>{slice.segments.map((segment) => spaced(segment.flight)).join(comma(language))}</bdi>
      </div>
      <div className="fr-leg__t">
        <div>
          <LocalClock time={first.departs} />
          <small>
            <bdi>{at(first.from, first.fromTerminal)}</bdi>
          </small>
        </div>
        <div className="fr-path">
          <span>{durationWords(t, slice.minutes)}</span>
          <u>
            {slice.layovers.map((layover, index) => (
              <i key={layover.departsFrom + index} style={{ '--at': `${stopAt(slice, index)}%` } as React.CSSProperties} />
            ))}
          </u>
          <span>{slice.stops === 0 ? t('card.direct') : t(`stopsAt.${slice.stops}`, { places: stopWords(slice.layovers, language) })}</span>
        </div>
        <div>
          <LocalClock time={last.arrives} plusDays={slice.dayShift} />
          <small>
            <bdi>{at(last.to, last.toTerminal)}</bdi>
          </small>
        </div>
      </div>
    </div>
  );
}

/** What there is to know between the times and the rules: layovers, who operates, the aircraft. */
export function LegNotes({ slice }: { slice: CardSlice }) {
  const language = useLanguage();
  const t = useTexts('flights');
  const operators = [...new Set(slice.segments.flatMap((segment) => segment.operatorName ?? []))];
  const aircraft = [...new Set(slice.segments.map((segment) => segment.aircraftName))];
  return (
    <div className="fr-notes">
      {slice.layovers.map((layover) => {
        const time = durationWords(t, layover.minutes);
        const calm = layover.grade === 'ok' && !layover.risk && !layover.overnight && !layover.airportChange && !layover.selfTransfer;
        return (
          <span key={layover.departsFrom + layover.minutes} className="fr-notes__stop">
            <Tag tone={calm ? 'ok' : 'warn'}>{t(`card.grade.${layover.risk ? 'risky' : layover.grade}`)}</Tag>
            <b>{t(layover.overnight ? 'card.overnight' : 'card.layover', { place: layover.placeName, time })}</b>
            {layover.airportChange ? (
              <span>{t('card.airportChange', { from: layover.airport, to: layover.departsFrom })}</span>
            ) : (
              <span>
                {layover.selfTransfer ? t('card.selfTransfer') : layover.terminalChange ? t('card.terminalChange') : t('card.bagsThrough')}
              </span>
            )}
            {layover.risk && <span>{t(`card.risk.${layover.risk}`)}</span>}
            <TransitNote layover={layover} />
          </span>
        );
      })}
      {operators.length > 0 && <span>{t('card.operated', { airline: operators.join(comma(language)) })}</span>}
      <span>
        <bdi>{aircraft.join(comma(language))}</bdi>
      </span>
    </div>
  );
}

/** EK332 reads EK 332. */
export function spaced(flight: string): string {
  return `${flight.slice(0, 2)}\u00A0${flight.slice(2)}`;
}

/** Where along the line a layover begins, percent of the whole time, kept clear of the ends. */
function stopAt(slice: CardSlice, index: number): number {
  let minutes = 0;
  for (let before = 0; before <= index; before += 1)
    minutes += slice.segments[before]!.minutes + (before < index ? slice.layovers[before]!.minutes : 0);
  const middle = minutes + slice.layovers[index]!.minutes / 2;
  return Math.min(92, Math.max(6, Math.round((middle * 100) / slice.minutes)));
}
