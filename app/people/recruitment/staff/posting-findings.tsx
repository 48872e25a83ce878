import { useTexts } from '#app/ui/texts.tsx';
import type { PostingFinding } from '../posting-check-rules.ts';

const ownName = { en: 'English', ar: 'العربية', tl: 'Tagalog', es: 'Español', pt: 'Português' } as const;

/** What the check of a posting warns of, and what could stand there instead. */
export function PostingFindings({ findings }: { findings: readonly PostingFinding[] }) {
  const t = useTexts('staff-postings');
  return (
    <>
      <p className="dl-quiet">{t('check.lead')}</p>
      <ul className="po-list po-findings">
        {findings.map((one) => (
          <li key={`${one.kind} ${one.language} ${one.word}`}>
            <span>
              {one.language && (
                <>
                  <b lang={one.language} dir="auto">
                    “{one.word}”
                  </b>{' '}
                </>
              )}
              {t(`check.kind.${one.kind}`)}
              {one.language && (
                <small className="dl-quiet">
                  {' '}
                  {one.instead ? (
                    <>
                      {t('check.instead')} <bdi lang={one.language}>{one.instead}</bdi>
                    </>
                  ) : (
                    t('check.leaveOut')
                  )}
                </small>
              )}
            </span>
            {one.language && <bdi className="dl-quiet">{ownName[one.language]}</bdi>}
          </li>
        ))}
      </ul>
    </>
  );
}
