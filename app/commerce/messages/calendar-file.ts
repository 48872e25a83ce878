import type { Instant } from '#app/values/dates.ts';

export interface CalendarEntry {
  /** Stable for one call or appointment, so that a calendar replaces what it has. */
  readonly id: string;
  /** Grows with every change. */
  readonly version: number;
  readonly from: Instant;
  readonly until: Instant;
  readonly now: Instant;
  readonly title: string;
  readonly text: string;
  /** A room, or the address of a call. */
  readonly place?: string;
  readonly link: string;
  readonly calledOff: boolean;
}

const escaped = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');
const moment = (at: Instant) => `${new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

/** Lines of at most 75 octets, the rest on lines that begin with a blank (RFC 5545, 3.1); a character is never cut. */
function folded(line: string): string {
  const lines: string[] = [''];
  let room = 75;
  for (const sign of line) {
    const octets = Buffer.byteLength(sign);
    if (octets > room) {
      lines.push(' ');
      room = 74;
    }
    lines[lines.length - 1] += sign;
    room -= octets;
  }
  return lines.join('\r\n');
}

const methodOf = (calledOff: boolean) => (calledOff ? 'CANCEL' : 'PUBLISH');
/** The type that such a file is sent with: programs go by its method before they open it. */
export const calendarType = (calledOff: boolean) => `text/calendar; method=${methodOf(calledOff)}; charset=utf-8`;

/** A call or an appointment as a file for calendars (RFC 5545, RFC 5546). Times are in UTC: each calendar shows its own zone. */
export function calendarFile(entry: CalendarEntry): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rihla//Appointments//EN',
    `METHOD:${methodOf(entry.calledOff)}`,
    'BEGIN:VEVENT',
    `UID:${entry.id}@rihla.example`,
    `SEQUENCE:${entry.version}`,
    `DTSTAMP:${moment(entry.now)}`,
    `DTSTART:${moment(entry.from)}`,
    `DTEND:${moment(entry.until)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(entry.text)}`,
    ...(entry.place ? [`LOCATION:${escaped(entry.place)}`] : []),
    `URL:${entry.link}`,
    `STATUS:${entry.calledOff ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n');
}
