import { useTexts } from '#app/ui/texts.tsx';
import type { PostingFields } from '../posting-fields.ts';
import type { PostingErrors } from '../posting-form.ts';

/* Controls of the editor of a posting: each shows what was typed, and what is wrong with it beside it. */

export interface Shown {
  readonly fields: PostingFields;
  readonly errors: PostingErrors;
}

export function Wrong({ errors, name }: { errors: PostingErrors; name: string }) {
  const t = useTexts('staff-postings');
  return errors[name] ? (
    <small className="bo-wrong" id={`${name}-wrong`}>
      {t(`error.${errors[name]}`)}
    </small>
  ) : null;
}
export const told = (errors: PostingErrors, name: string) =>
  errors[name] ? ({ 'aria-invalid': true, 'aria-describedby': `${name}-wrong` } as const) : {};

/** A list to choose one of. */
export function Choice({
  fields,
  errors,
  name,
  label,
  options,
}: Shown & { name: string; label: string; options: readonly { readonly id: string; readonly name: string }[] }) {
  const t = useTexts('staff-postings');
  return (
    <label>
      <span>{label}</span>
      <select name={name} id={name} defaultValue={fields[name] ?? ''} {...told(errors, name)}>
        <option value="">{t('choose')}</option>
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.name}
          </option>
        ))}
      </select>
      <Wrong errors={errors} name={name} />
    </label>
  );
}

export function Tick({ fields, name, label }: { fields: PostingFields; name: string; label: string }) {
  return (
    <label className="po-tick">
      <input type="checkbox" name={name} value="yes" defaultChecked={fields[name] === 'yes'} />
      <span>{label}</span>
    </label>
  );
}
