import { SelectField, TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { Region } from '../../assisted/assisted-country.ts';
import { longestOf, type AddressField, type TypedAddress } from '../delivery-address.ts';
import './delivery.css';

/** The fields of the door at which a courier or a runner rings. Their names begin with `door-`. */
export function AddressFields({ typed, faults, regions }: { typed: TypedAddress; faults: readonly string[]; regions: readonly Region[] }) {
  const t = useTexts('delivery');
  const words = (field: AddressField) => ({
    name: `door-${field}`,
    label: t(`field.${field}`),
    error: faults.includes(`door-${field}`) ? t(`fault.${field}`) : undefined,
  });
  const line = (field: Exclude<AddressField, 'region'>, autoComplete: string) => (
    <TextField
      {...words(field)}
      className={field === 'city' ? '' : 'ev-wide'}
      defaultValue={typed[field]}
      maxLength={longestOf(field)}
      autoComplete={autoComplete}
      hint={field === 'street' ? t('hint.street') : field === 'note' ? t('hint.note') : undefined}
      optional={field === 'note' ? t('optional') : undefined}
    />
  );
  return (
    <>
      {line('name', 'shipping name')}
      <SelectField {...words('region')} defaultValue={typed.region} autoComplete="shipping address-level1">
        <option value="">{t('choose')}</option>
        {regions.map((region) => (
          <option key={region} value={region}>
            {t(`region.${region}`)}
          </option>
        ))}
      </SelectField>
      {line('city', 'shipping address-level2')}
      {line('street', 'shipping street-address')}
      {line('note', 'off')}
    </>
  );
}
