import type { IconName } from '#app/ui/icon-names.ts';
import type { PosterArt } from '#app/ui/poster/poster-names.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';

/*
 * What an order consists of, in plain data and already in the reader's language where names are concerned: a product
 * describes, the shop's pages, mails and papers show.
 */

export interface DescribedEnd {
  /** IATA code. */
  readonly code: string;
  readonly city: string;
  readonly airport: string;
  readonly terminal: string | null;
  /** Wall clock at the place, YYYY-MM-DDTHH:mm. */
  readonly local: string;
  /** The same instant, ISO in UTC. */
  readonly utc: string;
  readonly zone: string;
}

export interface DescribedSegment {
  /** Such as EK 332. */
  readonly flight: string;
  readonly airlineCode: string;
  readonly airline: string;
  /** Null when it is the airline itself. */
  readonly operator: string | null;
  readonly from: DescribedEnd;
  readonly to: DescribedEnd;
  readonly minutes: number;
  /** Catalogue key under `cabins`. */
  readonly cabin: string;
  /** In the travellers' order; without those who have no seat of their own choice. */
  readonly seats: readonly string[];
  /** Before this flight; null for the first of its direction. */
  readonly layover: DescribedLayover | null;
  /** Of a flight that begins another ticket within its direction: checked in by itself. */
  readonly checkIn?: DescribedCheckIn;
  /** What its airline changed of it and nobody has answered; absent where it flies as it was sold. Its hours are those of now. */
  readonly changed?: DescribedChange;
}

/** A flight that its airline changed. */
export interface DescribedChange {
  /** False: the airline does not fly it any more, and its hours are those that were sold. */
  readonly flies: boolean;
  /** As it was sold, each null where that is so still or stood for another flight: its number, and when it left and landed. */
  readonly flight: string | null;
  readonly from: string | null;
  readonly to: string | null;
}

/** When an airline opens its own check-in, and closes it. */
export interface DescribedCheckIn {
  readonly airline: string;
  readonly opens: DescribedMoment;
  readonly closes: DescribedMoment;
}

export interface DescribedLayover {
  readonly minutes: number;
  readonly overnight: boolean;
  /** IATA code of where the flight before it lands; another one than this flight's where the airport changes. */
  readonly arrivesAt: string;
  readonly airportChange: boolean;
  /** Of one airport; null where the terminal stays or is not known. */
  readonly terminals: { readonly from: string; readonly to: string } | null;
  /** The next flight is on another ticket. */
  readonly selfTransfer: boolean;
  /** Of a change to another ticket: less time than that takes, since an airline moved its flight. */
  readonly short?: true;
  /** What there is to say of it besides: little time or much, nothing that flies at night, or the last way on that day. */
  readonly feels?: 'tight' | 'long' | 'closed' | 'last';
}

export interface DescribedSlice {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
  readonly stops: number;
  /** Calendar days between the local departure and arrival. */
  readonly dayShift: number;
  readonly segments: readonly DescribedSegment[];
  /** When the airline that flies first opens its own check-in, and closes it; absent where it is not known. */
  readonly checkIn?: DescribedCheckIn;
}

/**
 * What is checked in by itself: a direction, or each ticket of one in which the traveller changes on their own. Nobody checks in
 * for a flight that its airline does not fly any more.
 */
export function checkedInOf({ from, to, segments, checkIn }: DescribedSlice) {
  const starts = segments.flatMap(({ layover }, at) => (at === 0 || layover?.selfTransfer ? [at] : []));
  const parts = starts.map((at, part) => {
    const first = segments[at]!;
    const next = starts[part + 1];
    return {
      first,
      from: at === 0 ? from : first.from.city,
      to: next === undefined ? to : segments[next - 1]!.to.city,
      checkIn: at === 0 ? checkIn : first.checkIn,
    };
  });
  return parts.filter(({ first }) => first.changed?.flies !== false);
}

/** Local time at a place, YYYY-MM-DDTHH:mm, and the same instant in UTC. */
export interface DescribedMoment {
  readonly local: string;
  readonly utc: string;
}

/** What somebody has to see to before they leave, where it is done, and who said so when. */
export interface DescribedTask {
  readonly title: string;
  readonly text: string;
  readonly link: string;
  readonly source: string;
  readonly checked: string;
}

export interface DescribedTraveller {
  /** As printed: HADDAD / LAYLA MS. */
  readonly name: string;
  /** Catalogue key under `types`. */
  readonly type: string;
  /** Null where none was asked for. */
  readonly passport: {
    readonly country: string;
    /** ISO 3166 alpha-2 of the country, where the product tells it. */
    readonly code?: string;
    readonly lastDigits: string;
    readonly expires: string;
  } | null;
  /** Thirteen digits each; of several in conjunction the first one's, and the last two of the last: `1762400000001-02`. */
  readonly tickets: readonly string[];
  /** What was asked of the seller for them, in words, and what it said. */
  readonly requests: readonly DescribedRequest[];
  /** What was paid for them beside the fare, and what became of it; absent where nothing was. */
  readonly extras?: readonly DescribedExtra[];
}

export interface DescribedExtra {
  readonly words: string;
  /** In words, with the document's number. */
  readonly state: string;
  /** Its document is being issued. */
  readonly coming: boolean;
}

export interface DescribedRequest {
  readonly words: string;
  readonly state: 'requested' | 'confirmed' | 'refused';
}

/** What the seller of a part allows: not saying is an answer of its own. */
export interface DescribedRule {
  readonly permission: 'allowed' | 'not-allowed' | 'unknown';
  /** Per traveller; null: free when allowed. */
  readonly penalty: Money | null;
}

export interface DescribedBag {
  readonly pieces: number | null;
  readonly kilograms: number | null;
}

/** What of a fare may differ by direction. */
export interface DescribedTerms {
  readonly change: DescribedRule;
  readonly cabinBag: DescribedBag | null;
  readonly checkedBag: DescribedBag | null;
  /** What a baby on a lap checks in; absent where none travels. Neither pieces nor kilograms: the airline does not say. */
  readonly lapInfantBag?: DescribedBag | null;
  /** What else there is to know of the bags, in words: how they are counted, how large they may be, whose rules hold. */
  readonly bagNotes?: readonly string[];
  /** The terms hold for so many flights; absent: one. */
  readonly flown?: number;
}

export interface DescribedContract extends DescribedTerms {
  readonly airline: string;
  /** Which flights it is for, as codes of airports, where there is another contract beside it. */
  readonly flights?: string;
  /** The airline's booking code once it exists. */
  readonly locator: string | null;
  /** Name of the fare family. */
  readonly family: string;
  readonly refund: DescribedRule;
  /** What comes back of the taxes of everybody who does not fly, whatever the fare says; absent where nothing would. */
  readonly taxesBack?: Money;
  readonly noShow: DescribedRule;
  /** What its seller takes for a change besides, for the whole order; absent where it takes nothing. */
  readonly ourChangeFee?: Money;
  /** Of a ticket with another fare in each direction: theirs, in order. Its own terms are the strictest of them. */
  readonly directions?: readonly (DescribedTerms & { readonly from: string; readonly to: string })[];
}

export interface DescribedFact {
  readonly name: string;
  readonly value: string;
  /** A place or a time that its owner may show to those at home: nothing of money, people or codes. */
  readonly told?: true;
}

/** A part that is no journey: facts, who or what belongs to it and how each of them stands, and a table of its terms. */
export interface DescribedPart {
  readonly title: string;
  readonly icon: IconName;
  readonly facts: readonly DescribedFact[];
  readonly members: readonly DescribedMember[];
  readonly table: {
    readonly title: string;
    readonly note: string;
    readonly columns: readonly string[];
    readonly rows: readonly (readonly string[])[];
  } | null;
}

export interface DescribedMember {
  readonly name: string;
  readonly state: string;
  readonly tone: 'plain' | 'ok' | 'warn' | 'danger' | 'info';
  readonly note: string | null;
  readonly link: DescribedLink | null;
}

export interface DescribedLink {
  readonly words: string;
  readonly to: string;
}

/** What is asked in a sentence, and where it is answered. */
export interface DescribedAsk extends DescribedLink {
  /** What the button that leads there says. */
  readonly go: string;
}

/** A link with a section of its own: the heading says what it is about, the link what happens. */
export interface DescribedPath extends DescribedLink {
  readonly heading: string;
}

/** Something that its holder lets its seller do without being asked, as one of some choices; words are said already. */
export interface DescribedConsent {
  readonly heading: string;
  readonly text: string;
  /** Of the field, and its name. */
  readonly label: string;
  readonly field: string;
  readonly choices: readonly { readonly value: string; readonly words: string }[];
  readonly chosen: string;
  /** Since when what is chosen is agreed; null where nothing is. */
  readonly since: string | null;
  /** Where the choice is sent, the words of the button, and what is said when it is kept. */
  readonly to: string;
  readonly save: string;
  readonly saved: string;
}

/** A step of buying, or one of what comes next. Without `to` it is only said. */
export interface DescribedStep {
  readonly icon: IconName;
  readonly words: string;
  readonly to: string | null;
}

/** Where an order takes place, for telling which orders are of one trip. */
export interface DescribedPlace {
  /** ISO 3166 alpha-2 of where it takes its travellers; of a visa what it opens. Empty where nobody wrote it down. */
  readonly countries: readonly string[];
  /** The city or area it is in, or goes to, in the reader's language; null where that is more than one, or not known. */
  readonly city: string | null;
  /** Where it leaves from; null for what carries nobody. */
  readonly setsOff: { readonly city: string; readonly country: string | null } | null;
  /** It opens a country for a time, and says nothing of the days on which anybody is there. */
  readonly permit: boolean;
}

export interface OrderDescription {
  /** What it is in one line: "Dubai to Manila", "E-visa for India". */
  readonly title: string;
  /** Local date on which it begins. */
  readonly starts: string;
  /** The steps of buying it, the last being to pay. */
  readonly way: readonly { readonly label: string; readonly to: string | null }[];
  /** Where the same can be asked for once more, and where another is looked for. */
  readonly again: { readonly same: string; readonly other: string };
  /** What the traveller does after paying. */
  readonly next: readonly DescribedStep[];
  /** Why it cannot be paid as it was placed, in words; absent where nothing is known against it. */
  readonly stopped?: { readonly title: string; readonly text: string };
  /** What a country asks of those who leave it; absent where nothing is known to be asked. */
  readonly tasks?: readonly DescribedTask[];
  /** Where its holder changes it or answers its seller; null when neither is possible now. */
  readonly change?: DescribedPath & { readonly urgent: string | null };
  /** Where more is bought beside what is sold; `closed`: why nothing can be added now, in words. Absent where nothing ever is. */
  readonly adds?: DescribedPath & { readonly urgent: string | null; readonly closed: string | null };
  /** Where a mistake in the name of somebody on it is put right; absent where none can be, and nothing is under way. */
  readonly names?: DescribedPath & { readonly urgent: string | null };
  /** Where only some of those on it leave it; absent where nobody can, and nothing is under way. */
  readonly leaves?: DescribedPath & { readonly urgent: string | null };
  /** What its holder may allow its seller beforehand; absent where nothing is to be allowed now. */
  readonly allows?: DescribedConsent;
  /** Local date by which it is promised, once that is counted; absent where nothing is promised. */
  readonly promisedBy?: CalendarDate;
  /** Until when its price stands, where that is sooner than its places are let go; ISO in UTC. */
  readonly priceUntil?: string;
  /** What whoever works on it asked of its holder and waits for; absent where nothing is. */
  readonly asks?: DescribedAsk;
  /** Who has not got what others on it have, as people are called; absent where nobody is left without. */
  readonly without?: readonly string[];
  /** Its operator does not run it: until when its holder chooses what happens now, ISO in UTC; absent where it runs. */
  readonly calledOff?: string;
  /** Where another date is chosen for what is called off. */
  readonly instead?: DescribedLink;
  /** Where the browser keeps the draft that is done with once it is paid; null when nothing is kept there. */
  readonly keptDraft: string | null;
  readonly parts: readonly DescribedPart[];
  readonly fromCity: string;
  readonly toCity: string;
  readonly where: DescribedPlace;
  /** The picture of the destination. */
  readonly posterOf: { readonly place: string; readonly art: PosterArt };
  readonly slices: readonly DescribedSlice[];
  readonly travellers: readonly DescribedTraveller[];
  /** Who was on it and has left, as people are called, in the order in which they left; absent where nobody can. */
  readonly left?: readonly string[];
  /** How many go, where not each of them is named; absent where `travellers` are all. */
  readonly party?: number;
  readonly contracts: readonly DescribedContract[];
  /** Tickets that know nothing of each other, where there are more of them than `contracts`. */
  readonly separateTickets?: number;
}

/** A paper that can be fetched; it is made when asked for. */
export interface PaperEntry {
  /** Last part of its address: e-ticket-1762145678901.pdf. */
  readonly name: string;
  readonly kind: 'ticket' | 'calendar' | 'visa' | 'boarding' | 'appointment' | 'voucher';
  /** Whose ticket or visa it is. */
  readonly traveller: string | null;
  /** Which flights it is for, as codes of airports, where a traveller has one for each of several; absent otherwise. */
  readonly flights?: string;
}

export interface Paper {
  readonly name: string;
  readonly type: 'application/pdf' | 'text/calendar' | 'image/jpeg' | 'image/png';
  readonly content: Buffer;
  /** Made by somebody else: saved, never shown inside our pages. */
  readonly foreign?: true;
}

const hidden = '•••';

/** The same order for somebody who knows its reference but has not shown that it is theirs: no names, papers or numbers. */
export function masked(whole: OrderDescription): OrderDescription {
  const { asks: _, allows: __, without: ___, ...description } = whole;
  return {
    ...description,
    travellers: description.travellers.map((traveller) => ({
      ...traveller,
      name: traveller.name
        .split(/\s+/)
        .map((word) => (/^[A-Z]/i.test(word) ? `${word[0]}${hidden}` : word))
        .join(' '),
      passport: null,
      tickets: [],
      requests: [],
      extras: [],
    })),
    contracts: description.contracts.map((contract) => ({ ...contract, locator: null })),
    parts: description.parts.map((part) => ({ ...part, members: [] })),
    // They tell a passport.
    tasks: [],
    next: description.next.filter(({ icon }) => icon !== 'passport'),
  };
}

/** l•••@example.com: enough to recognise one's own address. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? hidden : `${email[0]}${hidden}${email.slice(at)}`;
}
