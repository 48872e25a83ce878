import { foldText } from './fold-text.ts';

/*
 * Other names of places, as people type them: short forms, airport codes, names of the past, another spelling of the
 * same sound. What a place is called in our five languages is with the things themselves and needs no line here.
 */
const sameNames: readonly (readonly string[])[] = [
  ['uae', 'emirates', 'united arab emirates', 'الامارات', 'الامارات العربية المتحدة'],
  ['ksa', 'saudi', 'saudi arabia', 'kingdom of saudi arabia', 'السعودية', 'المملكة'],
  ['uk', 'united kingdom', 'great britain', 'britain', 'بريطانيا', 'reino unido'],
  ['usa', 'us', 'united states', 'america', 'estados unidos', 'eeuu', 'eua', 'امريكا', 'الولايات المتحدة'],
  ['turkey', 'turkiye', 'turkiya', 'تركيا', 'turquia'],
  ['netherlands', 'holland', 'هولندا', 'holanda', 'paises bajos'],
  ['czechia', 'czech republic', 'التشيك'],
  ['korea', 'south korea', 'corea', 'كوريا'],
  ['vietnam', 'viet nam', 'فيتنام'],
  ['new zealand', 'aotearoa', 'nz', 'نيوزيلندا'],
  ['philippines', 'pilipinas', 'pinas', 'filipinas', 'الفلبين'],
  ['sri lanka', 'ceylon', 'سريلانكا'],
  ['bosnia', 'bosnia and herzegovina', 'bih', 'البوسنة'],
  ['dubai', 'dxb', 'dubayy', 'dubay', 'دبي'],
  ['abu dhabi', 'auh', 'abudhabi', 'ابوظبي', 'ابو ظبي'],
  ['ras al khaimah', 'rak', 'rasalkhaimah', 'راس الخيمة'],
  ['sharjah', 'shj', 'shariqah', 'الشارقة'],
  ['fujairah', 'fujeirah', 'الفجيرة'],
  ['al ain', 'alain', 'العين'],
  ['riyadh', 'ruh', 'riyad', 'الرياض'],
  ['jeddah', 'jed', 'jiddah', 'jedda', 'جدة'],
  ['al ahsa', 'hofuf', 'hasa', 'الاحساء'],
  ['alula', 'al ula', 'hegra', 'madain salih', 'العلا', 'مدائن صالح'],
  ['muscat', 'mct', 'masqat', 'مسقط'],
  ['salalah', 'sll', 'dhofar', 'صلالة', 'ظفار'],
  ['khasab', 'musandam', 'خصب', 'مسندم'],
  ['doha', 'doh', 'الدوحة'],
  ['kuwait', 'kwi', 'الكويت'],
  ['bahrain', 'manama', 'muharraq', 'البحرين', 'المنامة'],
  ['cairo', 'cai', 'القاهرة', 'masr'],
  ['marrakech', 'marrakesh', 'مراكش'],
  ['istanbul', 'constantinople', 'اسطنبول', 'استانبول', 'estambul'],
  ['cappadocia', 'goreme', 'kapadokya', 'كابادوكيا', 'غوريمه', 'capadocia'],
  ['tbilisi', 'tiflis', 'تبليسي'],
  ['new york', 'nyc', 'jfk', 'نيويورك'],
  ['los angeles', 'lax'],
  ['san francisco', 'sfo', 'frisco'],
  ['washington', 'washington dc', 'واشنطن'],
  ['rio de janeiro', 'rio', 'ريو دي جانيرو'],
  ['mexico city', 'cdmx', 'ciudad de mexico'],
  ['kuala lumpur', 'kl', 'kul'],
  ['singapore', 'sin', 'singapura', 'سنغافورة'],
  ['bangkok', 'bkk', 'krung thep', 'بانكوك'],
  ['ho chi minh city', 'saigon', 'سايغون'],
  ['hoi an', 'faifo'],
  ['manila', 'mnl', 'maynila', 'مانيلا'],
  ['cebu', 'mactan', 'سيبو'],
  ['tokyo', 'nrt', 'edo', 'طوكيو', 'toquio', 'tokio'],
  ['kyoto', 'quioto', 'kioto', 'كيوتو'],
  ['mumbai', 'bombay', 'مومباي'],
  ['rome', 'roma', 'fco', 'روما'],
  ['florence', 'firenze', 'florencia', 'florenca', 'فلورنسا'],
  ['venice', 'venezia', 'venecia', 'veneza', 'البندقية', 'فينيسيا'],
  ['lisbon', 'lisboa', 'لشبونة'],
  ['seville', 'sevilla', 'اشبيلية'],
  ['cordoba', 'قرطبة'],
  ['granada', 'alhambra', 'غرناطة', 'الحمراء'],
  ['athens', 'athina', 'atenas', 'اثينا'],
  ['vienna', 'wien', 'viena', 'فيينا'],
  ['london', 'lhr', 'londres', 'لندن'],
  ['paris', 'cdg', 'باريس'],
  ['zanzibar', 'unguja', 'زنجبار'],
  ['petra', 'wadi musa', 'البتراء', 'البترا'],
  ['bali', 'ubud', 'denpasar', 'بالي'],
  ['maldives', 'male', 'المالديف', 'maldivas'],
];

/** A wide name, and what lies in it. The wide name is not found by its parts. */
const wideNames: readonly (readonly [names: readonly string[], parts: readonly string[]])[] = [
  [
    ['gulf', 'gcc', 'khaleej', 'الخليج', 'golfo', 'golpo'],
    ['united arab emirates', 'oman', 'saudi arabia', 'qatar', 'bahrain', 'kuwait'],
  ],
  // New England must not answer for the United Kingdom.
  [['england', 'scotland', 'wales', 'انجلترا', 'inglaterra'], ['united kingdom']],
  [
    ['scandinavia', 'nordics', 'escandinavia', 'اسكندنافيا'],
    ['norway', 'sweden', 'denmark', 'finland', 'iceland'],
  ],
  [
    ['caucasus', 'caucaso', 'القوقاز'],
    ['georgia', 'armenia', 'azerbaijan'],
  ],
  [
    ['balkans', 'balcanes', 'balcas', 'البلقان'],
    ['bosnia', 'croatia', 'montenegro', 'albania', 'serbia', 'slovenia'],
  ],
  [
    ['iberia', 'andalus', 'الاندلس'],
    ['spain', 'portugal'],
  ],
  [
    ['maghreb', 'magreb', 'المغرب العربي'],
    ['morocco', 'tunisia', 'algeria'],
  ],
  [
    ['levant', 'levante', 'الشام', 'بلاد الشام'],
    ['jordan', 'lebanon', 'syria'],
  ],
  [
    ['indochina', 'الهند الصينية'],
    ['vietnam', 'cambodia', 'laos', 'thailand'],
  ],
  [
    ['silk road', 'طريق الحرير', 'ruta de la seda', 'rota da seda'],
    ['uzbekistan', 'kazakhstan', 'kyrgyzstan'],
  ],
  [
    ['andes', 'الانديز'],
    ['peru', 'chile', 'bolivia', 'patagonia'],
  ],
];

function made(): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, Set<string>>();
  const add = (name: string, others: readonly string[]) => {
    const folded = foldText(name);
    const known = names.get(folded) ?? new Set<string>();
    for (const other of others) if (foldText(other) !== folded) known.add(foldText(other));
    names.set(folded, known);
  };
  for (const group of sameNames) for (const name of group) add(name, group);
  for (const [wide, parts] of wideNames) for (const name of wide) add(name, parts);
  return new Map([...names].map(([name, others]) => [name, [...others]]));
}

/** By the folded name, its other names, folded. */
export const otherNames = made();

/** Words that tell nothing about a journey, folded; left out where another word was typed. */
export const smallWords: ReadonlySet<string> = new Set(
  (
    'a an and at by for from i in near of on or the to trip trips tour tours visit things do ' +
    'في من الى على مع عن رحلة رحلات و او ' +
    'ang ng mga sa at para kay mula ' +
    'de del la el los las en y o por para con un una viaje viajes ' +
    'do da dos das em e com um uma viagem viagens no na'
  )
    .split(' ')
    .map((word) => foldText(word)),
);
