import { Form } from 'react-router';
import { customerTags, type CustomersWanted } from '#app/commerce/customers/records/customer-kinds.ts';
import { interests } from '#app/commerce/newsletter/reader-taste.ts';
import { Overtaken, StandsNow } from '#app/commerce/messages/staff/notification-tabs.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { CampaignWords } from '../campaigns.tables.ts';
import { sayCustomers } from './say-customers.ts';

interface Written {
  readonly name: string;
  readonly version: number;
  readonly page: string;
  readonly startsLocal: string;
  readonly interests: readonly string[];
  readonly languages: readonly LanguageCode[];
  readonly customers: CustomersWanted | null;
  readonly words: Partial<Record<LanguageCode, CampaignWords>>;
}

/** A campaign as a form: whom it is for, when it leaves, and what it says in each language. */
export function CampaignForm({
  campaign,
  countries,
  overtaken,
}: {
  campaign: Written;
  /** Countries that customers are from. */
  countries: readonly { readonly code: string; readonly name: string }[];
  /** How it stands where somebody changed it while it was being typed, so that it was refused. */
  overtaken: (Written & { readonly writtenBy: string | null }) | null;
}) {
  const language = useLanguage();
  const t = useTexts('staff-mails');
  const customers = useTexts('staff-customers');
  const customersSaid = (wanted: CustomersWanted | null) =>
    sayCustomers(wanted, { t, customers, language, countryName: (code) => countries.find((one) => one.code === code)?.name ?? code });
  const stands = (read: (one: Written) => string) => overtaken && <StandsNow now={read(overtaken)} typed={read(campaign)} />;
  return (
    <section className="dl-card" aria-labelledby="write">
      <h2 id="write">{t('campaign.write')}</h2>
      {overtaken && <Overtaken by={overtaken.writtenBy} />}
      <Form method="post" className="nt-form">
        <input type="hidden" name="version" value={(overtaken ?? campaign).version} />
        <label>
          {t('campaign.name')}
          <input name="name" defaultValue={campaign.name} required maxLength={80} autoComplete="off" />
        </label>
        {stands((one) => one.name)}
        <div className="nt-pair">
          <label>
            {t('campaign.page')}
            <input name="page" defaultValue={campaign.page} maxLength={200} dir="ltr" autoComplete="off" />
          </label>
          <label>
            {t('campaign.starts')}
            <input type="datetime-local" name="startsAt" defaultValue={campaign.startsLocal} />
          </label>
        </div>
        {stands((one) => one.page)}
        {stands((one) => one.startsLocal.replace('T', ' '))}
        <fieldset className="nt-ticks">
          <legend>{t('campaign.interests')}</legend>
          {interests.map((one) => (
            <label key={one} className="nt-tick">
              <input type="checkbox" name="interest" value={one} defaultChecked={campaign.interests.includes(one)} /> {t(`interest.${one}`)}
            </label>
          ))}
        </fieldset>
        {stands((one) =>
          interests
            .filter((interest) => one.interests.includes(interest))
            .map((interest) => t(`interest.${interest}`))
            .join(comma(language)),
        )}
        <CustomerFields wanted={campaign.customers} countries={countries} />
        {stands((one) => customersSaid(one.customers))}
        {stands((one) =>
          languageCodes
            .filter((code) => one.languages.includes(code))
            .map((code) => t(`language.${code}`))
            .join(comma(language)),
        )}
        {languageCodes.map((code) => {
          const words = campaign.words[code];
          const writing = { lang: code, dir: code === 'ar' ? 'rtl' : 'ltr' } as const;
          return (
            <fieldset key={code} className="nt-group">
              <legend>
                <label className="nt-tick">
                  <input type="checkbox" name="audience" value={code} defaultChecked={campaign.languages.includes(code)} />{' '}
                  {t('campaign.goesTo', { language: t(`language.${code}`) })}
                </label>
              </legend>
              <label>
                {t('part.subject')}
                <input name={`${code}:subject`} defaultValue={words?.subject} maxLength={160} {...writing} />
              </label>
              {stands((one) => one.words[code]?.subject ?? '')}
              <label>
                {t('part.title')}
                <input name={`${code}:title`} defaultValue={words?.title} maxLength={160} {...writing} />
              </label>
              {stands((one) => one.words[code]?.title ?? '')}
              <label>
                {t('part.text')}
                <textarea name={`${code}:text`} defaultValue={words?.text} rows={5} maxLength={4000} {...writing} />
              </label>
              {stands((one) => one.words[code]?.text ?? '')}
              <label>
                {t('part.button')}
                <input name={`${code}:button`} defaultValue={words?.button} maxLength={80} {...writing} />
              </label>
              {stands((one) => one.words[code]?.button ?? '')}
            </fieldset>
          );
        })}
        <button className="bo-btn bo-btn--p" name="work" value={overtaken ? 'save-over' : 'save'}>
          {t(overtaken ? 'over.save' : 'template.save')}
        </button>
      </Form>
    </section>
  );
}

/** Whether it goes to every reader, or only to those who are customers of a kind: the same choices as their list has. */
function CustomerFields({
  wanted,
  countries,
}: {
  wanted: CustomersWanted | null;
  countries: readonly { readonly code: string; readonly name: string }[];
}) {
  const t = useTexts('staff-mails');
  const customers = useTexts('staff-customers');
  const choice = (
    name: string,
    label: string,
    value: string,
    any: string,
    options: readonly { readonly id: string; readonly name: string }[],
  ) => (
    <label>
      {label}
      <select name={name} defaultValue={value}>
        <option value="">{any}</option>
        {options.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <fieldset className="nt-group">
      <legend>{t('campaign.customers.legend')}</legend>
      <label className="nt-tick">
        <input type="radio" name="whom" value="readers" defaultChecked={!wanted} /> {t('campaign.customers.all')}
      </label>
      <label className="nt-tick">
        <input type="radio" name="whom" value="customers" defaultChecked={Boolean(wanted)} /> {t('campaign.customers.some')}
      </label>
      <div className="nt-pair">
        {choice('account', t('campaign.customers.account.label'), wanted?.account ?? '', t('campaign.customers.account.any'), [
          { id: 'with', name: t('campaign.customers.account.with') },
          { id: 'without', name: t('campaign.customers.account.without') },
        ])}
        {choice(
          'tag',
          customers('column.tags'),
          wanted?.tag ?? '',
          customers('everyTag'),
          customerTags.map((id) => ({ id, name: customers(`tag.${id}`) })),
        )}
        {choice(
          'country',
          customers('column.country'),
          wanted?.country ?? '',
          customers('everyCountry'),
          countries.map(({ code, name }) => ({ id: code, name })),
        )}
        {choice('orders', customers('openOrders.label'), wanted?.orders ?? '', customers('openOrders.any'), [
          { id: 'yes', name: customers('openOrders.yes') },
          { id: 'no', name: customers('openOrders.no') },
        ])}
        <label>
          {customers('heardFrom')}
          <input type="date" name="heardFrom" defaultValue={wanted?.from} />
        </label>
        <label>
          {customers('heardUntil')}
          <input type="date" name="heardUntil" defaultValue={wanted?.until} />
        </label>
      </div>
    </fieldset>
  );
}
