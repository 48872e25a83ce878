import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

/** Kept in this browser only: where, when and how many; never who. */
interface RecentSearch {
  readonly query: string;
  readonly from: string;
  readonly to: string;
  readonly dates: readonly string[];
}

const storageKey = 'flightSearches';
const most = 4;

function read(): RecentSearch[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    if (!Array.isArray(found)) return [];
    return found
      .filter(
        (each): each is RecentSearch =>
          typeof each?.query === 'string' && typeof each.from === 'string' && typeof each.to === 'string' && Array.isArray(each.dates),
      )
      .slice(0, most);
  } catch {
    return [];
  }
}

/** Remembers the search of this page. */
export function useRememberedSearch(search: RecentSearch): void {
  const { query } = search;
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, JSON.stringify([search, ...read().filter((each) => each.query !== query)].slice(0, most)));
    } catch {
      // Storage may be full or forbidden; then nothing is remembered.
    }
    // The query stands for the whole search.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [query]);
}

export function RecentSearches() {
  const t = useTexts('flights');
  const language = useLanguage();
  const [searches, setSearches] = useState<RecentSearch[]>([]);
  useEffect(() => {
    const today = new Date().toISOString().slice(0, 10);
    setSearches(read().filter((each) => (each.dates[0] ?? '') >= today));
  }, []);
  if (searches.length === 0) return null;
  return (
    <section className="fl-recent" aria-labelledby="recent">
      <h2 id="recent">{t('landing.recent')}</h2>
      <ul>
        {searches.map((search) => (
          <li key={search.query}>
            <Link className="chip" to={`/flight-search-results?${search.query}`}>
              <b>{t('route', { from: search.from, to: search.to })}</b>{' '}
              {search.dates.map((date) => formatDate(date, language, 'day')).join(' – ')}
            </Link>
          </li>
        ))}
        <li>
          <button
            type="button"
            className="btn btn--quiet btn--s"
            onClick={() => {
              localStorage.removeItem(storageKey);
              setSearches([]);
            }}
          >
            {t('landing.forget')}
          </button>
        </li>
      </ul>
      <p className="xs muted">{t('landing.recentNote')}</p>
    </section>
  );
}
