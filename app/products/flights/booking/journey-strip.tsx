import { Link } from 'react-router';
import { DateText, LocalClock } from '#app/ui/date-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { comma } from '#app/ui/number-format.ts';
import { TailFin } from '#app/ui/tail-fin.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { FlightByFlight, type AirportNames } from '../search/flight-by-flight.tsx';
import type { SliceView } from './booking-view.ts';

/** The chosen flights, one line for each direction, with the way to change them. */
export function JourneyStrip({
  slices,
  airports,
  change,
  contracts,
}: {
  slices: readonly SliceView[];
  airports: AirportNames;
  change: string;
  contracts: number;
}) {
  const t = useTexts('booking');
  return (
    <section className="journey-strip" aria-label={t('journey.label')}>
      <ul>
        {slices.map((view, index) => (
          <li key={index}>
            <JourneyLine {...view} />
          </li>
        ))}
      </ul>
      <FlightByFlight slices={slices.map(({ slice }) => slice)} airports={airports} />
      <p className="journey-strip__foot">
        <Link to={change} className="link small">
          {t('journey.change')}
        </Link>
      </p>
      {contracts > 1 && (
        <Notice tone="warn" boxed title={t('journey.contractsTitle', { count: contracts })}>
          {t('journey.contracts')}
        </Notice>
      )}
    </section>
  );
}

/** One direction: where to, with which flights, and from when to when. */
export function JourneyLine({ fromCity, toCity, slice }: SliceView) {
  const language = useLanguage();
  const t = useTexts('booking');
  return (
    <>
      <TailFin code={slice.segments[0]!.airline} />
      <p className="journey-strip__route">
        <b>{t('journey.route', { from: fromCity, to: toCity })}</b>
        <span className="muted small">
          <DateText date={slice.segments[0]!.departs} form="day" /> ·{' '}
          <bdi>{slice.segments.map(({ flight }) => flight).join(comma(language))}</bdi> ·{' '}
          {slice.stops === 0 ? t('journey.direct') : t('journey.stops', { count: slice.stops })}
        </span>
      </p>
      <p className="journey-strip__times num">
        <LocalClock time={slice.segments[0]!.departs} /> <span aria-hidden="true">→</span>{' '}
        <span className="sr-only">{t('journey.until')}</span> <LocalClock time={slice.segments.at(-1)!.arrives} plusDays={slice.dayShift} />
        <small className="muted">
          <bdi>{slice.from}</bdi> <bdi>{slice.to}</bdi>
        </small>
      </p>
    </>
  );
}
