import { useEffect, useState, type ReactNode } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import type { TripLineSaid } from './trip-line.ts';
import './trip-line.css';

/** Cards of one list ask for the same few trips. */
const asked = new Map<string, Promise<TripLineSaid | null>>();

/**
 * "Can I actually take this trip?" in one line. A page of one's own brings it drawn; on a page that is kept for
 * everyone the browser asks, and only where somebody told their passport. The children stand where nothing is said.
 */
export function TripLine({ query, drawn = null, children = null }: { query?: string; drawn?: TripLineSaid | null; children?: ReactNode }) {
  const [said, setSaid] = useState<TripLineSaid | null>(null);
  useEffect(() => {
    const told = /rihla-passport=([A-Z]{2}\.[A-Z]*)/.exec(document.cookie);
    if (drawn || !query || !told) return;
    let here = true;
    const key = document.documentElement.lang + told[1] + query;
    if (!asked.has(key))
      asked.set(
        key,
        fetch(`/api/trip-line?${query}`)
          .then((answer) => (answer.ok ? (answer.json() as Promise<TripLineSaid | null>) : null))
          .catch(() => null),
      );
    void asked.get(key)!.then((found) => here && setSaid(found));
    return () => {
      here = false;
    };
  }, [query, drawn]);
  const line = drawn ?? said;
  if (!line) return children;
  return (
    <p className={`trip-line trip-line--${line.tone}`}>
      <Icon name="passport" small />
      <a href={line.href} rel="nofollow">
        {line.text}
      </a>
    </p>
  );
}
