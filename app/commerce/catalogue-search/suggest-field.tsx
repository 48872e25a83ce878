import { useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { ThingKind } from './search-thing.ts';
import { fewestTyped, longestTyped, type Suggestion } from './suggestion.ts';
import './suggest-field.css';

interface SuggestFieldProps {
  readonly id: string;
  /** Of what is suggested; without it, of everything. */
  readonly kind?: ThingKind;
  /** The same words as the field's label. */
  readonly label: string;
  readonly defaultValue?: string | undefined;
  readonly placeholder?: string;
  /** `control`: drawn as the fields of a form. */
  readonly className?: 'control';
}

const waitMs = 150;
/** Answers of this visit: going back by a letter asks nobody again. */
const answers = new Map<string, readonly Suggestion[]>();
const mostAnswers = 60;

async function ask(address: string, signal: AbortSignal): Promise<readonly Suggestion[] | null> {
  const before = answers.get(address);
  if (before) return before;
  const answer = await fetch(address, { signal });
  if (!answer.ok) return null;
  const { things } = (await answer.json()) as { things: readonly Suggestion[] };
  if (answers.size >= mostAnswers) answers.clear();
  answers.set(address, things);
  return things;
}

/**
 * The words of a search, as a plain field of its form; Enter searches as ever. With a script it is a combobox after the
 * WAI-ARIA pattern (list autocomplete, manual selection) whose options lead straight to a thing. The label stands beside
 * it and names `id`; the page names the `list` catalogue.
 */
export function SuggestField({ id, kind, label, defaultValue, placeholder, className }: SuggestFieldProps) {
  const t = useTexts('list');
  const language = useLanguage();
  const navigate = useNavigate();
  const listId = useId();
  const [scripted, setScripted] = useState(false);
  const [typed, setTyped] = useState('');
  const [options, setOptions] = useState<readonly Suggestion[]>([]);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [said, setSaid] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Takes back the question that is not answered yet. */
  const takeBack = useRef<() => void>(undefined);
  useEffect(() => {
    setScripted(true);
    // Whoever was quicker than the script is answered as well.
    const input = field.current!;
    if (input === document.activeElement && input.value !== input.defaultValue) setTyped(input.value);
  }, []);

  const close = () => {
    // What comes late must not open over what was gone on to.
    takeBack.current?.();
    setOpen(false);
    setActive(-1);
  };
  useEffect(() => {
    const words = typed.trim().replace(/\s+/g, ' ').toLowerCase();
    if (words.length < fewestTyped) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const address = `/api/suggest?${new URLSearchParams({ q: words, lang: language, ...(kind && { kind }) })}`;
        const found = await ask(address, stop.signal);
        if (found === null || stop.signal.aborted) return;
        setOptions(found);
        setOpen(found.length > 0);
        setActive(-1);
        setSaid(found.length > 0 ? t('suggest.count', { count: found.length }) : t('suggest.none'));
      } catch {
        // Offline or overtaken by the next letter: the field stays a field.
      }
    }, waitMs);
    takeBack.current = () => {
      clearTimeout(timer);
      stop.abort();
    };
    return takeBack.current;
  }, [typed, kind, language, t]);
  useEffect(() => {
    if (open && active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const choose = ({ to }: Suggestion) => {
    setTyped('');
    close();
    void navigate(to);
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (!open) {
      if (event.key === 'Enter' || event.key === 'Escape') close();
      if (event.key === 'ArrowDown' && options.length > 0 && typed !== '') {
        event.preventDefault();
        setOpen(true);
        setActive(0);
      }
      return;
    }
    const move = (to: number) => {
      event.preventDefault();
      setActive((to + options.length) % options.length);
    };
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active <= 0 ? options.length - 1 : active - 1);
    else if (event.key === 'Escape') {
      event.preventDefault();
      close();
    } else if (event.key === 'Enter') {
      if (active >= 0) {
        event.preventDefault();
        choose(options[active]!);
      } else close();
    }
  };
  return (
    <span className={className ? `sg ${className}` : 'sg'}>
      <input
        ref={field}
        id={id}
        name="q"
        type="text"
        inputMode="search"
        enterKeyHint="search"
        defaultValue={defaultValue}
        placeholder={placeholder}
        maxLength={longestTyped}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        {...(scripted && {
          role: 'combobox',
          'aria-expanded': open,
          'aria-controls': listId,
          'aria-autocomplete': 'list' as const,
          'aria-activedescendant': open && active >= 0 ? `${listId}-${active}` : undefined,
        })}
        onChange={(event) => {
          setTyped(event.target.value);
          if (event.target.value.trim().length < fewestTyped) {
            setSaid('');
            setOptions([]);
            close();
          }
        }}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {/* The pattern's own roles: no element of HTML lists choices for a field that takes any text in several languages. */}
      <div
        id={listId}
        ref={list}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        tabIndex={-1}
        aria-label={label}
        className="sg-options"
        hidden={!open}
      >
        {options.map((thing, index) => (
          // Keys are the field's: the list never has the focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={thing.to}
            id={`${listId}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="sg-option"
            // The field keeps its focus, or the list would be gone when the click arrives.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(thing)}
          >
            <b dir="auto">{thing.title}</b>
            <small dir="auto">{thing.place}</small>
          </div>
        ))}
      </div>
      <output className="sr-only">{said}</output>
    </span>
  );
}
