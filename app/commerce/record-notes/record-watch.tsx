import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { OpenNotes, RecordNews } from './open-notes.server.ts';
import './record-notes.css';

const askEveryMs = 8_000;

/**
 * Tells whoever has a record open that a colleague changed it, and who else is looking. It asks while the page is looked at and
 * when somebody comes back to it; in the background it asks nothing. The new state comes without a new page, so that what is
 * typed stays. The page names the `staff-records` catalogue.
 */
export function RecordWatch({ desk }: { desk: OpenNotes }) {
  const { at, stamp } = desk;
  const language = useLanguage();
  const t = useTexts('staff-records');
  const [heard, setHeard] = useState<(RecordNews & { readonly since: number }) | null>(null);
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    let over = false;
    // Asked past the router: a failed question must leave the page, and what is typed on it, alone.
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const answer = await fetch(`${at}/news?since=${stamp}`, { redirect: 'manual' }).catch(() => null);
      const told = answer?.ok ? await answer.json().catch(() => null) : null;
      if (told && !over) setHeard({ ...told, since: stamp });
    };
    void ask();
    const timer = setInterval(ask, askEveryMs);
    document.addEventListener('visibilitychange', ask);
    return () => {
      over = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', ask);
    };
  }, [at, stamp]);
  // What was heard of an older state of the page is no news.
  const change = heard && heard.since === stamp ? heard.change : null;
  const others = heard?.others ?? [];
  return (
    <>
      <RecordJump desk={desk} />
      <div className="rn-watch" role="status">
        {change && (
          <p className="rn-news">
            <Icon name="change" small />
            <span>
              {change.own
                ? t('watch.own', { time: change.time.slice(11, 16) })
                : change.by === null
                  ? t('watch.other', { time: change.time.slice(11, 16) })
                  : t('watch.changed', { name: change.by, time: change.time.slice(11, 16) })}{' '}
              {t('watch.keeps')}
            </span>
            <button className="bo-btn" type="button" disabled={state !== 'idle'} onClick={() => void revalidate()}>
              {t('watch.show')}
            </button>
          </p>
        )}
        {others.length > 0 && (
          <p className="rn-others">
            <Icon name="eye" small />
            <span>{t('watch.looking', { count: others.length, names: others.join(comma(language)) })}</span>
          </p>
        )}
      </div>
    </>
  );
}

/** On a phone, notes and files lie far below what they are about: from its head one press leads there, and says whether it is worth it. */
function RecordJump({ desk }: { desk: OpenNotes }) {
  const t = useTexts('staff-records');
  const language = useLanguage();
  const parts = [
    ...(desk.filesOnly ? [] : [{ id: 'notes', icon: 'edit', count: desk.notes.filter(({ removed }) => !removed).length } as const]),
    { id: 'files', icon: 'document', count: desk.files.filter(({ removed }) => !removed).length } as const,
  ];
  return (
    <nav className="rn-jump" aria-label={t('jump')}>
      {parts.map(({ id, icon, count }) => (
        <a key={id} href={`#${id}`}>
          <Icon name={icon} small />
          {t(`${id}.title`)}
          <span className={count > 0 ? 'rn-jump__some' : undefined}>{formatNumber(count, language)}</span>
        </a>
      ))}
    </nav>
  );
}
