import { emailKey } from '#app/values/email.ts';

/** Places where everybody may have an address: one there says nothing of whom somebody works for. */
const publicPlaces: ReadonlySet<string> = new Set([
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'hotmail.co.uk',
  'hotmail.fr',
  'live.com',
  'msn.com',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.in',
  'yahoo.com.br',
  'yahoo.com.ph',
  'yahoo.es',
  'ymail.com',
  'rocketmail.com',
  'icloud.com',
  'me.com',
  'mac.com',
  'aol.com',
  'gmx.com',
  'gmx.net',
  'gmx.de',
  'web.de',
  'mail.com',
  'mail.ru',
  'yandex.com',
  'yandex.ru',
  'proton.me',
  'protonmail.com',
  'pm.me',
  'tutanota.com',
  'zoho.com',
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
  'sapo.pt',
  'terra.es',
  'telefonica.net',
  'emirates.net.ae',
  'eim.ae',
  'etisalat.ae',
  'du.ae',
  'maktoob.com',
]);

export const isPublicPlace = (domain: string): boolean => publicPlaces.has(domain);

/** A place in the form in which it is compared: lower case, without its sign or what stands before it. */
export const domainKey = (typed: string): string =>
  emailKey(typed)
    .replace(/^.*@/u, '')
    .replace(/^https?:\/\//u, '')
    .replace(/^www\./u, '')
    .replace(/\/.*$/u, '')
    .replace(/\.$/u, '');

export const looksLikeDomain = (domain: string): boolean =>
  domain.length <= 120 && /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)+$/u.test(domain);

/** Where an address lies, if that may say for whom somebody works; null where everybody may have one. */
export function companyPlaceOf(email: string): string | null {
  const domain = email.includes('@') ? domainKey(email) : '';
  return looksLikeDomain(domain) && !isPublicPlace(domain) ? domain : null;
}
