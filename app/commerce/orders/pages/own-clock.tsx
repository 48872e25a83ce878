import { useSyncExternalStore } from 'react';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { onOwnClock } from '../own-clock-rules.ts';

const never = () => () => undefined;
const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * After a time in Dubai, or in the zone in which it was told: what the reader's own clock says then. Only the browser knows; it
 * adds it once it is awake. `texts`: the catalogue of the page in which its words stand under `clock`.
 */
export function OwnClock({ at, told, texts = 'orders' }: { at: string; told?: string; texts?: 'orders' | 'interviews' }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const zone = useSyncExternalStore(never, zoneHere, () => null);
  const own = zone && onOwnClock(at, zone, told);
  if (!own) return null;
  return (
    <span className="own-clock">
      {' '}
      {own.date ? t('clock.ownDay', { time: own.time, day: formatDate(own.date, language, 'day') }) : t('clock.own', { time: own.time })}
    </span>
  );
}
