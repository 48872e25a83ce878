import { useEffect, useState } from 'react';
import { minuteMs } from '#app/values/dates.ts';

/** Whole minutes left until an instant, counted by the browser's clock; null in the page as it is sent. */
export function useMinutesUntil(until: string): number | null {
  const [minutes, setMinutes] = useState<number | null>(null);
  useEffect(() => {
    const count = () => setMinutes(Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / minuteMs)));
    count();
    const timer = setInterval(count, 10_000);
    return () => clearInterval(timer);
  }, [until]);
  return minutes;
}
