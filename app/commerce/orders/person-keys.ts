/** What is compared of a name or an address of mail: form, case, marks and spaces do not tell people apart. */
export function surnameKey(surname: string): string {
  return surname
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleUpperCase('en')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

export function emailKey(email: string): string {
  return email.normalize('NFKC').trim().toLowerCase();
}

export function personKey(person: { readonly givenNames: string; readonly surname: string; readonly birthDate: string }): string {
  return `${surnameKey(person.surname)}/${surnameKey(person.givenNames)}/${person.birthDate}`;
}
