import { useTexts } from '#app/ui/texts.tsx';
import type { ShownFlightState } from './desk-address.ts';

type Glyph = 'ring' | 'half' | 'disc' | 'triangle' | 'cross' | 'unknown';
type ChipTone = 'run' | 'done' | 'act' | 'bad' | 'over';

/** The shape says it; colour only where somebody must act. An unknown answer has a shape of its own. */
const looks: Readonly<Record<ShownFlightState, readonly [Glyph, ChipTone]>> = {
  draft: ['ring', 'over'],
  priced: ['half', 'run'],
  price_changed: ['triangle', 'act'],
  held: ['half', 'run'],
  expired: ['ring', 'over'],
  payment_pending: ['half', 'run'],
  paid: ['triangle', 'act'],
  on_hold: ['triangle', 'act'],
  ticketing: ['half', 'run'],
  ticketed: ['disc', 'done'],
  ticketing_failed: ['cross', 'bad'],
  stuck: ['unknown', 'bad'],
  schedule_change_pending: ['triangle', 'act'],
  change_quoted: ['half', 'run'],
  change_pending: ['half', 'run'],
  changed: ['half', 'run'],
  cancel_quoted: ['half', 'run'],
  cancelled: ['ring', 'over'],
  refund_due: ['triangle', 'act'],
  refunded: ['disc', 'over'],
  refunded_part: ['half', 'over'],
  voided: ['ring', 'over'],
  flown: ['disc', 'over'],
  no_show: ['cross', 'over'],
};

export function StateChip({ state }: { state: ShownFlightState }) {
  const t = useTexts('staff-orders');
  const [glyph, tone] = looks[state];
  return (
    <span className={`fd-chip fd-chip--${tone}`}>
      <ChipGlyph glyph={glyph} />
      {t(`states.${state}`)}
    </span>
  );
}

function ChipGlyph({ glyph }: { glyph: Glyph }) {
  return (
    <svg
      width="11"
      height="11"
      viewBox="0 0 12 12"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
    >
      {glyph === 'ring' && <circle cx="6" cy="6" r="4.2" />}
      {glyph === 'half' && (
        <>
          <circle cx="6" cy="6" r="4.2" />
          <path d="M6 1.8a4.2 4.2 0 0 1 0 8.4z" fill="currentColor" stroke="none" />
        </>
      )}
      {glyph === 'disc' && <circle cx="6" cy="6" r="5" fill="currentColor" stroke="none" />}
      {glyph === 'triangle' && <path d="M6 1.2 11.4 10.6H.6z" fill="currentColor" stroke="none" />}
      {glyph === 'cross' && <path d="m2 2 8 8M10 2l-8 8" strokeWidth="2" strokeLinecap="round" />}
      {glyph === 'unknown' && (
        <path d="M3.5 3.9c0-3 5-3 5-.2 0 2-2.5 1.8-2.5 3.8M6 10.3v.1" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round" />
      )}
    </svg>
  );
}
