import { useEffect, useState, type ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { Tone } from './notice.tsx';
import { useTexts } from './texts.tsx';

const shownMs = 8_000;
const speakAfterMs = 100;

/** A short message over the page, said aloud as well. It goes by itself and can be closed; the page must not depend on it. */
export function Toast({ tone = 'ok', title, children }: { tone?: Tone; title: ReactNode; children?: ReactNode }) {
  const t = useTexts('frame');
  const [open, setOpen] = useState(true);
  // A live region speaks only what changes after it is there.
  const [aloud, setAloud] = useState(false);
  useEffect(() => {
    const speak = setTimeout(() => setAloud(true), speakAfterMs);
    const leave = setTimeout(() => setOpen(false), shownMs);
    return () => {
      clearTimeout(speak);
      clearTimeout(leave);
    };
  }, []);
  return (
    <>
      <div className="sr-only" role={tone === 'danger' ? 'alert' : undefined} aria-live={tone === 'danger' ? 'assertive' : 'polite'}>
        {aloud && (
          <>
            {title} {children}
          </>
        )}
      </div>
      {open && (
        <section className={`toast toast--${tone}`} aria-label={t('ui.message')} aria-hidden={aloud ? undefined : true}>
          <Icon name={tone === 'danger' ? 'fault' : 'done'} />
          <div className="toast__words">
            <b>{title}</b>
            {children && <p>{children}</p>}
          </div>
          <button type="button" className="btn-icon" aria-label={t('ui.close')} onClick={() => setOpen(false)}>
            <Icon name="close" small />
          </button>
        </section>
      )}
    </>
  );
}
