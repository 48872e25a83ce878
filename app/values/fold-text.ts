/*
 * Folding of names for search: one spelling for letters people type in several ways.
 * Arabic: alef forms, taa marbuta, alef maqsura, diacritics, tatweel and the article; Latin: accents and case.
 */

const arabicMarks = /[\u064b-\u065f\u0670\u0640]/g;
const latinMarks = /[\u0300-\u036f]/g;

/** Lower case without accents, marks or punctuation, words parted by single spaces; the Arabic article is dropped. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(latinMarks, '')
    .replace(arabicMarks, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/ة/g, 'ه')
    .replace(/[ىیئ]/g, 'ي')
    .replace(/ؤ/g, 'و')
    .replace(/ک/g, 'ك')
    .replace(/ı/g, 'i')
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .replace(/đ/g, 'd')
    .replace(/['’‘`ʻ]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(^| )ال(?=\p{L}{2})/gu, '$1')
    .trim();
}
