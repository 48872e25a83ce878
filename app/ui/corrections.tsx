import { useTexts } from './texts.tsx';

/** Above a list: which words nothing is called by, and what was looked for instead. */
export function Corrections({ corrections }: { corrections: readonly { readonly typed: string; readonly used: string }[] }) {
  const t = useTexts('list');
  if (corrections.length === 0) return null;
  return (
    <div className="lf-corrections" role="status">
      {corrections.map(({ typed, used }) => (
        <p key={typed}>{t('words.corrected', { typed: `\u2068${typed}\u2069`, used: `\u2068${used}\u2069` })}</p>
      ))}
    </div>
  );
}
