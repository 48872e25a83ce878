/** Everything this site keeps in a browser, for the cookie policy. A test reads the code for keys that are missing here. */
export interface StoredThing {
  readonly name: string;
  /** Key of its words in the catalogue. */
  readonly key: string;
  readonly category: 'necessary' | 'analytics' | 'marketing' | 'personalization';
  readonly where: 'cookie' | 'local' | 'session';
  readonly howLong: 'tab' | 'minute' | 'tenMinutes' | 'hour' | 'day' | 'week' | 'month' | 'halfYear' | 'year' | 'untilCleared' | 'provider';
  /** Only where the house has switched this outside service on. */
  readonly needs?: 'analytics' | 'chat';
}

export const storedThings: readonly StoredThing[] = [
  { name: 'rihla.session_token', key: 'session', category: 'necessary', where: 'cookie', howLong: 'month' },
  { name: 'rihla-signed-in', key: 'hint', category: 'necessary', where: 'cookie', howLong: 'month' },
  { name: 'rihla-draft', key: 'draft', category: 'necessary', where: 'cookie', howLong: 'week' },
  { name: 'rihla-greeting', key: 'greeting', category: 'necessary', where: 'cookie', howLong: 'minute' },
  { name: 'rihla-sign-up', key: 'signUp', category: 'necessary', where: 'cookie', howLong: 'day' },
  { name: 'rihla-device', key: 'device', category: 'necessary', where: 'cookie', howLong: 'year' },
  { name: 'rihla-proved', key: 'proved', category: 'necessary', where: 'cookie', howLong: 'tenMinutes' },
  { name: 'rihla-google', key: 'google', category: 'necessary', where: 'cookie', howLong: 'hour' },
  { name: 'rihla-order-*', key: 'order', category: 'necessary', where: 'cookie', howLong: 'halfYear' },
  { name: 'rihla-inquiry-*', key: 'inquiry', category: 'necessary', where: 'cookie', howLong: 'hour' },
  { name: 'rihla-basket-*', key: 'basket', category: 'necessary', where: 'cookie', howLong: 'halfYear' },
  { name: 'rihla-cart', key: 'basketHint', category: 'necessary', where: 'cookie', howLong: 'month' },
  { name: 'flightBooking', key: 'flightBooking', category: 'necessary', where: 'session', howLong: 'tab' },
  { name: 'rihla-cookie-consent', key: 'consent', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'rihla-consent-receipt', key: 'receipt', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'language', key: 'language', category: 'necessary', where: 'cookie', howLong: 'year' },
  { name: 'selectedCurrency', key: 'currency', category: 'necessary', where: 'cookie', howLong: 'year' },
  { name: 'rihla-shown-*', key: 'shown', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'rihla-passport', key: 'passport', category: 'necessary', where: 'cookie', howLong: 'year' },
  { name: 'exchangeRates', key: 'rates', category: 'necessary', where: 'local', howLong: 'hour' },
  { name: 'exchangeRatesTimestamp', key: 'ratesTime', category: 'necessary', where: 'local', howLong: 'hour' },
  { name: 'flightSearches', key: 'searches', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'rihla-favorites', key: 'favorites', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'rihla-scans', key: 'scans', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'rihla-desk-keys', key: 'deskKeys', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'rihla-desk-commands', key: 'deskCommands', category: 'necessary', where: 'local', howLong: 'untilCleared' },
  { name: 'rihla-chat-identified', key: 'chatMark', category: 'necessary', where: 'session', howLong: 'tab', needs: 'chat' },
  { name: 'intercom-*', key: 'chat', category: 'necessary', where: 'cookie', howLong: 'provider', needs: 'chat' },
  { name: '_ga, _ga_*', key: 'analytics', category: 'analytics', where: 'cookie', howLong: 'provider', needs: 'analytics' },
];
