import { Form } from 'react-router';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay } from '#app/ui/say-moment.ts';
import { money } from '#app/values/money.ts';
import { moneyFields, shownValue, termsBounds, termsFields, type TermsField, type TermsValues } from '../terms-rules.ts';
import type { Programme } from './open-programme.server.ts';

/** Which fields were wrong, with everything as it was typed. */
export interface RefusedTerms {
  readonly faults: readonly TermsField[];
  readonly typed: Readonly<Record<TermsField, string>>;
}

/** What points become, what invitations bring and when a rule holds a member: at work, as a draft, and to be written anew. */
export function TermsCard({ programme, refused }: { programme: Programme; refused: RefusedTerms | null }) {
  const t = useTexts('staff-loyalty');
  const language = useLanguage();
  const { terms, draft } = programme;
  const shown = (values: TermsValues | undefined, field: TermsField) =>
    values ? (
      <bdi>{moneyFields.includes(field) ? formatMoney(money(values[field], 'AED'), language) : formatNumber(values[field], language)}</bdi>
    ) : (
      <span className="dl-quiet">–</span>
    );
  const wrong = (field: TermsField) =>
    refused?.faults.includes(field) ? { 'aria-invalid': true, 'aria-describedby': `${field}-fault` } : {};
  const faultText = (field: TermsField) => {
    const [least, most] = termsBounds[field].map((bound) => (moneyFields.includes(field) ? bound / 100 : bound)) as [number, number];
    const values = { field: t(`terms.${field}`), least: formatNumber(least, language), most: formatNumber(most, language) };
    return t(field === 'burnLeast' ? 'terms.faultSteps' : 'terms.fault', values);
  };
  return (
    <section className="dl-card" id="terms">
      <h2>{t('terms.title')}</h2>
      <p className="dl-quiet">{t('terms.text')}</p>
      {refused && (
        <div className="dl-said dl-said--warn" role="alert">
          <ul className="ly-faults">
            {refused.faults.map((field) => (
              <li key={field}>
                <a href={`#${field}`}>{faultText(field)}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" key={`${draft?.version ?? 0}-${refused ? 'refused' : ''}`}>
        <table className="ly-table ly-terms">
          <thead>
            <tr>
              <th scope="col">{t('column.what')}</th>
              <th scope="col" className="dl-figure">
                {t('rules.live')}
              </th>
              <th scope="col" className="dl-figure">
                {t('rules.draft')}
              </th>
              {programme.works && (
                <th scope="col" className="ly-value">
                  {t('terms.new')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {termsFields.map((field) => (
              <tr key={field}>
                <th scope="row">{t(`terms.${field}`)}</th>
                <td className="dl-figure">{shown(terms?.values, field)}</td>
                <td className="dl-figure">{shown(draft?.values, field)}</td>
                {programme.works && (
                  <td className="ly-value">
                    <input
                      id={field}
                      name={field}
                      inputMode={moneyFields.includes(field) ? 'decimal' : 'numeric'}
                      dir="ltr"
                      required
                      maxLength={12}
                      aria-label={t(`terms.${field}`)}
                      defaultValue={refused?.typed[field] ?? valueOf(programme, field)}
                      {...wrong(field)}
                    />
                    {refused?.faults.includes(field) && (
                      <small id={`${field}-fault`} className="ly-fault">
                        {faultText(field)}
                      </small>
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {programme.works && (
          <p className="ly-send">
            <button className="bo-btn" name="intent" value="terms">
              {t('rules.write')}
            </button>
          </p>
        )}
      </Form>
      {terms && (
        <p className="dl-quiet">{t('rules.by', { by: terms.by, second: terms.approvedBy, date: sayDay(terms.at, language, 'day') })}</p>
      )}
      {draft?.mine && <p className="dl-quiet">{t('rules.mine')}</p>}
      {draft && programme.approves && !draft.mine && (
        <Form method="post" className="ly-decide">
          <input type="hidden" name="id" value={draft.id} />
          <input type="hidden" name="version" value={draft.version} />
          <button className="bo-btn bo-btn--p" name="intent" value="approve-terms">
            {t('terms.approve', { by: draft.by })}
          </button>
        </Form>
      )}
    </section>
  );
}

/** What a field begins with: the draft, else what is at work; nothing where there is neither. */
function valueOf({ draft, terms }: Programme, field: TermsField): string {
  const values = draft?.values ?? terms?.values;
  return values ? shownValue(field, values[field]) : '';
}
