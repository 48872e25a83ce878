import { useEffect, useRef } from 'react';
import { frameKeys, helpKey, isForPage, paletteKey, useKeysSwitch, usePageKeys, type DeskKey } from '#app/ui/desk-list/desk-keys.ts';
import { useTexts } from '#app/ui/texts.tsx';
import './desk-dialog.css';
import './key-help.css';

/** The keys of the desk and of the page, in a dialog that a question mark opens from anywhere, as does the menu of whoever works here. */
export function KeyHelp({
  open,
  onOpen,
  goes,
}: {
  open: boolean;
  onOpen: (open: boolean) => void;
  /** Whether there is a way to other pages: not before a second step that is owed. */
  goes: boolean;
}) {
  const [on] = useKeysSwitch();
  useEffect(() => {
    if (!on) return;
    const onKey = (event: KeyboardEvent) => {
      if (!helpKey.keys.some((key) => key === event.key) || !isForPage(event)) return;
      event.preventDefault();
      onOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [on, onOpen]);
  return open ? <Keys goes={goes} onClose={() => onOpen(false)} /> : null;
}

function Keys({ goes, onClose }: { goes: boolean; onClose: () => void }) {
  const t = useTexts('staff');
  const box = useRef<HTMLDialogElement>(null);
  const out = useRef<HTMLButtonElement>(null);
  const ofPage = usePageKeys();
  const [on, setOn] = useKeysSwitch();
  useEffect(() => {
    const { current } = box;
    // Where the reader was before, a dialog gives back by itself.
    current?.showModal();
    out.current?.focus();
    return () => current?.close();
  }, []);
  return (
    <dialog ref={box} className="bo-dialog kh" aria-labelledby="kh-title" onClose={onClose} {...{ closedby: 'any' }}>
      <div className="kh-in">
        <h2 id="kh-title">{t('keys.title')}</h2>
        <h3>{t('keys.everywhere')}</h3>
        <KeyList keys={frameKeys.filter((key) => goes || key !== paletteKey)} />
        <h3>{t('keys.here')}</h3>
        {ofPage.length > 0 ? <KeyList keys={ofPage} /> : <p className="kh-none">{t('keys.none')}</p>}
        {!on && (
          <p className="kh-none" role="status">
            {t('keys.areOff')}
          </p>
        )}
        <div className="kh-end">
          <button className="bo-btn" type="button" onClick={() => setOn(!on)}>
            {t(on ? 'keys.off' : 'keys.on')}
          </button>
          <button className="bo-btn bo-btn--p" type="button" onClick={() => box.current?.close()} ref={out}>
            {t('keys.close')}
          </button>
        </div>
      </div>
    </dialog>
  );
}

function KeyList({ keys }: { keys: readonly DeskKey[] }) {
  const t = useTexts('staff');
  return (
    <dl>
      {keys.map(({ does, keys: names }) => (
        <div key={does}>
          <dt>
            {names.map((name) => (
              <kbd key={name}>{name}</kbd>
            ))}
          </dt>
          <dd>{t(`keys.does.${does}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
