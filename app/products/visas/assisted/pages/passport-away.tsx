import { DateText } from '#app/ui/date-text.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { PassportAway } from '../passport-away.server.ts';

/** From when to when the passport is away, and what cannot be flown then. */
export function AwayWords({ away }: { away: PassportAway }) {
  const t = useTexts('assisted');
  return (
    <>
      {t('away.days')} <DateText date={away.from} form="long" /> – <DateText date={away.until} form="long" />.
      <ul className="as-away">
        {away.flights.map(({ reference, leaves }) => (
          <li key={reference}>
            {t('away.flight')} <bdi>{reference}</bdi>
            {leaves && (
              <>
                , {t('away.leaves')} <DateText date={leaves} form="long" />
              </>
            )}
          </li>
        ))}
        {away.journey && (
          <li>
            {t('away.journey')} <DateText date={away.journey} form="long" />
          </li>
        )}
      </ul>
    </>
  );
}
