import { useId } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { FoundZone } from './mrz-photo-rules.ts';
import { usePassportPhoto } from './use-passport-photo.ts';
import './passport-photo.css';

/**
 * A picture of a passport's or card's page, whose machine-readable lines are read here in the browser: it is sent nowhere.
 * Not there without scripts. Pages that show it name the catalogue `passport-photo`.
 */
export function PassportPhoto({ onFound }: { onFound: (zone: FoundZone) => void }) {
  const t = useTexts('passport-photo');
  const id = useId();
  const { state, read } = usePassportPhoto(onFound);
  return (
    <div className="passport-photo">
      <label className="btn btn--line btn--s" htmlFor={id} aria-busy={state === 'reading' || undefined}>
        <span className="btn__words">
          <Icon name="camera" />
          {t(state === 'reading' ? 'reading' : 'choose')}
        </span>
      </label>
      <input
        id={id}
        className="sr-only"
        type="file"
        accept="image/*"
        aria-describedby={`${id}-hint`}
        disabled={state === 'reading'}
        onChange={(event) => {
          const picture = event.currentTarget.files?.[0];
          if (picture) void read(picture);
          // The same picture may be chosen again.
          event.currentTarget.value = '';
        }}
      />
      <p id={`${id}-hint`} className="small muted">
        {t('hint')}
      </p>
      <div role="status">
        {state && state !== 'reading' && <Notice tone={state === 'found' ? 'ok' : 'warn'}>{t(state)}</Notice>}
        {state === 'reading' && <span className="sr-only">{t('reading')}</span>}
      </div>
    </div>
  );
}

/** Puts what was read into the fields of a form, by their names; what was not read leaves its field as it is. */
export function fillFields(form: HTMLFormElement, values: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(values)) {
    const control = form.elements.namedItem(name);
    if (value !== '' && (control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) control.value = value;
  }
}
