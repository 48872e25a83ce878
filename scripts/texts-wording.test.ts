import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readCatalogues } from './texts-check.ts';

/** One text of a catalogue under its whole key. */
interface Text {
  readonly key: string;
  readonly words: string;
}

/** All texts of a language, without the names of what is filled in. */
function textsOf(tree: unknown, key: string): Text[] {
  if (typeof tree === 'string') return [{ key, words: tree.replace(/\{\{[^}]*\}\}/g, '1') }];
  return Object.entries(tree ?? {}).flatMap(([part, value]) => textsOf(value, `${key}.${part}`));
}

const word = (words: string) => new RegExp(`(?<!\\p{L})(?:${words})(?!\\p{L})`, 'iu');
/** Only where a sentence begins: elsewhere most of these are forms of somebody spoken about. */
const first = (words: string) => new RegExp(`(?:^|[.:;?] |\\n)(?:(?:${words})|No (?:${words.toLowerCase()}))(?!\\p{L})`, 'u');

/** Requests to "usted": "elija" may be said of anybody ("cuando elija"), "Elija" at the head of a sentence may not. */
const requests =
  'Abra|Acepte|Anote|Avise|Añada|Busque|Cambie|Cancele|Compare|Comparta|Complete|Compruebe|Confirme|Conserve|Consulte|Continúe|Copie|Cuente|Decida|Deje|Descargue|Devuelva|Diga|Elija|Empiece|Entre en|Envíe|Escriba|Espere|Facture|Guarde|Haga|Ignore|Indique|Inicie|Introduzca|Lea|Llame|Lleve|Marque|Mire|Pague|Pida|Ponga|Pregunte|Pruebe|Pulse|Quite|Recoja|Renueve|Responda|Retire|Revise|Seleccione|Solicite|Tenga|Termine|Toque|Traiga|Use|Utilice|Vea|Verifique|Vuelva';
/** The same with a pronoun tied on, which no other form of these verbs is written with. */
const tied =
  '(?:ábra|búsque|cámbie|cancéle|cárgue|compáre|consúlte|contácte|corríja|cuénte|déje|descárgue|devuélva|díga|elíja|envíe|escríba|explíque|guárde|hága|háble|impríma|inténte|léa|libére|lláme|lléve|márque|míre|págue|pída|pónga|pregúnte|quíte|recója|renuéve|resérve|respónda|retíre|revíse|simúle|ténga|véa)(?:se)?(?:me|nos|lo|la|los|las|le|les)|asegúrese|ahórrese|regístrese|suscríbase';
const usted = [word('usted|ustedes'), word(tied), first(requests)];

/** Words and forms of Portugal that Brazil does not write, and words of which we chose another. */
const european = [
  word('ficheiros?|equipas?|palavras?-passe|ecrãs?|utilizador(?:es)?|telemóve(?:l|is)|autocarros?|comboios?|pequeno-almoço|bebés?'),
  word('regist(?:os?|ad[oa]s?|ar|e|a|am|ou)|descarreg(?:a|ar|ue)|partilh\\p{L}+|caduc(?:a|am|ad[oa]s?|ou)|libert(?:ar|ad[oa]s?|amos|ou)'),
  word(
    'paragens|paragem|moradas?|estafetas?|contactos?|controlos?|requerentes?|definiç(?:ão|ões)|bónus|connosco|convosco|facturas?|subscritores',
  ),
  word('\\p{L}*(?:eletrónic|económic|académic|anónim|cómod|séni)\\p{L}*'),
  // The past that only Portugal tells from the present by an accent.
  word('\\p{L}{2,}ámos'),
  // "está a decidir" for "está decidindo".
  word('est(?:á|ão|amos|ava|avam|ará|iver|eja|ou) (?:agora |já |ainda )?a \\p{L}{2,}(?:ar|er|ir|or)'),
  word('continua(?:m|r)? a \\p{L}{2,}(?:ar|er|ir|or)'),
  // "si" is a third person in Brazil: who is spoken to is "você".
  word('para si'),
  word('\\p{L}+mos-(?:lhes?|vos)|\\p{L}+mo-l[oa]s?|\\p{L}+-(?:lhe|se)-(?:á|ão|ia|iam|emos)'),
  word('noutr[oa]s?|doutr[oa]s?|até aos?|mais pequen[oa]s?'),
  // "Meanwhile" in Portugal, "however" in Brazil.
  word('entretanto'),
  // A reason asked for at the end of a sentence is "por quê"; "o porquê" is the reason itself.
  /(?<!(?<!\p{L})o )(?<!\p{L})porquê(?!\p{L})/iu,
  // An order is a "pedido", a ticket a "bilhete".
  word('encomendas?|passage(?:m|ns)'),
];

/** Texts that may carry a mark, and why. */
const fine: Readonly<Record<string, string>> = {
  'es.staff-activities.anyConfirms': 'however it confirms',
  'es.staff-api-keys.everyScope': 'whatever it reads',
  'pt.evisas.questions.answers.ports-all': 'passages over a border are no tickets',
  'pt.evisas.questions.answers.ports-listed': 'passages over a border are no tickets',
};

const marked = (texts: readonly Text[], marks: readonly RegExp[]) =>
  texts
    .filter(({ key, words }) => !Object.hasOwn(fine, key) && marks.some((mark) => mark.test(words)))
    .map(({ key, words }) => `${key}: ${words}`);

const textsIn = (language: 'es' | 'pt') => textsOf(readCatalogues('app/catalogues')[language], language);

it('knows a request to "usted" from a word about somebody else', () => {
  const say = (words: string) => marked([{ key: 'one', words }], usted).length > 0;
  for (const words of [
    'Elija un día.',
    'Listo. Abra el pedido.',
    'Aquí:\nRevise',
    'Si no fue usted, nada cambia',
    'No pague otra vez.',
    'o escríbanos',
  ])
    expect([words, say(words)]).toEqual([words, true]);
  for (const words of ['Elige un día.', 'Hasta que el banco decida', 'o escríbenos', 'Cuando llegue', 'La aerolínea abre su web', 'Míralo'])
    expect([words, say(words)]).toEqual([words, false]);
});

it('knows the Portuguese of Portugal from that of Brazil', () => {
  const say = (words: string) => marked([{ key: 'one', words }], european).length > 0;
  for (const words of [
    'Escolha um ficheiro.',
    'O banco está a decidir',
    'Guardado para si',
    'O que encontrámos',
    'Diga porquê.',
    'escrevemos-lhe',
  ])
    expect([words, say(words)]).toEqual([words, true]);
  for (const words of [
    'Escolha um arquivo.',
    'O banco está decidindo',
    'Guardado para você',
    'está a caminho',
    'Diga o porquê.',
    'por si só',
  ])
    expect([words, say(words)]).toEqual([words, false]);
});

it('says "tú" in Spanish, to travellers and at the desk', () => {
  const texts = textsIn('es');
  expect(texts.length).toBeGreaterThan(10_000);
  expect(marked(texts, usted)).toEqual([]);
  // The answers of the help pages stand among the shop's own words.
  const help = 'seeds/content/help';
  const answers = readdirSync(help).map((name) => ({
    key: name,
    words: readFileSync(join(help, name, 'es.md'), 'utf8').replaceAll('*', ''),
  }));
  expect(answers.length).toBeGreaterThan(10);
  expect(marked(answers, usted)).toEqual([]);
});

it('writes the Portuguese of Brazil, in the shop and at the desk', () => {
  const texts = textsIn('pt');
  expect(texts.length).toBeGreaterThan(10_000);
  expect(marked(texts, european)).toEqual([]);
});

it('writes sums as Spanish and Portuguese group their numbers', () => {
  for (const language of ['es', 'pt'] as const)
    expect(marked(textsIn(language), [/(?:AED\s\d{1,3}(?:,\d{3})+|\d{1,3}(?:,\d{3})+\sAED)/u])).toEqual([]);
});

it('excuses no text that needs no excuse', () => {
  const all = new Map([...textsIn('es'), ...textsIn('pt')].map((text) => [text.key, text.words]));
  for (const key of Object.keys(fine))
    expect([key, [...usted, ...european].some((mark) => mark.test(all.get(key) ?? ''))]).toEqual([key, true]);
});
