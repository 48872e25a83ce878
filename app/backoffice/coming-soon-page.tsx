import { useMatches } from 'react-router';

/** The specification's three placeholders, word for word and in English only. */
const specified: Readonly<Record<string, string>> = {
  'supply-staycations': 'Staycations Management - Coming Soon',
  tickets: 'Support Tickets - Coming Soon',
  loyalty: 'Loyalty Program - Coming Soon',
};

export function loader() {
  return null;
}

export default function ComingSoonPage() {
  const id = useMatches().at(-1)?.id ?? '';
  return <div data-being-built="">{specified[id]}</div>;
}
