import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { plainText } from '#app/values/plain-text.ts';

/** What a CV says of its owner, as far as its words tell; every field is shown and may be put right. */
export interface CvFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly headline: string;
  readonly experience: string;
  readonly education: string;
  readonly skills: string;
  readonly languages: string;
}
export type CvSection = 'experience' | 'education' | 'skills' | 'languages';

export const longestSection = 4_000;

/** Headings of the parts of a CV in our five languages. */
const headings: Readonly<Record<CvSection | 'other', RegExp>> = {
  experience:
    /^(?:work |professional |employment )?(?:experience|employment|work history|career history|trabaho|karanasan(?: sa trabaho)?|experiencia(?: laboral| profesional)?|experiência(?: profissional)?|الخبرات?(?: العملية| المهنية)?|الخبرة(?: العملية| المهنية)?)$/iu,
  education:
    /^(?:education|academic background|qualifications|edukasyon|educación|formación(?: académica)?|estudios|educação|formação(?: acadêmica)?|التعليم|المؤهلات(?: العلمية)?)$/iu,
  skills: /^(?:(?:key |technical |core )?skills|competenc(?:i|)es|kasanayan|habilidades|aptitudes|competências|المهارات)$/iu,
  languages: /^(?:languages?(?: skills)?|wika|mga wika|idiomas|línguas|اللغات)$/iu,
  other:
    /^(?:profile|summary|about(?: me)?|objective|references?|hobbies|interests|certificat(?:es|ions?)|projects|awards|publications|personal (?:details|information)|contact|perfil|resumen|resumo|referencias|referências|intereses|buod|الملخص|نبذة|المراجع|الهوايات|الدورات)$/iu,
};

const longestHeading = 80;
const email = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/;
const phone = /(?:\+|00)?\d[\d\s().-]{7,18}\d/g;

/** Reads the fields of a CV from its words. Pure; a field that is not found is empty. */
export function readCvFields(text: string): CvFields {
  const lines = plainText(text, 60_000)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim());
  const sections: Record<CvSection, string[]> = { experience: [], education: [], skills: [], languages: [] };
  const head: string[] = [];
  let current: CvSection | 'other' | null = null;
  for (const line of lines) {
    // Nobody's heading is longer; what is taken off its end is looked for from every place of it.
    const bare = line.length > longestHeading ? '' : line.replace(/[:•|_\-–—.\s]+$/u, '').replace(/^[•|_\-–—\d.\s]+/u, '');
    const heading = (Object.keys(headings) as (CvSection | 'other')[]).find((one) => headings[one].test(bare));
    if (heading) current = heading;
    else if (current === null) head.push(line);
    else if (current !== 'other') sections[current].push(line);
  }
  const above = head.filter((line) => line !== '');
  const name = above.slice(0, 6).find(isName) ?? '';
  const headline =
    above
      .slice(0, 8)
      .find((line) => line !== name && line.length <= 90 && line.split(' ').length <= 12 && !/[@\d]/.test(line) && /\p{L}/u.test(line)) ??
    '';
  const whole = lines.join('\n');
  const number = (whole.match(phone) ?? [])
    .map((one) => parsePhoneNumberFromString(one.replace(/^00/, '+'), 'AE'))
    .find((one) => one?.isPossible());
  const block = (section: CvSection) =>
    sections[section]
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim()
      .slice(0, longestSection);
  return {
    name: name.slice(0, 80),
    email: (email.exec(whole)?.[0] ?? '').toLowerCase().slice(0, 254),
    phone: number?.number ?? '',
    headline: /^(?:curriculum vitae|cv|résumé|resume)$/i.test(headline) ? '' : headline,
    experience: block('experience'),
    education: block('education'),
    skills: block('skills'),
    languages: block('languages'),
  };
}

/** Two to five words of letters, each of which could be a name. */
function isName(line: string): boolean {
  if (/^(?:curriculum vitae|cv|résumé|resume|السيرة الذاتية)$/i.test(line) || line.length > 60) return false;
  const words = line.split(' ');
  return (
    words.length >= 2 &&
    words.length <= 5 &&
    words.every((word) => /^[\p{L}\p{M}.'’-]+,?$/u.test(word) && /^(?:\p{Lu}|\p{Lo}|de|da|dos|del|la|bin|al|van|der|y)/u.test(word))
  );
}
