import { useSyncExternalStore } from 'react';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { onOwnClock } from '../own-clock-rules.ts';

const never = () => () => undefined;
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** After a deadline in Dubai time: what the reader's own clock says then. Only the browser knows; it adds it once it is awake. */
export function OwnClock({ at }: { at: string }) {
  const t = useTexts('orders');
  const language = useLanguage();
  const zone = useSyncExternalStore(never, zoneHere, () => null);
  const own = zone && onOwnClock(at, zone);
  if (!own) return null;
  return (
    <span className="own-clock">
      {' '}
      {own.date ? t('clock.ownDay', { time: own.time, day: formatDate(own.date, language, 'day') }) : t('clock.own', { time: own.time })}
    </span>
  );
}
