import { Link } from 'react-router';
import { deskDays, deskNames, type DeskName } from '#app/commerce/inquiries/answer-time-rules.ts';
import { emirates } from '#app/commerce/invoices/invoice-lines.ts';
import { kindsOfWay, paymentWays } from '#app/commerce/payments/payment-ways.ts';
import { taxedKinds } from '#app/commerce/pricing/tax-rules.ts';
import { staffRoles, type StaffRole } from '#app/platform/access.ts';
import { houseFactFields } from '#app/platform/house-facts.ts';
import { rolesWithLimits } from '#app/platform/refund-limits.ts';
import type { SettingSection } from '#app/platform/setting-status.ts';
import { rolesWithDiscounts } from '#app/products/flights/quotes/discount-limits.ts';
import { Checkbox, SelectField, TextField } from '#app/ui/field.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { BrandingFields } from './branding-fields.tsx';
import { mostHolidays, spareHolidays, weekFields } from './hours-setting.ts';
import { optionalLanguages } from './languages-setting.ts';
import { vatCategories } from './taxes-setting.ts';
import type { TypedSetting } from './setting-values.ts';

export interface SettingFieldsProps {
  readonly typed: TypedSetting;
  /** The sentence of a wrong field. */
  readonly errorOf: (field: string) => string | undefined;
  /** Four parts are ticked here for a provider that takes them: the one in force does not. */
  readonly untaken?: boolean;
}

/** What a field of a section is called, alone: above the form it stands without the line that it is part of. */
export function useSettingFieldName(): (section: SettingSection, field: string) => string {
  const language = useLanguage();
  const t = useTexts('staff-settings');
  const roles = useTexts('staff');
  const prices = useTexts('price');
  const parts: Readonly<Record<string, string>> = { Name: t('hours.name'), From: t('hours.firstDay'), Until: t('hours.lastDay') };
  return (section, field) => {
    if (field === 'reason') return t('reason');
    if (section === 'company' || section === 'public') return t(`${section}.${field}`);
    if (section === 'branding') return t(`branding.${field === 'logoFile' ? 'logo' : field}`);
    if (section === 'languages') return t(`languages.name.${field}`);
    if (section === 'second-factor' || section === 'letters') return t(`${section}.${field}`);
    if (section === 'numbers') return t(`numbers.field.${field}`);
    if (section === 'limits' || section === 'discounts') return roles(`roles.${field}`);
    if (section === 'payments') {
      const [way = '', part = ''] = field.split('.');
      return `${t(`payments.way.${way}`)}${comma(language)}${part === 'least' || part === 'most' ? t(`payments.${part}`) : t(`payments.kind.${part}`)}`;
    }
    if (section === 'taxes') {
      const [when, kind] = field.split('.');
      return kind ? `${prices(`line.${kind}`)}${comma(language)}${t(`taxes.${when}`)}` : t(`taxes.${field}`);
    }
    const [, at, part = ''] = /^holiday(\d+)(Name|From|Until)$/.exec(field) ?? [];
    if (at !== undefined) return `${t('hours.holiday', { number: Number(at) + 1 })}${comma(language)}${parts[part]}`;
    const [, desk, days, end = ''] = /^(?:(\w+)\.)?(\w+)(From|Until)$/.exec(field) ?? [];
    return `${desk ? `${t(`hours.desk.${desk}`)}${comma(language)}` : ''}${t(`hours.${days}`)}${comma(language)}${t(`hours.${end.toLowerCase()}`)}`;
  };
}

/** The form of a section. */
export function SettingFields({ section, ...props }: SettingFieldsProps & { readonly section: SettingSection }) {
  if (section === 'company') return <CompanyFields {...props} />;
  if (section === 'public') return <PublicFields {...props} />;
  if (section === 'branding') return <BrandingFields {...props} />;
  if (section === 'languages') return <LanguageFields {...props} />;
  if (section === 'hours') return <HoursFields {...props} />;
  if (section === 'letters') return <LetterFields {...props} />;
  if (section === 'payments') return <PaymentFields {...props} />;
  if (section === 'taxes') return <TaxFields {...props} />;
  if (section === 'second-factor') return <SecondFactorFields {...props} />;
  if (section === 'numbers') return <NumberFields {...props} />;
  return <LimitFields {...props} roles={section === 'limits' ? rolesWithLimits : rolesWithDiscounts} />;
}

function CompanyFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  const field = (name: string, more: { readonly dir?: 'rtl' | 'ltr'; readonly maxLength: number }) => (
    <TextField name={name} label={t(`company.${name}`)} defaultValue={typed[name]} error={errorOf(name)} autoComplete="off" {...more} />
  );
  return (
    <div className="bo-fields">
      {field('legalName', { maxLength: 120 })}
      {field('legalNameAr', { maxLength: 120, dir: 'rtl' })}
      {field('address', { maxLength: 240 })}
      {field('addressAr', { maxLength: 240, dir: 'rtl' })}
      {field('trn', { maxLength: 20, dir: 'ltr' })}
      <SelectField
        name="emirate"
        label={t('company.emirate')}
        hint={t('company.emirateHint')}
        defaultValue={typed.emirate}
        error={errorOf('emirate')}
      >
        {emirates.map((code) => (
          <option key={code} value={code}>
            {t(`company.emirates.${code}`)}
          </option>
        ))}
      </SelectField>
      <p className="dl-quiet">{t('company.eInvoice')}</p>
      {field('city', { maxLength: 80 })}
      {field('licence', { maxLength: 80, dir: 'ltr' })}
      {field('licenceAuthority', { maxLength: 80 })}
    </div>
  );
}

function PublicFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  return (
    <div className="bo-fields">
      {houseFactFields.map((field) => (
        <TextField
          key={field}
          name={field}
          label={t(`public.${field}`)}
          optional={field === 'email' ? undefined : t('public.orNot')}
          type={field === 'email' ? 'email' : field === 'phone' ? 'tel' : 'text'}
          defaultValue={typed[field]}
          error={errorOf(field)}
          maxLength={80}
          autoComplete="off"
        />
      ))}
    </div>
  );
}

function LanguageFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  return (
    <fieldset className="st-set">
      <legend>{t('languages.offer')}</legend>
      <p className="dl-quiet">{t('languages.offerText')}</p>
      <div className="st-ticks">
        {optionalLanguages.map((code) => (
          <Checkbox
            key={code}
            name={code}
            label={t(`languages.name.${code}`)}
            defaultChecked={typed[code] === 'on'}
            error={errorOf(code)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function HoursFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  const filled = Object.keys(typed).filter((name) => /^holiday\d+Name$/.test(name)).length;
  const lines = Math.min(mostHolidays, filled + spareHolidays);
  return (
    <>
      <fieldset className="st-set">
        <legend>{t('hours.week')}</legend>
        <p className="dl-quiet">{t('hours.weekText')}</p>
        <WeekFields desk={null} typed={typed} errorOf={errorOf} />
      </fieldset>
      {deskNames.map((desk) => (
        // Shut where the desk keeps the house's hours: most do.
        <details
          key={desk}
          className="st-set"
          open={Object.entries(typed).some(([name, value]) => name.startsWith(weekFields(desk)) && value !== '')}
        >
          <summary>{t(`hours.desk.${desk}`)}</summary>
          <p className="dl-quiet">{t(`hours.deskText.${desk}`)}</p>
          <WeekFields desk={desk} typed={typed} errorOf={errorOf} />
        </details>
      ))}
      <fieldset className="st-set">
        <legend>{t('hours.holidays')}</legend>
        <p className="dl-quiet">{t('hours.holidaysText', { count: spareHolidays })}</p>
        {Array.from({ length: lines }, (_, at) => (
          <div key={at} className="st-line st-line--holiday" role="group" aria-label={t('hours.holiday', { number: at + 1 })}>
            <TextField
              name={`holiday${at}Name`}
              label={t('hours.name')}
              defaultValue={typed[`holiday${at}Name`]}
              error={errorOf(`holiday${at}Name`)}
              maxLength={60}
              autoComplete="off"
            />
            <TextField
              name={`holiday${at}From`}
              label={t('hours.firstDay')}
              type="date"
              defaultValue={typed[`holiday${at}From`]}
              error={errorOf(`holiday${at}From`)}
            />
            <TextField
              name={`holiday${at}Until`}
              label={t('hours.lastDay')}
              optional={t('hours.ifLonger')}
              type="date"
              defaultValue={typed[`holiday${at}Until`]}
              error={errorOf(`holiday${at}Until`)}
            />
          </div>
        ))}
      </fieldset>
    </>
  );
}

/** The four lines of one week. */
function WeekFields({ desk, typed, errorOf }: Pick<SettingFieldsProps, 'typed' | 'errorOf'> & { readonly desk: DeskName | null }) {
  const t = useTexts('staff-settings');
  const before = weekFields(desk);
  return deskDays.map((days) => (
    <div key={days} className="st-line" role="group" aria-label={t(`hours.${days}`)}>
      <span>{t(`hours.${days}`)}</span>
      {(['From', 'Until'] as const).map((end) => (
        <TextField
          key={end}
          name={`${before}${days}${end}`}
          label={t(`hours.${end.toLowerCase()}`)}
          type="time"
          defaultValue={typed[`${before}${days}${end}`]}
          error={errorOf(`${before}${days}${end}`)}
        />
      ))}
    </div>
  ));
}

function LetterFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  return (
    <div className="st-sizes">
      <TextField
        name="alone"
        label={t('letters.alone')}
        hint={t('letters.aloneHint')}
        defaultValue={typed.alone}
        error={errorOf('alone')}
        inputMode="numeric"
        dir="ltr"
        autoComplete="off"
        maxLength={6}
      />
    </div>
  );
}

function PaymentFields({ typed, errorOf, untaken }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  return paymentWays.map((way) => (
    <fieldset key={way} className="st-set">
      <legend>{t(`payments.way.${way}`)}</legend>
      <p className="dl-quiet">{t(`payments.text.${way}`)}</p>
      {way === 'four' && untaken && <p className="dl-said dl-said--warn">{t('payments.untakenText')}</p>}
      <div className="st-ticks">
        {kindsOfWay[way].map((kind) => (
          <Checkbox
            key={kind}
            name={`${way}.${kind}`}
            label={t(`payments.kind.${kind}`)}
            defaultChecked={typed[`${way}.${kind}`] === 'on'}
            error={errorOf(`${way}.${kind}`)}
          />
        ))}
      </div>
      <div className="st-sizes">
        {(['least', 'most'] as const).map((end) => (
          <TextField
            key={end}
            name={`${way}.${end}`}
            label={t(`payments.${end}`)}
            optional={t('payments.any')}
            defaultValue={typed[`${way}.${end}`]}
            error={errorOf(`${way}.${end}`)}
            end="AED"
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            maxLength={14}
          />
        ))}
      </div>
    </fieldset>
  ));
}

function TaxFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  const prices = useTexts('price');
  const rate = (name: string, more: { readonly optional?: string; readonly hint?: string }) => (
    <TextField
      name={name}
      label={t(`taxes.${name}`)}
      defaultValue={typed[name]}
      error={errorOf(name)}
      end="%"
      inputMode="decimal"
      dir="ltr"
      autoComplete="off"
      maxLength={6}
      {...more}
    />
  );
  return (
    <>
      <fieldset className="st-set">
        <legend>{t('taxes.rate')}</legend>
        <p className="dl-quiet">{t('taxes.rateText')}</p>
        <div className="st-sizes">
          {rate('standard', {})}
          <TextField
            name="from"
            label={t('taxes.from')}
            optional={t('taxes.orNone')}
            type="date"
            defaultValue={typed.from}
            error={errorOf('from')}
          />
          {rate('nextStandard', { optional: t('taxes.asNow') })}
        </div>
      </fieldset>
      <fieldset className="st-set">
        <legend>{t('taxes.kinds')}</legend>
        <p className="dl-quiet">{t('taxes.kindsText')}</p>
        {taxedKinds.map((kind) => (
          <div key={kind} className="st-line st-line--tax" role="group" aria-label={prices(`line.${kind}`)}>
            <span>{prices(`line.${kind}`)}</span>
            <SelectField name={`now.${kind}`} label={t('taxes.now')} defaultValue={typed[`now.${kind}`]} error={errorOf(`now.${kind}`)}>
              {vatCategories.map((category) => (
                <option key={category} value={category}>
                  {t(`taxes.category.${category}`)}
                </option>
              ))}
            </SelectField>
            <SelectField name={`next.${kind}`} label={t('taxes.next')} defaultValue={typed[`next.${kind}`]} error={errorOf(`next.${kind}`)}>
              <option value="">{t('taxes.same')}</option>
              {vatCategories.map((category) => (
                <option key={category} value={category}>
                  {t(`taxes.category.${category}`)}
                </option>
              ))}
            </SelectField>
          </div>
        ))}
      </fieldset>
    </>
  );
}

function NumberFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  const field = (name: string, optional?: string) => (
    <TextField
      name={name}
      label={t(`numbers.field.${name}`)}
      defaultValue={typed[name]}
      error={errorOf(name)}
      dir="ltr"
      autoComplete="off"
      maxLength={4}
      optional={optional}
    />
  );
  return (
    <>
      <fieldset className="st-set">
        <legend>{t('numbers.now')}</legend>
        <p className="dl-quiet">
          {t('numbers.nowText')} {t('numbers.hint')}
        </p>
        <div className="st-sizes">
          {field('invoice')}
          {field('creditNote')}
        </div>
      </fieldset>
      <fieldset className="st-set">
        <legend>{t('numbers.next')}</legend>
        <p className="dl-quiet">{t('numbers.nextText')}</p>
        <div className="st-sizes">
          {field('year', t('taxes.orNone'))}
          {field('nextInvoice', t('taxes.asNow'))}
          {field('nextCreditNote', t('taxes.asNow'))}
        </div>
      </fieldset>
    </>
  );
}

function SecondFactorFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  const roles = useTexts('staff');
  return (
    <fieldset className="st-set">
      <legend>{t('second-factor.roles')}</legend>
      <p className="dl-quiet">{t('second-factor.rolesText')}</p>
      <div className="st-ticks">
        {staffRoles.map((role) => (
          <Checkbox key={role} name={role} label={roles(`roles.${role}`)} defaultChecked={typed[role] === 'on'} />
        ))}
      </div>
      <div className="st-sizes">
        <TextField
          name="graceDays"
          label={t('second-factor.graceDays')}
          hint={t('second-factor.graceHint')}
          defaultValue={typed.graceDays}
          error={errorOf('graceDays')}
          inputMode="numeric"
          dir="ltr"
          autoComplete="off"
          maxLength={2}
        />
      </div>
      <p>
        <Link to="/admin/users?second=missing">{t('second-factor.missing')}</Link>
      </p>
    </fieldset>
  );
}

function LimitFields({ typed, errorOf, roles: named }: SettingFieldsProps & { readonly roles: readonly StaffRole[] }) {
  const roles = useTexts('staff');
  return (
    <div className="bo-fields">
      {named.map((role) => (
        <TextField
          key={role}
          name={role}
          label={roles(`roles.${role}`)}
          defaultValue={typed[role]}
          error={errorOf(role)}
          end="AED"
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          maxLength={14}
        />
      ))}
    </div>
  );
}
