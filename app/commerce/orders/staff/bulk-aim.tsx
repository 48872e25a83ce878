import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useTexts } from '#app/ui/texts.tsx';

/** What many are to be done to aims at, chosen before the dry run: a colleague, a reason. What was picked stays picked. */
export function BulkAim({
  label,
  value,
  choices,
  picked,
  list,
  field,
  children,
}: {
  label: string;
  value: string;
  choices: readonly { readonly id: string; readonly name: string }[];
  /** The field and the values of what was picked; null values: everything that the list matches. */
  picked: { readonly field: string; readonly values: readonly string[] | null };
  list: string;
  /** Another field called `aim` in place of the choice, where there are too many to choose from. */
  field?: ReactNode;
  /** What else the address says. */
  children?: ReactNode;
}) {
  const lists = useTexts('staff-lists');
  return (
    <Form method="get" className="dl-filters">
      {children}
      <input type="hidden" name="list" value={list} />
      {picked.values === null ? (
        <input type="hidden" name="all" value="1" />
      ) : (
        picked.values.map((one) => <input key={one} type="hidden" name={picked.field} value={one} />)
      )}
      {field ?? (
        <label>
          <span className="sr-only">{label}</span>
          <select name="aim" defaultValue={value} required>
            <option value="">{label}</option>
            {choices.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <button className="bo-btn" type="submit">
        {lists('bulk.try')}
      </button>
    </Form>
  );
}
