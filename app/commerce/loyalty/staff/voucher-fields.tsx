import { useTexts } from '#app/ui/texts.tsx';
import { longestReason, type VoucherField, type VoucherTyped } from '../voucher-form.ts';
import { voucherKinds, voucherOccasions } from '../voucher-rules.ts';

/** Every field that was wrong, each with a way to it. */
export function VoucherFaults({ faults }: { faults: readonly VoucherField[] }) {
  const t = useTexts('staff-loyalty');
  return (
    <div className="dl-said dl-said--warn" role="alert">
      <ul className="ly-faults">
        {faults.map((field) => (
          <li key={field}>
            <a href={`#${field}`}>{t(`voucher.fault.${field}`)}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A voucher as a form: of whom, what for, what it takes off, on what, until when and why. */
export function VoucherFields({
  typed,
  faults,
  asksWhom,
  days,
}: {
  typed: VoucherTyped;
  faults: readonly VoucherField[];
  /** Whether the member is named by their address. */
  asksWhom: boolean;
  days: { readonly first: string; readonly last: string };
}) {
  const t = useTexts('staff-loyalty');
  const known = (field: VoucherField) => ({
    id: field,
    name: field,
    ...(faults.includes(field) ? { 'aria-invalid': true, 'aria-describedby': `${field}-fault` } : {}),
  });
  const fault = (field: VoucherField) =>
    faults.includes(field) && (
      <small id={`${field}-fault`} className="ly-fault">
        {t(`voucher.fault.${field}`)}
      </small>
    );
  const money = (field: 'amount' | 'most' | 'least') => (
    <label>
      {t(`voucher.field.${field}`)}
      <input {...known(field)} inputMode="decimal" dir="ltr" maxLength={12} autoComplete="off" defaultValue={typed[field]} />
      {fault(field)}
    </label>
  );
  return (
    <>
      {asksWhom && (
        <label>
          {t('voucher.field.email')}
          <input {...known('email')} type="email" dir="ltr" maxLength={254} autoComplete="off" required defaultValue={typed.email} />
          {fault('email')}
        </label>
      )}
      <label>
        {t('voucher.field.occasion')}
        <select {...known('occasion')} defaultValue={typed.occasion}>
          {voucherOccasions.map((one) => (
            <option key={one} value={one}>
              {t(`voucher.occasion.${one}`)}
            </option>
          ))}
        </select>
        {fault('occasion')}
      </label>
      <fieldset className="ly-ways">
        <legend>{t('voucher.field.way')}</legend>
        <small className="dl-quiet">{t('voucher.takes')}</small>
        <label className="ly-tick">
          <input type="radio" name="way" value="amount" defaultChecked={typed.way === 'amount'} /> {t('voucher.way.amount')}
        </label>
        {money('amount')}
        <label className="ly-tick">
          <input type="radio" name="way" value="share" defaultChecked={typed.way === 'share'} /> {t('voucher.way.share')}
        </label>
        <label>
          {t('voucher.field.percent')}
          <input {...known('percent')} inputMode="decimal" dir="ltr" maxLength={5} autoComplete="off" defaultValue={typed.percent} />
          {fault('percent')}
        </label>
        {money('most')}
      </fieldset>
      <fieldset className="ly-ways">
        <legend>{t('voucher.field.kinds')}</legend>
        {voucherKinds.map((kind) => (
          <label key={kind} className="ly-tick">
            <input type="checkbox" name="kind" value={kind} defaultChecked={typed.kinds.includes(kind)} /> {t(`product.${kind}`)}
          </label>
        ))}
      </fieldset>
      {money('least')}
      <label>
        {t('voucher.field.validUntil')}
        <input {...known('validUntil')} type="date" min={days.first} max={days.last} required defaultValue={typed.validUntil} />
        {fault('validUntil')}
      </label>
      <label>
        {t('voucher.field.reason')}
        <textarea {...known('reason')} rows={3} maxLength={longestReason} required dir="auto" defaultValue={typed.reason} />
        {fault('reason')}
      </label>
    </>
  );
}
