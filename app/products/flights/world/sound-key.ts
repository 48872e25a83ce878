/*
 * Names heard in one alphabet and written in another: consonants in a handful of classes, vowels left out. Enough to
 * find "Malpensa" by its Arabic spelling where nobody has listed one; too coarse for anything but a last resort.
 */

const latin: readonly (readonly [RegExp, string])[] = [
  [/ph/g, 'f'],
  [/kh|ck/g, 'k'],
  [/t?ch|sh|sch/g, 'X'],
  [/c(?=[eiy])/g, 's'],
  [/x/g, 'ks'],
  [/[cqgj]/g, 'k'],
  [/p/g, 'b'],
  [/v/g, 'f'],
  [/z/g, 's'],
  [/[aeiouhwy]/g, ''],
];

const arabic: readonly (readonly [RegExp, string])[] = [
  [/تش|ش|چ/g, 'X'],
  [/[بپ]/g, 'b'],
  [/[تطث]/g, 't'],
  [/[دض]/g, 'd'],
  [/[سصزذظ]/g, 's'],
  [/[كقغجخگ]/g, 'k'],
  [/[فڤ]/g, 'f'],
  [/ل/g, 'l'],
  [/م/g, 'm'],
  [/ن/g, 'n'],
  [/ر/g, 'r'],
];

/** The sound of a folded name; short names have too little of it to be told apart. */
export function soundKey(folded: string): string {
  const rules = isArabic(folded) ? arabic : latin;
  let key = folded;
  for (const [letters, sound] of rules) key = key.replace(letters, sound);
  return key.replace(/[^a-zX]/g, '').replace(/(.)\1+/g, '$1');
}

export function isArabic(text: string): boolean {
  return /\p{Script=Arabic}/u.test(text);
}
