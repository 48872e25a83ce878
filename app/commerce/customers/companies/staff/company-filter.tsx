import { useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import type { AskedCompany } from './ask-company.server.ts';
import { companyNamed, longestCompanyName } from './company-filter-form.ts';
import { CompanySuggestions, useCompanySuggestions } from './company-suggestions.tsx';
import './company.css';

/** A list's filter by company: written by name or number, with companies offered as it is typed. The texts are those of lists. */
export function FilterCompany({ label, any, company }: { readonly label: string; readonly any: string; readonly company: AskedCompany }) {
  const id = useId();
  const { chosen, typed } = company;
  const { offered, tell } = useCompanySuggestions(typed?.near ?? []);
  return (
    <>
      {chosen && <input type="hidden" name="company" value={chosen.id} />}
      <label>
        <span className="sr-only">{label}</span>
        <input
          type="search"
          name={companyNamed}
          list={`${id}-offered`}
          defaultValue={typed?.words ?? chosen?.name ?? ''}
          placeholder={any}
          maxLength={longestCompanyName}
          autoComplete="off"
          dir="auto"
          aria-invalid={typed ? true : undefined}
          aria-describedby={typed ? `${id}-said` : undefined}
          onInput={(event) => tell(event.currentTarget.value)}
        />
        <CompanySuggestions id={`${id}-offered`} offered={offered} />
      </label>
      {typed && <Said id={`${id}-said`} typed={typed} />}
    </>
  );
}

/** What was typed means no company, or several: the list stays as it was until one is chosen. */
function Said({ id, typed: { words, near } }: { readonly id: string; readonly typed: NonNullable<AskedCompany['typed']> }) {
  const t = useTexts('staff-lists');
  const { pathname, search } = useLocation();
  const to = (companyId: string) => {
    const asked = new URLSearchParams(search);
    for (const parameter of [companyNamed, 'after']) asked.delete(parameter);
    asked.set('company', companyId);
    return `${pathname}?${asked}`;
  };
  return (
    <p className="co-meant" id={id} role="alert">
      {t(near.length > 0 ? 'company.several' : 'company.none', { typed: words })}{' '}
      {near.map((one) => (
        <Link key={one.id} to={to(one.id)}>
          <bdi>{one.name}</bdi>
        </Link>
      ))}
    </p>
  );
}
