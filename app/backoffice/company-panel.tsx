import { Form, Link } from 'react-router';
import { emirates } from '#app/commerce/invoices/invoice-lines.ts';
import type { SellerField, TypedSeller } from '#app/commerce/invoices/seller-form.ts';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

/** Who sells, as new documents print it; edited by an owner, read by the others. */
export function CompanyPanel({
  seller,
  version,
  owner,
  wrong,
}: {
  seller: TypedSeller;
  version: number;
  owner: boolean;
  wrong: readonly SellerField[];
}) {
  const t = useTexts('staff-settings');
  const field = (name: SellerField, more: { readonly dir?: 'rtl' | 'ltr'; readonly maxLength: number }) => (
    <TextField
      name={name}
      label={t(`company.${name}`)}
      defaultValue={seller[name]}
      error={wrong.includes(name) ? t(`company.wrong.${name === 'trn' ? 'trn' : 'text'}`) : undefined}
      readOnly={!owner}
      autoComplete="off"
      {...more}
    />
  );
  return (
    <section className="dl-card" aria-labelledby="company">
      <h2 id="company">{t('company.title')}</h2>
      <p className="dl-quiet">{t(owner ? 'company.text' : 'company.ownerOnly')}</p>
      <Form method="post" key={version} className="bo-fields">
        <input type="hidden" name="form" value="company" />
        <input type="hidden" name="version" value={version} />
        {field('legalName', { maxLength: 120 })}
        {field('legalNameAr', { maxLength: 120, dir: 'rtl' })}
        {field('address', { maxLength: 240 })}
        {field('addressAr', { maxLength: 240, dir: 'rtl' })}
        {field('trn', { maxLength: 20, dir: 'ltr' })}
        <SelectField
          name="emirate"
          label={t('company.emirate')}
          hint={t('company.emirateHint')}
          defaultValue={seller.emirate}
          error={wrong.includes('emirate') ? t('company.wrong.emirate') : undefined}
          disabled={!owner}
        >
          {emirates.map((code) => (
            <option key={code} value={code}>
              {t(`company.emirates.${code}`)}
            </option>
          ))}
        </SelectField>
        {owner && (
          <div className="bo-actions">
            <button className="bo-btn bo-btn--p">{t('company.save')}</button>
          </div>
        )}
      </Form>
    </section>
  );
}

/** The series that documents are numbered in, with the last number of each year. */
export function SeriesPanel({
  series,
}: {
  series: readonly { readonly series: string; readonly year: number; readonly counter: number }[];
}) {
  const t = useTexts('staff-settings');
  const language = useLanguage();
  return (
    <section className="dl-card" aria-labelledby="series">
      <h2 id="series">{t('series.title')}</h2>
      <p className="dl-quiet">{t('series.text')}</p>
      {series.length === 0 ? (
        <p className="dl-quiet">{t('series.none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('series.name')}</th>
                <th scope="col" className="dl-figure">
                  {t('series.last')}
                </th>
                <th scope="col">{t('series.next')}</th>
              </tr>
            </thead>
            <tbody>
              {series.map((one) => (
                <tr key={one.series + one.year}>
                  <td>
                    <bdi>
                      {one.series}-{one.year}
                    </bdi>
                  </td>
                  <td className="dl-figure" data-label={t('series.last')}>
                    {formatNumber(one.counter, language)}
                  </td>
                  <td data-label={t('series.next')}>
                    <bdi>
                      {one.series}-{one.year}-{String(one.counter + 1).padStart(6, '0')}
                    </bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p>
        <Link to="/admin/invoices/numbers">{t('series.check')}</Link>
      </p>
    </section>
  );
}
