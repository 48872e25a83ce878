import { RadioCard, SelectField } from '#app/ui/field.tsx';
import { formatMoney } from '#app/ui/number-format.ts';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Money } from '#app/values/money.ts';
import { extraBagKilograms, type MealCode, type MealService } from '../extras/extras-price.ts';

/*
 * The fields of extras, the same before a sale and beside tickets that are there. Their names are read by the forms of both.
 */

export interface BagPrice {
  readonly pieces: number;
  readonly price: Money;
}

/** How many bags of one traveller in one direction: `none` in words, and each number with its price. */
export function BagField({
  code,
  name,
  hint,
  none,
  choices,
  chosen,
  words,
}: {
  readonly code: string;
  readonly name: string;
  readonly hint?: React.ReactNode;
  readonly none: string;
  readonly choices: readonly BagPrice[];
  readonly chosen: number;
  /** Of a choice, with `count`, `kilograms` and `price` in it. */
  readonly words: (facts: { readonly count: number; readonly kilograms: number; readonly price: string }) => string;
}) {
  const language = useLanguage();
  return (
    <SelectField name={`bag.${code}`} label={name} hint={hint} defaultValue={String(chosen)}>
      <option value="0">{none}</option>
      {choices.map(({ pieces, price }) => (
        <option key={pieces} value={pieces}>
          {words({ count: pieces, kilograms: extraBagKilograms, price: formatMoney(price, language) })}
        </option>
      ))}
    </SelectField>
  );
}

/** What is eaten on a flight, and what a meal costs there. */
export function useMealWords() {
  const t = useTexts('booking');
  const language = useLanguage();
  return {
    service: ({ service, airline, price }: { readonly service: MealService; readonly airline: string; readonly price: Money | null }) =>
      t(`extras.service.${service}`, { airline, price: price ? formatMoney(price, language) : '' }),
    usual: (service: MealService) => t(service === 'included' ? 'extras.usualMeal' : 'extras.noMeal'),
  };
}

/** The meal of one traveller on one flight. */
export function MealField({
  code,
  name,
  service,
  codes,
  chosen,
}: {
  readonly code: string;
  readonly name: string;
  readonly service: MealService;
  readonly codes: readonly MealCode[];
  readonly chosen: string;
}) {
  const t = useTexts('booking');
  const { usual } = useMealWords();
  return (
    <SelectField name={`meal.${code}`} label={name} defaultValue={chosen}>
      <option value="">{usual(service)}</option>
      {codes.map((meal) => (
        <option key={meal} value={meal}>
          {t(`meals.${meal}`)} ({meal})
        </option>
      ))}
    </SelectField>
  );
}

/** The fast lane for everybody, or not. */
export function FastTrackChoice({
  offered,
  chosen,
}: {
  readonly offered: readonly { readonly airport: string; readonly city: string; readonly each: Money }[];
  readonly chosen: boolean;
}) {
  const t = useTexts('booking');
  const language = useLanguage();
  return (
    <div className="extra__choices">
      <RadioCard id="fast-no" name="fastTrack" value="no" label={t('extras.fastNo')} defaultChecked={!chosen} />
      <RadioCard
        id="fast-yes"
        name="fastTrack"
        value="yes"
        label={t('extras.fastYes')}
        hint={offered
          .map((each) => t('extras.fastAt', { city: each.city, airport: each.airport, price: formatMoney(each.each, language) }))
          .join(' · ')}
        defaultChecked={chosen}
      />
    </div>
  );
}

/** The cover for everybody, or not. */
export function CoverChoice({
  each,
  chosen,
  disabled,
  error,
}: {
  readonly each: Money;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly error?: string | undefined;
}) {
  const t = useTexts('booking');
  return (
    <div className="extra__choices" id="insurance">
      <RadioCard id="cover-no" name="insurance" value="no" label={t('extras.coverNo')} defaultChecked={!chosen} />
      <RadioCard
        id="cover-yes"
        name="insurance"
        value="yes"
        label={t('extras.coverYes')}
        hint={t('extras.coverWho')}
        end={<Price value={each} />}
        defaultChecked={chosen}
        disabled={disabled}
        error={error}
      />
    </div>
  );
}
