import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useFetcher, useNavigate } from 'react-router';
import { nameOfKey } from '#app/ui/desk-list/desk-keys.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { MenuArea } from './areas.ts';
import type { FoundRecord } from './find-records.server.ts';
import './desk-dialog.css';
import './command-palette.css';

interface Choice {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  /** What sort of thing it is, or the area it is in. */
  readonly kind: string;
  readonly path: string;
}

const recordIcons: Readonly<Record<FoundRecord['kind'], IconName>> = {
  order: 'orders',
  inquiry: 'message',
  consultation: 'calendar',
  customer: 'user',
  colleague: 'users',
  invoice: 'invoice',
  ticket: 'message',
  supplier: 'route',
  application: 'user',
  pnr: 'takeoff',
  'flight-quote': 'plane',
};
/** Lists in which what was typed can be looked for, by id of the site map. */
const lists = ['flight-orders', 'evisa-orders', 'sticker-visas', 'users'];
const askAfterMs = 120;

/** Ctrl K or Cmd K: any page, any order, from wherever one is. Without scripts the field in the head does the same. */
export function CommandPalette({ menu }: { menu: readonly MenuArea[] }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (nameOfKey(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return open ? <Palette menu={menu} onClose={() => setOpen(false)} /> : null;
}

function Palette({ menu, onClose }: { menu: readonly MenuArea[]; onClose: () => void }) {
  const t = useTexts('staff');
  const navigate = useNavigate();
  const { load, data, state } = useFetcher<{ found: FoundRecord[] }>({ key: 'command-palette' });
  const box = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  useEffect(() => box.current?.showModal(), []);
  useEffect(() => {
    const timer = setTimeout(() => void load(`/admin/find?q=${encodeURIComponent(typed)}`), askAfterMs);
    return () => clearTimeout(timer);
  }, [typed, load]);

  const pages = useMemo(
    () =>
      menu.flatMap((area) =>
        area.pages.map(({ id, path }): Choice => ({ id, path, icon: area.icon, name: t(`menu.${id}`), kind: t(`areas.${area.id}`) })),
      ),
    [menu, t],
  );
  const word = fold(typed);
  const matching = pages.filter(({ name, kind, path }) =>
    [name, kind, path.replaceAll('-', ' ')].some((text) => fold(text).includes(word)),
  );
  const records = word === '' ? [] : (data?.found ?? []);
  const choices: Choice[] = [
    ...records.map(({ kind, name, path }) => ({ id: path, icon: recordIcons[kind], name, kind: t(`palette.kind.${kind}`), path })),
    ...matching.slice(0, 12),
    ...(word.length < 2 ? [] : pages.filter(({ id }) => lists.includes(id))).map(({ id, name, path }) => ({
      id: `find-${id}`,
      icon: 'search' as const,
      name: t('palette.findIn', { words: typed.trim(), list: name }),
      kind: '',
      path: `${path}?${id === 'evisa-orders' || id === 'sticker-visas' ? 'queue=all&' : ''}find=${encodeURIComponent(typed.trim())}`,
    })),
  ];
  const chosen = Math.min(at, choices.length - 1);
  const go = (choice: Choice | undefined) => {
    if (!choice) return;
    box.current?.close();
    void navigate(choice.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && choices.length > 0) {
      event.preventDefault();
      setAt((chosen + step + choices.length) % choices.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(choices[chosen]);
    }
  };
  return (
    <dialog
      ref={box}
      className="bo-dialog cp"
      aria-label={t('palette.title')}
      onClose={onClose}
      // A press beside it closes it; older browsers have Esc.
      {...{ closedby: 'any' }}
    >
      <div className="cp-in">
        <div className="cp-field">
          <Icon name="search" />
          <input
            role="combobox"
            aria-expanded={choices.length > 0}
            aria-controls="cp-list"
            aria-activedescendant={choices[chosen] ? `cp-${chosen}` : undefined}
            aria-label={t('frame.go')}
            placeholder={t('frame.go')}
            value={typed}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            onKeyDown={onKeyDown}
            onChange={(event) => {
              setTyped(event.target.value);
              setAt(0);
            }}
          />
        </div>
        <ul id="cp-list" role="listbox" aria-label={t('palette.title')}>
          {choices.map((choice, index) => (
            <li
              key={choice.id}
              id={`cp-${index}`}
              role="option"
              aria-selected={index === chosen}
              ref={(line) => {
                if (index === chosen) line?.scrollIntoView({ block: 'nearest' });
              }}
              onPointerMove={() => setAt(index)}
              onPointerUp={() => go(choice)}
            >
              <Icon name={choice.icon} small />
              <bdi>{choice.name}</bdi>
              <span>{choice.kind}</span>
            </li>
          ))}
        </ul>
        {choices.length === 0 && <p className="cp-none">{t(state === 'loading' ? 'palette.looking' : 'palette.none')}</p>}
        <p className="cp-keys">
          {(
            [
              ['↑ ↓', 'choose'],
              ['Enter', 'open'],
              ['Esc', 'close'],
            ] as const
          ).map(([key, does]) => (
            <span key={does}>
              <kbd>{key}</kbd> {t(`palette.keys.${does}`)}
            </span>
          ))}
        </p>
      </div>
    </dialog>
  );
}

/** Without case and accents, so that "nomina" finds "Nómina". */
const fold = (text: string) => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
