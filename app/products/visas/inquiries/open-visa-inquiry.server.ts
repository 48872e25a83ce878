import { readContact, readVisaNeeds } from '#app/commerce/inquiries/inquiries-store.server.ts';
import type { Inquiry } from '#app/commerce/inquiries/inquiries.tables.ts';
import { inquiryMachine } from '#app/commerce/inquiries/inquiry-status.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { calendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { packages, regions } from '../assisted/assisted-country.ts';
import { findAssistedCountries } from '../assisted/assisted-store.server.ts';
import { findOfferOf } from '../evisa/evisa-offers-store.server.ts';
import { typeWords } from '../evisa/evisa-words.server.ts';
import { mostTravellers } from '../evisa/start-evisa.server.ts';
import { visaToday } from '../requirements/find-requirement.server.ts';
import { showRequirement } from '../requirements/show-requirement.server.ts';
import { findInvited } from './inquiry-applications-store.server.ts';
import { writeAnswer } from './write-answer.server.ts';

/** An inquiry about a visa with what the register answers, in the officer's language, and the letter in the traveller's. */
export async function openVisaInquiry(platform: Platform, viewer: Clerk, inquiry: Inquiry, language: LanguageCode) {
  const { db, crypto } = platform;
  const needs = readVisaNeeds(crypto, inquiry);
  const { name } = readContact(crypto, inquiry);
  const { nationality, residence, destination } = needs;
  const today = visaToday(platform);
  const question =
    nationality && destination
      ? {
          passports: [nationality],
          residence,
          heldVisas: [],
          destination,
          purpose: needs.purpose ?? ('tourism' as const),
          // A day that has passed since they asked says nothing about a rule.
          arrives: inquiry.startsOn && inquiry.startsOn >= today ? calendarDate(inquiry.startsOn) : null,
          leaves: inquiry.endsOn && inquiry.endsOn >= today ? calendarDate(inquiry.endsOn) : null,
          via: [],
          passportExpires: null,
        }
      : null;
  const [shown, toTraveller, offer, assisted, invited] = await Promise.all([
    question && showRequirement(platform, language, question),
    question && showRequirement(platform, inquiry.language, question),
    destination ? findOfferOf(db, destination) : null,
    destination ? findAssistedCountries(db).then((all) => all.find(({ code }) => code === destination) ?? null) : null,
    findInvited(db, inquiry.id),
  ]);
  const mayWork = may(viewer, 'inquiries:work');
  const moves = mayWork ? movesFrom(inquiryMachine, inquiry.status, 'staff') : [];
  const t = textsFor(language);
  return {
    reference: inquiry.reference,
    status: inquiry.status,
    version: inquiry.version,
    name,
    language: inquiry.language,
    needs: { ...needs, startsOn: inquiry.startsOn },
    countries: countryNames(language),
    answers: moves.includes('answer'),
    mayWork,
    shown,
    letter: toTraveller && writeAnswer(toTraveller, { name, language: inquiry.language }),
    invites: moves.includes('quote'),
    travellers: Math.min(Math.max(1, (inquiry.adults ?? 1) + (inquiry.children ?? 0)), mostTravellers),
    evisa: offer && {
      slug: offer.slug,
      choices: offer.types.flatMap((type) =>
        type.speeds.map((speed) => ({
          value: `${type.code}|${speed.code}`,
          words: `${typeWords(type, language)} · ${t.of('evisas')(`speeds.${speed.code}`)}`,
        })),
      ),
    },
    assisted: assisted && {
      slug: assisted.slug,
      purposes: assisted.purposes.map(({ code }) => code),
      packages,
      regions: regions.filter((region) => assisted.counters.some(({ serves }) => serves.includes(region))),
    },
    invited: invited.map((one) => ({
      ...one,
      country: countryName(one.country, language),
      invitedAt: one.invitedAt.toISOString(),
      expiresAt: one.expiresAt.toISOString(),
    })),
  };
}

export type VisaInquiry = Awaited<ReturnType<typeof openVisaInquiry>>;
