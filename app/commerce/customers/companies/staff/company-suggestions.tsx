import { useFetcher } from 'react-router';

interface Offered {
  readonly id: string;
  readonly name: string;
}

/** From so many letters on companies are looked for. */
const leastTyped = 2;

/** Companies for what is typed, and what tells them of it; until something was typed, those that are given. */
export function useCompanySuggestions(first: readonly Offered[]) {
  const { load, data } = useFetcher<{ found: readonly Offered[] }>();
  return {
    offered: data?.found ?? first,
    tell: (typed: string) => {
      if (typed.trim().length >= leastTyped) void load(`/admin/customers/companies/named?q=${encodeURIComponent(typed)}`);
    },
  };
}

/** What a field offers that names this list. */
export function CompanySuggestions({ id, offered }: { readonly id: string; readonly offered: readonly Offered[] }) {
  return (
    <datalist id={id}>
      {offered.map((company) => (
        <option key={company.id} value={company.name} />
      ))}
    </datalist>
  );
}
