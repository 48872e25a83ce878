import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { countryNames, type CountryName } from '#app/ui/country-names.server.ts';
import { artOfPlace } from '#app/ui/poster/art-of-place.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import { foldText } from '#app/values/fold-text.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { findRequirement, listDestinations, visaToday } from './find-requirement.server.ts';
import { readFinder, type ReadFinder, type Remembered } from './requirement-form.ts';
import { daysOfStay } from './requirement-rules.ts';
import type { AnswerBasis, EntryCondition, HonouredVisa, PassportValidity, TripQuestion, VisaAnswer, VisaNeed } from './requirement.ts';
import { houseReviewer } from './visa-rules-store.server.ts';

export interface NamedCountry {
  readonly code: string;
  readonly name: string;
}

/** Where an answer comes from, as readers may judge it. */
export interface AnswerSource {
  readonly address: string;
  /** The authority's domain. */
  readonly host: string;
  readonly checkedOn: string;
  readonly dueOn: string;
  readonly by: 'house' | 'desk';
}

/** An answer with everything its card says, in plain values. */
export interface ShownAnswer {
  readonly destination: NamedCountry;
  readonly passport: NamedCountry;
  readonly need: VisaNeed;
  readonly basis: AnswerBasis;
  readonly stayDays: number | null;
  readonly windowDays: number | null;
  readonly isStale: boolean;
  readonly source: AnswerSource | null;
}

export interface ShownRequirement extends ShownAnswer {
  readonly art: PosterArt;
  /** With two passports: the one that was not taken. */
  readonly otherPassport: NamedCountry | null;
  readonly passportRule: PassportValidity | null;
  readonly passportUntil: string | null;
  /** Null where its last day was not told. */
  readonly passportLasts: boolean | null;
  readonly arrives: string | null;
  /** Days of the stay that was asked for; null without both days. */
  readonly askedDays: number | null;
  readonly stayFits: boolean | null;
  readonly conditions: readonly EntryCondition[];
  readonly transits: readonly ShownAnswer[];
  readonly easier: readonly {
    readonly need: VisaNeed;
    readonly stayDays: number | null;
    readonly heldVisas: readonly HonouredVisa[];
    readonly residences: readonly string[];
  }[];
  readonly sells: boolean;
  readonly indicated: { readonly need: VisaNeed; readonly stayDays: number | null; readonly dataDate: string | null } | null;
}

export interface OpenFinder {
  readonly finder: ReadFinder;
  readonly countries: readonly CountryName[];
  readonly today: string;
  readonly shown: ShownRequirement | null;
}

/** The finder as a page draws it: its fields, and the answer once there is enough to answer. */
export async function openFinder(
  platform: Pick<Platform, 'db' | 'clock'>,
  language: LanguageCode,
  params: URLSearchParams,
  remembered: Remembered | null,
): Promise<OpenFinder> {
  const countries = countryNames(language);
  const known = new Set(countries.map(({ code }) => code));
  const today = visaToday(platform);
  const finder = readFinder(params, remembered, today, { isCountry: (code) => known.has(code), countryOf });
  return {
    finder,
    countries,
    today,
    shown: finder.question && (finder.asked || params.has('passport')) ? await showRequirement(platform, language, finder.question) : null,
  };
}

/** The country somebody means by a few words in any of our languages. */
function countryOf(words: string): string | null {
  const said = foldText(words).trim();
  if (said.length < 2) return null;
  for (const language of languageCodes) {
    const names = countryNames(language).map(({ code, name }) => ({ code, name: foldText(name) }));
    const found =
      names.find(({ name, code }) => name === said || code.toLowerCase() === said) ??
      names.find(({ name }) => said.length > 3 && name.startsWith(said));
    if (found) return found.code;
  }
  return null;
}

export async function showRequirement(
  platform: Pick<Platform, 'db' | 'clock'>,
  language: LanguageCode,
  question: TripQuestion,
): Promise<ShownRequirement> {
  const answer = await findRequirement(platform, question);
  const other = question.passports.find((code) => code !== answer.passport);
  const { arrives, leaves } = question;
  return {
    ...shownAnswer(answer, language),
    art: artOfPlace({ country: answer.destination }),
    otherPassport: other ? named(other, language) : null,
    passportRule: answer.rule?.passport ?? null,
    passportUntil: answer.passportUntil,
    passportLasts: answer.passportLasts,
    arrives,
    askedDays: arrives && leaves ? daysOfStay(arrives, leaves) : null,
    stayFits: answer.stayFits,
    conditions: answer.rule?.conditions ?? [],
    transits: answer.transits.map((transit) => shownAnswer(transit, language)),
    easier: answer.easier,
    sells: answer.sells,
    indicated: answer.indicated && {
      need: answer.indicated.need,
      stayDays: answer.indicated.stayDays,
      dataDate: answer.indicated.dataDate,
    },
  };
}

function shownAnswer(answer: VisaAnswer, language: LanguageCode): ShownAnswer {
  const { need, basis, isStale, rule } = answer;
  return {
    destination: named(answer.destination, language),
    passport: named(answer.passport, language),
    need,
    basis,
    stayDays: rule?.stayDays ?? null,
    windowDays: rule?.windowDays ?? null,
    isStale,
    source: rule && {
      address: rule.source,
      host: new URL(rule.source).host.replace(/^www\./, ''),
      checkedOn: rule.checkedOn,
      dueOn: answer.dueOn!,
      by: rule.reviewer === houseReviewer ? 'house' : 'desk',
    },
  };
}

const named = (code: string, language: LanguageCode): NamedCountry => ({ code, name: countryName(code, language) });

export interface RegisterCountry extends NamedCountry {
  readonly art: PosterArt;
  /** For the passport that was told; null while none was. */
  readonly need: VisaNeed | null;
  readonly isStale: boolean;
}

/** Every country of the register by name, with what it asks of a passport that was told. */
export async function listRegisterCountries(
  platform: Pick<Platform, 'db' | 'clock'>,
  language: LanguageCode,
  whom: Remembered | null,
): Promise<RegisterCountry[]> {
  const codes = await listDestinations(platform);
  const passport = whom?.nationality;
  const answers = passport
    ? await Promise.all(
        codes.map((destination) =>
          findRequirement(platform, {
            passports: [passport],
            residence: whom.residence,
            heldVisas: [],
            destination,
            purpose: 'tourism',
            arrives: null,
            leaves: null,
            via: [],
            passportExpires: null,
          }),
        ),
      )
    : null;
  return codes
    .map((code, at) => ({
      ...named(code, language),
      art: artOfPlace({ country: code }),
      need: answers?.[at]?.need ?? null,
      isStale: answers?.[at]?.isStale ?? false,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, language));
}
