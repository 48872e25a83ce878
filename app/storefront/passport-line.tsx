import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { passportCookie, readPassportChoice, type PassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { Icon } from '#app/ui/icon.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';

/** Which passport this browser was told; the page is kept for everyone, so the browser fills it in. */
export function PassportLine() {
  const t = useTexts('home');
  const language = useLanguage();
  const [chosen, setChosen] = useState<PassportChoice | null>(null);
  useEffect(() => setChosen(readPassportChoice(document.cookie.split(`${passportCookie}=`)[1]?.split(';')[0] ?? null)), []);
  // Made only for somebody who has chosen: it is dear, and the server never needs it.
  const country = (code: string) => new Intl.DisplayNames(language === 'tl' ? 'fil' : language, { type: 'region' }).of(code) ?? code;
  return (
    <p className="home-passport">
      <Icon name="passport" small />
      {chosen?.nationality && <span>{t('passport.passport', { country: country(chosen.nationality) })}</span>}
      {chosen?.residence && <span>{t('passport.residence', { country: country(chosen.residence) })}</span>}
      <Link to="/passport">{t(chosen ? 'passport.change' : 'passport.ask')}</Link>
      <small>{t('passport.why')}</small>
    </p>
  );
}
