/*
 * Names on tickets: A-Z as in the passport's machine-readable zone (ICAO Doc 9303 part 3, section 6), title apart,
 * no placeholders (IATA Resolution 830a: fictitious names are cancelled and charged to the agency).
 */

/** Letters that a supplier is sure to take in one part of a name. */
export const longestNamePart = 20;

export type NameProblem =
  | 'name-missing'
  | 'name-arabic'
  | 'name-other-script'
  | 'name-signs'
  | 'name-too-long'
  | 'name-placeholder'
  | 'name-has-title'
  | 'name-initial-only';

export interface NameCheck {
  readonly problem: NameProblem | null;
  /** A-Z and spaces, upper case; what would stand on the ticket when there is no problem. */
  readonly latin: string;
  /** A Latin spelling to choose, for a name typed in Arabic script or with a title in it. */
  readonly suggestion: string | null;
}

const latinLetters: Readonly<Record<string, string>> = {
  Ä: 'AE',
  Æ: 'AE',
  Å: 'AA',
  Ð: 'D',
  Đ: 'D',
  Ø: 'OE',
  Ö: 'OE',
  Œ: 'OE',
  Þ: 'TH',
  Ü: 'UE',
  ẞ: 'SS',
  ß: 'SS',
  Ł: 'L',
  Ħ: 'H',
  İ: 'I',
  ı: 'I',
  Ŋ: 'N',
  Ĳ: 'IJ',
};

/** The machine-readable form of a name in Latin letters: no accents, no apostrophes, nothing unseen, hyphens as spaces. */
export function machineReadable(text: string): string {
  const upper = text
    .replace(/\p{Cf}/gu, '')
    .normalize('NFC')
    .replaceAll('ß', 'SS')
    .toUpperCase();
  return [...upper]
    .map((letter) => latinLetters[letter] ?? letter)
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘`ʼ´.]/g, '')
    .replace(/[-‐‑–]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const placeholders = new Set([
  'TEST',
  'TESTER',
  'TESTING',
  'X',
  'XX',
  'Y',
  'Z',
  'NA',
  'NN',
  'TBA',
  'TBC',
  'TBD',
  'NONE',
  'NULL',
  'UNKNOWN',
  'UNDEFINED',
  'NONAME',
  'NO NAME',
  'NAME',
  'SURNAME',
  'FIRSTNAME',
  'LASTNAME',
  'FIRST NAME',
  'LAST NAME',
  'PASSENGER',
  'TRAVELLER',
  'TRAVELER',
  'GUEST',
  'ADULT',
  'INFANT',
  'CHILD',
  'PAX',
  'ABC',
  'ABCD',
  'ASDF',
  'QWERTY',
  'FNU',
  'LNU',
]);

/** Words that are titles wherever they stand. SR and SIR are left out: both are names. */
const titleWords = new Set(['MR', 'MRS', 'MS', 'MISS', 'MSTR', 'MASTER', 'DR', 'PROF', 'ENG']);

/**
 * Checks one part of a name (surname or given names) as typed. `longest`: where an airline says how many letters it takes of all
 * parts together, that is what counts, and not what everybody takes of one.
 */
export function checkName(typed: string, longest = longestNamePart): NameCheck {
  const text = typed.trim();
  const refused = (problem: NameProblem, latin = '', suggestion: string | null = null): NameCheck => ({ problem, latin, suggestion });
  if (text === '') return refused('name-missing');
  if (/\p{Script=Arabic}/u.test(text)) return refused('name-arabic', '', spellInLatin(text));
  if (/[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(text)) return refused('name-other-script');
  const latin = machineReadable(text);
  if (!/^[A-Z]+( [A-Z]+)*$/.test(latin)) return refused('name-signs', latin.replace(/[^A-Z ]/g, '').trim());
  const words = latin.split(' ');
  if (words.length > 1 && (titleWords.has(words[0]!) || titleWords.has(words.at(-1)!))) {
    const rest = words.filter((word) => !titleWords.has(word)).join(' ');
    return placeholders.has(rest) || rest === '' ? refused('name-placeholder', latin) : refused('name-has-title', latin, rest);
  }
  if (placeholders.has(latin) || titleWords.has(latin) || words.every((word) => placeholders.has(word)) || /^([A-Z])\1{2,}$/.test(latin))
    return refused('name-placeholder', latin);
  if (latin.length > longest) return refused('name-too-long', latin);
  return { problem: null, latin, suggestion: null };
}

/** Given names must be more than an initial; surnames of one letter exist (O in Korea, U in Myanmar). */
export function checkGivenNames(typed: string, longest = longestNamePart): NameCheck {
  const check = checkName(typed, longest);
  return check.problem === null && check.latin.length === 1 ? { ...check, problem: 'name-initial-only' } : check;
}

const knownNames: Readonly<Record<string, string>> = {
  محمد: 'MOHAMMED',
  أحمد: 'AHMED',
  احمد: 'AHMED',
  محمود: 'MAHMOUD',
  علي: 'ALI',
  حسن: 'HASSAN',
  حسين: 'HUSSEIN',
  عمر: 'OMAR',
  عثمان: 'OTHMAN',
  خالد: 'KHALID',
  يوسف: 'YOUSEF',
  إبراهيم: 'IBRAHIM',
  ابراهيم: 'IBRAHIM',
  عبدالله: 'ABDULLAH',
  سعيد: 'SAEED',
  سالم: 'SALEM',
  راشد: 'RASHID',
  سلطان: 'SULTAN',
  حمد: 'HAMAD',
  حمدان: 'HAMDAN',
  مريم: 'MARIAM',
  فاطمة: 'FATIMA',
  فاطمه: 'FATIMA',
  عائشة: 'AISHA',
  خديجة: 'KHADIJA',
  زينب: 'ZAINAB',
  ليلى: 'LAYLA',
  نورة: 'NOURA',
  نور: 'NOUR',
  سارة: 'SARA',
  هدى: 'HUDA',
  منى: 'MONA',
  آمنة: 'AMNA',
  حداد: 'HADDAD',
  الحداد: 'AL HADDAD',
  خليل: 'KHALIL',
  مصطفى: 'MUSTAFA',
  طارق: 'TARIQ',
  كريم: 'KARIM',
  رامي: 'RAMI',
  سمير: 'SAMIR',
  عيسى: 'ISSA',
  موسى: 'MOUSA',
  جاسم: 'JASSIM',
  فيصل: 'FAISAL',
  ناصر: 'NASSER',
  ماجد: 'MAJID',
  عمرو: 'AMR',
};

const arabicLetters: Readonly<Record<string, string>> = {
  ا: 'A',
  أ: 'A',
  إ: 'I',
  آ: 'A',
  ء: '',
  ؤ: 'O',
  ئ: 'E',
  ب: 'B',
  ت: 'T',
  ث: 'TH',
  ج: 'J',
  ح: 'H',
  خ: 'KH',
  د: 'D',
  ذ: 'DH',
  ر: 'R',
  ز: 'Z',
  س: 'S',
  ش: 'SH',
  ص: 'S',
  ض: 'D',
  ط: 'T',
  ظ: 'Z',
  ع: 'A',
  غ: 'GH',
  ف: 'F',
  ق: 'Q',
  ك: 'K',
  ل: 'L',
  م: 'M',
  ن: 'N',
  ه: 'H',
  ة: 'A',
  و: 'W',
  ي: 'Y',
  ى: 'A',
  پ: 'P',
  چ: 'CH',
  گ: 'G',
  ک: 'K',
  ی: 'I',
};

/** A usual Latin spelling of a name in Arabic script. A suggestion only: the passport decides. */
export function spellInLatin(text: string): string | null {
  const words = text
    .normalize('NFKC')
    .replace(/[\u064B-\u0652\u0640]/g, '')
    .replace(/عبد\s+ال/g, 'عبدال')
    .trim()
    .split(/\s+/)
    .map(spellWord);
  const latin = words.join(' ').replace(/\s+/g, ' ').trim();
  return latin === '' || /[^A-Z ]/.test(latin) ? null : latin;
}

function spellWord(word: string): string {
  const known = knownNames[word];
  if (known) return known;
  if (word.startsWith('عبدال') && word.length > 5) return `ABDUL${spellWord(word.slice(5))}`;
  if (word.startsWith('ال') && word.length > 3) return `AL ${spellWord(word.slice(2))}`;
  return [...word]
    .map((letter, index) => {
      // Between consonants waw and ya are long vowels.
      if (index > 0 && letter === 'و') return 'OU';
      if (index > 0 && letter === 'ي') return 'I';
      return arabicLetters[letter] ?? (/[A-Za-z]/.test(letter) ? letter.toUpperCase() : '');
    })
    .join('');
}
