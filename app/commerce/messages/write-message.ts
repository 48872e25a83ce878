import type { Translate } from '#app/ui/translate.ts';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { sayArrival } from '#app/ui/say-arrival.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { OrderDescription } from '../orders/order-description.ts';
import type { WayPaid } from '../payments/way-paid.ts';
import type { Letter, LetterRow, LetterSection } from './letter.ts';
import type { MailKind } from './mail-kinds.ts';
import type { ProductKind } from '../product-contract.ts';
import type { OrderTemplate } from './message-jobs.server.ts';

export interface MessageFacts {
  /** Words of its own stand under this name; where it has none, those of all orders serve. */
  readonly kind: ProductKind;
  readonly template: OrderTemplate;
  readonly language: LanguageCode;
  readonly reference: string;
  readonly description: OrderDescription;
  readonly total: Money;
  /** Clock in Dubai such as 14:32, or null. */
  readonly heldUntil: string | null;
  /** The day of that in Dubai, and the clock where the journey begins; `there` is null where it shows the same. */
  readonly limit: {
    readonly dubai: CalendarDate;
    readonly there: { readonly time: string; readonly date: string | null; readonly city: string } | null;
  } | null;
  readonly refund: Money | null;
  /** Which card gets what of it, where that is more than one or a transfer beside it; null: the card that paid. */
  readonly toCards?: readonly { readonly amount: Money; readonly ending: string | null }[] | undefined;
  /** What of it came by transfer and is transferred back by hand. */
  readonly byTransfer?: Money | undefined;
  /** With what it is paid, where the words of a mail differ by it. */
  readonly way?: WayPaid;
  /** Paid in four: who collects the parts has to do with the traveller's money. */
  readonly inFour?: boolean;
  /** What besides was paid with credit of the house and is credit again; with no `refund`, all of it. */
  readonly credited: Money | null;
  /** What becomes of the money of an order that ended, or that some have left; absent where nothing is to be said of it. */
  readonly back?: MoneyBack | undefined;
  /** By how much an exchange of flights made the price more, or less below zero; absent for every other mail. */
  readonly changedBy?: Money | undefined;
  /** The order has ended, or what was sold is done. */
  readonly over?: boolean;
  /** Until when the price stands in Dubai, where that is sooner than the limit. */
  readonly priceUntil?: { readonly day: CalendarDate; readonly time: string } | undefined;
  /** Who has left it, as people are called. */
  readonly who?: readonly string[];
  /** Of what was paid, what credit of the house paid; absent where a bank took all of it. */
  readonly byCredit?: Money | undefined;
  /** What was paid so far, of an order that is paid in parts; else the total. */
  readonly paid: Money;
  /** The next part that is asked for, with its local date. */
  readonly due: { readonly amount: Money; readonly by: string | null } | null;
  /** What is still to pay in all, of an order that is paid in parts. */
  readonly open: Money;
  /** What a first card holds and what is left to pay, while the rest is awaited. */
  readonly firstCard?: { readonly reserved: Money; readonly left: Money } | undefined;
  /** Opens the order without typing; absolute. */
  readonly link: string;
  readonly attachments: number;
}

/**
 * `by`: until when a bank shows it, as a rule. `reserved`: none was ever taken. `none`: the terms give nothing back. `free`: no
 * money of it ever moved, so there is nothing to give back.
 */
export type MoneyBack =
  | { readonly to: 'bank'; readonly amount: Money; readonly by: CalendarDate }
  | { readonly to: 'credit'; readonly amount: Money }
  | { readonly to: 'reserved' | 'none' | 'free' };

export interface WrittenMessage {
  readonly kind: MailKind;
  readonly subject: string;
  readonly letter: Letter;
}

/** A mail about an order. */
export function writeMessage(facts: MessageFacts, t: Translate): WrittenMessage {
  const { template, language, reference, description, credited } = facts;
  // Only what a bank takes is charged: what credit paid is said beside it, or instead of it.
  const byCredit = tellsCharged.includes(template) && facts.byCredit && facts.byCredit.amount > 0 ? facts.byCredit : null;
  const charged = (sum: Money) => (byCredit ? { ...sum, amount: Math.max(0, sum.amount - byCredit.amount) } : sum);
  const allCredit = byCredit !== null && charged(facts.paid).amount === 0;
  const sentBack = facts.refund ?? credited;
  const values = {
    reference,
    order: description.title,
    from: description.fromCity,
    to: description.toCity,
    total: formatMoney(charged(facts.total), language),
    time: facts.heldUntil ?? '',
    limit: facts.limit ? `${formatDate(facts.limit.dubai, language, 'day')}${comma(language)}${facts.heldUntil ?? ''}` : '',
    there: facts.limit?.there ? ` ${t('there', saidThere(facts.limit.there, language))}` : '',
    refund: sentBack ? formatMoney(sentBack, language) : '',
    paid: formatMoney(charged(facts.paid), language),
    credit: byCredit ? formatMoney(byCredit, language) : '',
    open: formatMoney(facts.open, language),
    who: facts.who?.join(comma(language)) ?? '',
    priceUntil: facts.priceUntil ? `${formatDate(facts.priceUntil.day, language, 'day')}${comma(language)}${facts.priceUntil.time}` : '',
    due: facts.due ? formatMoney(facts.due.amount, language) : '',
    reserved: facts.firstCard ? formatMoney(facts.firstCard.reserved, language) : '',
    left: facts.firstCard ? formatMoney(facts.firstCard.left, language) : '',
    dueDate: facts.due?.by ? formatDate(facts.due.by, language, 'long') : '',
    by: description.promisedBy ? formatDate(description.promisedBy, language, 'long') : '',
  };
  // Money that was only reserved comes back without an amount: none was ever taken.
  const words =
    template === 'order-refunded' && sentBack === null
      ? 'order-released'
      : template === 'balance-reduced' && facts.due === null
        ? 'balance-cleared'
        : facts.refund === null && credited !== null && (template === 'order-refunded' || template === 'order-part-refunded')
          ? (`${template}-credit` as const)
          : template;
  const { back } = facts;
  // Its text says it: where nothing was paid, nothing stands on a page of what comes back.
  const free = back?.to === 'free';
  const moneyBack =
    back && !free
      ? [
          t(`moneyBack.${back.to}${back.to === 'bank' && facts.inFour ? 'Four' : ''}`, {
            refund: 'amount' in back ? formatMoney(back.amount, language) : '',
            date: 'by' in back ? formatDate(back.by, language, 'long') : '',
          }),
        ]
      : [];
  const besides = credited && words === template ? [t('toCredit', { credit: formatMoney(credited, language) })] : [];
  // The mail that all of it is back comes when a statement has shown the transfer leaving.
  const transfer = template === 'order-refunded' ? 'transferred' : 'toTransfer';
  const ways = [
    ...(facts.toCards ?? []).map(({ amount, ending }) =>
      t(ending === null ? 'toCard' : 'toCardOf', { amount: formatMoney(amount, language), ending }),
    ),
    ...(facts.byTransfer ? [t(transfer, { amount: formatMoney(facts.byTransfer, language) })] : []),
  ];
  const toCards =
    ways.length > 0 && words === template ? [t(facts.byTransfer ? 'toWays' : 'toCards', { parts: ways.join(comma(language)) })] : [];
  const four = facts.inFour ? fourSentences[words] : undefined;
  const say = (part: string) => t([`${facts.kind}.${words}.${part}`, `${words}.${part}`], values);
  /** A card is what most pay with; of another way the words are told where there are some. */
  const sayByWay = (part: 'title' | 'text') => {
    const texts = [
      ...(facts.byTransfer ? [`${part}-transfer`] : []),
      ...(facts.way && facts.way !== 'card' ? [`${part}-${facts.way}`] : []),
      part,
    ];
    return t(
      texts.flatMap((text) => [`${facts.kind}.${words}.${text}`, `${words}.${text}`]),
      values,
    );
  };
  const subject = say('subject');
  const title = sayByWay('title');
  const paragraphs = [
    ...(free ? [t(`${words}.free`, values)] : allCredit ? [say('byCredit')] : [sayByWay('text')]),
    ...(byCredit && !allCredit ? [t('byCredit', values)] : []),
    ...(words.startsWith('order-part-refunded') && !facts.over ? [t('standsAsIs')] : []),
    ...(words === 'order-kept' && facts.priceUntil ? [say('priceUntil')] : []),
    ...(words === 'order-accepted' && description.promisedBy ? [say('promise')] : []),
    ...(words === 'order-confirmed' && facts.due?.by ? [t('rest', values)] : []),
    ...(words === 'booking-changed' && facts.due?.by ? [t('restOfChange', values)] : []),
    ...(facts.changedBy ? [changeInWords(facts.changedBy, t, language)] : []),
    ...moneyBack,
    ...toCards,
    ...besides,
    ...(four ? [t(four)] : []),
    ...(facts.attachments > 0 ? [t('attached', { count: facts.attachments })] : []),
  ];
  const legs =
    template === 'order-link' ? [] : description.slices.flatMap((slice) => slice.segments.map((segment) => legOf(segment, language)));
  const sections = template === 'order-link' ? [] : description.parts.flatMap(sectionsOf);
  const button = say('button');
  const foot = [t('foot.reference', { reference }), t('foot.reply')];
  return {
    kind: `orders.${words}`,
    subject,
    letter: { language, title, paragraphs, rows: legs.map(rowOf), sections, button, link: facts.link, foot },
  };
}

/** What a change of flights cost, or brings back; fees are in it. */
function changeInWords({ amount, currency }: Money, t: Translate, language: LanguageCode): string {
  const sum = formatMoney(money(Math.abs(amount), currency), language);
  return t(amount > 0 ? 'changeCost.more' : amount < 0 ? 'changeCost.back' : 'changeCost.nothing', { amount: sum });
}

/** Mails that say what was charged. */
const tellsCharged: readonly OrderTemplate[] = ['order-ticketed', 'order-accepted', 'order-confirmed'];

/** Beside which words it is said that the money goes by way of who collects it in four. */
const fourSentences: Readonly<Record<string, string>> = {
  'order-ticketed': 'inFour.taken',
  'order-accepted': 'inFour.taken',
  'order-confirmed': 'inFour.taken',
  'payment-late-refunded': 'inFour.back',
  'order-released': 'inFour.released',
};

function saidThere({ time, date, city }: { time: string; date: string | null; city: string }, language: LanguageCode) {
  return { time: date === null ? time : `${formatDate(date, language, 'day')}${comma(language)}${time}`, city };
}

interface Leg {
  readonly when: string;
  readonly flight: string;
  readonly route: string;
}

function legOf(segment: OrderDescription['slices'][number]['segments'][number], language: LanguageCode): Leg {
  const clock = (local: string) => local.slice(11, 16);
  return {
    when: formatDate(segment.from.local, language, 'day'),
    flight: segment.flight,
    route: `${segment.from.city} (${segment.from.code}) ${clock(segment.from.local)} – ${segment.to.city} (${segment.to.code}) ${sayArrival(segment.from.local, segment.to.local, language)}`,
  };
}

/** A part that is no journey: its facts, and the table of its terms, row by row. */
function sectionsOf({ title, facts, table }: OrderDescription['parts'][number]): LetterSection[] {
  return [
    ...(facts.length > 0 ? [{ title, rows: facts.map(({ name, value }) => ({ head: name, words: value })) }] : []),
    // A mail has no head of columns: each cell says what it is.
    ...(table
      ? [
          {
            title: table.title,
            rows: table.rows.map(([head = '', ...rest]) => ({
              label: table.columns[0] ?? '',
              head,
              words: rest.map((cell, index) => `${table.columns[index + 1]}: ${cell}`).join(' · '),
            })),
          },
        ]
      : []),
  ];
}

function rowOf(leg: Leg): LetterRow {
  return { head: leg.when, under: leg.flight, words: leg.route };
}
