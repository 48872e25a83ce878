import { useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { CarriedFields } from './carried-fields.tsx';
import { useCarrying } from './carried-params.ts';
import { Icon } from './icon.tsx';
import { LiveForm } from './live-form.tsx';
import { useTexts } from './texts.tsx';
import './list-filters.css';

/**
 * Filters beside a list, as a GET form: it works by its button, and with a script each choice is applied at once.
 * Folded away on a phone.
 */
export function ListFilters({
  action,
  count,
  clear,
  carried = [],
  children,
}: {
  action: string;
  /** How many filters are set. */
  count: number;
  /** The address without any filter. */
  clear: string;
  /** What the form carries along besides its own fields: the search, the order. */
  carried?: readonly (readonly [string, string])[];
  children: ReactNode;
}) {
  const t = useTexts('list');
  const details = useRef<HTMLDetailsElement>(null);
  const carrying = useCarrying();
  return (
    <details className="lf" ref={details}>
      <summary className="lf__open">
        <Icon name="filter" small />
        {count > 0 ? t('filtersCount', { count }) : t('filters')}
      </summary>
      <LiveForm
        action={action}
        label={t('filters')}
        onSent={() => {
          if (details.current) details.current.open = false;
        }}
      >
        {carried.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <CarriedFields />
        <div className="lf__head">
          <h2>{t('filters')}</h2>
          {count > 0 && (
            <Link className="link" to={carrying(clear)} preventScrollReset>
              {t('clear')}
            </Link>
          )}
        </div>
        {children}
        <button className="btn btn--line btn--wide lf__apply" type="submit">
          {t('apply')}
        </button>
      </LiveForm>
    </details>
  );
}

export function FilterGroup({ title, open, children }: { title: ReactNode; open?: boolean; children: ReactNode }) {
  return (
    <details className="lf-group" open={open || undefined}>
      <summary>
        {title}
        <Icon name="chevron-down" small />
      </summary>
      <div>{children}</div>
    </details>
  );
}

/** `count` is how many the list has after a click; null where that is not known. */
export function FilterTick({
  name,
  value,
  label,
  count,
  checked,
}: {
  name: string;
  value: string;
  label: ReactNode;
  count: number | null;
  checked: boolean;
}) {
  return (
    <label className="lf-tick">
      <input type="checkbox" name={name} value={value} defaultChecked={checked} />
      <span>{label}</span>
      {count !== null && <bdi>{count}</bdi>}
    </label>
  );
}

export function FilterSelect({
  name,
  label,
  value,
  choices,
}: {
  name: string;
  label: ReactNode;
  value: string;
  choices: readonly (readonly [value: string, words: string])[];
}) {
  return (
    <label className="lf-field">
      <span>{label}</span>
      <span className="control control--select">
        <select name={name} defaultValue={value} data-own={value}>
          {choices.map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" small />
      </span>
    </label>
  );
}

export interface ChosenFilter {
  readonly label: string;
  /** The address without it. */
  readonly without: string;
}

/** What is chosen, each with a way to take it off. */
export function ChosenFilters({ chosen, clear }: { chosen: readonly ChosenFilter[]; clear: string }) {
  const t = useTexts('list');
  const carrying = useCarrying();
  if (chosen.length === 0) return null;
  return (
    <ul className="lf-chosen" aria-label={t('chosen')}>
      {chosen.map(({ label, without }) => (
        <li key={label}>
          <Link className="chip" to={carrying(without)} preventScrollReset aria-label={t('takeOff', { filter: label })}>
            {label}
            <Icon name="close" small />
          </Link>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <Link className="link" to={carrying(clear)} preventScrollReset>
            {t('clear')}
          </Link>
        </li>
      )}
    </ul>
  );
}

/** The order of the list, as links. */
export function SortLinks({ orders }: { orders: readonly { label: string; to: string; chosen: boolean }[] }) {
  const t = useTexts('list');
  const carrying = useCarrying();
  return (
    <nav className="lf-sort" aria-label={t('sort')}>
      <span aria-hidden="true">{t('sort')}</span>
      {orders.map(({ label, to, chosen }) => (
        <Link key={to} to={carrying(to)} preventScrollReset aria-current={chosen ? 'true' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
