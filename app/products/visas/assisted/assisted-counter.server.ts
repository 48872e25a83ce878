import { applicationSteps } from '../evisa/application-steps.ts';
import type { DescribedMember, OrderDescription, Paper, PaperEntry } from '#app/commerce/orders/order-description.ts';
import { findOrderAsSystem, getQuote, readPeople } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { DraftOutcome, DraftPlaced, ProductCounter, TripPart } from '#app/commerce/product-counter.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { addDays } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { caseRefundOf, caseSharesAt, type CaseStage } from './assisted-refund.ts';
import type { EvisaPerson } from '../evisa/evisa-form.ts';
import { leftWithout } from '../evisa/left-without.ts';
import { findApplications } from '../evisa/evisa-applications-store.server.ts';
import { findDocuments } from '../evisa/evisa-documents-store.server.ts';
import { findGroupOfOrder } from '../evisa/evisa-groups-store.server.ts';
import { findRequests } from '../evisa/evisa-requests-store.server.ts';
import type { EvisaApplication, EvisaGroup } from '../evisa/evisa.tables.ts';
import { readPaper } from '../evisa/keep-evisa.server.ts';
import { documentsOf } from '../evisa/read-evisa-group.server.ts';
import { posterOfCountry } from '../evisa/list-evisa-countries.server.ts';
import type { CaseState } from './assisted-status.ts';
import { findCasesOfOrder } from './assisted-store.server.ts';
import { assistedTitle, caseRefundColumns, caseRefundRows, offerOf, termsWords } from './assisted-words.server.ts';
import type { AssistedCase } from './assisted.tables.ts';
import { assistedSale } from './place-assisted-order.server.ts';
import { renewVisa } from '../evisa/renew-visa.server.ts';

const letterPattern = /^appointment-([1-9])\.(pdf|jpg|png)$/;

const tones: Partial<Readonly<Record<CaseState, DescribedMember['tone']>>> = {
  missed: 'danger',
  extra_requested: 'warn',
  appointment_booked: 'ok',
  delivered: 'ok',
  withdrawn: 'plain',
};

export function toneOfCase(one: Pick<AssistedCase, 'status' | 'outcome'>): DescribedMember['tone'] {
  if (one.outcome === 'refused') return 'danger';
  return tones[one.status] ?? 'info';
}

/** Assisted visas at the counter of commerce. */
export function openAssistedCounter(platform: Platform): ProductCounter {
  const { db } = platform;
  /** Letters of appointments, which the traveller shows at the door of the centre. */
  const lettersOf = async (orderId: string) => {
    const group = await findGroupOfOrder(db, orderId);
    if (group?.orderId !== orderId) return [];
    const cases = await findCasesOfOrder(db, orderId);
    const applications = await findApplications(db, group.id);
    const documents = await findDocuments(
      db,
      cases.map(({ id }) => id),
    );
    return applications.flatMap(({ id, position }) => {
      const document = documents.find((one) => one.applicationId === id && one.kind === 'letter');
      return document ? [{ position, document, name: `appointment-${position + 1}.${paperEndings[document.type]}` }] : [];
    });
  };
  /** Cases that stand still until their traveller answers what was asked, or sends what the file needs; with which of both. */
  const whoIsAsked = async (
    group: EvisaGroup,
    cases: readonly AssistedCase[],
    applications: readonly EvisaApplication[],
    travellers: readonly EvisaPerson[],
  ): Promise<ReadonlyMap<string, CaseAsk>> => {
    const taking = cases.filter(takesPapers);
    const ids = taking.map(({ id }) => id);
    const [documents, requests] = await Promise.all([findDocuments(db, ids), findRequests(db, ids)]);
    const waits = ({ id, status }: AssistedCase): CaseAsk | null => {
      const application = applications.find((one) => one.id === id);
      const sent = new Set(documents.flatMap((document) => (document.applicationId === id ? [document.kind as string] : [])));
      if (requests.some((request) => request.applicationId === id && request.answeredAt === null)) return 'question';
      const needed = status === 'opened' ? documentsOf(group, travellers[application?.position ?? -1] ?? null) : [];
      return needed.some((code) => !sent.has(code)) ? 'papers' : null;
    };
    return new Map(
      taking.flatMap((one): [string, CaseAsk][] => {
        const asked = waits(one);
        return asked ? [[one.id, asked]] : [];
      }),
    );
  };
  /** What the refund table leaves with us of a whole order at a stage. */
  const keptAtStage = async (order: Order, offer: { readonly rejectedService: number }, stage: CaseStage): Promise<Money> => {
    const quote = await getQuote(db, order);
    const travellers = new Set(quote.lines.flatMap((line) => line.travellers));
    const back = [...travellers].flatMap((traveller) => caseRefundOf(quote.lines, traveller, caseSharesAt(offer, stage)));
    return money(order.total - back.reduce((sum, { amount }) => sum + amount.amount, 0), order.currency);
  };
  return {
    kind: 'assisted-visa',
    sees: 'visa-orders:view',
    reveals: 'passports:reveal',
    renewals: renewVisa(platform, assistedSale),

    async describe(orderId, language): Promise<OrderDescription> {
      const group = (await findGroupOfOrder(db, orderId))!;
      const order = (await findOrderAsSystem(db, orderId))!;
      const [applications, cases, { travellers }] = await Promise.all([
        findApplications(db, group.id),
        findCasesOfOrder(db, orderId),
        readPeople<EvisaPerson>(db, platform.crypto, order),
      ]);
      const asked = await whoIsAsked(group, cases, applications, travellers);
      // What an officer asked goes before the papers that every file needs.
      const asking =
        applications.find(({ id }) => asked.get(id) === 'question') ?? applications.find(({ id }) => asked.get(id) === 'papers');
      const t = textsFor(language).of('assisted');
      const offer = offerOf(group);
      const title = assistedTitle(group.country, language);
      const path = `/visa-assistance/apply/${group.id}`;
      const date = (day: string) => formatDate(day, language, 'long');
      return {
        title,
        starts: group.arrival,
        way: applicationSteps.map((step) => ({ label: textsFor(language).of('evisas')(`steps.${step}`), to: null })),
        again: { same: path, other: '/visa-assistance' },
        ...(asking
          ? { asks: { words: t('state.asks'), to: `${path}?traveller=${asking.position + 1}`, go: t(goOf(asked.get(asking.id))) } }
          : {}),
        ...leftWithout(travellers, (at) => cases.some((one) => one.id === applications[at]?.id && one.outcome === 'refused')),
        next: [
          { icon: 'document', words: t('next.papers'), to: path },
          { icon: 'calendar', words: t('next.appointment', { city: t(`cities.${offer.assisted.counter.city}`) }), to: null },
          { icon: 'passport', words: t('next.passport'), to: null },
        ],
        keptDraft: null,
        fromCity: title,
        toCity: countryName(group.country, language),
        where: { countries: [group.country], city: null, setsOff: null, permit: true },
        posterOf: posterOfCountry(group.country, offer.slug),
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
            title: termsWords(offer.assisted, language),
            icon: 'visa',
            facts: [
              { name: t('facts.arrival'), value: date(group.arrival) },
              {
                name: t('facts.counter'),
                value: t(`counters.${offer.assisted.counter.kind}`, { city: t(`cities.${offer.assisted.counter.city}`) }),
              },
              { name: t('facts.authority'), value: offer.authority },
            ],
            members: applications.flatMap((application) => {
              const one = cases.find(({ id }) => id === application.id);
              return one ? [memberOf(one, travellers[application.position], application.position, path, language, asked.get(one.id))] : [];
            }),
            table: {
              title: t('refund.title'),
              note: t('refund.note'),
              columns: caseRefundColumns(language),
              rows: caseRefundRows(offer, language),
            },
          },
        ],
      };
    },

    async partOfTrip(orderId): Promise<TripPart> {
      const group = (await findGroupOfOrder(db, orderId))!;
      const order = (await findOrderAsSystem(db, orderId))!;
      return {
        from: group.arrival,
        until: group.arrival,
        role: 'opens',
        returns: false,
        countries: [group.country],
        // A counter promises no day; by the day before the journey it is known.
        decides: { who: 'authority', by: addDays(group.arrival, -1), lost: await keptAtStage(order, offerOf(group), 'refused') },
      };
    },

    reviewed: async () => null,

    async keptAt(orderId) {
      const group = (await findGroupOfOrder(db, orderId))!;
      return keptAtStage((await findOrderAsSystem(db, orderId))!, offerOf(group), 'lodged');
    },

    async listPapers(orderId): Promise<readonly PaperEntry[]> {
      const letters = await lettersOf(orderId);
      if (letters.length === 0) return [];
      const order = (await findOrderAsSystem(db, orderId))!;
      const { travellers } = await readPeople<EvisaPerson>(db, platform.crypto, order);
      return letters.map(({ position, name }) => {
        const person = travellers[position];
        return { name, kind: 'appointment', traveller: person ? `${person.givenNames} ${person.surname}`.trim() : null };
      });
    },

    async openPaper(orderId, name): Promise<Paper | null> {
      if (!letterPattern.test(name)) return null;
      const letter = (await lettersOf(orderId)).find((one) => one.name === name);
      const content = letter && (await readPaper(platform, letter.document));
      return letter && content ? { name, type: letter.document.type, content, foreign: true } : null;
    },

    // Its own pages lead to an order; the review page without one is not theirs.
    reviewDraft: async (): Promise<DraftOutcome> => ({ kind: 'none' }),
    placeDraft: async (): Promise<DraftPlaced> => ({ kind: 'refused', reason: 'draft-incomplete', reference: null, seats: [] }),
  };
}

/** What a case waits for its traveller with. */
type CaseAsk = 'question' | 'papers';

const goOf = (asked: CaseAsk | undefined) => (asked === 'question' ? 'state.reply' : 'state.answer');

/** Its traveller can send papers. */
const takesPapers = ({ status }: Pick<AssistedCase, 'status'>) => status === 'opened' || status === 'extra_requested';

function memberOf(
  one: AssistedCase,
  person: EvisaPerson | undefined,
  position: number,
  path: string,
  language: LanguageCode,
  asked: CaseAsk | undefined,
): DescribedMember {
  const t = textsFor(language).of('assisted');
  return {
    name: person ? `${person.givenNames} ${person.surname}`.trim() : '',
    state: t(`states.${one.status}.title`),
    tone: toneOfCase(one),
    note: t(`passportPlaces.${one.passport}`),
    link: { words: t(takesPapers(one) ? goOf(asked) : 'state.open'), to: `${path}?traveller=${position + 1}` },
  };
}
