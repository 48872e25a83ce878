import type { ReactNode } from 'react';

export interface RecordFact {
  readonly id: string;
  readonly name: ReactNode;
  readonly value: ReactNode;
  /** How near a deadline is. */
  readonly heat?: 'hot' | 'soon' | null;
}

/** How near a deadline is that lies so many milliseconds ahead; null: there is none, or it is far. */
export function heatOf(leftMs: number | null): 'hot' | 'soon' | null {
  if (leftMs === null || leftMs >= 4 * 3_600_000) return null;
  return leftMs < 3_600_000 ? 'hot' : 'soon';
}

/** The bar under the head of a record: its next deadline first, then what is asked for most. */
export function RecordFacts({ facts }: { facts: readonly RecordFact[] }) {
  return (
    <dl className="dl-facts">
      {facts.map(({ id, name, value, heat }) => (
        <div key={id} className={heat ? `dl-facts--${heat}` : undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
