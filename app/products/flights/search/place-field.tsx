import { useEffect, useId, useRef, useState } from 'react';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { FoundPlace } from './found-place.ts';
import './place-field.css';

interface PlaceFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly defaultValue: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

const waitMs = 120;

/**
 * A plain text field that the server understands; with a script it is a combobox after the WAI-ARIA pattern
 * (list autocomplete, manual selection).
 */
export function PlaceField({ id, name, label, defaultValue, describedBy, invalid }: PlaceFieldProps) {
  const t = useTexts('flight-search');
  const language = useLanguage();
  const listId = useId();
  const [text, setText] = useState(defaultValue);
  const [typed, setTyped] = useState<string | null>(null);
  const [options, setOptions] = useState<readonly FoundPlace[]>([]);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  /** The letters that the shown places answer; whoever types on is not given what was found for fewer. */
  const answered = useRef<string | null>(null);
  /** Enter was pressed before the answer came: its first place is meant. */
  const meant = useRef(false);

  // What was typed before the script came is in the field already: without this the next drawing would take it away.
  useEffect(() => {
    if (field.current && field.current.value !== defaultValue) setText(field.current.value);
  }, [defaultValue]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (place: FoundPlace) => {
    setText(place.label);
    setTyped(null);
    setSaid(place.label);
    close();
  };

  useEffect(() => {
    if (typed === null || typed.trim() === '') return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const answer = await fetch(`/api/places?${new URLSearchParams({ q: typed, lang: language })}`, { signal: stop.signal });
        const found = answer.ok ? ((await answer.json()) as { places: FoundPlace[] }).places : [];
        setOptions(found);
        answered.current = typed;
        if (meant.current) {
          meant.current = false;
          if (found.length > 0) choose(found[0]!);
          else field.current?.form?.requestSubmit();
          return;
        }
        setOpen(field.current === document.activeElement);
        setActive(found.length > 0 ? 0 : -1);
        setSaid(found.length > 0 ? t('places.count', { count: found.length }) : t('places.none'));
      } catch {
        // Offline or overtaken by the next letter: the field stays a text field.
        if (stop.signal.aborted) return;
        answered.current = typed;
        meant.current = false;
      }
    }, waitMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [typed, language, t]);

  useEffect(() => {
    if (open && active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [open, active]);

  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && typed !== null && typed.trim() !== '' && answered.current !== typed) {
      event.preventDefault();
      meant.current = true;
      return;
    }
    if (!open || options.length === 0) {
      if (event.key === 'ArrowDown' && text.trim() !== '') setTyped(text.replace(/\s*\([A-Z]{3}\)$/, ''));
      if (event.key === 'Escape' && open) close();
      return;
    }
    const move = (to: number) => {
      event.preventDefault();
      setActive((to + options.length) % options.length);
    };
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active <= 0 ? options.length - 1 : active - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      choose(options[active]!);
    } else if (event.key === 'Tab' && active >= 0) choose(options[active]!);
  };

  return (
    <div className="fs-place">
      <label htmlFor={id}>{label}</label>
      <input
        ref={field}
        id={id}
        name={name}
        type="text"
        value={text}
        placeholder={t('form.placeHint')}
        autoComplete="off"
        autoCapitalize="words"
        spellCheck={false}
        maxLength={80}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => {
          setText(event.target.value);
          setTyped(event.target.value);
          setActive(-1);
          meant.current = false;
          if (event.target.value.trim() === '') {
            setSaid('');
            close();
          }
        }}
        onFocus={(event) => event.target.select()}
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
        className="fs-options"
        hidden={!open || options.length === 0}
      >
        {options.map((place, index) => (
          <div
            key={place.code}
            id={`${listId}-${index}`}
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className={place.within ? 'fs-option fs-option--within' : 'fs-option'}
            // Before the field loses its focus, or the list would be gone when the click arrives.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(place);
            }}
          >
            <span>
              <b>{place.name}</b>
              <small>{place.detail}</small>
            </span>
            <bdi className="fs-code">{place.code}</bdi>
          </div>
        ))}
      </div>
      <output className="fs-quiet">{said}</output>
    </div>
  );
}
