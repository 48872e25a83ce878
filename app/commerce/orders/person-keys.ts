/** What is compared of a name: form, case, marks and spaces do not tell people apart. */
export function surnameKey(surname: string): string {
  return surname
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLocaleUpperCase('en')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

export function personKey(person: { readonly givenNames: string; readonly surname: string; readonly birthDate: string }): string {
  return `${surnameKey(person.surname)}/${surnameKey(person.givenNames)}/${person.birthDate}`;
}
