import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { addMoney, money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { openTyped } from '../evisa-applications-store.server.ts';
import { deliverBy } from '../evisa-deadline.ts';
import { evisaCountryMachine } from '../evisa-edition-status.ts';
import { findOpenApplications, houseHand, type CountryRow, listOfferEditions } from '../evisa-editions-store.server.ts';
import type { VisaCountry } from '../evisa-offer.ts';
import { holidaysBetween, movingHolidays } from '../moving-holidays-rules.ts';
import { offerChanges, simulateOffer } from '../offer-difference-rules.ts';
import { offerToday } from '../work-offer.server.ts';
import { sayOfferChanges } from './say-offer-changes.server.ts';

const mostSimulated = 2_000;

/** What a traveller would be shown of an offer today. */
function previewOf(offer: VisaCountry, platform: Platform, houseWorks: (day: CalendarDate) => boolean) {
  const today = offerToday(platform);
  return {
    documents: offer.documents,
    choices: offer.types.flatMap((type) =>
      type.speeds.map((speed) => {
        const government = money(type.governmentFee + speed.governmentExtra, 'AED');
        const service = money(type.serviceFee + speed.serviceExtra, 'AED');
        return {
          key: `${type.code}/${speed.code}`,
          purpose: type.purpose,
          entries: type.entries,
          stay: type.stay,
          validity: type.validity,
          speed: speed.code,
          days: speed.days,
          by: deliverBy({ authority: offer.calendar, houseWorks }, speed.days, today),
          government,
          service,
          total: addMoney(government, service),
        };
      }),
    ),
    holidays: holidaysBetween(offer.calendar.holidays, today, addDays(today, 365)).slice(0, 30),
  };
}

/** A draft tried on what is under way. */
async function simulate(platform: Platform, draft: VisaCountry) {
  const found = await findOpenApplications(platform.db, draft.code, mostSimulated);
  return simulateOffer(
    draft,
    found.map(({ application, group }) => {
      const typed = openTyped(platform.crypto, application);
      return {
        nationality: typed.nationality ?? '',
        residence: typed.residence ?? '',
        passportExpires: parseCalendarDate(typed.expires ?? ''),
        arrival: group.arrival,
        typeCode: group.typeCode,
        speed: group.speed,
        sold: group.offer,
      };
    }),
  );
}

/** All that the desk sees of a country. */
export async function openOfferDesk(platform: Platform, viewer: Viewer, country: CountryRow, language: LanguageCode) {
  const [editions, houseWorks] = await Promise.all([listOfferEditions(platform.db, country.code), readDeskDays(platform.db, 'visas')]);
  const draft = editions.find(({ status }) => status === 'draft') ?? null;
  const approved = editions.find(({ status }) => status === 'approved') ?? null;
  const hands = editions.flatMap(({ draftedBy, approvedBy }) => [draftedBy, approvedBy ?? '']).filter((by) => by.startsWith('staff:'));
  const names = await findStaffNames(platform.db, [...new Set(hands.map((by) => by.slice(6)))]);
  const nameOf = (by: string | null) => (by === null || by === houseHand ? null : (names.get(by.slice(6)) ?? null));
  const me = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  const next = draft ?? approved;
  return {
    code: country.code,
    name: countryName(country.code, language),
    status: country.status,
    version: country.version,
    sold: country.status === 'draft' ? null : previewOf(country.offer, platform, houseWorks),
    // The form begins from one's own draft, else from what is sold.
    begin: draft?.draftedBy === me ? draft.offer : country.offer,
    draft: draft && {
      id: draft.id,
      edition: draft.edition,
      note: draft.note,
      by: nameOf(draft.draftedBy),
      mine: draft.draftedBy === me,
      writtenAt: draft.draftedAt.toISOString(),
    },
    approved: approved && {
      id: approved.id,
      edition: approved.edition,
      note: approved.note,
      from: approved.inForceFrom,
      by: nameOf(approved.approvedBy),
    },
    next: next && {
      changes: country.status === 'draft' ? [] : sayOfferChanges(offerChanges(country.offer, next.offer), language),
      preview: previewOf(next.offer, platform, houseWorks),
      simulation: await simulate(platform, next.offer),
    },
    editions: editions.map((edition) => ({
      id: edition.id,
      edition: edition.edition,
      status: edition.status,
      note: edition.note,
      by: nameOf(edition.draftedBy),
      approvedBy: nameOf(edition.approvedBy),
      on: (edition.publishedAt ?? edition.retiredAt ?? edition.draftedAt).toISOString(),
      from: edition.inForceFrom,
    })),
    moves: movesFrom(evisaCountryMachine, country.status, 'staff').filter(
      (event) => event === 'pause' || event === 'resume' || event === 'retire',
    ),
    mayDraft: may(viewer, 'visas:decide'),
    mayPublish: may(viewer, 'visas:publish'),
    moving: movingHolidays.map((holiday) => ({
      holiday,
      next: holidaysBetween([holiday], offerToday(platform), addDays(offerToday(platform), 400))[0] ?? null,
    })),
    today: offerToday(platform),
  };
}
