import { addMilliseconds, hourMs, type Instant } from '#app/values/dates.ts';

/** What may hold a mail up: `account` and `order` are owed, `service` answers, `courtesy` and `letter` can wait. */
export const mailConcerns = ['account', 'order', 'service', 'courtesy', 'letter'] as const;
export type MailConcern = (typeof mailConcerns)[number];

/** How a message travels: to a mailbox, or as a short text to a telephone. Both lie in one log. */
export const mailChannels = ['mail', 'text'] as const;
export type MailChannel = (typeof mailChannels)[number];

export const mailStates = ['queued', 'sent', 'failed', 'bounced', 'suppressed'] as const;
export type MailStatus = (typeof mailStates)[number];

export const suppressionReasons = ['hard-bounce', 'complaint', 'by-hand'] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** Whole hours of the reader's day; `quietFrom` may be later than `quietUntil`, over midnight. Equal: never quiet. */
export interface MailHours {
  readonly quietFrom: number;
  readonly quietUntil: number;
  /** Courtesies and letters to one address within 24 hours. */
  readonly dailyCap: number;
  /** Texts to one number within 24 hours; what is urgent may go up to twice that. */
  readonly textCap: number;
}

export type MailDecision =
  | { readonly does: 'send' }
  | { readonly does: 'suppress'; readonly cause: SuppressionReason | 'daily-cap' }
  | { readonly does: 'wait'; readonly cause: 'quiet-hours' | 'daily-cap'; readonly until: Instant };

/** What becomes of a mail: nobody is written to where mails come back, and only what is owed gets past any other word. */
export function decideMail(ask: {
  readonly concern: MailConcern;
  readonly suppressed: SuppressionReason | null;
  /** IANA zone of the reader. */
  readonly zone: string;
  readonly hours: Omit<MailHours, 'textCap'>;
  /** When the courtesies and letters of the last 24 hours left, oldest first. */
  readonly recent: readonly Instant[];
  readonly now: Instant;
}): MailDecision {
  const { concern, suppressed, hours, now } = ask;
  const owed = concern === 'account' || concern === 'order';
  if (suppressed && (suppressed === 'hard-bounce' || !owed)) return { does: 'suppress', cause: suppressed };
  if (concern !== 'courtesy' && concern !== 'letter') return { does: 'send' };
  const wait = msUntilAwake(hours, ask.zone, now);
  if (wait > 0) return { does: 'wait', cause: 'quiet-hours', until: addMilliseconds(now, wait) };
  if (ask.recent.length >= hours.dailyCap) {
    const frees = ask.recent[ask.recent.length - hours.dailyCap]!;
    return { does: 'wait', cause: 'daily-cap', until: addMilliseconds(frees, 24 * hourMs) };
  }
  return { does: 'send' };
}

/**
 * What becomes of a text beside a mail: none goes to a number that is refused or whose owner wants none. What can wait does,
 * for the morning and for its turn; what is urgent goes at any hour, and is left to its mail past twice the day's number.
 */
export function decideText(ask: {
  readonly concern: MailConcern;
  readonly suppressed: SuppressionReason | null;
  /** IANA zone of the number. */
  readonly zone: string;
  readonly hours: Omit<MailHours, 'dailyCap'>;
  /** When the texts of the last 24 hours left, oldest first. */
  readonly recent: readonly Instant[];
  readonly now: Instant;
}): MailDecision {
  const { suppressed, hours, recent, now } = ask;
  if (suppressed) return { does: 'suppress', cause: suppressed };
  if (ask.concern !== 'courtesy') return recent.length >= 2 * hours.textCap ? { does: 'suppress', cause: 'daily-cap' } : { does: 'send' };
  const wait = msUntilAwake(hours, ask.zone, now);
  if (wait > 0) return { does: 'wait', cause: 'quiet-hours', until: addMilliseconds(now, wait) };
  const frees = recent[recent.length - hours.textCap];
  return frees === undefined ? { does: 'send' } : { does: 'wait', cause: 'daily-cap', until: addMilliseconds(frees, 24 * hourMs) };
}

/** Until the quiet hours of a zone end; 0 outside them. Zones with a half hour are read by their own clock. */
export function msUntilAwake({ quietFrom, quietUntil }: Pick<MailHours, 'quietFrom' | 'quietUntil'>, zone: string, now: Instant): number {
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: zone }).format(now);
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  const quiet = quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil;
  if (!quiet) return 0;
  const minutes = ((quietUntil - hour + 24) % 24) * 60 - minute;
  return minutes * 60_000;
}

/** Where a telephone number of that country code is usually answered; of countries with many zones their biggest. */
const zonesByCode: readonly (readonly [code: string, zone: string])[] = [
  ['971', 'Asia/Dubai'],
  ['966', 'Asia/Riyadh'],
  ['974', 'Asia/Qatar'],
  ['973', 'Asia/Bahrain'],
  ['965', 'Asia/Kuwait'],
  ['968', 'Asia/Muscat'],
  ['962', 'Asia/Amman'],
  ['961', 'Asia/Beirut'],
  ['351', 'Europe/Lisbon'],
  ['20', 'Africa/Cairo'],
  ['34', 'Europe/Madrid'],
  ['44', 'Europe/London'],
  ['49', 'Europe/Berlin'],
  ['33', 'Europe/Paris'],
  ['52', 'America/Mexico_City'],
  ['55', 'America/Sao_Paulo'],
  ['63', 'Asia/Manila'],
  ['91', 'Asia/Kolkata'],
  ['92', 'Asia/Karachi'],
  ['1', 'America/New_York'],
];

/** The zone whose night is respected, by an E.164 number; Dubai where it says nothing. */
export function zoneOfPhone(phone: string | null | undefined): string {
  const digits = (phone ?? '').replace(/^\+|^00/, '');
  return zonesByCode.find(([code]) => digits.startsWith(code))?.[1] ?? 'Asia/Dubai';
}

/** An address or a number that can be recognised by its owner and nobody else: m•••@example.com, +971•••67. */
export function maskedAddress(address: string): string {
  if (/^\+\d{7,15}$/.test(address)) return `${address.slice(0, 4)}•••${address.slice(-2)}`;
  const at = address.lastIndexOf('@');
  if (at < 1) return address === '' ? '' : '•••';
  return `${[...address][0]}•••${address.slice(at)}`;
}

/**
 * RFC 3463: only 5.1.x speaks of the address. A 550 is also said of our own standing, of a full box or of what we wrote,
 * and none of that may shut somebody out of their mails for ever.
 */
export function saysNoMailbox({ response }: { readonly response?: string }): boolean {
  return /^5\d\d[ -]5\.1\.\d{1,3}\b/.test(response ?? '');
}
