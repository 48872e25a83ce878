import { useCallback, useEffect, useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { localTimeIn } from '#app/values/local-time.ts';
import { instant } from '#app/values/dates.ts';
import { canKeep, dropKeptTrip, keepTrip, readKeptTrips, renewKeptTrip, type KeptTrip, type TripToKeep } from '../kept-trips.client.ts';
import './trip-pack.css';

const kilobyte = 1024;

/**
 * What of the account's trips is on this device, and for a trip of its own page the button that puts it there. Nothing is
 * drawn without a script; a browser that cannot keep says so.
 */
export function KeepOnDevice({ account, trip }: { account: string; trip: TripToKeep | null }) {
  const t = useTexts('trip-pack');
  const [kept, setKept] = useState<readonly KeptTrip[] | null>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'failed' | 'cannot'>('idle');
  const [asked] = useState(trip);
  const read = useCallback(async () => setKept(await readKeptTrips(account)), [account]);
  useEffect(() => {
    if (!canKeep()) {
      setState('cannot');
      return;
    }
    void (async () => {
      await read();
      if (asked && (await renewKeptTrip(account, asked))) await read();
    })();
  }, [account, asked, read]);
  const keep = async () => {
    setState('busy');
    const done = await keepTrip(account, trip!).then(
      () => true,
      () => false,
    );
    await read();
    setState(done ? 'idle' : 'failed');
  };
  const drop = async (reference: string) => {
    await dropKeptTrip(account, reference);
    await read();
  };
  if (state === 'cannot') return trip && <p className="muted">{t('keep.cannot')}</p>;
  if (!kept) return trip && <noscript>{t('keep.cannot')}</noscript>;
  if (!trip)
    return (
      kept.length > 0 && (
        <section className="trip-tools" aria-labelledby="kept-here">
          <h2 id="kept-here">{t('keep.list')}</h2>
          <KeptList kept={kept} onDrop={(reference) => void drop(reference)} />
        </section>
      )
    );
  const here = kept.some(({ reference }) => reference === trip.reference);
  return (
    <>
      <Button type="button" icon="download" busy={state === 'busy' && t('keep.busy')} onClick={() => void keep()}>
        {t(here ? 'keep.again' : 'keep.button')}
      </Button>
      {state === 'failed' && (
        <Notice tone="danger" boxed live>
          {t('keep.failed')}
        </Notice>
      )}
      {kept.length > 0 && <KeptList kept={kept} onDrop={(reference) => void drop(reference)} />}
      <p className="sr-only" role="status">
        {here ? t('keep.done') : ''}
      </p>
    </>
  );
}

function KeptList({ kept, onDrop }: { kept: readonly KeptTrip[]; onDrop: (reference: string) => void }) {
  const t = useTexts('trip-pack');
  const language = useLanguage();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <ul className="trip-tools__list" aria-label={t('keep.list')}>
      {kept.map((one) => {
        const at = localTimeIn(zone, instant(one.keptAt));
        return (
          <li key={one.reference}>
            <div>
              <b>
                <bdi>{one.title}</bdi>
              </b>
              <p className="small muted">
                {t('keep.facts', {
                  count: one.papers,
                  size: formatNumber(Math.max(1, Math.round(one.bytes / kilobyte)), language),
                  date: formatDate(at, language),
                  time: at.slice(11, 16),
                })}
              </p>
            </div>
            <Button type="button" small onClick={() => onDrop(one.reference)} aria-label={t('keep.removeOf', { title: one.title })}>
              {t('keep.remove')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
