import { audit } from '#app/platform/audit.server.ts';
import { newSecret } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { eachRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { dateIn, dayMs, hourMs, instant } from '#app/values/dates.ts';
import { mailWords } from '../messages/mail-words.server.ts';
import { postLetter } from '../messages/post-letter.server.ts';
import type { Census } from './census.ts';
import { erasePerson } from './erase-person.server.ts';
import { copyHours } from './erasure-rules.ts';
import { exportPerson } from './export-person.server.ts';
import { privacyMail, privacySweep, privacyWork, type PrivacyTemplate } from './privacy-jobs.server.ts';
import { emailOfRequest, findDueRequests, findRequest, moveRequest, requestTokenOf } from './privacy-requests-store.server.ts';
import type { PrivacyRequest } from './privacy.tables.ts';
import { needsSecond, personOf } from './request-privacy.server.ts';

/** Nobody pressed the button in the mail for this long: the request was not theirs, or is not wanted any more. */
const proveDays = 14;

/** Starts making copies, forgetting people, and the mails about both. */
export async function workOnPrivacy(platform: Platform, census: Census): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(privacyMail, async ({ requestId, template }) => {
    const request = await findRequest(platform.db, requestId);
    if (request) await mailAbout(platform, request, template);
  });
  await jobs.handle(privacyWork, async ({ requestId }) => {
    const request = await findRequest(platform.db, requestId);
    if (request?.status !== 'waiting') return;
    if (request.kind === 'export') await makeCopy(platform, census, request);
    else await forget(platform, census, request);
  });
  await jobs.handle(privacySweep, () => sweepRequests(platform));
  await jobs.schedule(privacySweep, '*/10 * * * *');
}

const copyPlace = (requestId: string) => `privacy_requests|file|${requestId}`;

/** Stored sealed: whoever gets hold of the folder has nothing. */
async function makeCopy(platform: Platform, census: Census, request: PrivacyRequest): Promise<void> {
  const { db, clock, crypto, files, jobs } = platform;
  const person = await personOf(platform, request);
  if (!person) return;
  const zip = await exportPerson(platform, census, person, {
    language: request.language,
    t: textsFor(request.language).of('privacy'),
  });
  const file = `${newSecret()}.sealed`;
  await files.put(file, Buffer.from(crypto.seal(zip.toString('base64'), copyPlace(request.id))));
  const now = clock.now();
  const kept = await transact(db, async (tx) => {
    const moved = await moveRequest(tx, request, 'prepared', 'system', { file, fileUntil: new Date(now + copyHours * hourMs) });
    if (!moved) return false;
    await jobs.send(tx, privacyMail, { requestId: request.id, template: 'copy-ready' });
    await audit(tx, now, { actor: 'system', action: 'privacy-request.prepared', subject: `privacy_requests:${request.id}` });
    return true;
  });
  if (!kept) await files.remove(file);
}

/** The archive of a request that is ready; null when its time is over. The caller has seen that it is theirs. */
export async function openCopy(platform: Platform, request: PrivacyRequest, actor: string): Promise<Buffer | null> {
  const { db, clock, crypto, files } = platform;
  if (request.status !== 'ready' || !request.file || !request.fileUntil || request.fileUntil.getTime() <= clock.now()) return null;
  const sealed = await files.find(request.file);
  if (!sealed) return null;
  await transact(db, (tx) =>
    audit(tx, clock.now(), { actor, action: 'privacy-request.fetched', subject: `privacy_requests:${request.id}` }),
  );
  return Buffer.from(crypto.open(sealed.toString('utf8'), copyPlace(request.id)), 'base64');
}

async function forget(platform: Platform, census: Census, request: PrivacyRequest): Promise<void> {
  const { db, clock, jobs } = platform;
  if (!request.actsAt || request.actsAt.getTime() > clock.now()) return;
  // What a colleague wrote down for somebody waits for another one to agree; the sweep comes by again.
  if (needsSecond(request)) return;
  const person = await personOf(platform, request);
  if (!person) return;
  const email = emailOfRequest(platform.crypto, request);
  const actor = request.userId ? `user:${request.userId}` : 'guest';
  const erased = await erasePerson(platform, census, person, {
    actor,
    async also(tx) {
      const moved = await moveRequest(tx, request, 'finish', 'system', { closedAt: new Date(clock.now()) });
      if (!moved) throw new Error(`Request ${request.id} moved while its person was being forgotten`);
    },
  });
  if (erased.ok) return sendGoodbye(platform, request, email);
  const reason = erased.hindrances?.[0]?.kind ?? 'order-open';
  await transact(db, async (tx) => {
    const moved = await moveRequest(tx, request, 'refuse', 'system', { closedAt: new Date(clock.now()), reason });
    if (!moved) return;
    await jobs.send(tx, privacyMail, { requestId: request.id, template: 'refused' });
    await audit(tx, clock.now(), { actor: 'system', action: 'privacy-request.refused', subject: `privacy_requests:${request.id}`, reason });
  });
}

/** One request that cannot be taken up keeps no other waiting. */
async function sweepRequests(platform: Platform): Promise<void> {
  const { db, clock, files, jobs } = platform;
  const now = clock.now();
  const due = await findDueRequests(db, new Date(now), new Date(now - proveDays * dayMs));
  let failed = 0;
  const each = async (requests: readonly PrivacyRequest[], work: (tx: Tx, request: PrivacyRequest) => Promise<unknown>) => {
    failed += await eachRow(platform, 'request', requests, (request) => transact(db, (tx) => work(tx, request)), stepMs);
  };
  await each(due.toErase, (tx, { id }) => jobs.send(tx, privacyWork, { requestId: id }));
  const gone: string[] = [];
  await each(due.toRemove, async (tx, request) => {
    if (request.file) await files.remove(request.file);
    await moveRequest(tx, request, 'finish', 'system', { closedAt: new Date(now), file: null, fileUntil: null });
    gone.push(request.id);
  });
  await noteRetention(db, now, 'privacy-copies', gone.length);
  await each(due.unproved, (tx, request) =>
    moveRequest(tx, request, 'refuse', 'system', { closedAt: new Date(now), reason: 'not-proved' }),
  );
  await each(due.late, (tx, { id }) =>
    openStaffTask(tx, now, { kind: 'privacy-late', subject: `privacy_requests:${id}`, textKey: 'tasks:privacy-late' }),
  );
  mustAllBeTaken(failed);
}

async function mailAbout(platform: Platform, request: PrivacyRequest, template: PrivacyTemplate): Promise<void> {
  const to = emailOfRequest(platform.crypto, request);
  const expected = { prove: 'asked', 'copy-ready': 'ready', 'erase-later': 'waiting', refused: 'refused' } as const;
  // Its person was forgotten meanwhile, or took it back.
  if (to === '' || request.status !== expected[template]) return;
  const language = await languageOfMail(platform.db, request.language);
  const t = await mailWords(platform.db, language, 'privacy-mails');
  const values = {
    date: formatDate(dateIn('Asia/Dubai', instant((request.actsAt ?? request.fileUntil ?? request.dueAt).getTime())), language),
    what: t(`what.${request.kind}`),
    why: request.reason ? t(`why.${request.reason}`) : '',
  };
  const page =
    request.userId && template !== 'erase-later' ? '/account/privacy' : `/privacy/request/${requestTokenOf(platform.crypto, request.id)}`;
  await send(platform, { template, to, language, page, values, messageId: `privacy-${request.id}-${template}` });
}

/** The last mail of all: nothing is kept of it here. */
async function sendGoodbye(platform: Platform, request: PrivacyRequest, to: string): Promise<void> {
  if (platform.mail.folder) return;
  await send(platform, {
    template: 'erased',
    to,
    language: await languageOfMail(platform.db, request.language),
    page: '/',
    values: {},
    messageId: `privacy-${request.id}-erased`,
  });
}

async function send(
  platform: Platform,
  message: {
    readonly template: PrivacyTemplate | 'erased';
    readonly to: string;
    readonly language: PrivacyRequest['language'];
    readonly page: string;
    readonly values: Readonly<Record<string, string>>;
    readonly messageId: string;
  },
): Promise<void> {
  const t = await mailWords(platform.db, message.language, 'privacy-mails');
  const { template, values, language } = message;
  const letter = {
    language,
    title: t(`${template}.title`, values),
    paragraphs: [t(`${template}.text`, values), t(`${template}.note`, values)],
    rows: [],
    button: t(`${template}.button`),
    link: `${platform.env.publicUrl}${message.page}`,
    foot: [t('foot', { email: message.to })],
  };
  await postLetter(platform, {
    kind: `privacy.${template}`,
    messageId: message.messageId,
    to: message.to,
    subject: t(`${template}.subject`, values),
    letter,
    ...(template === 'erased' ? { leavesNoTrace: true } : {}),
  });
}
