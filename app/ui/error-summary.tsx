import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { useNavigation } from 'react-router';
import { useTexts } from './texts.tsx';
import { Icon } from './icon.tsx';

export interface FieldFault {
  /** Id of the control that the line leads to; null when it is about the whole form. */
  readonly field: string | null;
  readonly message: ReactNode;
}

/**
 * Leads to the field without going to another address: with it the answer, and so every word of what is wrong, would be
 * gone. Without a script the address does it, and the page stays as it is.
 */
function toField(event: MouseEvent<HTMLAnchorElement>): void {
  const named = document.getElementById(event.currentTarget.hash.slice(1));
  const field = named?.matches('input, select, textarea, button')
    ? named
    : (named?.querySelector<HTMLElement>('input, select, textarea') ?? named);
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: 'nearest' });
}

/**
 * Everything that is wrong, above the form, each line leading to its field. Takes the focus when it appears, when other
 * things are wrong, and when a form was sent and its answer has faults again; a page that is drawn anew for any other
 * reason leaves the focus where somebody is typing.
 */
export function ErrorSummary({ faults, title }: { faults: readonly FieldFault[]; title?: ReactNode }) {
  const t = useTexts('frame');
  const box = useRef<HTMLDivElement>(null);
  const { state, formMethod } = useNavigation();
  const told = useRef({ wrong: '', sent: false });
  const wrong = faults.map(({ field, message }) => `${field} ${typeof message === 'string' ? message : ''}`).join('\n');
  useEffect(() => {
    if (state !== 'idle') {
      told.current.sent ||= formMethod !== undefined;
      return;
    }
    if (wrong !== '' && (told.current.sent || told.current.wrong !== wrong)) box.current?.focus();
    told.current = { wrong, sent: false };
  }, [wrong, state, formMethod]);
  if (faults.length === 0) return null;
  return (
    <div className="summary" role="alert" tabIndex={-1} ref={box}>
      <p className="summary__title">
        <Icon name="fault" />
        {title ?? t('ui.checkThese', { count: faults.length })}
      </p>
      <ul>
        {faults.map((fault, index) => (
          <li key={fault.field ?? index}>
            {fault.field ? (
              <a href={`#${fault.field}`} onClick={toField}>
                {fault.message}
              </a>
            ) : (
              fault.message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
