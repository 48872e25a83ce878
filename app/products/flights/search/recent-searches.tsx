import { useEffect, useSyncExternalStore } from 'react';
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

/** What the browser holds, as text; a page without storage holds nothing. */
function stored(): string {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** Anything may stand in the storage: what is not ours is left out. */
function parse(text: string): RecentSearch[] {
  try {
    const found: unknown = JSON.parse(text || '[]');
    if (!Array.isArray(found)) return [];
    const whole = (each: RecentSearch | null): each is RecentSearch =>
      typeof each?.query === 'string' &&
      typeof each.from === 'string' &&
      typeof each.to === 'string' &&
      Array.isArray(each.dates) &&
      each.dates.every((date) => /^\d{4}-\d{2}-\d{2}$/.test(date));
    return found.filter(whole).slice(0, most);
  } catch {
    return [];
  }
}

/** The searches this browser remembers, the latest first. */
export const readRecentSearches = (): readonly RecentSearch[] => parse(stored());

function subscribe(changed: () => void): () => void {
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
}

/** Remembers the search of this page. */
export function useRememberedSearch(search: RecentSearch): void {
  const { query } = search;
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, JSON.stringify([search, ...parse(stored()).filter((each) => each.query !== query)].slice(0, most)));
    } catch {
      // Storage may be full or forbidden; then nothing is remembered.
    }
    // The query stands for the whole search.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [query]);
}

/** `today` is the house's day, YYYY-MM-DD: searches for days that are over are left out. */
export function RecentSearches({ today }: { today: string }) {
  const t = useTexts('flights');
  const language = useLanguage();
  const text = useSyncExternalStore(subscribe, stored, () => '');
  const searches = parse(text).filter((each) => (each.dates[0] ?? '') >= today);
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
              dispatchEvent(new StorageEvent('storage', { key: storageKey }));
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
