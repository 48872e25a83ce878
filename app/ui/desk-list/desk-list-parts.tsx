import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Icon } from '../icon.tsx';
import { formatNumber } from '../number-format.ts';
import { useLanguage, useTexts } from '../texts.tsx';
import { KeyHints } from './key-hints.tsx';

/** What became of the last press, in words: done, or refused; nothing where neither is said. */
export function DeskSaid({ did, refused }: { readonly did?: string | false | null; readonly refused?: string | false | null }) {
  if (!did && !refused) return null;
  return (
    <p className={`dl-said${refused ? ' dl-said--warn' : ''}`} role={refused ? 'alert' : 'status'}>
      <Icon name={refused ? 'warning' : 'done'} />
      {refused || did}
    </p>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** One thing for many rows of a list, tried first: for those that are picked, or for everything that the list matches. */
export function DeskBulk({
  to,
  name = 'action',
  label,
  deeds,
  list,
  all,
  children,
}: {
  /** Where it is tried. */
  readonly to: string;
  /** Of the choice of what is done; `action` unless told otherwise. */
  readonly name?: string;
  /** What the choice is called; "action" in the reader's words unless told otherwise. */
  readonly label?: string;
  readonly deeds: readonly Named[];
  /** The list's address, with its question mark. */
  readonly list: string;
  /** The button for everything that the list matches. */
  readonly all: string;
  /** Further fields, behind the choice. */
  readonly children?: ReactNode;
}) {
  const t = useTexts('staff-lists');
  return (
    <Form id="bulk" className="dl-bulk" method="get" action={to}>
      <span>{t('bulk.with')}</span>
      <select name={name} aria-label={label ?? t('bulk.action')}>
        {deeds.map((deed) => (
          <option key={deed.id} value={deed.id}>
            {deed.name}
          </option>
        ))}
      </select>
      {children}
      <button className="bo-btn" type="submit">
        {t('bulk.try')}
      </button>
      <input type="hidden" name="list" value={list.slice(1)} />
      <button className="bo-btn dl-bulk__all" type="submit" name="all" value="1">
        {all}
      </button>
    </Form>
  );
}

/** To whom rows are given, as a field of `DeskBulk`. */
export function BulkColleague({ label, colleagues }: { readonly label: string; readonly colleagues: readonly Named[] }) {
  return (
    <select name="to" aria-label={label} defaultValue="">
      <option value="">{label}</option>
      {colleagues.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The queues of a list as tabs, each with how many wait in it. */
export function QueueTabs({
  label,
  queues,
}: {
  label: string;
  queues: readonly { readonly id: string; readonly name: string; readonly to: string; readonly count: number; readonly here: boolean }[];
}) {
  const language = useLanguage();
  return (
    <nav className="dl-tabs" aria-label={label}>
      {queues.map(({ id, name, to, count, here }) => (
        <Link key={id} to={to} aria-current={here ? 'page' : undefined}>
          {name} <span>{formatNumber(count, language)}</span>
        </Link>
      ))}
    </nav>
  );
}

/** The line of filters above a list. It asks by GET, so that what was asked is the address. */
export function DeskFilters({
  base,
  kept,
  find,
  apply,
  clear,
  children,
}: {
  base: string;
  /** The list's address without its filters: what has no field in the form stays as it is. */
  kept: string;
  /** The search field: what it looks in, as its name and placeholder. */
  find: { readonly label: string; readonly value: string; readonly most: number };
  apply: string;
  /** The way back to everything; null when nothing is filtered. */
  clear: { readonly to: string; readonly label: string } | null;
  children?: ReactNode;
}) {
  return (
    <Form className="dl-filters" method="get" action={base} role="search">
      {[...new URLSearchParams(kept)].map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <label>
        <span className="sr-only">{find.label}</span>
        <input
          id="find"
          type="search"
          name="find"
          defaultValue={find.value}
          placeholder={find.label}
          maxLength={find.most}
          autoComplete="off"
        />
      </label>
      {children}
      <button className="bo-btn" type="submit">
        {apply}
      </button>
      {clear && <Link to={clear.to}>{clear.label}</Link>}
    </Form>
  );
}

/** A choice among the filters; its first option, which asks for nothing, says what it is about. */
export function FilterChoice({
  name,
  label,
  value,
  any,
  options,
  cut,
}: {
  name: string;
  label: string;
  value: string;
  any: string;
  options: readonly { readonly id: string; readonly name: string }[];
  /** Said behind the last option where there are more than these. */
  cut?: string | null;
}) {
  return (
    <label>
      <span className="sr-only">{label}</span>
      <select name={name} defaultValue={value}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
        {cut && <option disabled>{cut}</option>}
      </select>
    </label>
  );
}

/** A day among the filters. */
export function FilterDay({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="dl-day">
      <span>{label}</span>
      <input type="date" name={name} defaultValue={value} />
    </label>
  );
}

/** An amount among the filters, with two places at most. */
export function FilterAmount({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="dl-day">
      <span>{label}</span>
      <input
        className="dl-amount"
        type="number"
        inputMode="decimal"
        name={name}
        defaultValue={value}
        min={0}
        max={999_999_999}
        step={0.01}
      />
    </label>
  );
}

/** Under a list: the way to its next page and back to its first, and the keys that work in it with their switch. */
export function DeskFoot({
  first,
  next,
  picks = false,
  rows = '.dl-sheet tbody a',
}: {
  first: string | null;
  next: string | null;
  picks?: boolean;
  /** The links that the keys go through, where a row is no row of a table. */
  rows?: string;
}) {
  const t = useTexts('staff-lists');
  return (
    <footer className="dl-foot">
      {first !== null && <Link to={first}>{t('pages.first')}</Link>}
      {next !== null && (
        <Link className="bo-btn" to={next}>
          {t('pages.next')}
        </Link>
      )}
      <KeyHints rows={rows} picks={picks} className="dl-keys dl-quiet" />
    </footer>
  );
}
