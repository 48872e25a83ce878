import { Hono } from 'hono';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { openProvider, sandboxSecrets } from '#app/commerce/payments/open-provider.server.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import type { PaymentProvider } from '#app/commerce/payments/payment-provider.ts';
import { evidenceOf } from '#app/commerce/disputes/collect-papers.server.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import { mailAccounts } from '#app/commerce/customers/account-mails.server.ts';
import { keptHint } from '#app/commerce/trip-pack/kept-trip-rules.ts';
import { greetingCookie } from '#app/commerce/customers/greeting.ts';
import { cookieLine, readCookie } from '#app/platform/cookies.ts';
import { readShownBrand } from '#app/platform/branding.server.ts';
import { outageContext, platformContext, requestContext, tooLargeContext } from '#app/platform/request-context.ts';
import { readOfferedLanguages } from '#app/platform/shop-languages.server.ts';
import { offeredOr } from '#app/platform/shop-languages.ts';
import { houseLanguage, isDisplayCurrency, isLanguageCode } from '#app/values/preferences.ts';
import { workOnWebhooks } from '#app/backoffice/webhooks/send-webhooks.server.ts';
import { workOnAuditChecks } from '#app/platform/audit-checks.server.ts';
import { workOnFailedJobs } from '#app/platform/failed-jobs.server.ts';
import type { DerivedFiles } from '#app/platform/derived-file.server.ts';
import { openPlatform, type Platform } from '#app/platform/platform.server.ts';
import { readEnv, type Env } from '#app/platform/env.server.ts';
import { refuseOpenDemoAccounts } from '#app/platform/lock-demo-accounts.server.ts';
import { loadCatalogue } from '#seeds/catalogue.ts';
import { seedAssets } from '#seeds/assets.ts';
import { seedEquality } from '#seeds/equality.ts';
import { seedHelpdesk } from '#seeds/helpdesk.ts';
import { seedInterviews } from '#seeds/interviews.ts';
import { seedRequisitions } from '#seeds/requisitions.ts';
import { seedFlightDeals } from '#seeds/flight-deals.ts';
import { seedFlightSupply } from '#seeds/flight-supply.ts';
import { seedPricing } from '#seeds/pricing.ts';
import { seedDemoApplications } from '#seeds/demo-applications.ts';
import { seedDemoCompany, seedDemoCustomers } from '#seeds/demo-customers.ts';
import { demoAccounts, demoPassword, seedDemo } from '#seeds/demo.ts';
import { seedFigures } from '#seeds/figures.ts';
import { seedMails } from '#seeds/mails.ts';
import { withWholeBody } from '#app/page-body.server.ts';
import { places } from '#app/site-map.ts';
import { mailFeedback } from '#app/commerce/feedback/work-feedback.server.ts';
import { workOnConsultations } from '#app/commerce/consultations/mail-consultations.server.ts';
import { workOnRecruitment } from '#app/people/recruitment/work-recruitment.server.ts';
import { exportWriters } from '#app/backoffice/export-writers.server.ts';
import { workOnExports } from '#app/commerce/exports/write-exports.server.ts';
import { workOnInquiries } from '#app/commerce/inquiries/follow-up.server.ts';
import { mailInquiries } from '#app/commerce/inquiries/mail-inquiries.server.ts';
import { mailFlightQuotes } from '#app/products/flights/quotes/mail-flight-quotes.server.ts';
import { mailProposals } from '#app/commerce/proposals/mail-proposals.server.ts';
import { workOnTickets } from '#app/commerce/tickets/work-on-tickets.server.ts';
import { workOnLoyalty } from '#app/commerce/loyalty/work-on-loyalty.server.ts';
import { workOnCampaigns } from '#app/commerce/campaigns/send-campaign.server.ts';
import { mailNewsletter } from '#app/commerce/newsletter/mail-newsletter.server.ts';
import { mailPartners } from '#app/commerce/partners/mail-partners.server.ts';
import { workOnReviews } from '#app/commerce/reviews/invite-reviewers.server.ts';
import { mailReviews } from '#app/commerce/reviews/mail-reviews.server.ts';
import { nothingQuoted } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { workOnPricing } from '#app/commerce/pricing/simulate-policy.server.ts';
import { workOnRates } from '#app/commerce/currencies/rate-jobs.server.ts';
import { workOnCustomers } from '#app/commerce/customers/records/keep-up-customers.server.ts';
import { workOnPrivacy } from '#app/commerce/privacy/work-on-privacy.server.ts';
import { personalData } from '#app/personal-data.ts';
import { flushNowAndThen } from '#app/commerce/traffic/tally.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { workOnAssets } from '#app/people/assets/remind-holders.server.ts';
import { workOnInterviews } from '#app/people/interviews/mail-interviews.server.ts';
import { shopPagesContext } from '#app/commerce/campaigns/shop-pages-context.ts';
import { productCountersContext } from '#app/commerce/product-counter.ts';
import { passportRulesContext } from '#app/commerce/trip-line/passport-rules-context.ts';
import { transitRulesContext } from '#app/commerce/trip-line/transit-rules-context.ts';
import { tripLineContext } from '#app/commerce/trip-line/trip-line-context.ts';
import { readPassportRules } from '#app/products/visas/requirements/read-passport-rules.server.ts';
import { readTransitRules } from '#app/products/visas/requirements/read-transit-rules.server.ts';
import { openCounters } from '#app/products/registry.server.ts';
import { listLiveLanguages } from '#app/storefront/content/content-store.server.ts';
import { openTripLines } from '#app/storefront/answer-trip-line.server.ts';
import { flightsContext, type Flights } from '#app/products/flights/flights-context.ts';
import { openFlights } from '#app/products/flights/flights.server.ts';
import { watchedFlights } from '#app/products/flights/search/watched-flights.server.ts';
import { watchedTours } from '#app/products/holidays/watched-tours.server.ts';
import { watchPrices } from '#app/commerce/price-alerts/watch-prices.server.ts';
import { workOnLogos } from '#app/backoffice/settings/forget-logos.server.ts';
import { workOnAnalytics } from '#app/backoffice/analytics/work-on-analytics.server.ts';
import { coveredContentContext } from '#app/backoffice/settings/content-coverage-context.ts';
import { workOnDesk } from '#app/backoffice/work-desk.server.ts';
import { workOnProducts } from '#app/products/work-products.server.ts';
import { languageInAddress } from '#app/storefront/search-engines/language-addresses.ts';
import { isShopPage } from '#app/storefront/search-engines/public-addresses.server.ts';
import { addressOf, isOwnOrigin, securityHeaders } from './edge.ts';
import { answerByPart } from './answer-by-part.ts';
import { compressed, readsGzip } from './compress.ts';
import { answerPhotograph } from './photographs.ts';
import { openMapShelf, openPosterShelf } from './drawings.ts';
import { answerLeave, leaveAlert, leaveInquiries, leaveNewsletter, leaveReviewers } from './leave-list.ts';
import { answerLogo } from './logos.ts';
import { openPageCache } from './page-cache.ts';
import { isForm, readBody, typed } from './read-body.ts';
import { countVisit } from './count-visits.ts';
import { refusalPage } from './refusal-page.ts';
import { routePolicies } from './route-policies.ts';
import { openCardShelf } from './share-cards.ts';
import { showSandboxPage } from './sandbox-pages.ts';
import { startSandbox } from './sandbox-process.ts';
import { answerWebhook } from './webhooks.ts';

const maxBodyBytes = 64 * 1024;
const maxUrlLength = 4096;
/** What the router asks for the routes behind the links of a page: it never writes a longer one. */
const routesOfLinks = { path: '/__manifest', maxUrlLength: 7680 + 256 } as const;
const oneYear = 31_536_000;
/** For a database that is being restarted or has changed its place. */
const retryAfterSeconds = '2';
const methods = ['GET', 'HEAD', 'POST'];
/** Whoever waits for the house to open asks for its first page now. */
const restBeforeWorkersMs = 1_500;
/** Where nothing answers: an application without a bank says so when somebody wants to pay. */
const noBank = 'http://127.0.0.1:9';

export interface Bank {
  readonly provider: PaymentProvider;
  /** The pretend bank whose pages are shown under this site's address, or null. */
  readonly pages: string | null;
}

const keptPlaces = new Map(places.flatMap((place) => (place.cached ? [[`/${place.path}` as string, place.cached] as const] : [])));
/** Places that take more than a form: their addresses, with a parameter for each part that begins with a colon. */
const bodyLimits = places.flatMap(({ path, mostBytes }) =>
  mostBytes ? [{ fits: new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}(?:\\.data)?$`), mostBytes }] : [],
);
const mostBytesOf = (pathname: string) => bodyLimits.find(({ fits }) => fits.test(pathname))?.mostBytes ?? maxBodyBytes;
/** Addresses with no page beside them, which only the server answers: what reaches the map there came with another verb. */
const pageless = routePolicies
  .filter(({ path }) => !places.some((place) => `/${place.path}` === path))
  .map(({ path, methods }) => ({
    fits: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
    // A HEAD is answered wherever a GET is.
    allow: methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', '),
  }));
/** A longer query is somebody's own: nobody else will ask for it. */
const longestKeptQuery = 400;

/** The whole HTTP surface. Every Hono route is listed in server/route-policies.ts with who may call it. */
export async function createApp(
  platform: Platform,
  bank: Bank = { provider: openProvider(platform, platform.env.SANDBOX_URL ?? noBank), pages: null },
  openedFlights: Flights | null = null,
) {
  const flights = openedFlights ?? (await openFlights(platform));
  const counters = openCounters(platform, flights);
  const tripLines = openTripLines(platform, flights);
  // The router compares where a form comes from with the address that we were asked under, which behind a proxy is
  // another one than the browser's: of a form that has come so far `isOwnOrigin` has judged already.
  const judged = { allowedActionOrigins: [new URL(platform.env.publicUrl).host, 'null'] };
  const build = async () => ({ ...(await import('virtual:react-router/server-build')), ...judged });
  // While developing the build is asked for at every request; otherwise the route tables are made once.
  const answer = import.meta.env.PROD
    ? answerByPart(await build(), import.meta.env.MODE)
    : createRequestHandler(build, import.meta.env.MODE);
  const app = new Hono<{ Bindings: { incoming?: { socket?: { remoteAddress?: string } } } }>();
  const { now } = platform.clock;
  const pages = openPageCache({
    most: 200,
    mostLength: 12_000_000,
    lifetimeMs: 60_000,
    cacheControl: 'public, max-age=0, s-maxage=60, must-revalidate',
    now,
  });
  // Prices and seats: a cache between us and the browser could not know that something was sold.
  const searches = openPageCache({
    most: 100,
    mostLength: 6_000_000,
    lifetimeMs: 30_000,
    cacheControl: 'private, max-age=0, must-revalidate',
    now,
  });
  const posters = openPosterShelf(800);
  const maps = openMapShelf(200);
  const outside = { analytics: Boolean(platform.env.ANALYTICS_ID), chat: Boolean(platform.env.CHAT_APP_ID) };
  const cards = openCardShelf({ most: 60, mostWaiting: 20 });
  const secure = platform.env.publicUrl.startsWith('https://');
  let draining = false;

  app.get('/healthz', (c) => c.json({ ok: true, node: platform.env.NODE_ID, durable: platform.database.kind === 'postgres' }));
  app.get('/readyz', async (c) => {
    if (draining) return c.json({ ok: false, why: 'draining' }, 503);
    try {
      await platform.db.execute(sql`select 1`);
      return c.json({ ok: true });
    } catch {
      return c.json({ ok: false, why: 'database' }, 503);
    }
  });

  app.get('/maps/:file', (c) => maps.answer(c.req.raw, c.req.param('file')));
  app.get('/share-cards/:file', (c) => cards.answer(c.req.param('file')));
  app.get('/posters/:file', (c) => posters.answer(c.req.raw, c.req.param('file')));
  app.get('/brand/:file', (c) => answerLogo(platform.files, c.req.param('file')));
  app.get('/photos/:file', (c) => answerPhotograph(platform.files, c.req.param('file')));
  app.post('/newsletter/leave/:token', (c) => answerLeave(platform, c.req.raw, c.req.param('token'), leaveNewsletter));
  app.post('/reviews/stop/:token', (c) => answerLeave(platform, c.req.raw, c.req.param('token'), leaveReviewers));
  app.post('/inquiry/stop/:token', (c) => answerLeave(platform, c.req.raw, c.req.param('token'), leaveInquiries));
  app.post('/price-alert/stop/:token', (c) => answerLeave(platform, c.req.raw, c.req.param('token'), leaveAlert));
  app.post('/webhooks/payments', (c) => answerWebhook(platform, bank.provider, c.req.raw));
  app.on(['GET', 'POST'], '/sandbox-bank/pay/:id', (c) =>
    showSandboxPage(c.req.raw, c.req.param('id'), bank.pages, platform.env.publicUrl),
  );

  app.all('*', async (c) => {
    const given = c.req.raw;
    const requestId = randomBytes(6).toString('hex');
    const nonce = randomBytes(16).toString('base64');
    const cookies = given.headers.get('cookie');
    const chosen = readCookie(cookies, 'language');
    // An address that says its language is a choice, as the menu is (docs/decisions/0016).
    const asked = given.url.length > maxUrlLength ? null : languageInAddress(new URL(given.url));
    const wanted = asked ?? (isLanguageCode(chosen) ? chosen : houseLanguage);
    const [offered, brand] = await Promise.all([
      readOfferedLanguages(platform.db, platform.clock),
      readShownBrand(platform.db, platform.clock),
    ]);
    // A colleague reads the desk in any of them; the choice itself is kept for when the shop offers it again.
    const language = isDesk(given.url) ? wanted : offeredOr(offered, wanted);
    const currency = readCookie(cookies, 'selectedCurrency');
    const headers = securityHeaders(nonce, requestId, platform.env.publicUrl, outside);

    const respond = async (): Promise<Response> => {
      const url = new URL(given.url);
      const longest = url.pathname === routesOfLinks.path ? routesOfLinks.maxUrlLength : maxUrlLength;
      if (given.url.length > longest) return refusalPage(414, language);
      // Forms are all that is sent here; of the rest, TRACE could not even be handed on with a body.
      const onlyServer = pageless.find(({ fits }) => fits.test(url.pathname));
      if (onlyServer) return refusalPage(405, language, onlyServer.allow);
      if (!methods.includes(given.method)) return refusalPage(405, language);
      const reads = given.method !== 'POST';
      // No id of ours has these: a database refuses the sign zero, and a header the others when an answer leads back here. Of
      // other scripts only forms are refused: pages of theirs are read and not led back to.
      const foreign = reads ? /%(?:[01][0-9a-f]|7f)/i : /%(?:[01][0-9a-f]|7f|[89a-f][0-9a-f])/i;
      if (foreign.test(url.pathname)) return refusalPage(404, language);
      if (!reads && !isOwnOrigin(given, platform.env.publicUrl)) return refusalPage(403, language);
      const body = reads ? null : await readBody(given, mostBytesOf(url.pathname));
      // At the desk the page of the form stays: drawn again for a plain form, told by the gate where scripts sent it.
      const overfull = !reads && !body;
      if (overfull && !isDesk(given.url)) return refusalPage(413, language);
      if (body && !(await isForm(given, body))) return refusalPage(415, language);
      const request = reads
        ? given
        : overfull
          ? withoutBody(given)
          : new Request(given.url, { method: given.method, headers: typed(given.headers), body, signal: given.signal });
      const context = new RouterContextProvider();
      context.set(platformContext, platform);
      if (overfull) context.set(tooLargeContext, mostBytesOf(url.pathname));
      context.set(paymentProviderContext, bank.provider);
      context.set(flightsContext, flights);
      const outage = { seen: false };
      context.set(outageContext, outage);
      context.set(productCountersContext, counters);
      context.set(shopPagesContext, (address) => isShopPage(platform, address));
      context.set(tripLineContext, tripLines);
      context.set(coveredContentContext, listLiveLanguages);
      context.set(passportRulesContext, () => readPassportRules(platform));
      context.set(transitRulesContext, () => readTransitRules(platform));
      context.set(requestContext, {
        requestId,
        nonce,
        address: addressOf(c.env?.incoming?.socket?.remoteAddress, given.headers.get('x-forwarded-for'), platform.env.PROXY_HOPS),
        language,
        languages: offered,
        brand,
        currency: isDisplayCurrency(currency) ? currency : null,
      });
      const cached = given.method === 'GET' && isNobodysOwn(cookies) ? keptPlaces.get(url.pathname) : undefined;
      const render = async () => {
        const made = await withWholeBody(await answer(request, context));
        // An address without a page has none to show.
        if (overfull && request.method === 'GET' && (made.status < 300 || made.status >= 400))
          return made.ok ? new Response(made.body, { status: 413, headers: made.headers }) : refusalPage(413, language);
        if (made.status < 500 || !outage.seen) return made;
        const later = new Response(made.body, { status: 503, headers: made.headers });
        later.headers.set('Retry-After', retryAfterSeconds);
        return later;
      };
      const visitor = { nonce, ifNoneMatch: given.headers.get('if-none-match'), readsGzip: readsGzip(given) };
      // Every page shows what may be chosen and names its other languages.
      const drawnFor = `${language} ${currency} ${offered.join('')} ${brand.logo?.hash} ${brand.name} ${brand.nameAr} ${brand.accent}`;
      if (cached === true && url.search === '') return pages.serve(`${url.pathname} ${drawnFor}`, visitor, render);
      if (cached === 'while-unsold' && url.search.length <= longestKeptQuery) {
        // Asked before the page is made: at worst a page is newer than its key.
        const revision = await flights.desk.revision(platform.db, now());
        return searches.serve(`${url.pathname}${url.search} ${drawnFor} ${revision}`, visitor, render);
      }
      return render();
    };

    const response = await compressed(given, await respond());
    countVisit(platform.db, now(), given, response.status, { language, currency: isDisplayCurrency(currency) ? currency : null });
    for (const [name, value] of Object.entries(headers)) {
      if (response.headers.has(name) || (response.status === 304 && name === 'Content-Security-Policy')) continue;
      response.headers.set(name, value);
    }
    if (asked && asked === language && asked !== chosen)
      response.headers.append('Set-Cookie', cookieLine('language', asked, { maxAge: oneYear, readable: true, secure }));
    return response;
  });

  return { app, counters, drain: () => void (draining = true) };
}

/** A form that is not read: the question for its page, or for scripts the same form without anything in it. */
function withoutBody(given: Request): Request {
  const headers = new Headers(given.headers);
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name);
  if (!new URL(given.url).pathname.endsWith('.data')) return new Request(given.url, { headers, signal: given.signal });
  return new Request(given.url, { method: 'POST', headers: typed(headers), body: '', signal: given.signal });
}

/** A page of the desk or its data. */
function isDesk(address: string): boolean {
  return /^\/admin(?:[./]|$)/.test(new URL(address).pathname);
}

/** Nobody is signed in and nothing is to be said once: the page holds nothing of its visitor. */
function isNobodysOwn(cookies: string | null): boolean {
  return !cookies || !['rihla.session_token', greetingCookie, keptHint].some((name) => cookies.includes(name));
}

/**
 * Opens everything for a process that serves: environment, database, jobs, application. `kept`: where a built program keeps
 * what it made of its files.
 */
export async function openServer(source: Record<string, string | undefined>, kept?: DerivedFiles) {
  const env = readEnv(source);
  const platform = await openPlatform(env, { work: env.ROLE === 'web' ? 'own' : true });
  if (env.demoLocked)
    await refuseOpenDemoAccounts(platform.db).catch(async (fault: unknown) => {
      await platform.close();
      throw fault;
    });
  // A process of its own, which starts beside what this one does meanwhile; a fault of it is told where it is waited for.
  const opening = openBank(platform);
  opening.catch(() => undefined);
  const flights = await openFlights(platform, kept);
  if (env.demo) {
    await seedDemo(platform);
    await seedDemoCustomers(platform);
    await seedDemoCompany(platform);
    await seedFlightDeals(platform, flights);
    await seedFlightSupply(platform, flights);
    await loadCatalogue(platform);
    await seedDemoApplications(platform);
    await seedEquality(platform);
    await seedFigures(platform);
    await seedPricing(platform);
    await seedMails(platform);
  }
  const bank = await opening;
  await workOnProducts(platform, flights, openTripLines(platform, flights));
  await workOnDesk(platform, flights);
  await watchPrices(platform, [watchedFlights(platform, flights), watchedTours(platform)]);
  const { app, counters, drain } = await createApp(platform, bank, flights);
  await workOnPayments(platform, bank.provider, evidenceOf(platform, counters));
  await deliverMessages(platform, counters);
  await mailInquiries(platform);
  await workOnInquiries(platform);
  await mailProposals(platform);
  await mailFlightQuotes(platform, flights);
  await workOnConsultations(platform);
  await mailAccounts(platform);
  await mailNewsletter(platform);
  await workOnCampaigns(platform);
  await mailFeedback(platform);
  await mailPartners(platform);
  await workOnRecruitment(platform);
  await workOnExports(platform, exportWriters(counters));
  await mailReviews(platform, counters);
  await workOnReviews(platform);
  await workOnTickets(platform);
  await workOnLoyalty(platform);
  await workOnPrivacy(platform, personalData);
  await workOnCustomers(platform);
  await workOnAssets(platform);
  await workOnInterviews(platform);
  if (env.demo) await seedAssets(platform);
  if (env.demo) await seedHelpdesk(platform);
  if (env.demo) await seedInterviews(platform);
  if (env.demo) await seedRequisitions(platform);
  await workOnRates(platform);
  await workOnPricing(platform, counters.of('flight').quotedPrices ?? nothingQuoted);
  await workOnFailedJobs(platform);
  await workOnWebhooks(platform);
  await workOnAuditChecks(platform);
  await workOnAnalytics(platform);
  await workOnLogos(platform);
  await platform.jobs.begin({ restMs: restBeforeWorkersMs });
  const lastCounts = flushNowAndThen(platform.db, platform.log);
  const finish = () => {
    drain();
    void lastCounts();
  };
  return { platform, app, drain: finish, banner: (port: number) => startBanner(env, port) };
}

/** The payment provider; with the sandbox and no SANDBOX_URL, its bank is started as a child that ends with us. */
async function openBank(platform: Platform): Promise<Bank> {
  const { env, log } = platform;
  if (env.PAYMENTS !== 'sandbox' || env.SANDBOX_URL) return { provider: openProvider(platform, env.SANDBOX_URL ?? noBank), pages: null };
  const sandbox = await startSandbox({
    journal: env.SANDBOX_JOURNAL ?? join(env.DATA_DIR, 'sandbox-journal.jsonl'),
    publicUrl: `${env.publicUrl}/sandbox-bank`,
    webhookUrl: `http://127.0.0.1:${env.PORT}/webhooks/payments`,
    webhookSecret: sandboxSecrets(platform)[0]!,
    onTrouble: (words) => log.warn(words),
  });
  return { provider: openProvider(platform, sandbox.url), pages: sandbox.url };
}

function startBanner(env: Env, port: number): string {
  const lines = ['', `Rihla is ready at http://localhost:${port}`];
  if (env.embedded)
    lines.push(
      `Database: embedded, in ${env.DATABASE_URL?.slice('pglite:'.length) ?? env.DATA_DIR} (for a demo or a small office: it is not proof against a power cut)`,
    );
  if (env.PAYMENTS === 'sandbox') lines.push('Payments: the sandbox bank, no real money moves. PAYMENTS=stripe takes real ones.');
  if (!env.demo && !env.SMTP_URL)
    lines.push('Mails: kept in the folder of /admin/mail-folder, none is sent. SMTP_URL, with COMPANY_DOMAIN, sends them.');
  if (env.demo)
    lines.push(
      '',
      `Demo sign-ins, password ${demoPassword}:`,
      ...demoAccounts.map(
        (account) => `  ${account.email.padEnd(26)}${account.roles.length > 0 ? `/admin/login   ${account.roles.join(', ')}` : '/auth'}`,
      ),
      '',
    );
  return lines.join('\n');
}
