import { useLocation } from 'react-router';
import { RateNote } from '#app/commerce/currencies/display-price.tsx';
import { useCurrency } from '#app/commerce/currencies/use-currency.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { useShopLanguages } from '#app/ui/use-shop-languages.ts';
import { isDisplayCurrency } from '#app/values/preferences.ts';
import { languageOptions } from './language-options.ts';
import { rememberLanguage } from './use-kept-language.tsx';

/** The languages of the shop as buttons of one form: a choice stores it and opens the same page anew. */
export function LanguageChoices() {
  const t = useTexts('frame');
  const language = useLanguage();
  const offered = useShopLanguages();
  const { pathname, search } = useLocation();
  return (
    <form method="post" action="/preferences" className="choose" aria-label={t('preferences.language')}>
      <input type="hidden" name="back" value={pathname + search} />
      {languageOptions
        .filter(({ code }) => offered.includes(code))
        .map((option) => (
          <button
            key={option.code}
            name="language"
            value={option.code}
            aria-current={option.code === language || undefined}
            onClick={() => rememberLanguage(option.code)}
          >
            <i className={`flag flag--${option.flagCode.toLowerCase()}`} aria-hidden="true" />
            <span lang={option.code}>{option.name}</span>
            {option.code === language && <Icon name="check" small />}
          </button>
        ))}
    </form>
  );
}

/** The five currencies. With scripts the prices change where they stand; without, the page is drawn anew. */
export function CurrencyChoices() {
  const t = useTexts('frame');
  const { currency, shown, choose } = useCurrency();
  const { pathname, search } = useLocation();
  return (
    <form
      method="post"
      action="/preferences"
      className="choose"
      aria-label={t('preferences.currency')}
      onSubmit={(event) => {
        const chosen = ((event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value;
        if (!isDisplayCurrency(chosen)) return;
        event.preventDefault();
        choose(chosen);
        const menu = event.currentTarget.closest('details');
        if (menu && !menu.classList.contains('menu--all')) {
          menu.open = false;
          menu.querySelector('summary')?.focus();
        }
      }}
    >
      <input type="hidden" name="back" value={pathname + search} />
      {shown.map((code) => (
        <button key={code} name="currency" value={code} aria-current={code === currency || undefined}>
          <bdi className="choose__code">{code}</bdi>
          <span>{t(`currency.${code}`)}</span>
          {code === currency && <Icon name="check" small />}
        </button>
      ))}
      <p className="choose__note">
        {t('preferences.currencyNote')} <RateNote />
      </p>
    </form>
  );
}
