import { useTexts } from '#app/ui/texts.tsx';
import type { FactField } from '../asset-facts-form.ts';
import { assetKinds, assetPlaces } from '../asset-kinds.ts';

/** The control of a fact, for a summary to lead to. */
export const factId = (field: FactField) => `fact-${field}`;

/** The fields of a thing, for registering and correcting it. `typed` keeps what was written when something was wrong. */
export function FactFields({
  fields,
  typed,
  wrong,
}: {
  fields: readonly FactField[];
  typed: Partial<Record<FactField, string>>;
  wrong: readonly FactField[];
}) {
  const t = useTexts('staff-assets');
  const words = useTexts('asset-papers');
  return fields.map((field) => {
    const bad = wrong.includes(field);
    const about = { id: factId(field), ...(bad && { 'aria-invalid': true as const, 'aria-describedby': `wrong-${field}` }) };
    return (
      <label key={field} className="as-field">
        <span>{t(`field.${field}`)}</span>
        {field === 'kind' ? (
          <select name={field} defaultValue={typed[field] ?? 'laptop'} {...about}>
            {assetKinds.map((kind) => (
              <option key={kind} value={kind}>
                {words(`kind.${kind}`)}
              </option>
            ))}
          </select>
        ) : field === 'place' ? (
          <select name={field} defaultValue={typed[field] ?? 'store-room'} {...about}>
            {assetPlaces.map((place) => (
              <option key={place} value={place}>
                {t(`place.${place}`)}
              </option>
            ))}
          </select>
        ) : (
          <input
            name={field}
            type={field === 'boughtOn' || field === 'warrantyUntil' ? 'date' : 'text'}
            inputMode={field === 'cost' || field === 'residual' ? 'decimal' : field === 'lifeMonths' ? 'numeric' : undefined}
            required={field === 'model' || field === 'boughtOn' || field === 'cost'}
            maxLength={80}
            defaultValue={typed[field] ?? ''}
            autoComplete="off"
            dir={field === 'model' ? 'auto' : 'ltr'}
            {...about}
          />
        )}
        {bad && (
          <small className="bo-wrong" id={`wrong-${field}`}>
            {t(`wrong.${field}`)}
          </small>
        )}
        {!bad && (field === 'tag' || field === 'residual' || field === 'lifeMonths') && (
          <small className="dl-quiet">{t(`hint.${field}`)}</small>
        )}
      </label>
    );
  });
}
