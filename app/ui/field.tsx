import type { ComponentProps, InputHTMLAttributes, ReactNode, SelectHTMLAttributes } from 'react';
import { Icon } from './icon.tsx';

export interface FieldWords {
  /** Also the id, unless `id` is given; an error summary links to it. */
  readonly name: string;
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and what to do, as a sentence. */
  readonly error?: ReactNode;
  /** Words after the label of a field that may stay empty, for example "(optional)". */
  readonly optional?: string;
}

function describe(id: string, hint: ReactNode, error: ReactNode) {
  const describedBy = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return { 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined };
}

/** Label, hint and error around one control; the parts are wired by id. */
function Field({
  id,
  label,
  hint,
  error,
  optional,
  className = '',
  children,
}: Omit<FieldWords, 'name'> & { id: string; className?: string; children: ReactNode }) {
  return (
    <div className={`field${error ? ' field--error' : ''} ${className}`}>
      <label className="field__label" htmlFor={id}>
        {label} {optional && <span className="field__optional">{optional}</span>}
      </label>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: ReactNode }) {
  if (!error) return null;
  return (
    <p className="field__error" id={`${id}-error`}>
      <Icon name="fault" small />
      <span>{error}</span>
    </p>
  );
}

type Text = FieldWords & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldWords> & { end?: ReactNode };

/** One line of text. `dir` follows what is typed, except for addresses and numbers, which are always left to right. */
export function TextField({ name, id = name, label, hint, error, optional, className, end, type = 'text', ...rest }: Text) {
  const leftToRight = ['email', 'tel', 'url', 'password'].includes(type);
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <span className="control">
        <input dir={leftToRight ? 'ltr' : 'auto'} {...rest} type={type} id={id} name={name} {...describe(id, hint, error)} />
        {end}
      </span>
    </Field>
  );
}

/** Several lines, in the direction of what is typed. */
export function TextArea({
  name,
  id = name,
  label,
  hint,
  error,
  optional,
  className,
  rows = 5,
  ...rest
}: FieldWords & Omit<ComponentProps<'textarea'>, keyof FieldWords>) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <span className="control">
        <textarea dir="auto" rows={rows} {...rest} id={id} name={name} {...describe(id, hint, error)} />
      </span>
    </Field>
  );
}

/** A native list of choices; the children are its options. */
export function SelectField({
  name,
  id = name,
  label,
  hint,
  error,
  optional,
  className,
  children,
  ...rest
}: FieldWords & Omit<SelectHTMLAttributes<HTMLSelectElement>, keyof FieldWords>) {
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <span className="control control--select">
        <select {...rest} id={id} name={name} {...describe(id, hint, error)}>
          {children}
        </select>
        <Icon name="chevron-down" />
      </span>
    </Field>
  );
}

type Tick = FieldWords & Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldWords | 'type'>;

/** A tick box with its words beside it. Nothing is ever ticked beforehand. */
export function Checkbox({ name, id = name, label, hint, error, optional, className = '', ...rest }: Tick) {
  return (
    <div className={`tick${error ? ' field--error' : ''} ${className}`}>
      <input {...rest} type="checkbox" id={id} name={name} {...describe(id, hint, error)} />
      <label htmlFor={id}>
        {label} {optional && <span className="field__optional">{optional}</span>}
        {hint && (
          <span className="field__hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </label>
      <FieldError id={id} error={error} />
    </div>
  );
}

/** One of several ways, as a card: title, words, and a figure at the end of the line. The id must be unique in its group. */
export function RadioCard({
  name,
  id,
  label,
  hint,
  error,
  end,
  className = '',
  children,
  ...rest
}: Omit<Tick, 'optional'> & { id: string; end?: ReactNode; children?: ReactNode }) {
  return (
    <div className={`choice ${className}`}>
      <label className="choice__line">
        <input {...rest} type="radio" id={id} name={name} {...describe(id, hint, error)} />
        <span className="choice__words">
          <b>{label}</b>
          {hint && (
            <span className="field__hint" id={`${id}-hint`}>
              {hint}
            </span>
          )}
        </span>
        {end && <span className="choice__end">{end}</span>}
      </label>
      {children}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** Several controls under one question. */
export function FieldGroup({
  legend,
  hint,
  error,
  id,
  children,
}: {
  legend: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  id: string;
  children: ReactNode;
}) {
  return (
    <fieldset id={id} className={`group${error ? ' field--error' : ''}`} {...describe(id, hint, error)}>
      <legend className="field__label">{legend}</legend>
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  );
}
