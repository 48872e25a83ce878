import { applicationSteps } from './application-steps.ts';
import { readDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import type { DescribedMember, OrderDescription, Paper, PaperEntry } from '#app/commerce/orders/order-description.ts';
import { findOrderAsSystem, getQuote, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { DraftOutcome, DraftPlaced, ProductCounter, TripPart } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { dateIn, instant } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { EvisaPerson } from './evisa-form.ts';
import { grantedStates, type EvisaState } from './evisa-status.ts';
import { findApplications, openIssued, type IssuedVisa } from './evisa-applications-store.server.ts';
import { findStay } from '../compliance/visa-stays-store.server.ts';
import { setBoardingNote } from './boarding-note.server.ts';
import { findDocuments } from './evisa-documents-store.server.ts';
import { findGroupOfOrder } from './evisa-groups-store.server.ts';
import type { EvisaApplication } from './evisa.tables.ts';
import { evisaTitle, refundColumns, refundRows, typeWords } from './evisa-words.server.ts';
import { readPaper } from './keep-evisa.server.ts';
import { posterOfCountry } from './list-evisa-countries.server.ts';
import { deliverBy } from './evisa-deadline.ts';
import { findSpeed, findType, type VisaCountry } from './evisa-offer.ts';
import { findRequests } from './evisa-requests-store.server.ts';
import { leftWithout } from './left-without.ts';
import { askingStates } from './evisa-status.ts';
import { courierRefund, refundOf, sharesAt, type RefundStage } from './evisa-refund.ts';
import { evisaSale } from './place-evisa-order.server.ts';
import { renewVisa } from './renew-visa.server.ts';

const notePattern = /^boarding-([1-9])\.pdf$/;
const visaPattern = /^visa-([1-9])\.(pdf|jpg|png)$/;

const tones: Partial<Readonly<Record<EvisaState, DescribedMember['tone']>>> = {
  more_info_needed: 'warn',
  authority_query: 'warn',
  delayed: 'warn',
  delivered: 'ok',
  used: 'ok',
  rejected: 'danger',
  closed_incomplete: 'danger',
};

export function toneOf(state: EvisaState): DescribedMember['tone'] {
  return tones[state] ?? (state === 'withdrawn' || state === 'expired' ? 'plain' : 'info');
}

/** E-visas at the counter of commerce. */
export function openEvisaCounter(platform: Platform): ProductCounter {
  const { db } = platform;
  const visasOf = async (applications: readonly EvisaApplication[]) => {
    const granted = applications.filter(({ status }) => grantedStates.includes(status));
    const documents = await findDocuments(
      db,
      granted.map(({ id }) => id),
    );
    return granted.flatMap((application) => {
      const document = documents.find((one) => one.applicationId === application.id && one.kind === 'issued');
      return document ? [{ application, document, name: `visa-${application.position + 1}.${paperEndings[document.type]}` }] : [];
    });
  };
  /** What the visa says, while it can be travelled on and is still kept. */
  const noteOf = (application: EvisaApplication): IssuedVisa | null => {
    const issued = application.status === 'delivered' ? openIssued(platform.crypto, application) : null;
    // Of visas that were read before entries were asked for it could not say all that it says.
    return issued && issued.entries !== null && issued.validUntil >= dateIn('Asia/Dubai', platform.clock.now()) ? issued : null;
  };
  const openNote = async (orderId: string, position: number, name: string, language: LanguageCode): Promise<Paper | null> => {
    const group = await findGroupOfOrder(db, orderId);
    if (group?.orderId !== orderId) return null;
    const application = (await findApplications(db, group.id))[position];
    const issued = application && noteOf(application);
    if (!issued || !application.overAt) return null;
    // An officer may have corrected how often it lets in since.
    const entries = (await findStay(db, application.id))?.entries ?? issued.entries;
    const { reference } = (await findOrderAsSystem(db, orderId))!;
    const brand = await readPaperBrand(platform);
    const released = dateIn('Asia/Dubai', instant(application.overAt.getTime()));
    return {
      name,
      type: 'application/pdf',
      content: await setBoardingNote(group, { ...issued, entries }, { reference, released, language, brand }),
    };
  };
  /** What the refund table leaves with us of a whole order at a stage. */
  const keptAtStage = async (order: Order, offer: VisaCountry, stage: RefundStage): Promise<Money> => {
    const quote = await getQuote(db, order);
    const shares = sharesAt(offer, stage);
    const travellers = new Set(quote.lines.flatMap((line) => line.travellers));
    const back = [...travellers].flatMap((traveller) => refundOf(quote.lines, traveller, shares));
    back.push(...courierRefund(quote.lines, shares));
    return money(order.total - back.reduce((sum, { amount }) => sum + amount.amount, 0), order.currency);
  };
  return {
    kind: 'evisa',
    sees: 'visa-orders:view',
    reveals: 'passports:reveal',
    renewals: renewVisa(platform, evisaSale),

    async describe(orderId, language): Promise<OrderDescription> {
      const group = (await findGroupOfOrder(db, orderId))!;
      const order = (await findOrderAsSystem(db, orderId))!;
      const [applications, { travellers }] = await Promise.all([
        findApplications(db, group.id),
        readPeople<EvisaPerson>(db, platform.crypto, order),
      ]);
      const requests = await findRequests(
        db,
        applications.flatMap(({ id, status }) => (askingStates.includes(status) ? [id] : [])),
      );
      const asked = new Set(requests.flatMap((request) => (request.answeredAt === null ? [request.applicationId] : [])));
      const first = applications.find(({ id }) => asked.has(id));
      const t = textsFor(language).of('evisas');
      const title = evisaTitle(group.country, language);
      const type = findType(group.offer, group.typeCode)!;
      const path = `/e-visa/apply/${group.id}`;
      const own = group.orderId === orderId;
      const date = (day: string) => formatDate(day, language, 'long');
      return {
        title,
        starts: group.arrival,
        way: applicationSteps.map((step) => ({ label: t(`steps.${step}`), to: null })),
        again: { same: path, other: '/e-visa' },
        ...(first ? { asks: { words: t('state.asks'), to: `${path}?traveller=${first.position + 1}`, go: t('state.answer') } } : {}),
        ...(own ? leftWithout(travellers, (at) => ['rejected', 'closed_incomplete'].includes(applications[at]?.status ?? '')) : {}),
        next: [
          { icon: 'document', words: t('next.check'), to: null },
          { icon: 'mail', words: t('next.write'), to: path },
          // Nothing is promised until the payment is known: the days are counted from then on.
          ...(applications[0]?.deliverBy
            ? [{ icon: 'clock' as const, words: t('next.promise', { date: date(applications[0].deliverBy) }), to: null }]
            : []),
        ],
        ...(own && applications[0]?.deliverBy ? { promisedBy: applications[0].deliverBy } : {}),
        keptDraft: null,
        fromCity: title,
        toCity: countryName(group.country, language),
        where: { countries: [group.country], city: null, setsOff: null, permit: true },
        posterOf: posterOfCountry(group.country, group.offer.slug),
        slices: [],
        contracts: [],
        travellers: travellers.map((person) => ({
          name: [person.surname, person.givenNames].filter(Boolean).join(' / '),
          type: person.type,
          passport: person.document
            ? {
                code: person.document.issuedBy,
                country: countryName(person.document.issuedBy, language),
                lastDigits: person.document.number.slice(-3),
                expires: person.document.expires,
              }
            : null,
          tickets: [],
          requests: [],
        })),
        parts: [
          {
            title: typeWords(type, language),
            icon: 'visa',
            facts: [
              { name: t('facts.arrival'), value: date(group.arrival) },
              { name: t('facts.validity'), value: t('types.validity', { count: type.validity }) },
              {
                name: t('facts.speed'),
                value: `${t(`speeds.${group.speed}`)}${comma(language)}${t('speeds.days', { count: findSpeed(type, group.speed)!.days })}`,
              },
              { name: t('facts.authority'), value: group.offer.authority },
            ],
            members:
              own && applications[0]?.receivedAt
                ? applications.map((application) =>
                    memberOf(application, travellers[application.position], path, language, asked.has(application.id)),
                  )
                : [],
            table: {
              title: t('refund.title'),
              note: t('refund.note'),
              columns: refundColumns(language),
              rows: refundRows(group.offer, language),
            },
          },
        ],
      };
    },

    async partOfTrip(orderId): Promise<TripPart> {
      const group = (await findGroupOfOrder(db, orderId))!;
      const order = (await findOrderAsSystem(db, orderId))!;
      const speed = findSpeed(findType(group.offer, group.typeCode)!, group.speed)!;
      const today = dateIn('Asia/Dubai', platform.clock.now());
      return {
        from: group.arrival,
        until: group.arrival,
        role: 'opens',
        returns: false,
        countries: [group.country],
        decides: {
          who: 'authority',
          by: deliverBy({ authority: group.offer.calendar, houseWorks: await readDeskDays(db, 'visas') }, speed.days, today),
          lost: await keptAtStage(order, group.offer, 'rejected'),
        },
      };
    },

    reviewed: async () => null,

    // Withdrawn later it has been filed: the authority keeps its fee.
    async keptAt(orderId) {
      const group = (await findGroupOfOrder(db, orderId))!;
      return keptAtStage((await findOrderAsSystem(db, orderId))!, group.offer, 'filed');
    },

    async listPapers(orderId): Promise<readonly PaperEntry[]> {
      const group = await findGroupOfOrder(db, orderId);
      if (group?.orderId !== orderId) return [];
      const order = (await findOrderAsSystem(db, orderId))!;
      const visas = await visasOf(await findApplications(db, group.id));
      if (visas.length === 0) return [];
      const { travellers } = await readPeople<EvisaPerson>(db, platform.crypto, order);
      return visas.flatMap(({ application, name }): PaperEntry[] => {
        const person = travellers[application.position];
        const traveller = person ? `${person.givenNames} ${person.surname}`.trim() : null;
        const note: PaperEntry = { name: `boarding-${application.position + 1}.pdf`, kind: 'boarding', traveller };
        return [{ name, kind: 'visa', traveller }, ...(noteOf(application) ? [note] : [])];
      });
    },

    async openPaper(orderId, name, language): Promise<Paper | null> {
      const noted = notePattern.exec(name)?.[1];
      if (noted) return openNote(orderId, Number(noted) - 1, name, language);
      if (!visaPattern.test(name)) return null;
      const group = await findGroupOfOrder(db, orderId);
      if (group?.orderId !== orderId) return null;
      const visa = (await visasOf(await findApplications(db, group.id))).find((one) => one.name === name);
      const content = visa && (await readPaper(platform, visa.document));
      return visa && content ? { name, type: visa.document.type, content, foreign: true } : null;
    },

    // Its own pages lead to an order; the review page without one is not theirs.
    reviewDraft: async (): Promise<DraftOutcome> => ({ kind: 'none' }),
    placeDraft: async (): Promise<DraftPlaced> => ({ kind: 'refused', reason: 'draft-incomplete', reference: null, seats: [] }),
  };
}

function memberOf(
  application: EvisaApplication,
  person: EvisaPerson | undefined,
  path: string,
  language: LanguageCode,
  asked: boolean,
): DescribedMember {
  const t = textsFor(language).of('evisas');
  const promised =
    application.deliverBy && application.overAt === null
      ? t('state.by', { date: formatDate(application.deliverBy, language, 'long') })
      : null;
  return {
    name: person ? `${person.givenNames} ${person.surname}`.trim() : '',
    state: t(`states.${application.status}.title`),
    tone: toneOf(application.status),
    note: promised,
    link: {
      words: asked ? t('state.answer') : t('state.open'),
      to: `${path}?traveller=${application.position + 1}`,
    },
  };
}
