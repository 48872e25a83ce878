import { brandOf, logoAddress, type Branding } from '#app/platform/branding.ts';
import { accentStyle } from '#app/ui/accent-style.ts';
import { BrandMark } from '#app/ui/brand-mark.tsx';
import { Checkbox, TextField } from '#app/ui/field.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { logoOfToken, longestBrandName } from './branding-setting.ts';
import type { SettingFieldsProps } from './setting-fields.tsx';

/** The logo and the names; a logo that was taken already stays chosen while something else is mended. */
export function BrandingFields({ typed, errorOf }: SettingFieldsProps) {
  const t = useTexts('staff-settings');
  const logo = logoOfToken(typed.logo);
  const wrong = errorOf('logoFile');
  return (
    <>
      <fieldset className="st-set">
        <legend>{t('branding.logo')}</legend>
        <input type="hidden" name="logo" value={typed.logo ?? ''} />
        {logo && (
          <p className="st-brand st-brand--paper">
            <img src={logoAddress(logo)} width={logo.width} height={logo.height} alt={t('branding.chosen')} />
          </p>
        )}
        <label htmlFor="logoFile">{t(logo ? 'branding.another' : 'branding.choose')}</label>
        <p id="logoFile-hint" className="dl-quiet">
          {t('branding.fileHint')}
        </p>
        <input
          id="logoFile"
          name="logoFile"
          type="file"
          accept=".png,.jpg,.jpeg,.webp,.svg"
          aria-invalid={wrong ? true : undefined}
          aria-describedby={wrong ? 'logoFile-error' : 'logoFile-hint'}
        />
        {wrong && (
          <p id="logoFile-error" className="bo-wrong">
            {wrong}
          </p>
        )}
        {logo && <Checkbox name="noLogo" label={t('branding.remove')} />}
      </fieldset>
      <div className="bo-fields">
        {(['name', 'nameAr'] as const).map((field) => (
          <TextField
            key={field}
            name={field}
            label={t(`branding.${field}`)}
            hint={t('branding.nameHint')}
            defaultValue={typed[field]}
            error={errorOf(field)}
            dir={field === 'nameAr' ? 'rtl' : 'ltr'}
            maxLength={longestBrandName}
            autoComplete="off"
          />
        ))}
        <TextField
          name="accent"
          label={t('branding.accent')}
          hint={t('branding.accentHint')}
          defaultValue={typed.accent}
          error={errorOf('accent')}
          dir="ltr"
          maxLength={20}
          autoComplete="off"
        />
      </div>
    </>
  );
}

/** What would be shown where, before it counts. */
export function BrandPreview({ branding }: { branding: Branding }) {
  const t = useTexts('staff-settings');
  const language = useLanguage();
  const { name, nameAr, logo, accent } = brandOf(branding);
  const brand = { name, nameAr, logo: logo && { ...logo, address: logoAddress(logo) } };
  return (
    <div className="st-brands">
      {(['paper', 'night', 'print'] as const).map((on) => (
        <figure key={on}>
          <div className={`st-brand st-brand--${on}`}>
            <BrandMark brand={brand} language={language} />
          </div>
          <figcaption className="dl-quiet">{t(`branding.on.${on}`)}</figcaption>
        </figure>
      ))}
      <figure style={accent === null ? undefined : accentStyle(accent)}>
        <div className="st-brand st-brand--paper">
          <span className="st-accent">{t('branding.button')}</span>
        </div>
        <figcaption className="dl-quiet">{t('branding.on.button')}</figcaption>
      </figure>
    </div>
  );
}
