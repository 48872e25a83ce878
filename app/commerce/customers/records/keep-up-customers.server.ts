import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { endSessions } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { emailKey } from '#app/values/email.ts';
import { readContact as readInquiryContact } from '../../inquiries/inquiries-store.server.ts';
import { openContact } from '../../consultations/consultations-store.server.ts';
import { emailIndexOf, readContact, type OrderTraveller } from '../../orders/orders-store.server.ts';
import { readProfile } from '../book/profile-store.server.ts';
import {
  findAccountFacts,
  findChangedRow,
  findNewestOrder,
  findNewestWords,
  readContactTimes,
  readFigures,
  type AccountFacts,
  type Keyring,
} from './customer-facts-store.server.ts';
import { joinCustomers } from './customer-merges-store.server.ts';
import {
  claimKey,
  findChanges,
  findKeys,
  findKeyOwner,
  insertCustomer,
  lockCustomers,
  newestChange,
  personColumns,
  readKeyring,
  readPerson,
  reckonDomains,
  saveFacts,
  takeChanges,
  type Changed,
  type CustomerPerson,
} from './customers-store.server.ts';
import type { Customer } from './customers.tables.ts';

const sweep = jobKind<Record<string, never>>('customers.keep-up');
const batch = 200;
/** Of one piece of work, which the queue takes for dead after a minute; the next goes on. */
const mostAtOnce = 500;
const longestMs = 40_000;
/** So many that cannot be read the sweep passes by for each that may be done; they come first again the next time. */
const passedBy = 20;

/** Brings customers up to date every minute, and after a start with everybody there was before. */
export async function workOnCustomers(platform: Platform): Promise<void> {
  await platform.jobs.handle(sweep, async () => {
    await keepUpCustomers(platform, mostAtOnce, mostAtOnce * passedBy);
    await reckonDomains(platform.db, platform.crypto, mostAtOnce * passedBy);
  });
  await platform.jobs.schedule(sweep, '* * * * *');
}

/**
 * Works off what the database noted of changes, each thing in a transaction of its own: twice is once, and several
 * processes share the work. `most` keeps a page that wants fresh figures from doing everybody's, and `mostFailed` from trying
 * more than as many that cannot be read. How many things were done.
 */
export async function keepUpCustomers(platform: Platform, most = Number.POSITIVE_INFINITY, mostFailed = most): Promise<number> {
  const { db, log, clock } = platform;
  const until = clock.now() + longestMs;
  const upTo = await newestChange(db);
  let [after, done, failed] = [0, 0, 0];
  while (after < upTo && done < most) {
    const changes = await findChanges(db, after, upTo, Math.min(batch, most));
    if (changes.length === 0) break;
    for (const change of changes) {
      if (done >= most || failed >= mostFailed || clock.now() > until) return done;
      // What cannot be read must not keep everybody else's from being brought up to date, however much of it there is; it is
      // tried again.
      try {
        await transact(db, (tx) => keepUp(platform, tx, change));
        done += 1;
      } catch (fault) {
        failed += 1;
        log.error({ fault: (fault as Error).message, kind: change.kind, ref: change.ref }, 'customer not brought up to date');
      }
    }
    after = changes[0]!.last;
  }
  return done;
}

async function keepUp(platform: Platform, tx: Tx, change: Changed): Promise<void> {
  if (!(await takeChanges(tx, change.ids))) return;
  const customerId = await whoseChange(platform, tx, change);
  if (customerId) await refreshCustomer(platform, tx, customerId);
}

/** The customer a change is about, made where nobody stood there; null when it is about nobody. */
async function whoseChange(platform: Platform, tx: Tx, { kind, ref }: Changed): Promise<string | null> {
  if (kind === 'account') return ofAccount(platform, tx, ref);
  const row = await findChangedRow(tx, kind, ref);
  if (!row || row.unwanted) return null;
  if (row.user_id) return ofAccount(platform, tx, row.user_id);
  const { crypto } = platform;
  const contact =
    kind === 'order' ? readContact(crypto, row) : kind === 'inquiry' ? readInquiryContact(crypto, row) : openContact(crypto, row);
  const mail = emailKey(contact.email);
  if (mail === '') return null;
  const known = await findKeyOwner(tx, 'mail', emailIndexOf(crypto, mail));
  if (known) return known;
  const name = 'name' in contact ? contact.name : mail.replace(/@.*/, '');
  return make(platform, tx, { name, email: mail, phone: contact.phone || null }, { mail });
}

/** Colleagues are no customers until they buy something. */
async function ofAccount(platform: Platform, tx: Tx, userId: string): Promise<string | null> {
  const known = await findKeyOwner(tx, 'account', userId);
  if (known) return known;
  const [account] = await findAccountFacts(tx, [userId]);
  if (!account) return null;
  if (account.staff && (await readFigures(tx, platform.crypto, { accounts: [userId], mails: [] })).orders === 0) return null;
  return make(platform, tx, { name: account.name, email: emailKey(account.email), phone: account.phone }, { account: userId });
}

async function make(
  platform: Platform,
  tx: Tx,
  person: CustomerPerson,
  key: { readonly account: string } | { readonly mail: string },
): Promise<string> {
  const { crypto, clock } = platform;
  const id = await insertCustomer(tx, crypto, { person, hasAccount: 'account' in key, seenAt: new Date(clock.now()) });
  const owner = await claimKey(tx, crypto, id, key);
  // Another process made them in the same moment: what was made here is rolled back, and the change is tried again.
  if (owner !== id) throw new Error(`Customer ${owner} was made twice at once`);
  return id;
}

/** Reads everything that is known of a customer from where it stands, and keeps what lists show. */
export async function refreshCustomer(platform: Platform, tx: Tx, customerId: string): Promise<void> {
  const customer = (await lockCustomers(tx, [customerId])).get(customerId);
  if (!customer || customer.mergedInto) return;
  const before = await readKeyring(tx, platform.crypto, customerId);
  for (const account of before.people) if (account.email_verified) await takeAddress(platform, tx, customerId, emailKey(account.email));
  const { people, ...keys } = await readKeyring(tx, platform.crypto, customerId);
  const { crypto } = platform;
  const figures = await readFigures(tx, crypto, keys);
  const times = await readContactTimes(tx, crypto, keys);
  const found = await findPerson(platform, tx, customer, keys, people);
  await saveFacts(tx, customerId, {
    ...figures,
    ...(found ? { ...personColumns(crypto, customerId, found.person), ...found.about } : {}),
    hasAccount: people.length > 0,
    ...(times.first ? { firstSeenAt: times.first } : {}),
    ...(times.last ? { lastContactAt: times.last } : {}),
  });
}

/** An address that an account has proved leads to that account; whoever wrote or ordered from it as a guest was the same. */
async function takeAddress(platform: Platform, tx: Tx, customerId: string, mail: string): Promise<void> {
  const owner = await claimKey(tx, platform.crypto, customerId, { mail });
  if (owner === customerId) return;
  const rows = await lockCustomers(tx, [customerId, owner]);
  const [kept, gone] = [rows.get(customerId), rows.get(owner)];
  // Two accounts are never brought together without a person saying so, nor is a block shaken off by signing up.
  if (!kept || !gone || gone.hasAccount || gone.mergedInto) return;
  await joinCustomers(tx, platform.clock.now(), { kept, gone, reason: 'address-proved', by: 'system' });
  if (!gone.blockedAt || kept.blockedAt) return;
  await saveFacts(tx, kept.id, { blockedAt: gone.blockedAt, blockedBy: gone.blockedBy, blockedReason: gone.blockedReason });
  for (const { kind, key } of await findKeys(tx, kept.id)) if (kind === 'account') await endSessions(tx, key);
  await audit(tx, platform.clock.now(), {
    actor: 'system',
    action: 'customer.blocked',
    subject: `customers:${kept.id}`,
    detail: { gone: gone.id },
    ...(gone.blockedReason ? { reason: gone.blockedReason } : {}),
  });
}

interface Found {
  readonly person: CustomerPerson;
  readonly about: Partial<Pick<Customer, 'country' | 'language' | 'personIndex'>>;
}

/** What they are called and how they are reached: as their account says, else as they said it last. */
async function findPerson(
  platform: Platform,
  tx: Tx,
  customer: Customer,
  keys: Keyring,
  people: readonly AccountFacts[],
): Promise<Found | null> {
  const { crypto } = platform;
  const order = await findNewestOrder(tx, crypto, keys);
  const [inquiry, call] = [await findNewestWords(tx, crypto, 'inquiries', keys), await findNewestWords(tx, crypto, 'consultations', keys)];
  const lead = order?.personal
    ? (JSON.parse(crypto.open(order.personal, `order_travellers|personal|${order.id}:0`)) as OrderTraveller)
    : null;
  const asked = inquiry && readInquiryContact(crypto, inquiry);
  const called = call && openContact(crypto, call);
  const ordered = order && readContact(crypto, order);
  const said = [order, inquiry, call]
    .flatMap((row) => (row ? [row] : []))
    .sort((a, b) => Number(new Date(b.created_at)) - Number(new Date(a.created_at)));
  const account = people.find((one) => emailIndexOf(crypto, one.email) === customer.emailIndex) ?? people[0];
  const mail = keys.mails.find((one) => emailIndexOf(crypto, one) === customer.emailIndex) ?? keys.mails[0];
  const email = account ? emailKey(account.email) : mail;
  if (email === undefined) return null;
  const profile = account ? await readProfile({ db: tx, crypto }, account.id) : null;
  const leadName = lead ? `${lead.givenNames} ${lead.surname}`.trim() : '';
  // What is known already stays where nothing newer says otherwise.
  const known = readPerson(crypto, customer);
  const phone = account?.phone || profile?.contact.phone || ordered?.phone || called?.phone || asked?.phone || known.phone;
  return {
    person: { name: account?.name.trim() || leadName || asked?.name || called?.name || known.name, email, phone },
    about: {
      country: profile?.contact.country || profile?.identity.residence || countryOf(phone) || customer.country,
      language: said[0]?.language ?? customer.language,
      personIndex: order?.person_index ?? customer.personIndex,
    },
  };
}

function countryOf(phone: string | null): string | null {
  return phone ? (parsePhoneNumberFromString(phone)?.country ?? null) : null;
}
