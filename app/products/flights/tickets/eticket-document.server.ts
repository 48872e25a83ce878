import { toSVG } from 'bwip-js/node';
import type { Translate } from '#app/ui/translate.ts';
import { typeset } from '#app/platform/typesetting.server.ts';
import type { PaperBrand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { addMoney, type Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { boardingBarcode } from './boarding-barcode.ts';
import { extraBagKilograms } from '../extras/extras-price.ts';
import template from './eticket-document.typ?raw';
import { ticketedBasis } from '../fares/fare-basis.ts';
import type { PaperNames } from './paper-names.ts';
import { couponAt, spokenTicket, ticketDigits } from './ticket-number.ts';
import { rulesOfDirection } from '../fares/fare-rules.ts';
import {
  feelsOf,
  type BaggageAllowance,
  type FamilyRules,
  type FareBrand,
  type FareRule,
  type Layover,
  type LocalMoment,
  type PassengerType,
  type Slice,
} from '../offer.ts';

/** One ticket of one traveller, with everything that is printed on its receipt. */
export interface EticketPaper {
  /** Thirteen digits: the airline's three and ten more. */
  readonly ticketNumber: string;
  /** How many numbers it has; absent: one. */
  readonly booklets?: number;
  readonly pnr: string;
  readonly orderReference: string;
  /** ISO instant. */
  readonly issuedAt: string;
  readonly passenger: { readonly surname: string; readonly given: string; readonly title: string | null; readonly type: PassengerType };
  readonly slices: readonly Slice[];
  /** The way to its first flight from another ticket, and the terminal that it begins at; null where it begins a direction. */
  readonly comesFrom: { readonly layover: Layover; readonly terminal: string | null } | null;
  readonly brand: FareBrand;
  readonly brandName: string;
  /** Airline and number of the programme its miles go to; null: none. */
  readonly frequentFlyer: string | null;
  /** By segment in flying order; null: not chosen. */
  readonly seats: readonly (string | null)[];
  /** Paid beside the fare on this contract: what, and its state with its number. */
  readonly extras: readonly { readonly words: string; readonly state: string }[];
  /** Pieces of baggage that were bought beside the fare, for each direction of it. */
  readonly boughtBags: readonly number[];
  /** What this ticket cost without our fee, as the traveller paid it. */
  readonly fare: Money;
  readonly taxes: Money;
}

/** The e-ticket receipt of one traveller as PDF, in any of the five languages. */
export function setEticket(
  paper: EticketPaper,
  { names, brand }: { readonly names: PaperNames; readonly brand: PaperBrand },
  language: LanguageCode,
): Promise<Buffer> {
  const t = textsFor(language).of('documents');
  const segments = paper.slices.flatMap((slice, direction) =>
    slice.segments.map((segment, index) => ({
      segment,
      direction,
      layover:
        index > 0
          ? { layover: slice.layovers[index - 1]!, terminal: slice.segments[index - 1]!.toTerminal }
          : direction === 0
            ? paper.comesFrom
            : null,
    })),
  );
  const first = segments[0]!.segment;
  const numbered = { number: paper.ticketNumber, booklets: paper.booklets ?? 1 };
  const ticket = spokenTicket(ticketDigits(numbered));
  const end = (moment: LocalMoment, code: string, terminal: string | null) => ({
    time: moment.local.slice(11),
    code,
    ...names.place(code),
    terminal: terminal ? t('ticket.terminal', { terminal }) : null,
    date: formatDate(moment.local, language, 'long'),
    zone: zoneName(moment, language),
  });
  const bagsOf = ({ cabinBag, checkedBag, lapInfantBag }: FamilyRules, pieces: number) => {
    if (paper.passenger.type === 'infant') return t('ticket.bag.lapInfant', { checked: bagInWords(lapInfantBag, t) });
    const bought = pieces > 0 ? isolated(t('ticket.bag.pieces', { pieces, kilograms: extraBagKilograms })) : null;
    const own = bagInWords(checkedBag, t);
    const checked = bought === null ? own : checkedBag ? t('ticket.bag.andBought', { own, bought }) : t('ticket.bag.bought', { bought });
    return t('ticket.bag.both', { cabin: bagInWords(cabinBag, t), checked });
  };
  return typeset(template, {
    brand,
    language,
    rtl: language === 'ar',
    title: t('ticket.title', { number: ticket }),
    headline: t('headline'),
    footer: t('ticket.footer', { reference: paper.orderReference }),
    heading: t('ticket.heading'),
    passenger: {
      name: [`${paper.passenger.surname} / ${paper.passenger.given}`, paper.passenger.title].filter(Boolean).join(' ').toUpperCase(),
      type: t(`ticket.types.${paper.passenger.type}`),
    },
    pnr: paper.pnr,
    facts: [
      { label: t('ticket.number'), value: ticket, code: true },
      { label: t('ticket.airline'), value: names.airline(first.airline), code: false },
      { label: t('ticket.order'), value: paper.orderReference, code: true },
      ...(paper.frequentFlyer ? [{ label: t('ticket.frequentFlyer'), value: paper.frequentFlyer, code: true }] : []),
      { label: t('ticket.issuedOn'), value: sayDay(paper.issuedAt, language), code: false },
    ],
    words: {
      pnr: t('ticket.pnr'),
      cabin: t('ticket.cabin'),
      basis: t('ticket.basis'),
      seat: t('ticket.seat'),
      bags: t('ticket.bags'),
      status: t('ticket.status'),
      confirmed: t('ticket.confirmed'),
      fare: t('ticket.fare'),
      fareNote: t('ticket.fareNote'),
      before: t('ticket.before'),
      barcodes: t('ticket.barcodes'),
      barcodeNote: t('ticket.barcodeNote'),
    },
    legs: segments.map(({ segment, layover, direction }, index) => {
      const seat = paper.seats[index] ?? null;
      const { number, coupon } = couponAt(numbered, index);
      return {
        flight: `${segment.airline} ${segment.number}`,
        coupon:
          numbered.booklets > 1 ? t('ticket.couponOf', { coupon, number: isolated(spokenTicket(number)) }) : t('ticket.coupon', { coupon }),
        airline: names.airline(segment.airline),
        operatedBy:
          segment.operator === segment.airline ? null : t('ticket.operatedBy', { airline: isolated(names.airline(segment.operator)) }),
        duration: t('ticket.duration', hoursAndMinutes(segment.minutes)),
        departs: end(segment.departs, segment.from, segment.fromTerminal),
        arrives: end(segment.arrives, segment.to, segment.toTerminal),
        cabin: t('ticket.class', { cabin: t(`ticket.cabins.${segment.cabin}`), letter: segment.bookingClass }),
        basis: paper.brand.fareBasis?.[index] ? ticketedBasis(paper.brand.fareBasis[index], paper.passenger.type) : null,
        seat: seat ?? t(paper.passenger.type === 'infant' ? 'ticket.lap' : 'ticket.seatLater'),
        seatIsCode: seat !== null,
        bags: bagsOf(rulesOfDirection(paper.brand, direction), paper.boughtBags[direction] ?? 0),
        layover: layover ? layoverInWords(layover.layover, layover.terminal, segment.fromTerminal, names, t) : null,
        barcode: barcodeSvg(boardingBarcode({ ...paper.passenger, pnr: paper.pnr, segment, seat })),
      };
    }),
    extrasHeading: t('ticket.extras'),
    extras: paper.extras.map(({ words, state }) => ({ words, state: language === 'ar' ? withNumbersApart(state) : state })),
    rulesHeading: t('ticket.rulesHeading', { family: isolated(paper.brandName) }),
    rules: [
      ...changeRules(paper, t, language),
      { name: t('ticket.rules.refund'), words: ruleInWords(paper.brand.refundBefore, 'refund', t, language) },
      { name: t('ticket.rules.refundAfter'), words: ruleInWords(paper.brand.refundAfter, 'refund', t, language) },
      { name: t('ticket.rules.noShow'), words: ruleInWords(paper.brand.noShow, 'refund', t, language) },
      ...(paper.brand.directions ? [{ name: t('ticket.rules.both'), words: t('ticket.rules.stricter') }] : []),
    ],
    fare: [
      { label: t('ticket.base'), amount: formatMoney(paper.fare, language) },
      { label: t('ticket.taxes'), amount: formatMoney(paper.taxes, language) },
    ],
    fareTotal: { label: t('ticket.total'), amount: formatMoney(addMoney(paper.fare, paper.taxes), language) },
    advice: [t('ticket.check'), t('ticket.passport'), t('ticket.times')],
  });
}

/** Of each direction that has a fare of its own. */
function changeRules({ brand, slices }: EticketPaper, t: Translate, language: LanguageCode): { name: string; words: string }[] {
  return (brand.directions ?? [brand]).flatMap((family: FamilyRules, direction) => {
    const name = (rule: string) => {
      const { from, to } = slices[direction]!;
      return brand.directions ? t('ticket.rules.on', { rule, from: isolated(from), to: isolated(to) }) : rule;
    };
    return [
      { name: name(t('ticket.rules.change')), words: ruleInWords(family.changeBefore, 'change', t, language) },
      { name: name(t('ticket.rules.changeAfter')), words: ruleInWords(family.changeAfter, 'change', t, language) },
    ];
  });
}

type T = Translate;

/** Between two flights of a direction: where, how long, and what has to be done there. */
function layoverInWords(layover: Layover, from: string | null, to: string | null, names: PaperNames, t: T): string {
  const feels = feelsOf(layover);
  return [
    t(layover.airportChange ? 'ticket.layoverAirport' : 'ticket.layover', {
      place: isolated(names.place(layover.airport).city),
      from: layover.airport,
      to: layover.departsFrom,
      ...hoursAndMinutes(layover.minutes),
    }),
    layover.overnight && t('ticket.overnight'),
    feels && t(`ticket.feels.${feels}`),
    layover.selfTransfer && t('ticket.selfTransfer'),
    !layover.airportChange && from !== null && to !== null && from !== to && t('ticket.layoverTerminals', { from, to }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function ruleInWords(rule: FareRule, about: 'change' | 'refund', t: T, language: LanguageCode): string {
  if (rule.permission === 'unknown') return t('ticket.rules.unknown');
  if (rule.permission === 'not-allowed') return t(about === 'change' ? 'ticket.rules.notChange' : 'ticket.rules.not-allowed');
  if (!rule.penalty || rule.penalty.amount === 0) return t(about === 'change' ? 'ticket.rules.freeChange' : 'ticket.rules.free');
  return t(about === 'change' ? 'ticket.rules.feeChange' : 'ticket.rules.fee', { amount: isolated(formatMoney(rule.penalty, language)) });
}

function bagInWords(bag: BaggageAllowance | null | undefined, t: T): string {
  if (bag === undefined) return t('ticket.bag.unknown');
  if (!bag) return t('ticket.bag.none');
  if (bag.pieces !== null && bag.kilograms !== null)
    return bag.pieces === 1 ? t('ticket.bag.weight', { kilograms: bag.kilograms }) : t('ticket.bag.pieces', { ...bag });
  if (bag.kilograms !== null) return t('ticket.bag.weight', { kilograms: bag.kilograms });
  return bag.pieces === null ? t('ticket.bag.unknown') : t('ticket.bag.piecesOnly', { count: bag.pieces });
}

/** PDF417 is the symbol for paper (Resolution 792); as SVG it stays sharp at any size. */
function barcodeSvg(text: string): string {
  const symbol = { bcid: 'pdf417', text, columns: 6, eclevel: 3, scale: 2, paddingwidth: 0, paddingheight: 0, barcolor: '1C1B2E' };
  return toSVG(symbol);
}

/** Document numbers keep their digits in order between Arabic words. */
const withNumbersApart = (state: string): string => state.replace(/\d{3}-\d{10}/g, '\u2066$&\u2069');

/** Keeps a name's own direction inside a sentence of the other one (Unicode first strong isolate). */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

function hoursAndMinutes(minutes: number): { hours: number; minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

const zoneLocales: Readonly<Record<LanguageCode, string>> = { en: 'en-GB', ar: 'ar-AE', tl: 'fil-PH', es: 'es-ES', pt: 'pt-BR' };

/** The zone's own name on that day, so that summer time reads as summer time. */
function zoneName(moment: LocalMoment, language: LanguageCode): string {
  const parts = new Intl.DateTimeFormat(zoneLocales[language], { timeZone: moment.zone, timeZoneName: 'long' }).formatToParts(
    new Date(moment.utc),
  );
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? moment.zone;
}
