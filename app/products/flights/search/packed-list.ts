import { money, type CurrencyCode, type Money } from '#app/values/money.ts';
import type { BaggageAllowance, FareRule } from '../offer.ts';
import type { CardLayover, CardSegment, CardSlice, FlightCard, ResultsList } from './results-view.ts';

declare const packed: unique symbol;
/** A list as one text: its thousands of values would otherwise be walked one by one on their way to the browser. */
export type PackedList = string & { readonly [packed]: true };

const mark = '\u0000';

/** The server draws the page right after it packed the list: it need not read its own packing. */
const justPacked = new Map<PackedList, ResultsList>();
const mostPacked = 16;

export function packList(list: ResultsList): PackedList {
  const rows = { ...list, cards: list.cards.map(cardRow), compared: list.compared.map(cardRow) };
  const text = swapQuotes(JSON.stringify(rows)) as PackedList;
  justPacked.set(text, list);
  if (justPacked.size > mostPacked) justPacked.delete(justPacked.keys().next().value!);
  return text;
}

export function unpackList(list: PackedList): ResultsList {
  return justPacked.get(list) ?? readPacked(list);
}

function readPacked(list: PackedList): ResultsList {
  const rows = JSON.parse(swapQuotes(list)) as Omit<ResultsList, 'cards' | 'compared'> & Record<'cards' | 'compared', CardRow[]>;
  return { ...rows, cards: rows.cards.map(cardOf), compared: rows.compared.map(cardOf) };
}

/*
 * Cards travel as rows without the names of their fields, which were more than half of a list. Each pair of functions
 * below says one order; what one forgets the types of the other miss.
 */

const moneyRow = ({ amount, currency }: Money) => [amount, currency] as const;
const moneyOf = ([amount, currency]: readonly [number, CurrencyCode]): Money => money(amount, currency);

const bagRow = (bag: BaggageAllowance | null) => bag && ([bag.pieces, bag.kilograms] as const);
const bagOf = (row: ReturnType<typeof bagRow>): BaggageAllowance | null => row && { pieces: row[0], kilograms: row[1] };

const ruleRow = ({ permission, penalty }: FareRule) => [permission, penalty && moneyRow(penalty)] as const;
const ruleOf = ([permission, penalty]: ReturnType<typeof ruleRow>): FareRule => ({ permission, penalty: penalty && moneyOf(penalty) });

const segmentRow = (one: CardSegment) =>
  [
    one.flight,
    one.airline,
    one.airlineName,
    one.operatorName,
    one.from,
    one.to,
    one.fromTerminal,
    one.toTerminal,
    one.departs,
    one.arrives,
    one.minutes,
    one.aircraftName,
    one.cabin,
    one.bookingClass,
    one.fareBasis ?? null,
  ] as const;

function segmentOf(row: ReturnType<typeof segmentRow>): CardSegment {
  const [flight, airline, airlineName, operatorName, from, to, fromTerminal, toTerminal, departs, arrives, minutes, ...fare] = row;
  const [aircraftName, cabin, bookingClass, fareBasis] = fare;
  return {
    flight,
    airline,
    airlineName,
    operatorName,
    from,
    to,
    fromTerminal,
    toTerminal,
    departs,
    arrives,
    minutes,
    aircraftName,
    cabin,
    bookingClass,
    ...(fareBasis ? { fareBasis } : {}),
  };
}

const layoverRow = (one: CardLayover) =>
  [
    one.airport,
    one.departsFrom,
    one.placeName,
    one.minutes,
    one.grade,
    one.overnight,
    one.airportChange,
    one.terminalChange,
    one.selfTransfer,
    one.transit,
    one.risk ?? null,
  ] as const;

function layoverOf(row: ReturnType<typeof layoverRow>): CardLayover {
  const [airport, departsFrom, placeName, minutes, grade, overnight, airportChange, terminalChange, selfTransfer, transit, risk] = row;
  return {
    airport,
    departsFrom,
    placeName,
    minutes,
    grade,
    overnight,
    airportChange,
    terminalChange,
    selfTransfer,
    transit,
    ...(risk ? { risk } : {}),
  };
}

const sliceRow = (one: CardSlice) =>
  [one.from, one.to, one.minutes, one.stops, one.dayShift, one.segments.map(segmentRow), one.layovers.map(layoverRow)] as const;

function sliceOf([from, to, minutes, stops, dayShift, segments, layovers]: ReturnType<typeof sliceRow>): CardSlice {
  return { from, to, minutes, stops, dayShift, segments: segments.map(segmentOf), layovers: layovers.map(layoverOf) };
}

const cardRow = (one: FlightCard) =>
  [
    one.key,
    one.offerId,
    one.brand,
    one.brandNameKey,
    one.lifted,
    sliceRow(one.slice),
    one.included.map(sliceRow),
    bagRow(one.cabinBag),
    bagRow(one.checkedBag),
    ruleRow(one.change),
    ruleRow(one.refund),
    moneyRow(one.total),
    moneyRow(one.each),
    one.co2,
    one.usualCo2,
    one.seatsLeft,
    one.tickets,
    one.lines,
    one.pricedAt,
  ] as const;
type CardRow = ReturnType<typeof cardRow>;

function cardOf(row: CardRow): FlightCard {
  const [key, offerId, brand, brandNameKey, lifted, slice, included, cabinBag, checkedBag, change, refund, total, each, ...others] = row;
  const [co2, usualCo2, seatsLeft, tickets, lines, pricedAt] = others;
  return {
    key,
    offerId,
    brand,
    brandNameKey,
    lifted,
    slice: sliceOf(slice),
    included: included.map(sliceOf),
    cabinBag: bagOf(cabinBag),
    checkedBag: bagOf(checkedBag),
    change: ruleOf(change),
    refund: ruleOf(refund),
    total: moneyOf(total),
    each: moneyOf(each),
    co2,
    usualCo2,
    seatsLeft,
    tickets,
    lines,
    pricedAt,
  };
}

/** Inside a text in a script in a page each double quote becomes four characters; a single one stays one. */
function swapQuotes(text: string): string {
  return text.includes("'") && text.includes('"')
    ? text.replaceAll("'", mark).replaceAll('"', "'").replaceAll(mark, '"')
    : text.includes('"')
      ? text.replaceAll('"', "'")
      : text.replaceAll("'", '"');
}
