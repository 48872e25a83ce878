import { useTexts } from '#app/ui/texts.tsx';
import { optionalCategories, type Consent } from './consent.ts';
import './consent.css';

/** The four categories; necessary is on and cannot be switched, the others are off until somebody switches them on. */
export function ConsentSwitches({ chosen }: { chosen: Consent | null }) {
  const t = useTexts('consent');
  return (
    <ul className="consent-switches">
      {(['necessary', ...optionalCategories] as const).map((category) => (
        <li key={category}>
          <label>
            <span>
              <b>{t(`categories.${category}.name`)}</b>
              <small id={`consent-${category}`}>{t(`categories.${category}.text`)}</small>
            </span>
            <input
              type="checkbox"
              role="switch"
              name={category}
              aria-label={t(`categories.${category}.name`)}
              aria-describedby={`consent-${category}`}
              defaultChecked={category === 'necessary' || (chosen?.[category] ?? false)}
              disabled={category === 'necessary'}
            />
          </label>
        </li>
      ))}
    </ul>
  );
}
