import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { PostingContent, PostingText } from './posting-form.ts';

/*
 * What a posting says, or leaves out, that keeps people from applying who could do the work: words about sex, age, origin and
 * family, and pay that is not told or says nothing. Each is a warning; whoever lets the posting out may say why it stays.
 */

type WordKind = 'gender' | 'age' | 'origin' | 'family';

export interface PostingFinding {
  readonly kind: WordKind | 'pay-missing' | 'pay-wide';
  /** In whose words; null for the pay. */
  readonly language: LanguageCode | null;
  /** As it was written. */
  readonly word: string | null;
  /** What could stand there instead, in the same language; null where only leaving it out helps. */
  readonly instead: string | null;
}

/** Forms of a word, parted by bars, and what could stand there instead. Two digits are written `##`. */
type Entry = readonly [kind: WordKind, forms: string, instead?: string];

const lists: Readonly<Record<LanguageCode, readonly Entry[]>> = {
  en: [
    ['gender', 'salesman|salesmen|saleswoman|saleswomen|salesgirl|salesgirls', 'sales agent'],
    ['gender', 'chairman|chairwoman', 'chair'],
    ['gender', 'foreman|foremen', 'supervisor'],
    ['gender', 'manpower', 'staff'],
    ['gender', 'hostess|hostesses', 'host'],
    ['gender', 'stewardess|stewardesses', 'cabin crew'],
    ['gender', 'guys|girls|boys|ladies|gentlemen', 'people'],
    ['gender', 'he|she|he or she|he/she|s/he', 'you'],
    ['gender', 'his|her|his or her|his/her', 'your'],
    ['gender', 'male|males|female|females|man|men|woman|women|good looking|good-looking|presentable'],
    ['gender', 'ninja|rockstar|rock star', 'expert'],
    ['age', 'young|youthful|digital native|digital natives|recent graduate|recent graduates|fresh graduate|fresh graduates'],
    ['age', 'under ##|below ##|not older than ##|maximum age|age limit|aged ##'],
    ['origin', 'native speaker|native speakers|mother tongue', 'fluent'],
    ['origin', 'nationals only|citizens only|expats only|western|westerner|european looking'],
    ['origin', 'nationality preferred|preferred nationality|nationality required|nationality must'],
    ['family', 'marital status|family status|unmarried|married|single status|no children|without children|pregnant|pregnancy'],
  ],
  ar: [
    ['gender', 'رجل|رجال|امرأة|نساء|آنسة|آنسات|سيدة|سيدات|ذكور|إناث|للذكور|للإناث'],
    ['gender', 'حسن المظهر|حسنة المظهر|مظهر حسن'],
    ['age', 'شاب|شابة|شباب|شابات|حديث التخرج|حديثة التخرج|حديثي التخرج'],
    ['age', 'لا يتجاوز العمر|ألا يتجاوز عمره|أقل من ## عامًا|أقل من ## سنة|الحد الأقصى للعمر|العمر الأقصى'],
    ['origin', 'ناطق أصلي|ناطقة أصلية|لغته الأم|اللغة الأم', 'يتقن'],
    ['origin', 'للمواطنين فقط|المواطنين فقط|من جنسية|الجنسية المطلوبة|يفضل من الجنسية'],
    ['family', 'الحالة الاجتماعية|أعزب|عزباء|متزوج|متزوجة|بدون أطفال|دون أطفال'],
  ],
  es: [
    ['gender', 'hombre|hombres|mujer|mujeres|señorita|señoritas|caballero|caballeros|varón|varones'],
    ['gender', 'azafata|azafatas', 'personal de cabina'],
    ['gender', 'buena presencia|buena imagen'],
    ['age', 'joven|jóvenes|juvenil|recién graduado|recién graduada|recién titulado|recién titulada'],
    ['age', 'menor de ##|menores de ##|hasta ## años|edad máxima|límite de edad|entre ## y ## años'],
    ['origin', 'hablante nativo|hablante nativa|nativo|nativa|nativos|nativas|lengua materna', 'con dominio del idioma'],
    ['origin', 'solo nacionales|nacionalidad requerida|nacionalidad preferida|se prefiere nacionalidad'],
    ['family', 'estado civil|soltero|soltera|solteros|solteras|casado|casada|sin hijos|sin cargas familiares|embarazada|embarazo'],
  ],
  pt: [
    ['gender', 'homem|homens|mulher|mulheres|moça|moças|rapaz|rapazes|senhorita|senhoritas'],
    ['gender', 'aeromoça|aeromoças', 'tripulação de cabine'],
    ['gender', 'boa aparência|boa apresentação'],
    ['age', 'jovem|jovens|recém-formado|recém-formada|recém-formados|recém-formadas'],
    ['age', 'menor de ##|menores de ##|até ## anos|idade máxima|limite de idade|entre ## e ## anos'],
    ['origin', 'falante nativo|falante nativa|nativo|nativa|nativos|nativas|língua materna', 'com domínio do idioma'],
    ['origin', 'somente brasileiros|apenas brasileiros|nacionalidade exigida|nacionalidade preferida'],
    ['family', 'estado civil|solteiro|solteira|solteiros|solteiras|casado|casada|sem filhos|grávida|gravidez'],
  ],
  tl: [
    ['gender', 'lalaki|lalake|babae|dalaga|binata|dalagita|binatilyo|male|female'],
    ['gender', 'may magandang mukha|maganda ang itsura|good looking|pleasing personality'],
    ['age', 'bata pa|kabataan|bagong graduate|fresh graduate|young'],
    ['age', 'hindi lalampas sa ##|hindi hihigit sa ## taong gulang|## taong gulang pababa|limitasyon sa edad'],
    ['origin', 'native speaker|katutubong nagsasalita|sariling wika', 'mahusay sa wika'],
    ['origin', 'kinakailangang nasyonalidad|para sa mga mamamayan lamang'],
    ['family', 'katayuang sibil|walang asawa|may asawa|may-asawa|walang anak|single|buntis'],
  ],
};

/** Vowel signs and stretching, which the same Arabic word has or has not. */
const marks = /[\u064b-\u0652\u0640]/gu;
const plain = (text: string) => text.normalize('NFC').replace(marks, '').replace(/\s+/gu, ' ');

interface Pattern {
  readonly kind: WordKind;
  readonly instead: string | null;
  readonly at: RegExp;
}

function patternsOf(language: LanguageCode): Pattern[] {
  // Arabic writes and, with, for and the article into one with the word.
  const before = language === 'ar' ? '[وفبلك]?(?:ال)?' : '';
  return lists[language].map(([kind, forms, instead]) => {
    // The longest first: `he or she` is found as itself and not as `he`.
    const words = plain(forms)
      .split('|')
      .toSorted((one, other) => other.length - one.length)
      .map((form) => form.replace(/[.*+?^${}()[\]\\/]/gu, '\\$&').replaceAll('##', '\\p{Nd}{2}'));
    return {
      kind,
      instead: instead ?? null,
      at: new RegExp(`(?<![\\p{L}\\p{N}])${before}(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu'),
    };
  });
}
const patterns: Readonly<Record<LanguageCode, readonly Pattern[]>> = {
  en: patternsOf('en'),
  ar: patternsOf('ar'),
  es: patternsOf('es'),
  pt: patternsOf('pt'),
  tl: patternsOf('tl'),
};

/** A range whose top is more than this many times its bottom tells nobody what they would earn. */
const widest = 2;

/** What is checked of a posting. */
export type CheckedPosting = Pick<PostingContent, 'salaryLeast' | 'salaryMost'> & {
  readonly words: Partial<Readonly<Record<LanguageCode, PostingText>>>;
  readonly questions: readonly { readonly words: Partial<Readonly<Record<LanguageCode, string>>> }[];
};

/** What a posting should not say or leaves out: each word once a language, the pay last. */
export function checkPosting(posting: CheckedPosting): PostingFinding[] {
  const found: PostingFinding[] = [];
  for (const language of languageCodes) {
    const text = posting.words[language];
    const lines = [
      ...(text ? [text.title, text.summary, ...text.duties, ...text.needs, ...(text.extras ?? [])] : []),
      ...posting.questions.map(({ words }) => words[language] ?? ''),
    ].map(plain);
    const seen = new Set<string>();
    for (const { kind, instead, at } of patterns[language])
      for (const line of lines)
        for (const [word] of line.matchAll(at)) {
          if (seen.has(word.toLowerCase())) continue;
          seen.add(word.toLowerCase());
          found.push({ kind, language, word, instead });
        }
  }
  const { salaryLeast, salaryMost } = posting;
  const pay = { language: null, word: null, instead: null };
  if (salaryLeast === null || salaryMost === null) found.push({ kind: 'pay-missing', ...pay });
  else if (salaryMost > widest * salaryLeast) found.push({ kind: 'pay-wide', ...pay });
  return found;
}

/** A finding in short, as the audit keeps it. */
export const findingKey = ({ kind, language, word }: PostingFinding): string =>
  [kind, language, word?.toLowerCase()].filter((part) => part).join(':');

/** Findings that were not there before. */
export function newFindings(before: readonly PostingFinding[], now: readonly PostingFinding[]): PostingFinding[] {
  const known = new Set(before.map(findingKey));
  return now.filter((one) => !known.has(findingKey(one)));
}

/** Letters of a reason to let a posting out all the same. */
export const shortestCheckReason = 10;
