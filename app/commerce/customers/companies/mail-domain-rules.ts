import { emailKey, networkPlace } from '#app/values/email.ts';

/** Places where everybody may have an address: one there says nothing of whom somebody works for. */
const publicPlaces: ReadonlySet<string> = new Set([
  'rocketmail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'web.de',
  'mail.com',
  'mail.ru',
  'proton.me',
  'pm.me',
  'tutanota.com',
  'zohomail.com',
  'fastmail.com',
  'hey.com',
  'qq.com',
  '163.com',
  '126.com',
  'rediffmail.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'ig.com.br',
  'globo.com',
  'sapo.pt',
  'naver.com',
  'btinternet.com',
  'orange.fr',
  'free.fr',
  'laposte.net',
  'terra.es',
  'telefonica.net',
  'emirates.net.ae',
  'eim.ae',
  'etisalat.ae',
  'du.ae',
  'maktoob.com',
]);

/** Houses of mail that are in many countries under an end of each. */
const publicFamilies =
  /^(?:yahoo|ymail|hotmail|outlook|live|windowslive|msn|gmx|googlemail|gmail|yandex|protonmail|zoho)\.[a-z]{2,4}(?:\.[a-z]{2})?$/;

export const isPublicPlace = (domain: string): boolean => publicPlaces.has(domain) || publicFamilies.test(domain);

/** A place in the form in which it is compared: lower case, without its sign or what stands before it. */
export const domainKey = (typed: string): string =>
  networkPlace(
    emailKey(typed)
      .replace(/^.*@/u, '')
      .replace(/^https?:\/\//u, '')
      .replace(/^www\./u, '')
      .replace(/\/.*$/u, '')
      .replace(/\.$/u, ''),
  );

export const looksLikeDomain = (domain: string): boolean =>
  domain.length <= 120 && /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u.test(domain);

/** Where an address lies, if that may say for whom somebody works; null where everybody may have one. */
export function companyPlaceOf(email: string): string | null {
  const domain = email.includes('@') ? domainKey(email) : '';
  return looksLikeDomain(domain) && !isPublicPlace(domain) ? domain : null;
}
