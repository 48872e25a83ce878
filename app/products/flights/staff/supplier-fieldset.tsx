import { currencyDecimals } from '#app/values/money.ts';
import { useTexts } from '#app/ui/texts.tsx';
import type { SupplierField, SupplierFields } from '../supply/flight-supplier-form.ts';
import { supplierKinds } from '../supply/flight-supplier-status.ts';
import { Field } from './supply-parts.tsx';

/** The fields of a supplier, for a new one and for one that is known. Money in whole units. */
export function SupplierFieldset({ values, wrong }: { values: Partial<SupplierFields>; wrong: readonly SupplierField[] }) {
  const t = useTexts('staff-supply');
  const fault = (field: SupplierField) => (wrong.includes(field) ? t(`wrong.${field}`) : undefined);
  return (
    <>
      <Field label={t('supplier.name')} wrong={fault('name')} wide>
        <input name="name" maxLength={120} required defaultValue={values.name} dir="auto" />
      </Field>
      <Field label={t('supplier.kind')}>
        <select name="kind" defaultValue={values.kind ?? 'ndc'}>
          {supplierKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`kind.${kind}`)}
            </option>
          ))}
        </select>
      </Field>
      <Field label={t('supplier.country')} wrong={fault('country')}>
        <input name="country" dir="ltr" maxLength={2} placeholder="AE" required defaultValue={values.country} />
      </Field>
      <Field label={t('supplier.licence')}>
        <input name="licence" dir="ltr" maxLength={40} defaultValue={values.licence} />
      </Field>
      <Field label={t('supplier.currency')} wrong={fault('currency')}>
        <input name="currency" dir="ltr" maxLength={3} placeholder="AED" required defaultValue={values.currency ?? 'AED'} />
      </Field>
      <Field label={t('supplier.paymentDays')} wrong={fault('paymentDays')}>
        <input name="paymentDays" inputMode="numeric" maxLength={3} required defaultValue={values.paymentDays ?? 30} />
      </Field>
      <Field label={t('supplier.creditLimit')} wrong={fault('creditLimit')}>
        <input
          name="creditLimit"
          inputMode="numeric"
          maxLength={9}
          required
          defaultValue={(values.creditLimit ?? 0) / 10 ** currencyDecimals[values.currency ?? 'AED']}
        />
      </Field>
      <Field label={t('supplier.contractUntil')} wrong={fault('contractUntil')} wide>
        <input name="contractUntil" type="date" defaultValue={values.contractUntil ?? ''} />
      </Field>
      <Field label={t('supplier.contactName')} wide>
        <input name="contactName" maxLength={120} defaultValue={values.contactName} dir="auto" />
      </Field>
      <Field label={t('supplier.contactEmail')} wrong={fault('contactEmail')}>
        <input name="contactEmail" type="email" dir="ltr" maxLength={120} defaultValue={values.contactEmail} />
      </Field>
      <Field label={t('supplier.contactPhone')}>
        <input name="contactPhone" type="tel" dir="ltr" maxLength={30} defaultValue={values.contactPhone} />
      </Field>
    </>
  );
}
