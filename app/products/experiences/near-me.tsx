import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { listAddress, type ExperienceSearch } from './experience-search-form.ts';

/** Sorts the list by distance from the visitor. Asks only when pressed, and keeps a tenth of a degree: about ten kilometres. */
export function NearMe({ search }: { search: ExperienceSearch }) {
  const t = useTexts('experiences');
  const navigate = useNavigate();
  const [state, setState] = useState<'unable' | 'ready' | 'asking' | 'denied'>('unable');
  useEffect(() => setState('geolocation' in navigator ? 'ready' : 'unable'), []);
  if (state === 'unable') return null;
  const rough = (degrees: number) => Math.round(degrees * 10) / 10;
  const ask = () => {
    setState('asking');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setState('ready');
        const at = { latitude: rough(coords.latitude), longitude: rough(coords.longitude) };
        void navigate(listAddress({ ...search, at, order: 'near', page: 1 }), { preventScrollReset: true });
      },
      () => setState('denied'),
      { maximumAge: 600_000, timeout: 10_000 },
    );
  };
  return (
    <p className="xp-near">
      <button type="button" className="btn btn--quiet btn--s" onClick={ask} aria-busy={state === 'asking' || undefined}>
        <Icon name="place" small />
        {t(search.at ? 'near.again' : 'near.ask')}
      </button>
      <span role="status">{state === 'denied' && t('near.denied')}</span>
    </p>
  );
}
