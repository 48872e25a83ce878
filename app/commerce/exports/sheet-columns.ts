/*
 * A table of the house is text (CSV), and the names of its columns say what stands in them: `paid_utc`, `net_aed`, `seats`. A
 * workbook has numbers and days as such, in the columns that are for them and in no other: what a person typed, or what
 * something is called, is text even where it is all digits.
 */

/** Words in the name of a column that is of days and times. */
const times = 'utc,local,on,at,since,until,from,by,date,day,due,first,last,opened,closes,opens,changed,asked,decided,ends,back,seen,bought';
/** The same without such a word in their name. */
const timeColumns = 'arrival,appointment,lodged,passport,travel,issued,arrived,left,exited,as_of';
/** Words in the name of a column that is of sums, counts and shares. */
const figures = [
  'aed,amount,sum,total,price,net,vat,gross,paid,owed,lost,balance,lifetime,fares,taxes,extras,invoiced,much,given,taken,cost,value',
  'revenue,margin,effect,lowest,highest,limit,budget,percent,rate,share,rating,stars',
  'days,weeks,months,minutes,nights,7d,year,hours',
  'row,types,orders,members,open,seats,sold,held,people,passengers,travellers,places,positions,applications,views,cases,uses,visitors,sales,tries,letters',
  'sent,failed,bounced,unsubscribed,refused,granted,items,sessions,options,rooms,entries,interviewers,papers,available,pending,earned,spent,points,expiring',
  'helped,connections,notes,severity,priority,version,now,met,today',
].join(',');

const words = new Set(`${times},${figures}`.split(','));
const columns = new Set(timeColumns.split(','));

/** Whether numbers and days in a column of this name are numbers and days. */
export function isTyped(column: string): boolean {
  return columns.has(column) || column.split('_').some((word) => words.has(word));
}

/** How a cell is kept: as text, as a number with so many places, or as a day or a moment counted in days. */
export type SheetValue =
  | { readonly kind: 'text' }
  | { readonly kind: 'number'; readonly places: number }
  | { readonly kind: 'day' | 'moment'; readonly days: number };

const text: SheetValue = { kind: 'text' };
/** Of rates; a sum has no more than three. */
export const mostPlaces = 8;
/** No zero in front, and no more digits than a spreadsheet keeps. */
const number = /^-?(?=[\d.]{1,16}$)(?:0|[1-9]\d{0,14})(?:\.(\d{1,8}))?$/;
const time = /^((?:19|20|21)\d{2}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d+)?)?Z?)?$/;
/** Days are counted from here; before March 1900 spreadsheets disagree, and nothing of ours is that old. */
const dayZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;

/** What a cell of a typed column is. */
export function sheetValue(cell: string): SheetValue {
  const figure = number.exec(cell);
  if (figure) return { kind: 'number', places: figure[1]?.length ?? 0 };
  const moment = time.exec(cell);
  if (!moment) return text;
  const [, day, clock, seconds] = moment;
  const at = Date.parse(`${day}T${clock ?? '00:00'}:${seconds ?? '00'}Z`);
  // The thirtieth of February is no day, and is not moved to March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day || at < Date.UTC(1900, 2, 1)) return text;
  return { kind: clock === undefined ? 'day' : 'moment', days: (at - dayZero) / dayMs };
}
