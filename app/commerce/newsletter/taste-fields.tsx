import { Checkbox, FieldGroup, SelectField } from '#app/ui/field.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { useShopLanguages } from '#app/ui/use-shop-languages.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { interests, ownNames, type Taste } from './reader-taste.ts';

/** What the letter is about and in which language; for the form that asks for it and the one that changes it. */
export function TasteFields({ taste }: { taste: Taste }) {
  const t = useTexts('newsletter');
  const offered = useShopLanguages();
  return (
    <>
      <FieldGroup id="nl-interests" legend={t('interests')} hint={t('interestsHint')}>
        <div className="nl__ticks">
          {interests.map((interest) => (
            <Checkbox
              key={interest}
              id={`nl-${interest}`}
              name="interest"
              value={interest}
              defaultChecked={taste.interests.includes(interest)}
              label={t(`interest.${interest}`)}
            />
          ))}
        </div>
      </FieldGroup>
      <SelectField id="nl-language" name="language" label={t('language')} defaultValue={taste.language}>
        {languageCodes
          .filter((code) => offered.includes(code) || code === taste.language)
          .map((code) => (
            <option key={code} value={code} lang={code}>
              {ownNames[code]}
            </option>
          ))}
      </SelectField>
    </>
  );
}
