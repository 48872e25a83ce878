import { useMatches } from 'react-router';

export const handle = { texts: ['staff'] };

/** Two of the specification's three placeholders, word for word and in English only; the third stands on its own page. */
const specified: Readonly<Record<string, string>> = {
  tickets: 'Support Tickets - Coming Soon',
  loyalty: 'Loyalty Program - Coming Soon',
};

export function loader() {
  return null;
}

export default function ComingSoonPage() {
  const id = useMatches().at(-1)?.id ?? '';
  return (
    <section className="bo-page bo-empty" data-being-built="">
      <h1 tabIndex={-1} lang="en">
        <bdi>{specified[id]}</bdi>
      </h1>
    </section>
  );
}
