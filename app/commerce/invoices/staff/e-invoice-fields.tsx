import { TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { handOverFields, type EInvoiceField, type EInvoiceTyped } from './e-invoice-form.ts';

/** To whom files were handed over, and how they are called there. */
export function HandOverFields({ typed, errorOf }: { typed: EInvoiceTyped; errorOf: (field: EInvoiceField) => string | undefined }) {
  const t = useTexts('staff-invoices');
  return handOverFields.map((field) => (
    <TextField
      key={field}
      name={field}
      label={t(`eInvoice.${field}`)}
      hint={t(`eInvoice.${field}Hint`)}
      defaultValue={typed[field]}
      error={errorOf(field)}
      maxLength={80}
      autoComplete="off"
    />
  ));
}
