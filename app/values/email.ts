/** What cannot be seen was not typed: signs of direction, of no width and of control, which come along with what is pasted. */
const unseen = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * A place of mail in letters of any script as the network writes it (IDNA): one spelling for what is typed in two, and the only one that
 * every mail server takes. What is no such place stays as it is.
 */
export function networkPlace(place: string): string {
  if (!/[^\p{ASCII}]/u.test(place) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(place)) return place;
  const address = `http://${place}/`;
  const written = URL.canParse(address) ? new URL(address).hostname : '';
  return /(?:^|\.)xn--/.test(written) ? written : place;
}

/**
 * An address of mail as it was meant, in any case, its place as the network writes it; cut a little over `longest` so that too long
 * stays visible, '' for what is no text.
 */
export function plainEmail(typed: unknown, longest = 254): string {
  if (typeof typed !== 'string') return '';
  return typed
    .slice(0, longest + 500)
    .toWellFormed()
    .normalize('NFKC')
    .replace(unseen, '')
    .trim()
    .replace(/@([^@]+)$/u, (_, place: string) => `@${networkPlace(place)}`);
}

/** What is compared of an address: form, case, signs that cannot be seen and spaces around it do not tell people apart. */
export function emailKey(email: string): string {
  return plainEmail(email).toLowerCase();
}

/**
 * Whether a mail could be sent there, as far as its form tells: a name, one sign, a place of whole words with an end of two letters, all
 * of it as the network writes it.
 */
export function looksLikeEmail(email: string): boolean {
  return (
    /^[^\s@<>"]{1,64}@[^\s@.<>"']+(\.[^\s@.<>"']+)*\.[^\s@.<>"']{2,}$/.test(email) && /@\p{ASCII}+$/u.test(email) && email.length <= 254
  );
}
