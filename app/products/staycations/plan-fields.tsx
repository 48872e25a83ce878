import { SelectField, TextField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { mostAdults, mostNights, type StayPlan } from './stay-search-form.ts';

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

/** Arrival, nights, grown-ups and the ages of children. */
export function PlanFields({ plan, today, lastDay }: { plan: StayPlan; today: string; lastDay: string }) {
  const t = useTexts('staycations');
  return (
    <>
      <TextField name="date" type="date" label={t('ask.arrival')} defaultValue={plan.arrival ?? ''} min={today} max={lastDay} />
      <SelectField name="nights" label={t('ask.nights')} defaultValue={String(plan.nights)} data-own={String(plan.nights)}>
        {upTo(mostNights).map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </SelectField>
      <SelectField name="adults" label={t('ask.adults')} defaultValue={String(plan.party.adults)} data-own={String(plan.party.adults)}>
        {upTo(mostAdults).map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </SelectField>
      <TextField
        name="ages"
        label={t('ask.ages')}
        placeholder={t('ask.agesHint')}
        inputMode="numeric"
        defaultValue={plan.party.childAges.join(', ')}
        maxLength={40}
        autoComplete="off"
      />
    </>
  );
}
