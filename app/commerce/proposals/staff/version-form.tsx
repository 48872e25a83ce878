import { Form, Link } from 'react-router';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { addDays, dateIn, instant, type CalendarDate } from '#app/values/dates.ts';
import type { Inquiry } from '../../inquiries/inquiries.tables.ts';
import { mostLines, type TypedVersion, type VersionFault } from '../proposal-form.ts';
import { lineVats } from '../proposal-price.ts';
import { proposalZone } from '../proposal-terms-rules.ts';
import type { ProposalVersion } from '../proposals-store.server.ts';

interface Start {
  /** The version it was copied from; 0 for none. */
  readonly from: number;
  readonly values: TypedVersion;
}

const validDays = 7;
const decimal = (fils: number) => (fils / 100).toFixed(2).replace(/\.00$/, '');

/** An empty version with what the inquiry says. */
export function firstValues(inquiry: Inquiry, today: CalendarDate): Start {
  return {
    from: 0,
    values: {
      title: inquiry.aboutTitle ?? '',
      startsOn: inquiry.startsOn ?? '',
      endsOn: inquiry.endsOn ?? inquiry.startsOn ?? '',
      adults: String(inquiry.adults ?? 2),
      children: String(inquiry.children ?? 0),
      validUntil: addDays(today, validDays),
      deposit: '0',
      balanceDays: '30',
      freeDays: '14',
    },
  };
}

/** The fields of a version that is there, for the next one. */
export function valuesOf(version: ProposalVersion): Start {
  const values: Record<string, string> = {
    title: version.content.title,
    words: version.content.words,
    startsOn: version.startsOn,
    endsOn: version.endsOn,
    adults: String(version.adults),
    children: String(version.children),
    validUntil: dateIn(proposalZone, instant(version.expiresAt.getTime() - 1)),
    deposit: String(version.depositPercent),
    balanceDays: String(version.balanceDays),
    freeDays: version.freeDays === null ? '' : String(version.freeDays),
  };
  version.content.lines.forEach((line, index) => {
    values[`words.${index}`] = line.words;
    values[`quantity.${index}`] = String(line.quantity);
    values[`net.${index}`] = decimal(line.net);
    values[`margin.${index}`] = String(line.marginBasisPoints / 100);
    values[`vat.${index}`] = line.vat;
  });
  return { from: version.number, values };
}

/** The builder of a version: something of the shop by its address, or lines of our own with cost, margin and VAT. */
export function VersionForm({
  values,
  faults,
  formKey,
  number,
  language,
}: {
  values: TypedVersion;
  faults: readonly VersionFault[];
  formKey: string;
  number: number;
  language: string;
}) {
  const t = useTexts('staff-proposals');
  const of = (name: string) => values[name] ?? '';
  const field = (name: string, type: 'text' | 'date' | 'number', more: { min?: number; max?: number; fault?: VersionFault } = {}) => {
    const fault = more.fault ?? (name as VersionFault);
    return (
      <label>
        {t(`field.${name}`)}
        <input
          name={name}
          type={type}
          defaultValue={of(name)}
          min={more.min}
          max={more.max}
          dir="auto"
          aria-invalid={faults.includes(fault) || undefined}
        />
      </label>
    );
  };
  const dates = new URLSearchParams(of('startsOn') ? { date: of('startsOn') } : {});
  return (
    <Form method="post" className="dl-card pd-form" id="new">
      <h2>{t('newVersion', { number })}</h2>
      <p className="dl-quiet">{t('writeIn', { language: t(`language.${language}`) })}</p>
      {faults.length > 0 && (
        <ul className="pd-faults" role="alert">
          {faults.map((fault) => (
            <li key={fault}>{t(`fault.${fault}`)}</li>
          ))}
        </ul>
      )}
      <input type="hidden" name="key" value={formKey} />
      <label className="pd-wide">
        {t('field.words')}
        <textarea name="words" rows={4} dir="auto" defaultValue={of('words')} maxLength={3000} />
      </label>
      {field('validUntil', 'date')}
      <fieldset>
        <legend>{t('shop.title')}</legend>
        <p className="dl-quiet">
          {t('shop.text')} <Link to={`/staycations?${dates}`}>{t('shop.stays')}</Link> ·{' '}
          <Link to={`/experiences?${dates}`}>{t('shop.experiences')}</Link> · <Link to="/holidays">{t('shop.tours')}</Link>
        </p>
        <label className="pd-wide">
          {t('field.item')}
          <input name="item" defaultValue={of('item')} dir="ltr" aria-invalid={faults.includes('item') || undefined} />
        </label>
      </fieldset>
      <fieldset>
        <legend>{t('own.title')}</legend>
        <p className="dl-quiet">{t('own.text')}</p>
        <div className="pd-row">
          {field('title', 'text')}
          {field('startsOn', 'date')}
          {field('endsOn', 'date')}
          {field('adults', 'number', { min: 1, max: 200, fault: 'party' })}
          {field('children', 'number', { min: 0, max: 100, fault: 'party' })}
        </div>
        <p className="dl-quiet" id="own-lines">
          {t('own.lines')}
        </p>
        <ScrollRegion className="pd-scroll" labelledBy="own-lines">
          <table>
            <thead>
              <tr>
                {(['words', 'quantity', 'net', 'margin', 'vat'] as const).map((name) => (
                  <th key={name} scope="col">
                    {t(`line.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: mostLines }, (_, index) => (
                <tr key={index}>
                  {(['words', 'quantity', 'net', 'margin'] as const).map((name) => (
                    <td key={name}>
                      <input
                        name={`${name}.${index}`}
                        aria-label={`${t(`line.${name}`)} ${index + 1}`}
                        defaultValue={of(`${name}.${index}`)}
                        dir={name === 'words' ? 'auto' : 'ltr'}
                        inputMode={name === 'words' ? undefined : 'decimal'}
                        maxLength={name === 'words' ? 160 : 12}
                      />
                    </td>
                  ))}
                  <td>
                    <select
                      name={`vat.${index}`}
                      aria-label={`${t('line.vat')} ${index + 1}`}
                      defaultValue={of(`vat.${index}`) || 'standard'}
                    >
                      {lineVats.map((vat) => (
                        <option key={vat} value={vat}>
                          {t(`vat.${vat}`)}
                        </option>
                      ))}
                    </select>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        <div className="pd-row">
          {field('deposit', 'number', { min: 0, max: 90 })}
          {field('balanceDays', 'number', { min: 0, max: 365 })}
          {field('freeDays', 'number', { min: 0, max: 365 })}
        </div>
      </fieldset>
      <button className="bo-btn bo-btn--p" name="work" value="draft" type="submit">
        {t('act.draft')}
      </button>
    </Form>
  );
}
