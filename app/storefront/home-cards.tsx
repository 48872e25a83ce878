import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { readRecentSearches } from '#app/products/flights/search/recent-searches.tsx';
import { Icon, type IconName } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { HomeCards } from './home-cards-data.ts';

interface Card {
  readonly kind: 'trip' | 'booking' | 'search';
  readonly icon: IconName;
  readonly name: string;
  readonly when: string;
  readonly path: string;
}

/** Cards for somebody who was here before: the next trip, and what was begun last. Loaded only for them. */
export default function HomeCardsBand() {
  const t = useTexts('home');
  const language = useLanguage();
  const [cards, setCards] = useState<HomeCards | null>(null);
  useEffect(() => {
    const leave = new AbortController();
    fetch('/api/home-cards', { headers: { Accept: 'application/json' }, signal: leave.signal })
      .then((answer) => (answer.ok ? (answer.json() as Promise<HomeCards>) : null))
      .then(setCards)
      .catch(() => undefined);
    return () => leave.abort();
  }, []);
  if (!cards) return null;
  const { trip, booking, today } = cards;
  const day = (date: string) => formatDate(date, language, 'day');
  const search = booking ? undefined : readRecentSearches().find((each) => (each.dates[0] ?? '') >= today);
  const shown: Card[] = [];
  if (trip) {
    const when = `${day(trip.departs)} · ${trip.inDays > 0 ? t('back.inDays', { count: trip.inDays }) : t('back.today')}`;
    const name = trip.route ? t('back.route', trip.route) : trip.title;
    shown.push({ kind: 'trip', icon: 'trips', name, when, path: `/track?order=${trip.reference}` });
  }
  if (booking) {
    const { from, to, departs, path } = booking;
    shown.push({ kind: 'booking', icon: 'history', name: t('back.route', { from, to }), when: day(departs), path });
  }
  if (search)
    shown.push({
      kind: 'search',
      icon: 'search',
      name: t('back.route', { from: search.from, to: search.to }),
      when: search.dates.map(day).join(' – '),
      path: `/flight-search-results?${search.query}`,
    });
  if (shown.length === 0) return null;
  return (
    <ul className="wrap home-back" aria-label={t('back.label')}>
      {shown.map((card) => (
        <li key={card.kind}>
          <Link to={card.path}>
            <Icon name={card.icon} />
            <span>
              <small>{t(`back.${card.kind}.head`)}</small>
              <b>{card.name}</b>
              <small>{card.when}</small>
            </span>
            <span className="home-back__go">
              {t(`back.${card.kind}.go`)}
              <Icon name="arrow-end" small />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
