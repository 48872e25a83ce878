import { everyone, holder, signedIn, staff, type Access } from '#app/platform/access.ts';

/**
 * THE MAP: every address, the file that draws it, who may open it. The root gate refuses what is not here;
 * menus, titles and sitemap.xml are drawn from it. Titles are catalogue keys `titles:<id>`.
 */
export interface Place {
  /** Unique; also the key of its title. */
  readonly id: string;
  /** React Router pattern without the leading slash. */
  readonly path: string;
  /** File under app/. */
  readonly page: string;
  readonly access: Access;
  /** Who may send a form there, where fewer may send than may read. */
  readonly posts?: Access;
  readonly frame: 'storefront' | 'backoffice' | 'bare';
  /**
   * The anonymous page is the same for everyone in one language and currency, and may be kept: for a minute, or
   * with its query for as long as nothing that it shows was sold (docs/decisions/0013).
   */
  readonly cached?: true | 'while-unsold';
  /**
   * For a page whose forms can change an order or a payment, what the same form sent twice does. `once`: it carries a
   * key, has one effect and one answer. `again`: it changes nothing that a repeat would change once more.
   */
  readonly sends?: 'once' | 'again';
  /** Read by an open page whoever sits before it: it keeps no colleague's session alive. */
  readonly byItself?: true;
  /** Where a colleague sets up the second factor that closes every other page of the desk to them. */
  readonly beforeFactor?: true;
  /** What a form sent there may weigh in all, where papers come with it; everywhere else 64 KB. */
  readonly mostBytes?: number;
  /** Not to be found by search engines (personal, or a step of a booking). */
  readonly hidden?: true;
  /** Drawn as its traveller sees it for a colleague who looks at the shop that way; every other page of an account is not. */
  readonly shownToVisits?: true;
  /** Where a redirect place leads. */
  readonly leadsTo?: string;
}

/** Where a list of the desk is kept under a name. */
const views = (id: string, path: string, permission: Parameters<typeof staff>[0]): Place => ({
  ...desk(`${id}-views`, `${path}/views`, 'backoffice/list-views/list-views-api.ts', permission),
  frame: 'bare',
});

/** A list of the desk with its file, for whoever may see it, and the names under which it is kept. */
const shortList = (
  id: string,
  path: string,
  page: string,
  exported: string,
  permission: Parameters<typeof staff>[0],
  more: Partial<Place> = {},
): Place[] => [
  { ...desk(id, path, page, permission), ...more },
  { ...desk(`${id}-export`, `${path}/export`, exported, permission), frame: 'bare' },
  views(id, path, permission),
];

/** One page for the lists of all kinds. */
const inquiryList = 'commerce/inquiries/staff/inquiries-page.tsx';

/** The lists of booked tours, experiences and stays, with what belongs to a list. */
const bookingDesk = (kind: string, path: string): Place[] => [
  desk(`${kind}-orders`, path, 'commerce/bookings/staff/booking-orders-page.tsx', 'booking-orders:view'),
  {
    ...desk(`${kind}-export`, `${path}/export`, 'commerce/bookings/staff/booking-orders-export-api.ts', 'products:edit'),
    frame: 'bare',
  },
  views(kind, path, 'booking-orders:view'),
  // Each line of a run names whose the order was: sent twice, the second changes nothing.
  { ...desk(`${kind}-bulk`, `${path}/bulk`, 'commerce/bookings/staff/booking-bulk-page.tsx', 'products:edit'), sends: 'again' },
  {
    ...desk(`${kind}-order`, `${path}/:reference`, 'commerce/bookings/staff/booking-order-page.tsx', 'booking-orders:view'),
    posts: staff('products:edit'),
    sends: 'again',
  },
];

const customerDesk = 'commerce/customers/staff';
const companyDesk = 'commerce/customers/companies/staff';
const bank = 'commerce/bank/staff';
const compliance = 'products/visas/compliance/staff';
const assets = 'people/assets/staff';
const interviews = 'people/interviews/staff';
const hiring = 'people/recruitment/staff';

/** Terms and privacy; the terms stand at four addresses, as the specification says. */
const legalPage = 'storefront/content/pages/legal-page.tsx';

const shop = (id: string, path: string, page: string, more: Partial<Place> = {}): Place => ({
  id,
  path,
  page,
  access: everyone,
  frame: 'storefront',
  ...more,
});
const mine = (id: string, path: string, page: string): Place => ({ id, path, page, access: signedIn, frame: 'storefront', hidden: true });
const desk = (id: string, path: string, page: string, permission: Parameters<typeof staff>[0]): Place => ({
  id,
  path: path === '' ? 'admin' : `admin/${path}`,
  page,
  access: staff(permission),
  frame: 'backoffice',
  hidden: true,
});
const redirect = (id: string, path: string, leadsTo: string): Place => ({
  id,
  path,
  page: 'storefront/redirect-page.tsx',
  access: everyone,
  frame: 'bare',
  hidden: true,
  leadsTo,
});

export const shopPlaces: readonly Place[] = [
  shop('home', '', 'storefront/home-page.tsx', { cached: true }),

  // Flights
  shop('flights', 'flights', 'products/flights/pages/flights-page.tsx', { cached: true }),
  redirect('airtickets', 'airtickets', '/flights'),
  shop('flight-deal', 'flight-deal/:id', 'products/flights/pages/flight-deal-page.tsx'),
  shop('flight-results', 'flight-search-results', 'products/flights/pages/flight-results-page.tsx', {
    hidden: true,
    cached: 'while-unsold',
  }),
  shop('flight-passengers', 'flight-passenger-details', 'products/flights/pages/flight-passengers-page.tsx', {
    hidden: true,
    sends: 'again',
  }),
  shop('flight-ticket-type', 'flight-ticket-type', 'products/flights/pages/flight-ticket-type-page.tsx', { hidden: true, sends: 'again' }),
  shop('flight-extras', 'flight-extras', 'products/flights/pages/flight-extras-page.tsx', { hidden: true, sends: 'again' }),
  shop('flight-seats', 'flight-seat-selection', 'products/flights/pages/flight-seats-page.tsx', { hidden: true, sends: 'once' }),
  shop('flight-change', 'change-flights/:reference', 'products/flights/pages/change-flights-page.tsx', { hidden: true, sends: 'again' }),
  shop('correct-name', 'correct-name/:reference', 'products/flights/pages/correct-name-page.tsx', { hidden: true, sends: 'again' }),
  shop('leave-flight', 'leave-flight/:reference', 'products/flights/pages/leave-flight-page.tsx', { hidden: true, sends: 'again' }),
  shop('add-extras', 'add-extras/:reference', 'products/flights/pages/add-extras-page.tsx', { hidden: true, sends: 'again' }),
  shop('schedule-change', 'schedule-change/:reference', 'products/flights/pages/schedule-change-page.tsx', {
    hidden: true,
    sends: 'again',
  }),
  shop('allowed-moves', 'allowed-moves/:reference', 'products/flights/pages/allowed-moves-api.ts', {
    frame: 'bare',
    hidden: true,
    sends: 'again',
  }),
  shop('missed-flight', 'missed-flight/:reference', 'products/flights/pages/missed-flight-page.tsx', { hidden: true, sends: 'once' }),
  shop('trip-people', 'trip-people/:reference', 'commerce/proposals/pages/trip-people-page.tsx', { hidden: true, sends: 'again' }),
  shop('places', 'api/places', 'products/flights/pages/places-api.ts', { frame: 'bare', hidden: true }),
  shop('flight-days', 'api/flight-days', 'products/flights/pages/flight-days-api.ts', { frame: 'bare', hidden: true }),

  // Visas
  shop('e-visa', 'e-visa', 'products/visas/requirements/pages/e-visa-page.tsx'),
  shop('e-visa-country', 'e-visa/:country', 'products/visas/evisa/pages/evisa-country-page.tsx'),
  {
    ...shop('evisa-apply', 'e-visa/apply/:id', 'products/visas/evisa/pages/evisa-apply-page.tsx', { hidden: true, sends: 'again' }),
    // Papers of one traveller, 4 MB each.
    mostBytes: 24 * 1024 * 1024,
  },
  shop('evisa-paper', 'e-visa/apply/:id/papers/:document', 'products/visas/evisa/pages/evisa-paper-api.ts', {
    frame: 'bare',
    hidden: true,
  }),
  shop('visa-services', 'visa-services', 'products/visas/requirements/pages/visa-services-page.tsx'),
  shop('visa-service', 'visa-service', 'products/visas/requirements/pages/visa-services-page.tsx', { hidden: true }),
  shop('consultation-booking', 'visa-assistance/consultation', 'commerce/consultations/pages/consultation-page.tsx'),
  {
    ...shop('consultation-call', 'visa-assistance/consultation/:token', 'commerce/consultations/pages/consultation-call-page.tsx', {
      hidden: true,
    }),
    access: holder('consultation-link'),
    // One paper at a time; a little above its 4 MB it is told in words.
    mostBytes: 16 * 1024 * 1024,
  },
  {
    ...shop('consultation-paper', 'visa-assistance/consultation/:token/papers/:paper', 'commerce/consultations/pages/call-paper-api.ts', {
      frame: 'bare',
      hidden: true,
    }),
    access: holder('consultation-link'),
  },
  shop('visa-assistance', 'visa-assistance', 'products/visas/assisted/pages/visa-assistance-page.tsx'),
  shop('visa-assistance-country', 'visa-assistance/:country', 'products/visas/assisted/pages/assisted-country-page.tsx'),
  {
    ...shop('assisted-apply', 'visa-assistance/apply/:id', 'products/visas/assisted/pages/assisted-apply-page.tsx', {
      hidden: true,
      sends: 'again',
    }),
    // A checklist of up to eleven papers, 4 MB each.
    mostBytes: 46 * 1024 * 1024,
  },
  shop(
    'assisted-appointment',
    'visa-assistance/apply/:id/appointment/:number',
    'products/visas/assisted/pages/assisted-appointment-api.ts',
    {
      frame: 'bare',
      hidden: true,
    },
  ),
  shop('assisted-paper', 'visa-assistance/apply/:id/papers/:document', 'products/visas/assisted/pages/assisted-paper-api.ts', {
    frame: 'bare',
    hidden: true,
  }),

  // Holidays, staycations, experiences
  shop('holidays', 'holidays', 'products/holidays/pages/holidays-page.tsx', { cached: true }),
  shop('tour', 'tour/:tourId', 'products/holidays/pages/tour-page.tsx'),
  shop('tour-booking', 'booking/:tourId', 'products/holidays/pages/tour-booking-page.tsx', { hidden: true, sends: 'again' }),
  shop('tour-change', 'booking/change/:reference', 'products/holidays/pages/tour-change-page.tsx', { hidden: true, sends: 'again' }),
  shop('experiences', 'experiences', 'products/experiences/pages/experiences-page.tsx', { cached: true }),
  redirect('activities', 'activities', '/experiences'),
  shop('experience', 'experience/:activityId', 'products/experiences/pages/experience-page.tsx'),
  shop('experience-book', 'experience/:activityId/book', 'products/experiences/pages/book-page.tsx', { hidden: true, sends: 'again' }),
  shop('experience-visit', 'experience-visit/:order', 'products/experiences/pages/visit-page.tsx', { hidden: true, sends: 'again' }),
  {
    ...shop('operator', 'operator/:token', 'products/experiences/pages/operator-page.tsx', { hidden: true, sends: 'again' }),
    access: holder('operator-link'),
  },
  {
    ...shop('operator-sync', 'operator/:token/sync', 'products/experiences/pages/operator-sync-api.ts', {
      frame: 'bare',
      hidden: true,
      sends: 'again',
    }),
    access: holder('operator-link'),
  },
  redirect('activity', 'activity/:activityId', '/experience/:activityId'),
  shop('staycations', 'staycations', 'products/staycations/pages/staycations-page.tsx', { cached: true }),
  shop('staycation', 'staycations/:id', 'products/staycations/pages/staycation-page.tsx'),
  shop('stay-change', 'staycations/change/:reference', 'products/staycations/pages/stay-change-page.tsx', { hidden: true, sends: 'again' }),
  shop('stay-book', 'staycations/:id/book', 'products/staycations/pages/book-page.tsx', { hidden: true, sends: 'again' }),
  shop('search', 'search', 'storefront/search/search-page.tsx', { hidden: true }),
  shop('search-api', 'api/search', 'storefront/search/search-api.ts', { frame: 'bare', hidden: true }),
  shop('suggest-api', 'api/suggest', 'storefront/search/suggest-api.ts', { frame: 'bare', hidden: true }),
  shop('compare', 'compare', 'storefront/search/compare-page.tsx', { hidden: true }),
  shop('stay-voucher', 'stay-voucher/:order', 'products/staycations/pages/voucher-page.tsx', { hidden: true }),

  // Paying and following an order
  shop('checkout', 'checkout/:orderId?', 'commerce/orders/pages/checkout-page.tsx', { hidden: true, sends: 'once' }),
  shop('payment-questions', 'payment-questions/:reference', 'commerce/orders/pages/payment-questions-page.tsx', {
    hidden: true,
    sends: 'once',
  }),
  shop('cart', 'cart', 'commerce/baskets/pages/cart-page.tsx', { hidden: true, sends: 'once' }),
  shop('trip', 'trip/:reference', 'commerce/baskets/pages/trip-page.tsx', { hidden: true }),
  shop('payment-success', 'payment-success', 'commerce/payments/pages/payment-success-page.tsx', { hidden: true }),
  shop('payment-failed', 'payment-failed', 'commerce/payments/pages/payment-failed-page.tsx', { hidden: true }),
  shop('track-booking', 'track-booking', 'commerce/orders/pages/track-booking-page.tsx', { sends: 'once' }),
  shop('track', 'track', 'commerce/orders/pages/track-booking-page.tsx', { hidden: true, sends: 'once' }),
  shop('document', 'documents/:orderId/:name', 'commerce/orders/pages/document-api.ts', { frame: 'bare', hidden: true }),

  // Accounts
  shop('auth', 'auth', 'commerce/customers/pages/auth-page.tsx'),
  shop('auth-check-mail', 'auth/check-mail', 'commerce/customers/pages/check-mail-page.tsx', { hidden: true }),
  {
    ...shop('auth-confirm', 'auth/confirm/:token', 'commerce/customers/pages/confirm-page.tsx', { hidden: true }),
    access: holder('account-link'),
  },
  shop('auth-link', 'auth/link', 'commerce/customers/pages/sign-in-link-page.tsx', { hidden: true }),
  {
    ...shop('auth-enter', 'auth/enter/:token', 'commerce/customers/pages/enter-page.tsx', { hidden: true }),
    access: holder('account-link'),
  },
  shop('auth-forgot', 'auth/forgot-password', 'commerce/customers/pages/forgot-password-page.tsx', { hidden: true }),
  {
    ...shop('auth-reset', 'auth/reset-password/:token', 'commerce/customers/pages/reset-password-page.tsx', { hidden: true }),
    access: holder('account-link'),
  },
  shop('auth-google', 'auth/google', 'commerce/customers/pages/google-api.ts', { frame: 'bare', hidden: true }),
  shop('auth-google-back', 'auth/google/callback', 'commerce/customers/pages/google-callback-api.ts', { frame: 'bare', hidden: true }),
  {
    ...shop('privacy-request', 'privacy/request/:token', 'commerce/privacy/pages/privacy-request-page.tsx', {
      hidden: true,
      sends: 'again',
    }),
    access: holder('privacy-request'),
  },
  {
    ...shop('privacy-copy', 'privacy/request/:token/copy', 'commerce/privacy/pages/privacy-copy-api.ts', {
      frame: 'bare',
      hidden: true,
      sends: 'again',
    }),
    access: holder('privacy-request'),
  },
  shop('sign-out', 'sign-out', 'commerce/customers/pages/sign-out-api.ts', { frame: 'bare', hidden: true }),
  shop('preferences', 'preferences', 'storefront/preferences-api.ts', { frame: 'bare', hidden: true }),
  shop('passport', 'passport', 'commerce/customers/pages/passport-page.tsx', { hidden: true }),
  shop('home-cards', 'api/home-cards', 'storefront/home-cards-api.ts', { frame: 'bare', hidden: true }),
  shop('trip-line', 'api/trip-line', 'storefront/trip-line-api.ts', { frame: 'bare', hidden: true }),
  shop('rates', 'api/rates', 'commerce/currencies/rates-api.ts', { frame: 'bare', hidden: true }),
  shop('location', 'api/location', 'commerce/currencies/location-api.ts', { frame: 'bare', hidden: true }),
  // Programs of partners, with a key of their own: the page behind each address asks for it.
  shop('api-description', 'api/v1', 'storefront/partner-api/description-api.ts', { frame: 'bare', hidden: true }),
  shop('api-catalogue', 'api/v1/:catalogue', 'storefront/partner-api/catalogue-api.ts', { frame: 'bare', hidden: true }),
  shop('api-availability', 'api/v1/:catalogue/:id/availability', 'storefront/partner-api/availability-api.ts', {
    frame: 'bare',
    hidden: true,
  }),
  shop('consent', 'api/consent', 'storefront/consent/consent-api.ts', { frame: 'bare', hidden: true }),
  shop('me', 'api/me', 'commerce/customers/pages/me-api.ts', { frame: 'bare', hidden: true }),
  {
    ...shop('shared-list', 'shared-list/:token', 'storefront/favorites/shared-list-page.tsx', { hidden: true }),
    access: holder('list-link'),
  },
  {
    ...shop('shared-trip', 'shared-trip/:token', 'commerce/trip-pack/pages/shared-trip-page.tsx', { hidden: true }),
    access: holder('trip-link'),
  },
  {
    ...shop('alert-stop', 'price-alert/stop/:token', 'commerce/price-alerts/pages/alert-stop-page.tsx', { hidden: true }),
    access: holder('alert-link'),
  },
  {
    ...shop('alert-confirm', 'price-alert/confirm/:token', 'commerce/price-alerts/pages/alert-confirm-page.tsx', { hidden: true }),
    access: holder('alert-link'),
  },
  shop('price-alert', 'price-alert', 'storefront/price-alert/price-alert-page.tsx', { hidden: true }),
  shop('favorites-api', 'api/favorites', 'storefront/favorites/favorites-api.ts', { frame: 'bare', hidden: true }),
  shop('profile-edit', 'profile-edit', 'commerce/customers/pages/profile-edit-page.tsx', { hidden: true, posts: signedIn }),
  shop('contact-edit', 'contact-edit', 'commerce/customers/pages/contact-edit-page.tsx', { hidden: true, posts: signedIn }),
  shop('flight-preferences', 'flight-preferences', 'products/flights/pages/flight-preferences-page.tsx', { hidden: true, posts: signedIn }),

  // For search engines
  shop('sitemap', 'sitemap.xml', 'storefront/search-engines/sitemap-api.ts', { frame: 'bare', hidden: true }),
  shop('robots', 'robots.txt', 'storefront/search-engines/robots-api.ts', { frame: 'bare', hidden: true }),

  // Help, company, legal
  shop('help-center', 'help-center', 'storefront/content/pages/help-page.tsx', { cached: true }),
  shop('help-article', 'help-center/:slug', 'storefront/content/pages/help-article-page.tsx'),
  shop('help', 'help', 'storefront/content/pages/help-page.tsx', { hidden: true, cached: true }),
  shop('newsletter', 'newsletter', 'commerce/newsletter/pages/newsletter-page.tsx'),
  shop('newsletter-confirm', 'newsletter/confirm/:token', 'commerce/newsletter/pages/newsletter-confirm-page.tsx', { hidden: true }),
  shop('newsletter-preferences', 'newsletter/preferences/:token', 'commerce/newsletter/pages/newsletter-preferences-page.tsx', {
    hidden: true,
  }),
  shop('newsletter-leave', 'newsletter/leave/:token', 'commerce/newsletter/pages/newsletter-leave-page.tsx', { hidden: true }),
  shop('feedback', 'feedback', 'commerce/feedback/pages/feedback-page.tsx'),
  shop('reviews', 'reviews', 'commerce/reviews/pages/reviews-page.tsx'),
  // Opened by a mailed link, or by the reference of an order of one's own.
  {
    ...shop('review-write', 'reviews/write/:key', 'commerce/reviews/pages/write-review-page.tsx', { hidden: true }),
    access: holder('review-link'),
  },
  {
    ...shop('review-stop', 'reviews/stop/:token', 'commerce/reviews/pages/review-stop-page.tsx', { hidden: true }),
    access: holder('review-link'),
  },
  {
    ...shop('inquiry-stop', 'inquiry/stop/:token', 'commerce/inquiries/pages/inquiry-stop-page.tsx', { hidden: true }),
    access: holder('inquiry-link'),
  },
  {
    ...shop('proposal', 'proposal/:token', 'commerce/proposals/pages/proposal-page.tsx', { hidden: true, sends: 'again' }),
    access: holder('proposal-link'),
  },
  {
    ...shop('support', 'support/:token', 'commerce/tickets/pages/support-page.tsx', { hidden: true, sends: 'again' }),
    access: holder('ticket-link'),
  },
  {
    ...shop('flight-quote', 'flight-quote/:token', 'products/flights/quotes/pages/flight-quote-page.tsx', { hidden: true, sends: 'again' }),
    access: holder('flight-quote-link'),
  },
  shop('contact', 'contact', 'commerce/inquiries/pages/contact-page.tsx'),
  shop('about', 'about', 'storefront/content/pages/about-page.tsx', { cached: true }),
  shop('careers', 'careers', 'people/recruitment/pages/careers-page.tsx'),
  shop('careers-feed', 'careers/feed.xml', 'people/recruitment/pages/careers-feed-api.ts', { frame: 'bare', hidden: true }),
  shop('career', 'careers/:jobId', 'people/recruitment/pages/career-page.tsx'),
  {
    ...shop('interview', 'interview/confirm/:token', 'people/interviews/pages/interview-page.tsx', { hidden: true }),
    access: holder('interview-token'),
  },
  // A CV comes with an application.
  shop('job-apply', 'careers/:jobId/apply', 'people/recruitment/pages/apply-page.tsx', { hidden: true, mostBytes: 4 * 1024 * 1024 }),
  {
    ...shop('job-application-status', 'careers/application/:token', 'people/recruitment/pages/application-status-page.tsx', {
      hidden: true,
    }),
    access: holder('job-link'),
  },
  {
    ...shop('job-alert', 'careers/alerts/:token', 'people/recruitment/pages/job-alert-page.tsx', { hidden: true }),
    access: holder('job-link'),
  },
  shop('press', 'press', 'storefront/content/pages/press-page.tsx'),
  shop('press-release', 'press/:slug', 'storefront/content/pages/press-release-page.tsx'),
  // Papers come with an application.
  shop('partners', 'partners', 'commerce/partners/pages/partners-page.tsx', { mostBytes: 13 * 1024 * 1024 }),
  shop('partner-status', 'partners/status', 'commerce/partners/pages/partner-status-page.tsx', { hidden: true }),
  shop('blog', 'blog', 'storefront/content/pages/blog-page.tsx', { cached: true }),
  shop('blog-article', 'blog/:slug', 'storefront/content/pages/blog-article-page.tsx'),
  shop('blog-feed', 'blog/feed.xml', 'storefront/content/pages/blog-feed-api.ts', { frame: 'bare', hidden: true }),
  shop('privacy', 'privacy', legalPage, { cached: true }),
  shop('terms', 'terms', legalPage, { cached: true }),
  shop('terms-of-service', 'terms-of-service', legalPage, { hidden: true, cached: true }),
  shop('cancellation', 'cancellation', legalPage, { hidden: true, cached: true }),
  shop('refunds', 'refunds', legalPage, { hidden: true, cached: true }),
  shop('cookies', 'cookies', 'storefront/consent/cookies-page.tsx'),
  shop('icon-demo', 'icon-demo', 'storefront/icon-demo-page.tsx', { hidden: true }),
];

export const accountPlaces: readonly Place[] = [
  mine('account', 'account', 'storefront/account/account-page.tsx'),
  mine('security', 'account/security', 'commerce/customers/pages/security-page.tsx'),
  mine('prove', 'account/prove', 'commerce/customers/pages/prove-page.tsx'),
  // They ask whether money is moving and change none of it.
  { ...mine('my-privacy', 'account/privacy', 'commerce/privacy/pages/my-privacy-page.tsx'), sends: 'again' },
  { ...mine('my-copy', 'account/privacy/copy', 'commerce/privacy/pages/my-copy-api.ts'), frame: 'bare' },
  { ...mine('my-tickets', 'account/support', 'commerce/tickets/pages/my-tickets-page.tsx'), sends: 'again' },
  { ...mine('my-ticket', 'account/support/:reference', 'commerce/tickets/pages/my-ticket-page.tsx'), sends: 'again' },
  { ...mine('my-points', 'account/loyalty', 'commerce/loyalty/pages/my-points-page.tsx'), sends: 'once' },
  { ...mine('my-credit', 'account/credit', 'commerce/credits/pages/my-credit-page.tsx'), sends: 'once' },
  mine('add-traveler', 'add-traveler', 'commerce/customers/pages/add-traveler-page.tsx'),
  { ...mine('order-management', 'order-management', 'commerce/orders/pages/order-management-page.tsx'), shownToVisits: true },
  { ...mine('orders-csv', 'orders.csv', 'commerce/orders/pages/orders-csv-api.ts'), frame: 'bare' },
  { ...mine('favorites', 'favorites', 'storefront/favorites/favorites-page.tsx'), shownToVisits: true },
  { ...mine('bookings-trips', 'bookings-trips', 'commerce/orders/pages/bookings-trips-page.tsx'), shownToVisits: true },
  // Whoever signed out is sent there too, to take with them what their device keeps.
  shop('trips-left', 'bookings-trips/left', 'commerce/trip-pack/pages/trips-left-api.ts', { frame: 'bare', hidden: true }),
  { ...mine('end-trip-share', 'bookings-trips/links/end', 'commerce/trip-pack/pages/end-trip-share-api.ts'), frame: 'bare' },
  // A link is named: sent twice, the second press finds its name taken.
  { ...mine('my-trip', 'bookings-trips/:reference', 'commerce/trip-pack/pages/my-trip-page.tsx'), sends: 'again' },
  { ...mine('trip-pack', 'bookings-trips/:reference/pack', 'commerce/trip-pack/pages/trip-pack-api.ts'), frame: 'bare' },
  { ...mine('trip-paper', 'bookings-trips/:reference/papers/:name', 'commerce/trip-pack/pages/trip-paper-api.ts'), frame: 'bare' },
  { ...mine('my-invoices', 'my-invoices', 'commerce/invoices/pages/my-invoices-page.tsx'), shownToVisits: true, sends: 'once' },
  { ...mine('invoices-csv', 'invoices.csv', 'commerce/invoices/pages/invoices-csv-api.ts'), frame: 'bare' },
  { ...mine('invoices-zip', 'invoices.zip', 'commerce/invoices/pages/invoices-zip-api.ts'), frame: 'bare' },
];

export const staffPlaces: readonly Place[] = [
  { id: 'staff-login', path: 'admin/login', page: 'backoffice/login-page.tsx', access: everyone, frame: 'bare', hidden: true },
  {
    id: 'staff-second-step',
    path: 'admin/login/code',
    page: 'backoffice/second-step-page.tsx',
    access: everyone,
    frame: 'bare',
    hidden: true,
  },
  // Asked by a page whose session may be over, and by whoever signs in again before it.
  {
    id: 'desk-session',
    path: 'admin/session',
    page: 'backoffice/desk-lock/desk-session-api.ts',
    access: everyone,
    frame: 'bare',
    hidden: true,
    byItself: true,
  },
  {
    id: 'staff-unauthorized',
    path: 'admin/unauthorized',
    page: 'backoffice/unauthorized-page.tsx',
    access: everyone,
    frame: 'bare',
    hidden: true,
  },
  desk('desk', '', 'backoffice/desk-page.tsx', 'desk:open'),
  { ...desk('find-records', 'find', 'backoffice/find-records-api.ts', 'desk:open'), frame: 'bare' },
  // Each thing is named with whose it was: sent twice, the second press finds what the first one did.
  { ...desk('work', 'work', 'backoffice/work-queue/work-page.tsx', 'desk:open'), sends: 'again' },
  { ...desk('work-export', 'work/export', 'backoffice/work-queue/work-export-api.ts', 'desk:open'), frame: 'bare' },
  views('work', 'work', 'desk:open'),
  { ...desk('tasks', 'tasks', 'backoffice/tasks-page.tsx', 'desk:open'), sends: 'again' },
  { ...desk('tasks-export', 'tasks/export', 'backoffice/tasks-export-api.ts', 'desk:open'), frame: 'bare' },
  views('task', 'tasks', 'desk:open'),
  { ...desk('alerts', 'alerts', 'backoffice/alerts/alerts-page.tsx', 'desk:open'), sends: 'again' },
  { ...desk('alerts-count', 'alerts/count', 'backoffice/alerts/alerts-count-api.ts', 'desk:open'), frame: 'bare', byItself: true },
  desk('dashboard', 'dashboard', 'backoffice/dashboard-page.tsx', 'desk:open'),
  // Orders
  desk('flight-orders', 'orders/flights', 'products/flights/staff/flight-orders-page.tsx', 'flight-orders:view'),
  {
    ...desk('flight-orders-export', 'orders/flights/export', 'products/flights/staff/flight-orders-export-api.ts', 'flight-orders:export'),
    frame: 'bare',
  },
  views('flight', 'orders/flights', 'flight-orders:view'),
  {
    ...desk('flight-bulk', 'orders/flights/bulk', 'products/flights/staff/flight-bulk-page.tsx', 'flight-orders:work'),
    sends: 'once',
  },
  {
    ...desk('flight-schedules', 'orders/flights/schedules', 'products/flights/staff/schedules-page.tsx', 'flight-orders:view'),
    posts: staff('flight-orders:work'),
    sends: 'again',
  },
  views('flight-schedule', 'orders/flights/schedules', 'flight-orders:view'),
  {
    ...desk(
      'flight-schedules-export',
      'orders/flights/schedules/export',
      'products/flights/staff/schedules-export-api.ts',
      'flight-orders:export',
    ),
    frame: 'bare',
  },
  desk('flight-quotes', 'orders/flights/quotes', 'products/flights/quotes/staff/quotes-page.tsx', 'flight-orders:view'),
  views('flight-quote', 'orders/flights/quotes', 'flight-orders:view'),
  {
    ...desk(
      'flight-quotes-export',
      'orders/flights/quotes/export',
      'products/flights/quotes/staff/flight-quotes-export-api.ts',
      'flight-orders:export',
    ),
    frame: 'bare',
  },
  desk('flight-quote-new', 'orders/flights/quotes/new', 'products/flights/quotes/staff/quote-builder-page.tsx', 'flight-orders:work'),
  {
    ...desk(
      'flight-quote-desk',
      'orders/flights/quotes/:reference',
      'products/flights/quotes/staff/quote-desk-page.tsx',
      'flight-orders:view',
    ),
    posts: staff('flight-orders:work'),
    // A quote is moved from the version that its page showed: sent twice, the second finds it moved.
    sends: 'again',
  },
  {
    ...desk(
      'flight-quote-discount',
      'orders/flights/quotes/:reference/discount',
      'products/flights/quotes/staff/quote-discount-page.tsx',
      'flight-orders:work',
    ),
    sends: 'again',
  },
  desk(
    'flight-discount',
    'orders/flights/quotes/:reference/discounts/:discount',
    'products/flights/quotes/staff/discount-decision-page.tsx',
    'pricing:publish',
  ),
  desk(
    'flight-quote-edit',
    'orders/flights/quotes/:reference/edit',
    'products/flights/quotes/staff/quote-builder-page.tsx',
    'flight-orders:work',
  ),
  {
    ...desk(
      'flight-quote-hold',
      'orders/flights/quotes/:reference/hold',
      'products/flights/quotes/staff/quote-hold-page.tsx',
      'flight-orders:work',
    ),
    sends: 'once',
  },
  {
    ...desk('flight-order', 'orders/flights/:orderId', 'products/flights/staff/flight-order-page.tsx', 'flight-orders:view'),
    sends: 'once',
  },
  {
    ...desk('flight-change-desk', 'orders/flights/:orderId/change', 'products/flights/staff/flight-change-page.tsx', 'flight-orders:view'),
    posts: staff('flight-orders:work'),
    sends: 'again',
  },
  {
    ...desk('flight-leave-desk', 'orders/flights/:orderId/leave', 'products/flights/staff/flight-leave-page.tsx', 'flight-orders:view'),
    posts: staff('flight-orders:work'),
    sends: 'again',
  },
  {
    ...desk('flight-names-desk', 'orders/flights/:orderId/names', 'products/flights/staff/flight-names-page.tsx', 'flight-orders:view'),
    posts: staff('flight-orders:work'),
    sends: 'again',
  },
  {
    ...desk(
      'flight-additions-desk',
      'orders/flights/:orderId/extras',
      'products/flights/staff/flight-additions-page.tsx',
      'flight-orders:view',
    ),
    posts: staff('flight-orders:work'),
    sends: 'again',
  },
  {
    ...desk(
      'flight-schedule-desk',
      'orders/flights/:orderId/schedule',
      'products/flights/staff/schedule-answer-page.tsx',
      'flight-orders:view',
    ),
    posts: staff('flight-orders:work'),
    sends: 'again',
  },
  { ...desk('refund-bulk', 'orders/refunds/bulk', 'commerce/orders/staff/refund-bulk-page.tsx', 'refunds:request'), sends: 'once' },
  desk('refund-cases', 'orders/refunds', 'commerce/orders/staff/refunds-page.tsx', 'invoices:view'),
  views('refund-case', 'orders/refunds', 'invoices:view'),
  {
    ...desk('refund-cases-export', 'orders/refunds/export', 'commerce/orders/staff/refund-cases-export-api.ts', 'invoices:export'),
    frame: 'bare',
  },
  ...bookingDesk('holiday', 'orders/holidays'),
  ...bookingDesk('experience', 'orders/experiences'),
  ...bookingDesk('staycation', 'orders/staycations'),
  {
    ...desk(
      'tour-change-desk',
      'orders/holidays/:reference/change',
      'products/holidays/staff/tour-change-desk-page.tsx',
      'booking-orders:view',
    ),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk('visit-party', 'orders/experiences/:reference/party', 'products/experiences/staff/visit-party-page.tsx', 'booking-orders:view'),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk(
      'stay-guests',
      'orders/staycations/:reference/guests',
      'products/staycations/staff/stay-guests-page.tsx',
      'booking-orders:view',
    ),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk('tailor-made-order', 'orders/tailor-made/:reference', 'commerce/proposals/staff/tailor-made-order-page.tsx', 'inquiries:view'),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk('payment-check', 'orders/:order/payment-check', 'commerce/orders/staff/payment-check-page.tsx', 'refunds:approve'),
    // Decided once: whoever presses a second time is told so.
    sends: 'again',
  },
  // Notes and files of any record: each looks itself at whose they are.
  {
    ...desk('record', 'records/:kind/:handle', 'backoffice/records/record-page.tsx', 'desk:open'),
    sends: 'once',
    // One file at a time; a little above its 4 MB it is told in words.
    mostBytes: 6 * 1024 * 1024,
  },
  { ...desk('record-file', 'records/:kind/:handle/files/:file', 'backoffice/records/record-file-api.ts', 'desk:open'), frame: 'bare' },
  {
    ...desk('record-news', 'records/:kind/:handle/news', 'backoffice/records/record-news-api.ts', 'desk:open'),
    frame: 'bare',
    byItself: true,
  },
  { ...desk('list-news', 'list-news', 'backoffice/records/list-news-api.ts', 'desk:open'), frame: 'bare', byItself: true },
  desk('order-door', 'orders/:order', 'backoffice/order-door-page.tsx', 'desk:open'),
  desk('evisa-orders', 'orders/evisa', 'products/visas/evisa/staff/evisa-orders-page.tsx', 'visa-orders:view'),
  {
    ...desk('evisa-export', 'orders/evisa/export', 'products/visas/evisa/staff/evisa-orders-export-api.ts', 'visas:decide'),
    frame: 'bare',
  },
  views('evisa', 'orders/evisa', 'visa-orders:view'),
  // Each line of a run names the version of its case: sent twice, the second changes nothing.
  {
    ...desk('evisa-bulk', 'orders/evisa/bulk', 'products/visas/evisa/staff/evisa-bulk-page.tsx', 'visas:decide'),
    sends: 'again',
  },
  {
    ...desk('evisa-batch', 'orders/evisa/batch', 'products/visas/evisa/staff/evisa-batch-api.ts', 'passports:reveal'),
    frame: 'bare',
    // It packs a batch anew each time, and says so in the audit.
    sends: 'again',
  },
  desk('evisa-references', 'orders/evisa/references', 'products/visas/evisa/staff/evisa-references-page.tsx', 'visas:decide'),
  {
    ...desk('evisa-case-papers', 'orders/evisa/:id/papers.zip', 'products/visas/evisa/staff/evisa-case-papers-api.ts', 'passports:reveal'),
    frame: 'bare',
  },
  {
    ...desk('evisa-order', 'orders/evisa/:id', 'products/visas/evisa/staff/evisa-order-page.tsx', 'visa-orders:view'),
    posts: staff('visas:decide'),
    // Each step names the version that was looked at.
    sends: 'again',
    // A visa that was issued comes with the form that records it.
    mostBytes: 6 * 1024 * 1024,
  },
  {
    ...desk(
      'evisa-desk-paper',
      'orders/evisa/:id/papers/:document',
      'products/visas/evisa/staff/evisa-desk-paper-api.ts',
      'passports:reveal',
    ),
    frame: 'bare',
  },
  {
    ...desk('evisa-print', 'orders/evisa/:id/print/:paper', 'products/visas/delivery/staff/desk-paper-api.ts', 'passports:reveal'),
    frame: 'bare',
  },
  {
    ...desk(
      'sticker-print',
      'sticker-visa-management/:id/print/:paper',
      'products/visas/delivery/staff/desk-paper-api.ts',
      'passports:reveal',
    ),
    frame: 'bare',
  },
  desk('sticker-visas', 'sticker-visa-management', 'products/visas/assisted/staff/sticker-visas-page.tsx', 'visa-orders:view'),
  {
    ...desk(
      'sticker-export',
      'sticker-visa-management/export',
      'products/visas/assisted/staff/sticker-visas-export-api.ts',
      'visas:decide',
    ),
    frame: 'bare',
  },
  {
    ...desk('sticker-bulk', 'sticker-visa-management/bulk', 'products/visas/assisted/staff/sticker-bulk-page.tsx', 'visas:decide'),
    // Each line of a run names the version of its case: sent twice, the second changes nothing.
    sends: 'again',
  },
  views('sticker', 'sticker-visa-management', 'visa-orders:view'),
  desk('sticker-count', 'sticker-visa-management/count', 'products/visas/assisted/staff/sticker-count-page.tsx', 'visas:decide'),
  {
    ...desk('sticker-visa', 'sticker-visa-management/:id', 'products/visas/assisted/staff/sticker-visa-page.tsx', 'visa-orders:view'),
    posts: staff('visas:decide'),
    // Each step names the version that was looked at; a move of a passport, where it stands.
    sends: 'again',
    // The letter of an appointment and the photo of a sticker come with their forms.
    mostBytes: 6 * 1024 * 1024,
  },
  {
    ...desk(
      'sticker-paper',
      'sticker-visa-management/:id/papers/:document',
      'products/visas/assisted/staff/sticker-paper-api.ts',
      'passports:reveal',
    ),
    frame: 'bare',
  },
  desk('consultations', 'consultations', 'commerce/consultations/staff/consultations-page.tsx', 'consultations:view'),
  desk('calls', 'consultations/list', 'commerce/consultations/staff/calls-page.tsx', 'consultations:view'),
  views('calls', 'consultations/list', 'consultations:view'),
  {
    ...desk(
      'consultations-export',
      'consultations/list/export',
      'commerce/consultations/staff/consultations-export-api.ts',
      'consultations:work',
    ),
    frame: 'bare',
  },
  {
    ...desk('consultation-hours', 'consultations/hours', 'commerce/consultations/staff/consultation-hours-page.tsx', 'consultations:view'),
    posts: staff('consultations:work'),
  },
  {
    ...desk('consultation', 'consultations/:id', 'commerce/consultations/staff/consultation-page.tsx', 'consultations:view'),
    posts: staff('consultations:work'),
  },
  {
    ...desk(
      'staff-consultation-paper',
      'consultations/:id/papers/:paper',
      'commerce/consultations/staff/staff-call-paper-api.ts',
      'consultations:work',
    ),
    frame: 'bare',
  },
  desk('visa-compliance', 'visa-compliance', 'products/visas/requirements/staff/visa-rules-page.tsx', 'visa-orders:view'),
  desk('visa-stays', 'visa-compliance/stays', `${compliance}/visa-stays-page.tsx`, 'visa-orders:view'),
  {
    ...desk('visa-stays-export', 'visa-compliance/stays/export', `${compliance}/visa-stays-export-api.ts`, 'visas:decide'),
    frame: 'bare',
  },
  views('visa-stay', 'visa-compliance/stays', 'visa-orders:view'),
  {
    ...desk('visa-stay-bulk', 'visa-compliance/stays/bulk', `${compliance}/visa-stay-bulk-page.tsx`, 'visas:decide'),
    // Each line of a run names the version of its stay: sent twice, the second changes nothing.
    sends: 'again',
  },
  {
    ...desk('visa-stay', 'visa-compliance/stays/:id', `${compliance}/visa-stay-page.tsx`, 'visa-orders:view'),
    posts: staff('visas:decide'),
    // Each step names the version that was looked at.
    sends: 'again',
    // The proof of the way out comes with its form.
    mostBytes: 6 * 1024 * 1024,
  },
  {
    ...desk('visa-retention', 'visa-compliance/retention', `${compliance}/visa-retention-page.tsx`, 'visa-orders:view'),
    posts: staff('visas:decide'),
  },
  {
    ...desk('visa-purge', 'visa-compliance/retention/:id', `${compliance}/visa-purge-page.tsx`, 'visa-orders:view'),
    posts: staff('visas:decide'),
  },
  ...shortList(
    'visa-authorities',
    'visa-compliance/authorities',
    `${compliance}/visa-authorities-page.tsx`,
    `${compliance}/authorities-export-api.ts`,
    'visa-orders:view',
    { posts: staff('visas:publish') },
  ),
  {
    ...desk('visa-rule', 'visa-compliance/:sheet/:line', 'products/visas/requirements/staff/visa-rule-page.tsx', 'visa-orders:view'),
    posts: staff('visas:decide'),
  },
  // Inquiries
  desk('inquiries-flights', 'inquiries/flights', inquiryList, 'inquiries:view'),
  desk('inquiries-holidays', 'inquiries/holidays', inquiryList, 'inquiries:view'),
  desk('inquiries-staycations', 'inquiries/staycations', inquiryList, 'inquiries:view'),
  desk('inquiries-evisa', 'inquiries/evisa', inquiryList, 'inquiries:view'),
  desk('inquiries-visa-assistance', 'inquiries/visa-assistance', inquiryList, 'inquiries:view'),
  desk('inquiry-bulk', 'inquiries/bulk', 'commerce/inquiries/staff/inquiry-bulk-page.tsx', 'inquiries:work'),
  views('inquiries-flights', 'inquiries/flights', 'inquiries:view'),
  views('inquiries-holidays', 'inquiries/holidays', 'inquiries:view'),
  views('inquiries-staycations', 'inquiries/staycations', 'inquiries:view'),
  views('inquiries-evisa', 'inquiries/evisa', 'inquiries:view'),
  views('inquiries-visa-assistance', 'inquiries/visa-assistance', 'inquiries:view'),
  {
    ...desk('feedback-list', 'feedback', 'commerce/feedback/staff/feedback-list-page.tsx', 'inquiries:view'),
    posts: staff('inquiries:work'),
  },
  { ...desk('feedback-list-export', 'feedback/export', 'commerce/feedback/staff/feedback-export-api.ts', 'inquiries:work'), frame: 'bare' },
  views('feedback-list', 'feedback', 'inquiries:view'),
  desk('staff-reviews', 'reviews', 'commerce/reviews/staff/reviews-desk-page.tsx', 'reviews:view'),
  views('staff-review', 'reviews', 'reviews:view'),
  {
    ...desk('staff-reviews-export', 'reviews/export', 'commerce/reviews/staff/reviews-export-api.ts', 'reviews:export'),
    frame: 'bare',
  },
  {
    ...desk('staff-review', 'reviews/:reference', 'commerce/reviews/staff/review-desk-page.tsx', 'reviews:view'),
    posts: staff('reviews:work'),
  },
  {
    ...desk('inquiries-export', 'inquiries/export', 'commerce/inquiries/staff/inquiries-export-api.ts', 'inquiries:work'),
    frame: 'bare',
  },
  {
    ...desk('inquiry-proposal', 'inquiries/:reference/proposal', 'commerce/proposals/staff/proposal-desk-page.tsx', 'inquiries:view'),
    posts: staff('inquiries:work'),
    // A version is moved from where it stood on the page; sent twice, the second finds it moved.
    sends: 'again',
  },
  desk('inquiry', 'inquiries/:reference', 'commerce/inquiries/staff/inquiry-page.tsx', 'inquiries:view'),
  {
    ...desk('visa-inquiry', 'inquiries/:reference/visa', 'products/visas/inquiries/staff/visa-inquiry-page.tsx', 'inquiries:view'),
    posts: staff('inquiries:work'),
    // Each form names the version that was looked at: sent twice, the second changes nothing.
    sends: 'again',
  },
  // Customers
  desk('customers', 'customers', `${customerDesk}/customers-page.tsx`, 'customers:view'),
  desk('customer-bulk', 'customers/bulk', `${customerDesk}/customer-bulk-page.tsx`, 'customers:work'),
  { ...desk('customers-export', 'customers/export', `${customerDesk}/customers-export-api.ts`, 'customers:export'), frame: 'bare' },
  desk('companies', 'customers/companies', `${companyDesk}/companies-page.tsx`, 'customers:view'),
  {
    ...desk('companies-export', 'customers/companies/export', `${companyDesk}/companies-export-api.ts`, 'customers:export'),
    frame: 'bare',
  },
  { ...desk('companies-named', 'customers/companies/named', `${companyDesk}/companies-named-api.ts`, 'desk:open'), frame: 'bare' },
  views('company', 'customers/companies', 'customers:view'),
  desk('company-bulk', 'customers/companies/bulk', `${companyDesk}/companies-bulk-page.tsx`, 'companies:edit'),
  desk('company-new', 'customers/companies/new', `${companyDesk}/company-edit-page.tsx`, 'companies:edit'),
  {
    ...desk('company', 'customers/companies/:id', `${companyDesk}/company-page.tsx`, 'customers:view'),
    posts: staff('customers:work'),
  },
  desk('company-edit', 'customers/companies/:id/edit', `${companyDesk}/company-edit-page.tsx`, 'companies:edit'),
  {
    ...desk('customer', 'customers/:id', `${customerDesk}/customer-page.tsx`, 'customers:view'),
    posts: staff('customers:work'),
  },
  desk('customer-merge', 'customers/:id/merge/:other', `${customerDesk}/customer-merge-page.tsx`, 'customers:work'),
  { ...desk('customer-visit-end', 'customers/visit/end', `${customerDesk}/customer-visit-end-api.ts`, 'customers:view'), frame: 'bare' },
  views('customer', 'customers', 'customers:view'),
  ...shortList(
    'privacy-requests',
    'privacy-requests',
    'commerce/privacy/staff/privacy-requests-page.tsx',
    'commerce/privacy/staff/privacy-requests-export-api.ts',
    'privacy:view',
    { posts: staff('privacy:work'), sends: 'again' },
  ),
  desk('tickets', 'tickets', 'commerce/tickets/staff/tickets-page.tsx', 'tickets:view'),
  { ...desk('tickets-export', 'tickets/export', 'commerce/tickets/staff/tickets-export-api.ts', 'tickets:work'), frame: 'bare' },
  views('ticket', 'tickets', 'tickets:view'),
  { ...desk('ticket-new', 'tickets/new', 'commerce/tickets/staff/ticket-new-page.tsx', 'tickets:work'), sends: 'again' },
  ...shortList(
    'ticket-macros',
    'tickets/macros',
    'commerce/tickets/staff/ticket-macros-page.tsx',
    'commerce/tickets/staff/macros-export-api.ts',
    'tickets:work',
  ),
  // Each line of a run names the version of its ticket: sent twice, the second changes nothing.
  { ...desk('ticket-bulk', 'tickets/bulk', 'commerce/tickets/staff/ticket-bulk-page.tsx', 'tickets:work'), sends: 'again' },
  {
    ...desk('ticket', 'tickets/:reference', 'commerce/tickets/staff/ticket-page.tsx', 'tickets:view'),
    posts: staff('tickets:work'),
    // Each form names the version that was looked at.
    sends: 'again',
  },
  desk('loyalty', 'loyalty', 'commerce/loyalty/staff/loyalty-page.tsx', 'loyalty:view'),
  { ...desk('loyalty-export', 'loyalty/export', 'commerce/loyalty/staff/loyalty-export-api.ts', 'loyalty:work'), frame: 'bare' },
  views('loyalty', 'loyalty', 'loyalty:view'),
  { ...desk('loyalty-programme', 'loyalty/programme', 'commerce/loyalty/staff/programme-page.tsx', 'loyalty:view'), sends: 'again' },
  desk('loyalty-vouchers', 'loyalty/vouchers', 'commerce/loyalty/staff/vouchers-page.tsx', 'loyalty:view'),
  {
    ...desk('loyalty-vouchers-export', 'loyalty/vouchers/export', 'commerce/loyalty/staff/vouchers-export-api.ts', 'loyalty:work'),
    frame: 'bare',
  },
  views('loyalty-vouchers', 'loyalty/vouchers', 'loyalty:view'),
  // A batch has the id that its form began with, and is moved from the version that was looked at: sent twice, it is there once.
  {
    ...desk('loyalty-voucher-bulk', 'loyalty/vouchers/bulk', 'commerce/loyalty/staff/voucher-bulk-page.tsx', 'loyalty:work'),
    sends: 'again',
    // Addresses of as many members as are chosen at once.
    mostBytes: 512 * 1024,
  },
  {
    ...desk('loyalty-voucher-batch', 'loyalty/vouchers/bulk/:batch', 'commerce/loyalty/staff/voucher-batch-page.tsx', 'loyalty:view'),
    sends: 'again',
  },
  {
    ...desk(
      'loyalty-voucher-batch-export',
      'loyalty/vouchers/bulk/:batch/export',
      'commerce/loyalty/staff/voucher-batch-export-api.ts',
      'loyalty:work',
    ),
    frame: 'bare',
  },
  { ...desk('loyalty-voucher-new', 'loyalty/vouchers/new', 'commerce/loyalty/staff/voucher-new-page.tsx', 'loyalty:work'), sends: 'once' },
  // Each form names the version that was looked at.
  { ...desk('loyalty-voucher', 'loyalty/vouchers/:voucher', 'commerce/loyalty/staff/voucher-page.tsx', 'loyalty:view'), sends: 'again' },
  { ...desk('loyalty-member', 'loyalty/:member', 'commerce/loyalty/staff/member-page.tsx', 'loyalty:view'), sends: 'again' },
  {
    ...desk('notifications', 'notifications', 'commerce/messages/staff/mail-log-page.tsx', 'notifications:view'),
    posts: staff('notifications:send'),
  },
  views('mail-log', 'notifications', 'notifications:view'),
  {
    ...desk('mail-log-export', 'notifications/export', 'commerce/messages/staff/mail-log-export-api.ts', 'notifications:view'),
    posts: staff('notifications:send'),
    frame: 'bare',
  },
  {
    ...desk('sent-mail', 'notifications/mails/:mail', 'commerce/messages/staff/sent-mail-page.tsx', 'notifications:view'),
    sends: 'again',
  },
  ...shortList(
    'mail-suppressions',
    'notifications/suppressed',
    'commerce/messages/staff/suppressions-page.tsx',
    'commerce/messages/staff/suppressions-export-api.ts',
    'notifications:view',
    { posts: staff('notifications:send'), sends: 'again' },
  ),
  ...shortList(
    'campaigns',
    'notifications/campaigns',
    'commerce/campaigns/staff/campaigns-page.tsx',
    'commerce/campaigns/staff/campaigns-export-api.ts',
    'notifications:view',
    { posts: staff('notifications:send') },
  ),
  {
    ...desk('campaign', 'notifications/campaigns/:campaign', 'commerce/campaigns/staff/campaign-page.tsx', 'notifications:view'),
    posts: staff('notifications:send'),
  },
  ...shortList(
    'mail-templates',
    'notifications/templates',
    'commerce/messages/staff/mail-templates-page.tsx',
    'commerce/messages/staff/templates-export-api.ts',
    'notifications:view',
  ),
  {
    ...desk('mail-template', 'notifications/templates/:kind', 'commerce/messages/staff/mail-template-page.tsx', 'notifications:view'),
    posts: staff('notifications:send'),
    sends: 'again',
  },
  // Words
  { ...desk('content', 'content', 'storefront/content/staff/content-list-page.tsx', 'content:view'), posts: staff('content:edit') },
  { ...desk('content-export', 'content/export', 'storefront/content/staff/content-export-api.ts', 'content:view'), frame: 'bare' },
  { ...desk('content-views', 'content/views', 'storefront/content/staff/content-views-api.ts', 'content:view'), frame: 'bare' },
  {
    ...desk('content-item', 'content/:id', 'storefront/content/staff/content-item-page.tsx', 'content:view'),
    posts: staff('content:edit'),
  },
  // Supply
  {
    ...desk('flight-supply', 'flight-supply', 'products/flights/staff/flight-supply-page.tsx', 'supply:view'),
    posts: staff('supply:edit'),
  },
  ...shortList(
    'flight-own-fares',
    'flight-supply/own-fares',
    'products/flights/staff/own-fares-page.tsx',
    'products/flights/staff/own-fares-export-api.ts',
    'supply:view',
    { posts: staff('supply:edit') },
  ),
  ...shortList(
    'flight-deals',
    'flight-supply/deals',
    'products/flights/staff/flight-deals-page.tsx',
    'products/flights/staff/flight-deals-export-api.ts',
    'deals:view',
    { posts: staff('deals:edit') },
  ),
  ...shortList(
    'flight-disruptions',
    'flight-supply/disruptions',
    'products/flights/staff/disruptions-page.tsx',
    'products/flights/staff/disruptions-export-api.ts',
    'supply:view',
    { posts: staff('supply:edit'), sends: 'again' },
  ),
  desk('flight-test-search', 'flight-supply/test', 'products/flights/staff/test-search-page.tsx', 'supply:view'),
  ...shortList(
    'supplier-register',
    'supply/flights/supplier-register',
    'products/flights/staff/supplier-register-page.tsx',
    'products/flights/staff/suppliers-export-api.ts',
    'supply:view',
    { posts: staff('supply:edit') },
  ),
  desk('supplier', 'supply/flights/supplier-register/:code', 'products/flights/staff/supplier-page.tsx', 'supply:view'),
  desk(
    'supplier-statement',
    'supply/flights/supplier-register/:code/statement',
    'products/flights/staff/supplier-statement-page.tsx',
    'invoices:view',
  ),
  {
    ...desk(
      'supplier-statement-export',
      'supply/flights/supplier-register/:code/statement/export',
      'products/flights/staff/supplier-statement-api.ts',
      'invoices:view',
    ),
    frame: 'bare',
  },
  ...shortList(
    'staff-partners',
    'partners',
    'commerce/partners/staff/partners-desk-page.tsx',
    'commerce/partners/staff/partners-export-api.ts',
    'supply:view',
  ),
  {
    ...desk('staff-partner', 'partners/:reference', 'commerce/partners/staff/partner-desk-page.tsx', 'supply:view'),
    posts: staff('supply:edit'),
  },
  {
    ...desk(
      'staff-partner-document',
      'partners/:reference/documents/:document',
      'commerce/partners/staff/partner-document-api.ts',
      'supply:edit',
    ),
    frame: 'bare',
  },
  {
    ...desk('holiday-packages', 'supply/holiday-packages', 'products/holidays/staff/tours-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
  },
  {
    ...desk('tours-export', 'supply/holiday-packages/export', 'products/holidays/staff/tours-export-api.ts', 'products:edit'),
    frame: 'bare',
  },
  views('tour', 'supply/holiday-packages', 'supply:view'),
  ...shortList(
    'departures',
    'supply/holiday-packages/departures',
    'products/holidays/staff/departures-list-page.tsx',
    'products/holidays/staff/departures-export-api.ts',
    'supply:view',
  ),
  {
    ...desk('tour-prices', 'supply/holiday-packages/prices', 'products/holidays/staff/tour-prices-page.tsx', 'products:edit'),
  },
  {
    ...desk('staff-tour', 'supply/holiday-packages/:tour', 'products/holidays/staff/tour-record-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
  },
  {
    ...desk(
      'tour-departures',
      'supply/holiday-packages/:tour/departures',
      'products/holidays/staff/departures-desk-page.tsx',
      'supply:view',
    ),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk('supply-activities', 'supply/activities', 'products/experiences/staff/activities-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
  },
  {
    ...desk('activities-export', 'supply/activities/export', 'products/experiences/staff/activities-export-api.ts', 'products:edit'),
    frame: 'bare',
  },
  views('activity', 'supply/activities', 'supply:view'),
  {
    ...desk('supply-activity-session', 'supply/activities/:activity/session', 'products/experiences/staff/session-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk(
      'supply-activity-builder',
      'supply/activities/:activity/builder',
      'products/experiences/staff/activity-builder-page.tsx',
      'supply:view',
    ),
    posts: staff('products:edit'),
  },
  {
    ...desk('supply-activity', 'supply/activities/:activity', 'products/experiences/staff/activity-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk(
      'supply-activity-import',
      'supply/activities/:activity/import',
      'products/experiences/staff/activity-import-page.tsx',
      'supply:view',
    ),
    posts: staff('products:edit'),
  },
  {
    ...desk('tour-import', 'supply/holiday-packages/:tour/import', 'products/holidays/staff/departures-import-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
    sends: 'again',
  },
  {
    ...desk('supply-stay-import', 'supply/staycations/:house/import', 'products/staycations/staff/rates-import-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
  },
  {
    ...desk('supply-house', 'supply/staycations/:house', 'products/staycations/staff/house-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
  },
  {
    ...desk('supply-photographs', 'supply/photographs/:kind/:thing', 'commerce/supply/staff/photographs-page.tsx', 'supply:view'),
    posts: staff('products:edit'),
    mostBytes: 13 * 1024 * 1024,
  },
  ...shortList(
    'supply-staycations',
    'supply/staycations',
    'products/staycations/staff/stay-supply-page.tsx',
    'products/staycations/staff/stays-export-api.ts',
    'supply:view',
    { posts: staff('products:edit') },
  ),
  desk('visa-management', 'visa-management', 'products/visas/evisa/staff/evisa-offers-page.tsx', 'visa-orders:view'),
  {
    ...desk('evisa-offers-export', 'visa-management/export', 'products/visas/evisa/staff/evisa-offers-export-api.ts', 'visas:decide'),
    frame: 'bare',
  },
  views('visa-management', 'visa-management', 'visa-orders:view'),
  {
    ...desk('visa-offer', 'visa-management/:code', 'products/visas/evisa/staff/evisa-offer-page.tsx', 'visa-orders:view'),
    posts: staff('visas:decide'),
  },
  // Money
  desk('invoices', 'invoices', 'commerce/invoices/staff/invoices-desk-page.tsx', 'invoices:view'),
  {
    ...desk('invoices-export', 'invoices/export', 'commerce/invoices/staff/invoices-export-api.ts', 'invoices:export'),
    frame: 'bare',
  },
  views('invoice', 'invoices', 'invoices:view'),
  { ...desk('invoice-papers', 'invoices/papers', 'commerce/invoices/staff/invoice-papers-api.ts', 'invoices:issue'), frame: 'bare' },
  {
    ...desk('e-invoices', 'invoices/e-invoices', 'commerce/invoices/staff/e-invoices-zip-api.ts', 'invoices:issue'),
    frame: 'bare',
  },
  { ...desk('invoice-bulk', 'invoices/bulk', 'commerce/invoices/staff/invoices-bulk-page.tsx', 'invoices:issue'), sends: 'once' },
  desk('statement', 'invoices/statement', 'commerce/invoices/staff/statement-page.tsx', 'money:view'),
  desk('statement-send', 'invoices/statement/send', 'commerce/invoices/staff/statement-send-page.tsx', 'invoices:issue'),
  {
    ...desk('statement-paper', 'invoices/statement/paper/:language', 'commerce/invoices/staff/statement-paper-api.ts', 'money:view'),
    frame: 'bare',
  },
  {
    ...desk('statement-export', 'invoices/statement/export', 'commerce/invoices/staff/statement-export-api.ts', 'invoices:export'),
    frame: 'bare',
  },
  { ...desk('vat-return', 'invoices/vat', 'commerce/invoices/staff/vat-return-page.tsx', 'money:view'), posts: staff('money:work') },
  {
    ...desk('vat-return-export', 'invoices/vat/export', 'commerce/invoices/staff/vat-return-export-api.ts', 'invoices:export'),
    frame: 'bare',
  },
  {
    ...desk('unmatched-money', 'invoices/unmatched', 'commerce/invoices/staff/unmatched-page.tsx', 'money:view'),
    posts: staff('money:work'),
    // It reads the provider's list once more; a task that is open is not opened again.
    sends: 'again',
  },
  {
    ...desk('unmatched-export', 'invoices/unmatched/export', 'commerce/invoices/staff/unmatched-export-api.ts', 'invoices:export'),
    frame: 'bare',
  },
  views('unmatched', 'invoices/unmatched', 'money:view'),
  desk('bank-lines', 'invoices/bank', `${bank}/bank-lines-page.tsx`, 'money:view'),
  {
    ...desk('store-credit', 'invoices/credit', 'commerce/credits/staff/store-credit-page.tsx', 'money:view'),
    posts: staff('money:work'),
    sends: 'again',
  },
  {
    ...desk('store-credit-export', 'invoices/credit/export', 'commerce/credits/staff/store-credit-export-api.ts', 'invoices:export'),
    frame: 'bare',
  },
  views('store-credit', 'invoices/credit', 'money:view'),
  { ...desk('bank-lines-export', 'invoices/bank/export', `${bank}/bank-lines-export-api.ts`, 'invoices:export'), frame: 'bare' },
  views('bank-line', 'invoices/bank', 'money:view'),
  { ...desk('bank-import', 'invoices/bank/import', `${bank}/bank-import-page.tsx`, 'money:work'), mostBytes: 3 * 1024 * 1024 },
  // A line is matched from the version that was looked at: sent twice, the second is told that it has changed.
  { ...desk('bank-line', 'invoices/bank/:line', `${bank}/bank-line-page.tsx`, 'money:view'), posts: staff('money:work'), sends: 'again' },
  ...shortList(
    'disputes',
    'invoices/disputes',
    'commerce/disputes/staff/disputes-page.tsx',
    'commerce/disputes/staff/disputes-export-api.ts',
    'money:view',
  ),
  {
    ...desk('dispute', 'invoices/disputes/:dispute', 'commerce/disputes/staff/dispute-page.tsx', 'money:view'),
    posts: staff('money:work'),
    // Worked on from the version that was looked at: sent twice, the second is told that it has changed.
    sends: 'again',
  },
  // Each time the same archive, and a row of the audit for each.
  {
    ...desk('dispute-evidence', 'invoices/disputes/:dispute/evidence', 'commerce/disputes/staff/dispute-evidence-api.ts', 'money:work'),
    frame: 'bare',
    sends: 'again',
  },
  desk('ageing', 'invoices/ageing', 'commerce/invoices/staff/ageing-page.tsx', 'money:view'),
  { ...desk('ageing-export', 'invoices/ageing/export', 'commerce/invoices/staff/ageing-export-api.ts', 'invoices:export'), frame: 'bare' },
  { ...desk('invoice-numbers', 'invoices/numbers', 'commerce/invoices/staff/numbers-page.tsx', 'money:view'), posts: staff('money:work') },
  desk('invoice', 'invoices/:number', 'commerce/invoices/staff/invoice-page.tsx', 'invoices:view'),
  {
    ...desk('invoice-paper', 'invoices/:number/paper/:language', 'commerce/invoices/staff/invoice-paper-api.ts', 'invoices:view'),
    frame: 'bare',
  },
  {
    ...desk('e-invoice', 'invoices/:number/e-invoice', 'commerce/invoices/staff/e-invoice-page.tsx', 'invoices:view'),
    posts: staff('invoices:issue'),
  },
  {
    ...desk('e-invoice-file', 'invoices/:number/e-invoice/file', 'commerce/invoices/staff/e-invoice-file-api.ts', 'invoices:view'),
    frame: 'bare',
  },
  {
    ...desk('invoice-credit', 'invoices/:number/credit', 'commerce/invoices/staff/invoice-credit-page.tsx', 'invoices:issue'),
    sends: 'once',
  },
  desk('pricing-engine', 'pricing-engine', 'commerce/pricing/staff/pricing-engine-page.tsx', 'pricing:view'),
  views('pricing-engine', 'pricing-engine', 'pricing:view'),
  {
    ...desk('pricing-engine-export', 'pricing-engine/export', 'commerce/pricing/staff/rules-export-api.ts', 'pricing:view'),
    frame: 'bare',
  },
  ...shortList(
    'price-experiments',
    'pricing-engine/experiments',
    'commerce/pricing/experiments/staff/experiments-page.tsx',
    'commerce/pricing/experiments/staff/experiments-export-api.ts',
    'pricing:view',
    { posts: staff('pricing:draft') },
  ),
  desk(
    'price-experiment',
    'pricing-engine/experiments/:experiment',
    'commerce/pricing/experiments/staff/experiment-page.tsx',
    'pricing:view',
  ),
  desk('markup-management', 'supply/flights/markup-management', 'products/flights/staff/markup-page.tsx', 'pricing:view'),
  {
    ...desk('currency-settings', 'currency-settings', 'commerce/currencies/staff/currency-settings-page.tsx', 'currencies:view'),
    posts: staff('currencies:edit'),
  },
  {
    ...desk(
      'rate-history-export',
      'currency-settings/history/export',
      'commerce/currencies/staff/rate-history-export-api.ts',
      'currencies:view',
    ),
    frame: 'bare',
  },
  desk('rate-history', 'currency-settings/history', 'commerce/currencies/staff/rate-history-page.tsx', 'currencies:view'),
  views('rate-history', 'currency-settings/history', 'currencies:view'),
  // Insight
  desk('analytics', 'analytics', 'backoffice/analytics/analytics-page.tsx', 'analytics:view'),
  desk('analytics-explore', 'analytics/explore', 'backoffice/analytics/explore-page.tsx', 'analytics:view'),
  { ...desk('analytics-export', 'analytics/export', 'backoffice/analytics/figures-export-api.ts', 'analytics:view'), frame: 'bare' },
  desk('analytics-records', 'analytics/records', 'backoffice/analytics/records-page.tsx', 'analytics:view'),
  desk('analytics-cohorts', 'analytics/cohorts', 'backoffice/analytics/cohorts-page.tsx', 'analytics:view'),
  desk('analytics-reports', 'analytics/reports', 'backoffice/analytics/reports-page.tsx', 'analytics:view'),
  desk('analytics-measures', 'analytics/measures', 'backoffice/analytics/measures-page.tsx', 'analytics:view'),
  {
    ...desk('analytics-flights', 'analytics/flights', 'backoffice/analytics/analytics-flights-page.tsx', 'analytics:view'),
    posts: staff('analytics:edit'),
  },
  ...shortList(
    'flight-funnel',
    'analytics/flights/funnel',
    'backoffice/analytics/flight-funnel-page.tsx',
    'backoffice/analytics/flight-funnel-export-api.ts',
    'analytics:view',
  ),
  // People
  desk('recruitment', 'recruitment', `${hiring}/recruitment-page.tsx`, 'recruitment:view'),
  desk('hiring-equality', 'recruitment/equality', `${hiring}/equality-page.tsx`, 'equality:view'),
  { ...desk('hiring-equality-export', 'recruitment/equality/export', `${hiring}/equality-export-api.ts`, 'equality:view'), frame: 'bare' },
  {
    ...desk('requisitions-export', 'recruitment/requisitions/export', `${hiring}/requisitions-export-api.ts`, 'recruitment:view'),
    frame: 'bare',
  },
  views('requisition', 'recruitment', 'recruitment:view'),
  desk('requisition-new', 'recruitment/requisitions/new', `${hiring}/requisition-new-page.tsx`, 'recruitment:work'),
  {
    ...desk('requisition', 'recruitment/requisitions/:id', `${hiring}/requisition-page.tsx`, 'recruitment:view'),
    posts: staff('recruitment:work'),
  },
  desk('job-postings', 'job-postings', `${hiring}/postings-page.tsx`, 'recruitment:view'),
  { ...desk('job-postings-export', 'job-postings/export', `${hiring}/postings-export-api.ts`, 'recruitment:view'), frame: 'bare' },
  views('posting', 'job-postings', 'recruitment:view'),
  desk('job-posting-new', 'job-postings/new', `${hiring}/posting-new-page.tsx`, 'recruitment:work'),
  desk('job-posting-edit', 'job-postings/:id/edit', `${hiring}/posting-edit-page.tsx`, 'recruitment:work'),
  { ...desk('job-posting', 'job-postings/:id', `${hiring}/posting-page.tsx`, 'recruitment:view'), posts: staff('recruitment:work') },
  {
    ...desk('job-applications', 'job-applications', `${hiring}/applications-page.tsx`, 'applications:view'),
    posts: staff('recruitment:work'),
  },
  desk('job-applications-reject', 'job-applications/reject', `${hiring}/reject-many-page.tsx`, 'recruitment:work'),
  {
    ...desk('job-applications-export', 'job-applications/export', `${hiring}/applications-export-api.ts`, 'recruitment:work'),
    frame: 'bare',
  },
  views('application', 'job-applications', 'recruitment:view'),
  // Whoever may judge an application may send a score card of it.
  {
    ...desk('job-application', 'job-applications/:reference', `${hiring}/application-page.tsx`, 'applications:view'),
    posts: staff('interviews:own'),
  },
  { ...desk('job-application-cv', 'job-applications/:reference/cv', `${hiring}/cv-api.ts`, 'applications:view'), frame: 'bare' },
  desk('interview-scheduling', 'interview-scheduling', `${interviews}/interviews-page.tsx`, 'interviews:own'),
  {
    ...desk('interviews-export', 'interview-scheduling/export', `${interviews}/interviews-export-api.ts`, 'recruitment:view'),
    frame: 'bare',
  },
  views('interview', 'interview-scheduling', 'interviews:own'),
  desk('interview-new', 'interview-scheduling/new', `${interviews}/interview-new-page.tsx`, 'recruitment:work'),
  desk('interview-desk', 'interview-scheduling/:reference', `${interviews}/interview-desk-page.tsx`, 'interviews:own'),
  desk('hr-assets', 'hr/asset-management', `${assets}/assets-page.tsx`, 'hr:view'),
  { ...desk('hr-assets-export', 'hr/asset-management/export', `${assets}/assets-export-api.ts`, 'hr:view'), frame: 'bare' },
  views('hr-asset', 'hr/asset-management', 'hr:view'),
  desk('hr-asset-new', 'hr/asset-management/new', `${assets}/asset-new-page.tsx`, 'hr:work'),
  { ...desk('hr-assets-import', 'hr/asset-management/import', `${assets}/assets-import-page.tsx`, 'hr:work'), mostBytes: 512 * 1024 },
  desk('hr-hand-over', 'hr/asset-management/hand-over', `${assets}/hand-over-page.tsx`, 'hr:work'),
  {
    ...desk('hr-take-back', 'hr/asset-management/take-back', `${assets}/take-back-page.tsx`, 'hr:work'),
    mostBytes: 30 * 1024 * 1024,
  },
  { ...desk('hr-charges', 'hr/asset-management/charges', `${assets}/asset-charges-page.tsx`, 'hr:view'), posts: staff('hr:work') },
  { ...desk('hr-charges-export', 'hr/asset-management/charges/export', `${assets}/asset-charges-export-api.ts`, 'hr:view'), frame: 'bare' },
  views('hr-charges', 'hr/asset-management/charges', 'hr:view'),
  { ...desk('hr-asset-photo', 'hr/asset-management/photos/:id', `${assets}/asset-photo-api.ts`, 'hr:view'), frame: 'bare' },
  { ...desk('hr-asset-labels', 'hr/asset-management/labels', `${assets}/asset-labels-api.ts`, 'hr:view'), frame: 'bare' },
  { ...desk('hr-asset-paper', 'hr/asset-management/papers/:reference', `${assets}/asset-paper-api.ts`, 'hr:view'), frame: 'bare' },
  { ...desk('hr-stock-take', 'hr/asset-management/stock-take', `${assets}/stock-take-page.tsx`, 'hr:view'), posts: staff('hr:work') },
  { ...desk('hr-stock-count', 'hr/asset-management/stock-take/:id', `${assets}/stock-count-page.tsx`, 'hr:view'), posts: staff('hr:work') },
  { ...desk('hr-asset', 'hr/asset-management/:tag', `${assets}/asset-page.tsx`, 'hr:view'), posts: staff('hr:work') },
  // Settings
  { ...desk('users', 'users', 'backoffice/staff-accounts/users-page.tsx', 'staff:view'), posts: staff('staff:edit'), sends: 'again' },
  { ...desk('users-export', 'users/export', 'backoffice/staff-accounts/users-export-api.ts', 'staff:view'), frame: 'bare', sends: 'again' },
  views('user', 'users', 'staff:view'),
  { ...desk('user', 'users/:id', 'backoffice/staff-accounts/user-page.tsx', 'staff:view'), posts: staff('staff:edit'), sends: 'again' },
  { ...desk('settings', 'settings', 'backoffice/settings/settings-page.tsx', 'settings:view'), posts: staff('settings:edit') },
  { ...desk('settings-export', 'settings/export', 'backoffice/settings/settings-export-api.ts', 'settings:view'), frame: 'bare' },
  {
    ...desk('setting', 'settings/:section', 'backoffice/settings/setting-page.tsx', 'settings:view'),
    mostBytes: 8 * 1024 * 1024,
    // Finance agrees to what an owner wrote; the work itself asks who may do which.
    posts: staff('settings:agree'),
    sends: 'again',
  },
  {
    ...desk('connections', 'connections', 'backoffice/connections/connections-page.tsx', 'settings:view'),
    posts: staff('settings:edit'),
  },
  ...shortList(
    'api-keys',
    'api-keys',
    'backoffice/api-keys/api-keys-page.tsx',
    'backoffice/api-keys/api-keys-export-api.ts',
    'settings:view',
    { posts: staff('settings:edit') },
  ),
  {
    ...desk('webhooks', 'webhooks', 'backoffice/webhooks/webhooks-page.tsx', 'settings:view'),
    posts: staff('settings:edit'),
    // A second press finds the address there, changed or ended; a test and what is sent again are told again by the same id.
    sends: 'again',
  },
  desk('retention', 'retention', 'backoffice/retention/retention-page.tsx', 'settings:view'),
  { ...desk('retention-export', 'retention/export', 'backoffice/retention/retention-export-api.ts', 'settings:view'), frame: 'bare' },
  {
    ...desk('kept-kind', 'retention/:kind', 'backoffice/retention/kept-kind-page.tsx', 'settings:view'),
    posts: staff('settings:edit'),
    // One wish of a period waits at a time, and a decision finds none when it was taken already.
    sends: 'again',
  },
  desk('my-assets', 'my-assets', `${assets}/my-assets-page.tsx`, 'desk:open'),
  { ...desk('my-asset-photo', 'my-assets/photos/:id', `${assets}/my-asset-photo-api.ts`, 'desk:open'), frame: 'bare' },
  { ...desk('my-asset-paper', 'my-assets/papers/:reference', `${assets}/my-asset-paper-api.ts`, 'desk:open'), frame: 'bare' },
  desk('my-exports', 'exports', 'commerce/exports/staff/exports-page.tsx', 'desk:open'),
  { ...desk('exported-file-export', 'exports/:exportId/file', 'commerce/exports/staff/exported-file-api.ts', 'desk:open'), frame: 'bare' },
  { ...desk('staff-security', 'security', 'backoffice/staff-security-page.tsx', 'desk:open'), beforeFactor: true },
  // Asking for one more walk over the chain changes nothing else.
  { ...desk('audit-log', 'audit-log', 'backoffice/audit-log/audit-log-page.tsx', 'audit:view'), posts: staff('audit:view') },
  { ...desk('audit-log-export', 'audit-log/export', 'backoffice/audit-log/audit-log-export-api.ts', 'audit:export'), frame: 'bare' },
  views('audit-log', 'audit-log', 'audit:view'),
  desk('mail-folder', 'mail-folder', 'commerce/messages/staff/mail-folder-page.tsx', 'mails:open'),
];

export const notFoundPlace: Place = {
  id: 'not-found',
  path: '*',
  page: 'storefront/not-found-page.tsx',
  access: everyone,
  frame: 'storefront',
  hidden: true,
};

export const places: readonly Place[] = [...shopPlaces, ...accountPlaces, ...staffPlaces, notFoundPlace];

const byPattern = new Map(places.map((place) => [place.path, place]));

/** The place a matched route pattern belongs to; the pattern may or may not carry its leading slash. */
export function findPlace(pattern: string): Place | null {
  return byPattern.get(pattern.replace(/^\//, '').replace(/\/$/, '')) ?? null;
}
