import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import { comma, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { reviewChecks, type ReviewCheck, type ReviewFacts } from './review-rules.ts';

/** The review as the page has it. */
export interface Review {
  readonly facts: ReviewFacts;
  /** Of which something speaks against the case. */
  readonly doubts: readonly ReviewCheck[];
  readonly earlier: readonly {
    readonly id: string;
    readonly route: 'evisa' | 'assisted';
    readonly country: string;
    readonly status: string;
    readonly refused: boolean;
    readonly rejection: string | null;
    readonly samePassport: boolean;
    readonly samePerson: boolean;
    readonly at: string;
  }[];
  /** Older applications that the search does not know yet. */
  readonly unsearched: boolean;
  readonly ticked: readonly ReviewCheck[];
}

/** The four checks of the second pair of eyes, what is known beside each. */
export function ReviewFields({ review, mine }: { review: Review; mine: boolean }) {
  const t = useTexts('staff-evisas');
  const words = useTexts('evisas');
  const language = useLanguage();
  const { facts } = review;
  const of: Readonly<Record<ReviewCheck, readonly string[]>> = {
    identity: [t(`fact.zone.${facts.identity.zone}`), t(`fact.ticket.${facts.identity.ticket}`)],
    completeness: [
      t('fact.sent', { number: formatNumber(facts.completeness.sent, language) }),
      ...(facts.completeness.missing.length > 0
        ? [t('fact.missing', { papers: facts.completeness.missing.map((code) => words(`documents.${code}`)).join(comma(language)) })]
        : []),
      ...(facts.completeness.marked > 0 ? [t('fact.marked', { number: formatNumber(facts.completeness.marked, language) })] : []),
      ...(facts.completeness.faults > 0 ? [t('fact.faults', { number: formatNumber(facts.completeness.faults, language) })] : []),
    ],
    consistency:
      facts.consistency.refusals.length > 0 ? facts.consistency.refusals.map((one) => words(`hindrances.${one}`)) : [t('fact.consistent')],
    history: [
      facts.history.earlier === 0 ? t('fact.noEarlier') : t('fact.earlier', { number: formatNumber(facts.history.earlier, language) }),
      ...(review.unsearched ? [t('fact.unsearched')] : []),
      ...(facts.history.says ? [t(`fact.says.${facts.history.says}`)] : []),
    ],
  };
  return (
    <>
      <h2>{t('review')}</h2>
      <p className="dl-quiet">{t(mine ? 'secondPerson' : 'reviewHint')}</p>
      {reviewChecks.map((check) => (
        <fieldset key={check} className="ed-check">
          <legend className="sr-only">{t(`check.${check}`)}</legend>
          <label>
            <input type="checkbox" name="check" value={check} defaultChecked={review.ticked.includes(check)} required />{' '}
            <b>{t(`check.${check}`)}</b>
          </label>
          <ul>
            {of[check].map((fact) => (
              <li key={fact} className={review.doubts.includes(check) ? 'dl-late' : 'dl-quiet'}>
                {fact}
              </li>
            ))}
            {check === 'history' &&
              review.earlier.map((one) => (
                <li key={one.id}>
                  <Link to={one.route === 'evisa' ? `/admin/orders/evisa/${one.id}` : `/admin/sticker-visa-management/${one.id}`}>
                    {one.country}
                  </Link>{' '}
                  <span className="dl-quiet">
                    {sayDay(one.at, language, 'long')} · {t(`same.${one.samePassport ? (one.samePerson ? 'both' : 'passport') : 'person'}`)}
                  </span>
                  {one.refused && (
                    <span className="dl-late">
                      <Icon name="warning" small /> {one.rejection ? words(`rejections.${one.rejection}.title`) : t('fact.refused')}
                    </span>
                  )}
                </li>
              ))}
          </ul>
        </fieldset>
      ))}
    </>
  );
}
