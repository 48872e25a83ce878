import { useEffect, useRef, useState } from 'react';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseCalendarDate } from '#app/values/dates.ts';

interface DateFieldProps {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly min: string;
  readonly max: string;
  readonly defaultValue: string;
  readonly invalid: boolean;
}

/**
 * The browser's own date field. With a script the day is written in the words of the page over it while the field
 * is at rest, and a click anywhere opens the calendar. Text that is no date is shown as it came.
 */
export function DateField({ id, name, label, min, max, defaultValue, invalid }: DateFieldProps) {
  const t = useTexts('flight-search');
  const language = useLanguage();
  const input = useRef<HTMLInputElement>(null);
  const [value, setValue] = useState(defaultValue);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    // A browser may have kept what was typed before a reload.
    if (input.current && input.current.type === 'date') setValue(input.current.value);
    setReady(true);
  }, []);
  const impossible = defaultValue !== '' && parseCalendarDate(defaultValue) === null;
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <span className="fs-date" data-ready={ready && !impossible ? '' : undefined} data-empty={value === '' ? '' : undefined}>
        <input
          ref={input}
          id={id}
          name={name}
          type={impossible ? 'text' : 'date'}
          min={min}
          max={max}
          defaultValue={defaultValue}
          aria-invalid={invalid || undefined}
          aria-describedby={invalid ? `${id}-error` : undefined}
          onChange={(event) => setValue(event.target.value)}
          onClick={(event) => {
            try {
              event.currentTarget.showPicker();
            } catch {
              // Not every browser has one to show.
            }
          }}
        />
        {ready && !impossible && <span aria-hidden="true">{value === '' ? t('form.noDate') : formatDate(value, language, 'day')}</span>}
      </span>
    </>
  );
}
