import { SelectField, TextField } from '#app/ui/field.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { mostAdults, mostChildren, mostNights, oldestChild, type StayPlan, type TypedPlan } from './stay-search-form.ts';

const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1);

/** Arrival, nights, grown-ups and the ages of children. */
export function PlanFields({ plan, today, lastDay, typed }: { plan: StayPlan; today: string; lastDay: string; typed: TypedPlan }) {
  const t = useTexts('staycations');
  const language = useLanguage();
  const { faults } = typed;
  const days = { from: formatDate(today, language, 'day'), until: formatDate(lastDay, language, 'long') };
  return (
    <>
      <TextField
        name="date"
        type="date"
        label={t('ask.arrival')}
        defaultValue={plan.arrival ?? (faults.includes('past') ? typed.date : '')}
        min={today}
        max={lastDay}
        error={
          faults.includes('past')
            ? t('missed', { date: formatDate(typed.date, language, 'long'), ...days })
            : faults.includes('date') && t('faults.date', days)
        }
      />
      <SelectField
        name="nights"
        label={t('ask.nights')}
        defaultValue={String(plan.nights)}
        data-own={String(plan.nights)}
        error={faults.includes('nights') && t('faults.nights', { most: mostNights })}
      >
        {upTo(mostNights).map((count) => (
          <option key={count} value={count}>
            {count}
          </option>
        ))}
      </SelectField>
      <SelectField
        name="adults"
        label={t('ask.adults')}
        defaultValue={String(plan.party.adults)}
        data-own={String(plan.party.adults)}
        error={faults.includes('adults') && t('faults.adults', { most: mostAdults })}
      >
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
        defaultValue={faults.includes('ages') ? typed.ages : plan.party.childAges.join(', ')}
        maxLength={40}
        autoComplete="off"
        error={faults.includes('ages') && t('faults.ages', { age: oldestChild, most: mostChildren })}
      />
    </>
  );
}
