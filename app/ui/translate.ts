import type { LanguageCode } from '#app/values/preferences.ts';

/** A catalogue: texts under nested keys. */
export type Catalogue = { readonly [key: string]: string | Catalogue };

export type Values = Readonly<Record<string, unknown>>;

/**
 * The text of a dotted key with its `{{variables}}` filled in. With `count`, the plural form of the language
 * (`key_one`, `key_few` ...; `key_zero` for none where there is one). Of several keys the first that has a text.
 * A missing text is `defaultValue`, else the key itself.
 */
export type Translate = (key: string | readonly string[], values?: Values) => string;

export interface Texts {
  readonly language: LanguageCode;
  /** The texts of one catalogue. */
  of(name: string): Translate;
  /** Any catalogue: `t('flights:title')`; without a name, the frame's. */
  readonly t: Translate;
  /** Here from the start. One that was fetched later stays with its promise: React wants to be asked the same way again. */
  has(name: string): boolean;
  /** Fetches a catalogue that is not here from the start; the same promise for all who wait for it. */
  load(name: string): Promise<void>;
}

/** A text cut at its variables: words, a variable's name, words, ... */
type Pieces = readonly string[];

/** All texts of a catalogue by their whole key, each cut once: a page asks for hundreds. */
function piecesOf(catalogue: Catalogue, under = '', all = new Map<string, Pieces>()): Map<string, Pieces> {
  for (const [key, value] of Object.entries(catalogue)) {
    if (typeof value === 'string') all.set(under + key, value.split(/\{\{\s*(\w+)\s*\}\}/));
    else piecesOf(value, `${under}${key}.`, all);
  }
  return all;
}

/** Marks that turn the writing after them around: what somebody typed may not bring them into a sentence of ours. */
const turning = /[\u202A-\u202E\u2066-\u2069]/g;
/** A value that stands apart by itself, as an amount with its minus does: it turns nothing around but itself. */
const apart = /^[\u2066-\u2068][^\u202A-\u202E\u2066-\u2069]*\u2069$/;

/** Portuguese joins "em" to the article of a weekday that a date begins with: "na segunda-feira, 14 ...", "no sáb, 19 ...". */
const onWeekday =
  /(?<![\p{L}\p{N}])(e)m (?=[\u2066-\u2068]?(?:((?:segunda|terça|quarta|quinta|sexta)-feira|seg|ter|qua|qui|sex)|sábado|sáb|domingo|dom),)/giu;
const joinWeekdays = (text: string) =>
  text.replace(onWeekday, (_em, e: string, feminine?: string) => (e === 'E' ? 'N' : 'n') + (feminine ? 'a ' : 'o '));

function fill(pieces: Pieces, values: Values, language: LanguageCode): string {
  let text = pieces[0]!;
  for (let index = 1; index < pieces.length; index += 2) {
    const value = String(values[pieces[index]!] ?? '');
    text += (apart.test(value) ? value : value.replace(turning, '')) + pieces[index + 1]!;
  }
  return language === 'pt' && pieces.length > 1 ? joinWeekdays(text) : text;
}

/**
 * The catalogues of one language. A missing text falls back to English, which is laid underneath each catalogue when
 * it is loaded. The language of one never changes: a switch is a new document.
 */
export function openTexts(
  language: LanguageCode,
  catalogues: Record<string, Catalogue>,
  read?: (name: string) => Promise<Catalogue>,
): Texts {
  const known = new Map(Object.entries(catalogues));
  const cut = new Map<string, Map<string, Pieces>>();
  const plurals = new Intl.PluralRules(language);
  const translators = new Map<string, Translate>();
  const loading = new Map<string, Promise<void>>();

  const textsOf = (name: string): Map<string, Pieces> | undefined => {
    let texts = cut.get(name);
    const catalogue = known.get(name);
    if (!texts && catalogue) cut.set(name, (texts = piecesOf(catalogue)));
    return texts;
  };

  const of = (name: string): Translate => {
    let found = translators.get(name);
    if (!found) {
      found = (key, values = {}) => {
        const texts = textsOf(name);
        const { count } = values;
        const keys = typeof key === 'string' ? [key] : key;
        for (const one of keys) {
          const counted =
            typeof count === 'number'
              ? ((count === 0 ? texts?.get(`${one}_zero`) : undefined) ??
                texts?.get(`${one}_${plurals.select(count)}`) ??
                texts?.get(`${one}_other`))
              : undefined;
          const text = counted ?? texts?.get(one);
          if (text) return fill(text, values, language);
        }
        return typeof values['defaultValue'] === 'string' ? values['defaultValue'] : (keys.at(-1) ?? '');
      };
      translators.set(name, found);
    }
    return found;
  };

  return {
    language,
    of,
    t: (key, values) => {
      const [name, rest] = typeof key === 'string' ? key.split(':', 2) : [];
      return name !== undefined && rest !== undefined ? of(name)(rest, values) : of('frame')(key, values);
    },
    has: (name) => Object.hasOwn(catalogues, name) || !read,
    load: (name) => {
      let waiting = loading.get(name);
      if (!waiting) {
        waiting = (async () => void known.set(name, read ? await read(name) : {}))();
        // Says to React's `use` that nobody needs to wait for it any more.
        const settled = waiting;
        void settled.then(
          () => Object.assign(settled, { status: 'fulfilled', value: undefined }),
          () => undefined,
        );
        loading.set(name, waiting);
      }
      return waiting;
    },
  };
}
