import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';
import { everything, onlyNecessary, readChoice, type Consent } from './consent.ts';
import { ConsentSwitches } from './consent-switches.tsx';
import './consent.css';

export interface ConsentBannerProps {
  /** The dialog was asked for by itself, from the footer or the cookie policy. */
  readonly asked: boolean;
  readonly chosen: Consent | null;
  readonly onChoose: (consent: Consent, tell: boolean) => void;
  readonly onLeave: () => void;
}

/** The question at the foot of the page: three answers of equal weight, and a dialog for the fine choice. */
export default function ConsentBanner({ asked, chosen, onChoose, onLeave }: ConsentBannerProps) {
  const t = useTexts('consent');
  const [fine, setFine] = useState(false);
  const line = useRef<HTMLElement>(null);
  // What keeps to the foot of a page stands above the question for as long as it is asked, however many lines it takes.
  useEffect(() => {
    const { current } = line;
    if (asked || !current) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty('--consent-block', `${current.offsetHeight}px`));
    watch.observe(current);
    return () => {
      watch.disconnect();
      style.removeProperty('--consent-block');
    };
  }, [asked]);
  return (
    <>
      {!asked && (
        <section ref={line} className="consent" aria-labelledby="consent-title">
          <div className="wrap consent__line">
            <div>
              <h2 id="consent-title">{t('banner.title')}</h2>
              <p>
                {t('banner.text')} <Link to="/cookies">{t('banner.policy')}</Link>
              </p>
            </div>
            <div className="consent__answers">
              {/* Rejecting stores the choice and tells nobody: everything is denied already. */}
              <button type="button" className="btn btn--line" onClick={() => onChoose(onlyNecessary, false)}>
                {t('banner.reject')}
              </button>
              <button type="button" className="btn btn--line" aria-haspopup="dialog" onClick={() => setFine(true)}>
                {t('banner.customize')}
              </button>
              <button type="button" className="btn btn--line" onClick={() => onChoose(everything, true)}>
                {t('banner.accept')}
              </button>
            </div>
          </div>
        </section>
      )}
      {(asked || fine) && (
        <ConsentDialog
          chosen={chosen}
          onChoose={(consent) => onChoose(consent, true)}
          onCancel={() => {
            setFine(false);
            onLeave();
          }}
        />
      )}
    </>
  );
}

function ConsentDialog({
  chosen,
  onChoose,
  onCancel,
}: {
  chosen: Consent | null;
  onChoose: (consent: Consent) => void;
  onCancel: () => void;
}) {
  const t = useTexts('consent');
  const box = useRef<HTMLDialogElement>(null);
  // Closed before it is taken away, which gives the focus back to what opened it.
  useLayoutEffect(() => {
    const { current } = box;
    current?.showModal();
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={box}
      className="consent-dialog"
      aria-labelledby="consent-dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
    >
      <form
        method="dialog"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(readChoice(new FormData(event.currentTarget)));
        }}
      >
        <h2 id="consent-dialog-title">{t('dialog.title')}</h2>
        <p className="muted">{t('dialog.text')}</p>
        <ConsentSwitches chosen={chosen} />
        <div className="consent-dialog__end">
          <button type="button" className="btn btn--line" onClick={onCancel}>
            {t('dialog.cancel')}
          </button>
          <button className="btn btn--go">{t('dialog.save')}</button>
        </div>
      </form>
    </dialog>
  );
}
