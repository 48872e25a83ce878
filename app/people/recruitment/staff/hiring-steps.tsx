import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Pipeline } from '../pipeline-rules.ts';

/** The stages of a way of hiring one after the other, and what its rounds of interviews are called. */
export function HiringSteps({ pipeline: { stages, rounds } }: { pipeline: Pipeline }) {
  const language = useLanguage();
  const t = useTexts('staff-postings');
  const hiring = useTexts('staff-hiring');
  const interviews = useTexts('staff-interviews');
  return (
    <>
      <ol className="po-steps">
        {stages.map((stage) => (
          <li key={stage}>{hiring(`stage.${stage}`)}</li>
        ))}
      </ol>
      {rounds.length > 0 ? (
        <p className="dl-quiet">
          {t('way.rounds')}: {rounds.map(({ kind, name }) => `\u2068${name ?? interviews(`round.${kind}`)}\u2069`).join(comma(language))}
        </p>
      ) : (
        <p className="dl-quiet">{t('way.noRounds')}</p>
      )}
    </>
  );
}
