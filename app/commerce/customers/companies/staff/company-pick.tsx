import { useId } from 'react';
import { CompanySuggestions, useCompanySuggestions } from './company-suggestions.tsx';
import './company.css';

/** Names a company: written in full or by its number, with those that there are offered as it is typed. */
export function CompanyPick({
  name,
  label,
  typed = '',
  offered,
  wrong = null,
}: {
  readonly name: string;
  readonly label: string;
  readonly typed?: string;
  readonly offered: readonly { readonly id: string; readonly name: string }[];
  readonly wrong?: string | null;
}) {
  const id = useId();
  const { offered: now, tell } = useCompanySuggestions(offered);
  return (
    <label className="co-pick">
      <span>{label}</span>
      <input
        name={name}
        list={`${id}-offered`}
        defaultValue={typed}
        maxLength={160}
        required
        autoComplete="off"
        dir="auto"
        onInput={(event) => tell(event.currentTarget.value)}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
      />
      <CompanySuggestions id={`${id}-offered`} offered={now} />
      {wrong && (
        <span className="bo-wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </span>
      )}
    </label>
  );
}
