/** What a customer says of themselves; an empty text is "not said". */
export interface Identity {
  /** A-Z as in the passport. */
  readonly given: string;
  readonly surname: string;
  readonly preferred: string;
  readonly native: string;
  /** YYYY-MM-DD. */
  readonly birth: string;
  readonly gender: '' | 'F' | 'M' | 'X';
  /** ISO 3166 alpha-2. */
  readonly nationality: string;
  readonly residence: string;
}

export interface Contact {
  /** E.164. */
  readonly phone: string;
  /** The number that a code came back from; it counts only while it is `phone`. */
  readonly phoneConfirmed: string;
  readonly second: string;
  /** Whether they want texts about their bookings beside the mails; only a confirmed number gets any. */
  readonly whatsappService: boolean;
  /** What was ticked when the page asked for it; nothing is sent by it, and nobody is asked any more. */
  readonly whatsappMarketing: boolean;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
  readonly country: string;
  readonly company: string;
  /** UAE tax registration number, 15 digits. */
  readonly trn: string;
  readonly emergencyName: string;
  readonly emergencyPhone: string;
}

export interface FlightPreferences {
  /** IATA code of a place that the flight search knows. */
  readonly home: string;
  readonly cabin: string;
  readonly direct: boolean;
  readonly seat: '' | 'aisle' | 'window' | 'together';
  /** IATA special meal code. */
  readonly meal: string;
  /** Minutes by which an airline may move a flight of a new booking unasked; 0: it is asked. */
  readonly moves: number;
  /** When that was said, ISO in UTC; empty while nothing is allowed. */
  readonly movesAt: string;
}

export const emptyIdentity: Identity = {
  given: '',
  surname: '',
  preferred: '',
  native: '',
  birth: '',
  gender: '',
  nationality: '',
  residence: '',
};
export const emptyContact: Contact = {
  phone: '',
  phoneConfirmed: '',
  second: '',
  whatsappService: false,
  whatsappMarketing: false,
  street: '',
  city: '',
  postcode: '',
  country: '',
  company: '',
  trn: '',
  emergencyName: '',
  emergencyPhone: '',
};
export const emptyPreferences: FlightPreferences = { home: '', cabin: '', direct: false, seat: '', meal: '', moves: 0, movesAt: '' };
export const seatWishes = ['aisle', 'window', 'together'] as const;
