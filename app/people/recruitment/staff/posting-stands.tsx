import { useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { wordParts, type PostingFields } from '../posting-fields.ts';
import { labelOf } from './posting-editor.tsx';

const chosen = ['department', 'place', 'employment'] as const;
const ticked = ['remote', 'visaSupport', 'blind'] as const;
const plain = ['closesOn', 'salaryLeast', 'salaryMost', 'salaryCurrency'] as const;
const questions = Array.from({ length: 6 }, (_, at) => `question-${at}`);
const fieldNames = [
  ...chosen,
  ...ticked,
  ...plain,
  ...languageCodes.flatMap((language) => wordParts.map((part) => `${part}-${language}`)),
  ...questions.flatMap((question) => languageCodes.map((language) => `${question}-${language}`)),
];

const valueIn = (fields: PostingFields, name: string) => (fields[name] ?? '').replaceAll('\r\n', '\n').trim();

/** What a colleague wrote while somebody else was writing: what they typed is still in its fields, what stands now is here. */
export function PostingStands({ typed, stands }: { typed: PostingFields; stands: PostingFields }) {
  const t = useTexts('staff-postings');
  const words = useTexts('careers');
  const editions = useTexts('staff-editions');
  const differ = fieldNames.filter((name) => valueIn(typed, name) !== valueIn(stands, name));
  const told = (name: string) => {
    const value = valueIn(stands, name);
    if (ticked.some((one) => one === name)) return t(value === 'yes' ? 'yes' : 'no');
    if (value === '') return editions('kept.empty');
    return chosen.some((one) => one === name) ? words(`${name}.${value}`) : value;
  };
  return (
    <div className="dl-said dl-said--warn" role="alert">
      <div>
        <p>{editions('kept.bySomebody')}</p>
        <ul>
          {differ.map((name) => (
            <li key={name}>
              <a href={`#${name}`}>{labelOf(name, t)}</a> · {editions('kept.stands')}{' '}
              <span className="po-stands" dir="auto">
                {told(name)}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
