import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import './supply-desk.css';

const tabs = [
  ['sources', '/admin/flight-supply'],
  ['own', '/admin/flight-supply/own-fares'],
  ['deals', '/admin/flight-supply/deals'],
  ['disruptions', '/admin/flight-supply/disruptions'],
  ['test', '/admin/flight-supply/test'],
] as const;

/** The head of a supply page with its sister pages as tabs. */
export function SupplyHead({ current, sub }: { current: (typeof tabs)[number][0]; sub: ReactNode }) {
  const t = useTexts('staff-supply');
  return (
    <>
      <header className="sd-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{sub}</p>
      </header>
      <nav className="sd-tabs" aria-label={t('title')}>
        {tabs.map(([id, to]) => (
          <Link key={id} to={to} aria-current={id === current ? 'page' : undefined}>
            {t(`tab.${id}`)}
          </Link>
        ))}
      </nav>
    </>
  );
}

/** What the last form did, or why it did not. */
export function Said({ did, refused }: { did?: ReactNode; refused?: ReactNode }) {
  if (!did && !refused) return null;
  return (
    <p className={refused ? 'sd-said sd-said--no' : 'sd-said'} role={refused ? 'alert' : 'status'}>
      {refused || did}
    </p>
  );
}

/** A label over its control; what is wrong with it stands below. */
export function Field({
  label,
  wrong,
  children,
  wide,
  id,
}: {
  label: ReactNode;
  wrong?: ReactNode;
  children: ReactNode;
  wide?: boolean;
  id?: string;
}) {
  return (
    <label id={id} className={`sd-field${wide ? ' sd-field--wide' : ''}${wrong ? ' sd-field--wrong' : ''}`}>
      <span>{label}</span>
      {children}
      {wrong && <small>{wrong}</small>}
    </label>
  );
}

export type ChipTone = 'calm' | 'good' | 'act' | 'bad';

/** A state in a word with its glyph: colour never stands alone. */
export function Chip({ tone, children }: { tone: ChipTone; children: ReactNode }) {
  return (
    <span className={`sd-chip sd-chip--${tone}`}>
      <i aria-hidden="true" />
      {children}
    </span>
  );
}

/** A part of a page with its title, a quiet line and what can be done at its end. */
export function Card({ title, sub, end, children }: { title: ReactNode; sub?: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="sd-card">
      <header>
        <h2>{title}</h2>
        {sub && <p>{sub}</p>}
        {end}
      </header>
      {children}
    </section>
  );
}
