import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useFetcher, useLocation, useNavigate } from 'react-router';
import { nameOfKey } from '#app/ui/desk-list/desk-keys.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { IconName } from '#app/ui/icon-names.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { MenuArea } from './areas.ts';
import type { DeskCommand, RecordHere } from './desk-commands.ts';
import type { FoundRecord } from './find-records.server.ts';
import { readPageCommands } from './page-commands.ts';
import { keepRecent, readRecent } from './recent-commands.ts';
import './desk-dialog.css';
import './command-palette.css';

interface Choice {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  /** The language of its name, where it is another one. */
  readonly lang?: string;
  /** What sort of thing it is, or the area or part of the page it is in. */
  readonly kind: string;
  readonly run: () => void;
  /** A thing to do, and under which word it is remembered; left out of what a form or a button of the page does. */
  readonly does?: string;
  /** Found by its name alone: an Enter with nothing typed must never come near it. */
  readonly typed?: boolean;
}

const recordIcons: Readonly<Record<FoundRecord['kind'], IconName>> = {
  order: 'orders',
  inquiry: 'message',
  consultation: 'calendar',
  customer: 'user',
  company: 'users',
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
/** How long it stays to be read what was copied. */
const saidMs = 8_000;

/** What can be done from where somebody is. */
interface Offer {
  readonly menu: readonly MenuArea[];
  readonly commands: readonly DeskCommand[];
  readonly record: RecordHere | null;
  /** The other languages, each by its own name. */
  readonly languages: readonly { readonly code: string; readonly name: string }[];
  readonly main: RefObject<HTMLElement | null>;
  readonly signOut: RefObject<HTMLFormElement | null>;
}

/**
 * Ctrl K or Cmd K: any page, any record and anything that can be done here, from wherever one is. Without scripts the field in
 * the head leads to pages and orders.
 */
export function CommandPalette(offer: Offer) {
  const t = useTexts('staff');
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState<{ readonly words: string; readonly done: boolean } | null>(null);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (nameOfKey(event) !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setSaid(null);
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (!said) return;
    const leave = setTimeout(() => setSaid(null), saidMs);
    return () => clearTimeout(leave);
  }, [said]);
  return (
    <>
      <p className="cp-said" aria-live="polite">
        {said && (
          <>
            <Icon name={said.done ? 'done' : 'warning'} small /> {said.words}
          </>
        )}
      </p>
      {open && (
        <Palette
          {...offer}
          onClose={() => setOpen(false)}
          onCopied={(what, done) => setSaid({ done, words: t(done ? 'palette.copied' : 'palette.notCopied', { what }) })}
        />
      )}
    </>
  );
}

const mostPages = 12;
/** Of the page and of those used last, while nothing is typed. */
const mostDone = 10;

function Palette({
  menu,
  commands,
  record,
  languages,
  main,
  signOut,
  onClose,
  onCopied,
}: Offer & { onClose: () => void; onCopied: (what: string, done: boolean) => void }) {
  const t = useTexts('staff');
  const navigate = useNavigate();
  const { load, data, state } = useFetcher<{ found: FoundRecord[] }>({ key: 'command-palette' });
  const box = useRef<HTMLDialogElement>(null);
  const language = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  useEffect(() => box.current?.showModal(), []);
  useEffect(() => {
    const timer = setTimeout(() => void load(`/admin/find?q=${encodeURIComponent(typed)}`), askAfterMs);
    return () => clearTimeout(timer);
  }, [typed, load]);
  const now = useLanguage();
  const { pathname, search } = useLocation();

  const pages = useMemo(
    () =>
      menu.flatMap((area) =>
        area.pages.map(({ id, path }) => ({ id, path, icon: area.icon, name: t(`menu.${id}`), kind: t(`areas.${area.id}`) })),
      ),
    [menu, t],
  );
  // Read once, as the page stood when it was asked: a list that moves under the fingers is no list to choose from.
  const [{ ofPage, recent }] = useState(() => ({ ofPage: main.current ? readPageCommands(main.current) : [], recent: readRecent() }));
  const toPage = (path: string) => () => void navigate(path);
  const deeds: Choice[] = [
    ...(record
      ? [
          {
            id: 'copy',
            icon: 'copy' as const,
            name: t('palette.copy', { reference: record.reference }),
            kind: t('palette.ofRecord'),
            does: 'copy',
            run: () => void copy(record.reference).then((done) => onCopied(record.reference, done)),
          },
        ]
      : []),
    ...(record?.customer
      ? [
          {
            id: 'customer',
            icon: 'user' as const,
            name: t('palette.customer'),
            kind: t('palette.ofRecord'),
            does: 'customer',
            run: toPage(record.customer),
          },
        ]
      : []),
    ...ofPage.map((one, index) => ({
      id: `page-${index}`,
      icon: 'chevron-end' as const,
      name: one.asks ? t('palette.asks', { does: one.name }) : one.name,
      kind: one.part || t('palette.here'),
      typed: one.asks,
      run: one.run,
    })),
    ...commands.map(({ id, icon, path }) => ({
      id: `do-${id}`,
      icon,
      name: t(`palette.does.${id}`),
      kind: t('palette.everywhere'),
      does: id,
      run: toPage(path),
    })),
    ...languages
      .filter(({ code }) => code !== now)
      .map(({ code, name }) => ({
        id: `language-${code}`,
        icon: 'language' as const,
        name,
        lang: code,
        kind: t('palette.language'),
        typed: true,
        run: () => {
          const field = language.current?.elements.namedItem('language');
          if (field instanceof HTMLInputElement) field.value = code;
          language.current?.requestSubmit();
        },
      })),
    {
      id: 'sign-out',
      icon: 'sign-out' as const,
      name: t('frame.signOut'),
      kind: t('palette.everywhere'),
      typed: true,
      run: () => signOut.current?.requestSubmit(),
    },
  ];
  const placeOf = ({ does }: Choice) => {
    const place = does ? recent.indexOf(does) : -1;
    return place < 0 ? recent.length : place;
  };
  const word = fold(typed);
  const words = word.split(/\s+/);
  const says = (...texts: readonly string[]) => words.every((each) => texts.some((text) => fold(text).includes(each)));
  const offered = word === '' ? deeds.filter(({ typed: only }) => !only) : deeds;
  const done = offered.filter(({ name, kind }) => says(name, kind)).toSorted((one, other) => placeOf(one) - placeOf(other));
  const records = word === '' ? [] : (data?.found ?? []);
  const choices: Choice[] = [
    ...records.map(({ kind, name, path }) => ({
      id: path,
      icon: recordIcons[kind],
      name,
      kind: t(`palette.kind.${kind}`),
      run: toPage(path),
    })),
    ...(word === '' ? done.slice(0, mostDone) : []),
    ...pages
      .filter(({ name, kind, path }) => says(name, kind, path.replaceAll('-', ' ')))
      .slice(0, mostPages)
      .map(({ path, ...one }) => ({ ...one, run: toPage(path) })),
    ...(word === '' ? done.slice(mostDone) : done),
    ...(word.length < 2 ? [] : pages.filter(({ id }) => lists.includes(id))).map(({ id, name, path }) => ({
      id: `find-${id}`,
      icon: 'search' as const,
      name: t('palette.findIn', { words: typed.trim(), list: name }),
      kind: '',
      run: toPage(`${path}?${id === 'evisa-orders' || id === 'sticker-visas' ? 'queue=all&' : ''}find=${encodeURIComponent(typed.trim())}`),
    })),
  ];
  const chosen = Math.min(at, choices.length - 1);
  const go = (choice: Choice | undefined) => {
    if (!choice) return;
    if (choice.does) keepRecent(choice.does);
    // Closed first: the focus goes back to the page, from where what was chosen may take it further.
    box.current?.close();
    choice.run();
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
      <form ref={language} method="post" action="/preferences" hidden>
        <input type="hidden" name="back" value={pathname + search} />
        <input type="hidden" name="language" />
      </form>
      <div className="cp-in">
        <div className="cp-field">
          <Icon name="search" />
          <input
            role="combobox"
            aria-expanded={choices.length > 0}
            aria-controls="cp-list"
            aria-activedescendant={choices[chosen] ? `cp-${chosen}` : undefined}
            aria-label={t('palette.ask')}
            placeholder={t('palette.ask')}
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
              <bdi lang={choice.lang}>{choice.name}</bdi>
              <span>{choice.kind}</span>
            </li>
          ))}
        </ul>
        <p className="sr-only" role="status">
          {word === '' ? '' : t('palette.count', { count: choices.length })}
        </p>
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

/** Whether it is on the clipboard: a browser has none on a page without encryption, and may keep it closed. */
async function copy(text: string): Promise<boolean> {
  return navigator.clipboard
    ? navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      )
    : false;
}

/** Without case and accents, so that "nomina" finds "Nómina". */
const fold = (text: string) => text.trim().toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
