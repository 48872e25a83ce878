import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';

/**
 * A GET form that works by its button; with a script each whole answer is applied at once, where the page stands.
 * Its fields are uncontrolled and follow the address, so that a link beside the form can change them without
 * taking the focus away. A select says its own value in `data-own`.
 */
export function LiveForm({
  action,
  label,
  className,
  onSent,
  children,
}: {
  action: string;
  label: string;
  className?: string;
  /** After the button was pressed. */
  onSent?: () => void;
  children: ReactNode;
}) {
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    for (const field of form.current?.elements ?? []) showOwnState(field);
  });
  const send = (from: HTMLFormElement) => void navigate(`${action}?${filledIn(from)}`, { preventScrollReset: true, replace: true });
  return (
    <form
      ref={form}
      method="get"
      action={action}
      aria-label={label}
      className={className}
      onChange={(event) => {
        if (isWholeAnswer(event.target)) send(event.currentTarget);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget);
        onSent?.();
      }}
    >
      {children}
    </form>
  );
}

/** Text, numbers and half a date are still being typed; they are sent with the button or Enter. */
function isWholeAnswer(target: EventTarget): boolean {
  if (target instanceof HTMLSelectElement) return true;
  if (!(target instanceof HTMLInputElement)) return false;
  if (target.type === 'date') return target.value === '' || target.value >= '2020';
  return target.type === 'checkbox' || target.type === 'radio';
}

function filledIn(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === 'string' && value !== '') params.append(name, value);
  return params;
}

function showOwnState(field: Element): void {
  if (field instanceof HTMLSelectElement) {
    const own = field.dataset['own'];
    if (own !== undefined && field.value !== own) field.value = own;
  } else if (field instanceof HTMLInputElement && document.activeElement !== field) {
    if (field.type === 'checkbox' || field.type === 'radio') field.checked = field.defaultChecked;
    else if (field.type !== 'hidden' && field.value !== field.defaultValue) field.value = field.defaultValue;
  }
}
