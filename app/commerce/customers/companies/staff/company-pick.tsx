import { useId } from 'react';
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
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
      />
      <datalist id={`${id}-offered`}>
        {offered.map((company) => (
          <option key={company.id} value={company.name} />
        ))}
      </datalist>
      {wrong && (
        <span className="bo-wrong" id={`${id}-wrong`} role="alert">
          {wrong}
        </span>
      )}
    </label>
  );
}
