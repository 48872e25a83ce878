import { randomUUID } from 'node:crypto';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { permissionsOf } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { paperEndings } from '#app/values/paper-types.ts';
import { dateIn } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { Paper } from '#app/commerce/orders/order-description.ts';
import { hasOpenCheck } from '#app/commerce/orders/payment-checks-store.server.ts';
import { proofRead, type ProofMark } from '../../evisa/staff/issued-visa-rules.ts';
import { findDocument, insertDocument } from '../../evisa/evisa-documents-store.server.ts';
import { findGroupOfOrder } from '../../evisa/evisa-groups-store.server.ts';
import { answerRequest, findRequests, insertRequest, requestPlace } from '../../evisa/evisa-requests-store.server.ts';
import { readPaper, storePaper } from '../../evisa/keep-evisa.server.ts';
import { readGroup, type ReadApplication } from '../../evisa/read-evisa-group.server.ts';
import type { RequestItem } from '../../evisa/evisa.tables.ts';
import { assistedMail, type AssistedTemplate } from '../assisted-jobs.server.ts';
import { overStates, type CaseEvent } from '../assisted-status.ts';
import {
  assignCase,
  findOpenHandover,
  insertAttempt,
  moveCase,
  openSticker,
  sealSticker,
  setSticker,
  type CaseMove,
} from '../assisted-store.server.ts';
import { offerOf } from '../assisted-words.server.ts';
import type { AssistedCase } from '../assisted.tables.ts';
import { atCounter } from '../counter-time.ts';
import { partiesOf, type CustodyRefusal } from '../custody-rules.ts';
import { endCase, oweBackOfCase, tellCase } from '../end-case.server.ts';
import { lockCase } from '../lock-case.server.ts';
import { recordMove } from '../move-passport.server.ts';
import { lockOf, type ActionLock, type CaseFacts } from './case-action-rules.ts';
import type { CaseWork } from './case-work.ts';

export type WorkRefusal =
  | ActionLock
  | CustodyRefusal
  /** Somebody else moved it since the page was read: nothing is overwritten. */
  | 'changed-meanwhile'
  | 'not-possible'
  | 'nothing-asked'
  | 'slot-time'
  | 'reference-missing'
  | 'paper-refused'
  | 'photo-missing'
  | 'refusal-missing'
  | 'insured-missing'
  | 'proof-missing'
  | 'day-missing';

export interface WorkAsk {
  readonly caseId: string;
  /** As the page showed it. */
  readonly version: number;
  readonly staffId: string;
  readonly requestId: string;
  readonly work: CaseWork;
}

export interface ReadCase {
  readonly own: ReadApplication;
  readonly proof: readonly ProofMark[] | null;
  readonly facts: CaseFacts;
}

/** What the rules of the desk look at, read in one go. */
export async function readCaseFacts(platform: Platform, one: AssistedCase, orderStatus: string): Promise<ReadCase> {
  const group = (await findGroupOfOrder(platform.db, one.orderId))!;
  const read = await readGroup(platform, group);
  const own = read.travellers.find(({ application }) => application.id === one.id)!;
  const sticker = openSticker(platform.crypto, one);
  const proof =
    sticker && own.person
      ? proofRead(sticker, {
          surname: own.person.surname,
          givenNames: own.person.givenNames,
          passport: own.person.document.number,
          arrival: group.arrival,
          // For how long and how often is the mission's to say; both must have been read.
          stay: 1,
          entries: 'single',
        })
      : null;
  return {
    own,
    proof,
    facts: {
      status: one.status,
      package: one.package,
      orderStatus,
      checkOpen: await hasOpenCheck(platform.db, one.orderId),
      passport: one.passport,
      kept: offerOf(group).assisted.kept && one.package !== 'check',
      officer: one.officer,
      papersMissing: own.missing.length,
      asked: own.requests.some(({ answeredAt }) => answeredAt === null),
      outcome: one.outcome,
      stickerDiffers: proof ? proof.length : null,
      handoverOpen: (await findOpenHandover(platform.db, one.id)) !== null,
    },
  };
}

/** One step of an officer on a case. What is told to the traveller is sent in the same transaction. */
export async function workCase(platform: Platform, ask: WorkAsk): Promise<Outcome<AssistedCase, WorkRefusal>> {
  const { work } = ask;
  const content =
    work.do === 'book' || work.do === 'decide' || work.do === 'add-refusal' ? work.letter : work.do === 'read-sticker' ? work.photo : null;
  const kind = work.do === 'book' ? 'letter' : work.do === 'decide' || work.do === 'add-refusal' ? 'refusal' : 'issued';
  const stored = content ? await storePaper(platform, content, kind) : null;
  if (stored && !stored.ok) return refuse('paper-refused');
  const result = await transact(platform.db, (tx) => workLocked(tx, platform, ask, stored?.ok ? stored.value : null));
  if (stored?.ok && !result.ok) await platform.files.remove(stored.value.row.stored);
  return result;
}

type Stored = { readonly row: Omit<Parameters<typeof insertDocument>[1], 'applicationId' | 'kind' | 'sentBy' | 'at'> };

async function workLocked(tx: Tx, platform: Platform, ask: WorkAsk, stored: Stored | null): Promise<Outcome<AssistedCase, WorkRefusal>> {
  const { work, staffId, requestId } = ask;
  const within = { ...platform, db: tx };
  const now = platform.clock.now();
  const who = `staff:${staffId}`;
  const found = await lockCase(tx, ask.caseId);
  if (!found) return refuse('not-possible');
  const { one } = found;
  if (one.version !== ask.version) return refuse('changed-meanwhile');
  const { facts } = await readCaseFacts(within, one, found.orderStatus);
  const locked = lockOf(work.do, facts, staffId);
  if (locked) return refuse(locked);

  const move = async (event: CaseEvent, more: Partial<CaseMove> = {}, mail: AssistedTemplate | null = null) => {
    const moved = await moveCase(tx, now, { one, event, by: 'staff', who, requestId, ...more });
    if (!moved.ok) return refuse(moved.refused === 'changed-meanwhile' ? ('changed-meanwhile' as const) : ('not-possible' as const));
    if (mail) await tellCase(tx, platform, moved.value, mail);
    return moved;
  };
  const keep = (kind: 'letter' | 'refusal' | 'issued') =>
    stored && insertDocument(tx, { ...stored.row, applicationId: one.id, kind, sentBy: who, at: new Date(now) });
  const carry = (step: Omit<Parameters<typeof recordMove>[3], 'givenBy' | 'receivedBy'>) =>
    recordMove(tx, within, one, { ...step, ...partiesOf(one.passport, step.to, who) }, { who, requestId });
  const note = async (items: readonly RequestItem[], words: string) => {
    const id = randomUUID();
    await insertRequest(tx, {
      id,
      applicationId: one.id,
      items,
      words: platform.crypto.seal(words, requestPlace('words', id)),
      askedBy: staffId,
      askedAt: new Date(now),
    });
  };

  switch (work.do) {
    case 'claim':
      return (await assignCase(tx, now, one, { officer: staffId, who, requestId }))
        ? done({ ...one, officer: staffId, version: one.version + 1 })
        : refuse('changed-meanwhile');
    case 'confirm-file':
      return move('confirm-file', { with: { confirmedBy: staffId }, detail: { built: one.officer, confirmed: staffId } }, 'file-ready');
    case 'hand-over-file': {
      const ended = await endCase(tx, platform, {
        one,
        event: 'hand-over-file',
        by: 'staff',
        who,
        requestId,
        template: 'file-handed-over',
      });
      return ended.ok ? ended : refuse('not-possible');
    }
    case 'hunt':
    case 'hunt-again':
      return move(work.do);
    case 'ask': {
      if (work.items.length === 0) return refuse('nothing-asked');
      if ((await findRequests(tx, [one.id])).some(({ answeredAt }) => answeredAt === null)) return refuse('still-asked');
      await note(work.items, work.words);
      await tellCase(tx, platform, one, 'asked');
      await audit(tx, now, {
        actor: who,
        action: 'assisted.asked',
        subject: `assisted_cases:${one.id}`,
        detail: { items: work.items.map((item) => item.code) },
        requestId,
      });
      return done(one);
    }
    case 'attempt':
      if ((work.outcome === 'nothing') !== (work.firstFree === null)) return refuse('day-missing');
      await insertAttempt(tx, {
        id: randomUUID(),
        caseId: one.id,
        country: one.country,
        place: one.place,
        outcome: work.outcome,
        firstFree: work.firstFree,
        by: staffId,
        at: new Date(now),
      });
      return done(one);
    case 'book': {
      const at = atCounter(one.place, work.at);
      if (at === null || at <= now) return refuse('slot-time');
      if (!/^[\w/ -]{3,40}$/.test(work.reference)) return refuse('reference-missing');
      const booked = await move(
        'book',
        { with: { appointmentAt: new Date(at), appointmentReference: work.reference, reminded: null, dueAt: new Date(at) } },
        'booked',
      );
      if (booked.ok) await keep('letter');
      return booked;
    }
    case 'give-up-slot':
      return move(
        'give-up-slot',
        { with: { appointmentAt: null, appointmentReference: null, reschedules: one.reschedules + 1 } },
        'slot-given-up',
      );
    case 'attend':
      return move('attend', { with: { biometricsOn: work.biometricsOn } });
    case 'miss':
      return move('miss', {}, 'missed');
    case 'lodge': {
      if (!/^[\w/ -]{3,40}$/.test(work.reference)) return refuse('reference-missing');
      // At the counter the applicant, or our runner, gives the passport away.
      if (facts.kept && (one.passport === 'with_applicant' || one.passport === 'with_runner')) {
        const to = offerOf((await findGroupOfOrder(tx, one.orderId))!).assisted.counter.kind === 'mission' ? 'at_mission' : 'at_centre';
        const moved = await carry({ to, spot: '', condition: work.condition, seal: null, proof: work.reference });
        if (!moved.ok) return moved;
      }
      return move('lodge', { with: { lodgedReference: work.reference } }, 'lodged');
    }
    case 'ask-extra': {
      if (work.items.length === 0) return refuse('nothing-asked');
      await note(work.items, work.words);
      return move('ask-extra', { detail: { items: work.items.map((item) => item.code) } }, 'extra');
    }
    case 'answer-extra':
      await answerRequest(tx, now, one.id, null);
      return move('answer-extra');
    case 'decide': {
      const decided = await move('decide', { with: { outcome: work.outcome }, detail: { outcome: work.outcome } }, work.outcome);
      if (decided.ok && work.outcome === 'refused') {
        await keep('refusal');
        await oweBackOfCase(tx, platform, decided.value, 'refused');
      }
      return decided;
    }
    case 'add-refusal': {
      if (one.outcome !== 'refused') return refuse('not-possible');
      if (!stored) return refuse('refusal-missing');
      await keep('refusal');
      const group = (await findGroupOfOrder(tx, one.orderId))!;
      // Each letter is told of: the version of the case stays as it is.
      await platform.jobs.send(tx, assistedMail, { template: 'refusal-letter', groupId: group.id, caseId: one.id, number: now });
      await audit(tx, now, {
        actor: who,
        action: 'assisted.refusal-letter-added',
        subject: `assisted_cases:${one.id}`,
        detail: {},
        requestId,
      });
      return done(one);
    }
    case 'collect': {
      if (work.proof.length < 3) return refuse('proof-missing');
      if (one.passport !== 'ready_for_collection') {
        const called = await carry({ to: 'ready_for_collection', spot: '', condition: work.condition, seal: null, proof: work.proof });
        if (!called.ok) return called;
      }
      const fetched = await recordMove(
        tx,
        within,
        { id: one.id, passport: 'ready_for_collection' },
        {
          to: 'with_us_return',
          ...partiesOf('ready_for_collection', 'with_us_return', who),
          spot: work.spot,
          condition: work.condition,
          seal: work.seal || null,
          proof: work.proof,
        },
        { who, requestId },
      );
      return fetched.ok ? move('collect', {}, 'collected') : fetched;
    }
    case 'read-sticker': {
      if (!stored) return refuse('photo-missing');
      await keep('issued');
      const read = await setSticker(tx, one, sealSticker(platform.crypto, one.id, work.sticker));
      await audit(tx, now, { actor: who, action: 'assisted.sticker-read', subject: `assisted_cases:${one.id}`, detail: {}, requestId });
      return read ? done(read) : refuse('changed-meanwhile');
    }
    case 'dispatch': {
      if (!/^[\w-]{5,40}$/.test(work.tracking)) return refuse('reference-missing');
      if (!Number.isSafeInteger(work.insured) || work.insured < 100_00) return refuse('insured-missing');
      const sent = await carry({ to: 'with_courier', spot: '', condition: work.condition, seal: one.seal, proof: work.tracking });
      return sent.ok ? move('dispatch', { with: { tracking: work.tracking, insured: work.insured } }, 'dispatched') : sent;
    }
    case 'come-back': {
      const back = await carry({
        to: 'with_us_return',
        spot: work.spot,
        condition: work.condition,
        seal: work.seal || null,
        proof: 'failed',
      });
      return back.ok ? move('come-back', { with: { tracking: null, insured: null } }, 'came-back') : back;
    }
    case 'hand-over':
    case 'deliver': {
      if (work.proof.length < 3) return refuse('proof-missing');
      const home = await carry({ to: 'returned', spot: '', condition: work.condition, seal: null, proof: work.proof });
      if (!home.ok) return home;
      const ended = await endCase(tx, platform, { one, event: work.do, by: 'staff', who, requestId, template: 'delivered' });
      return ended.ok ? ended : refuse('not-possible');
    }
    case 'close-decision': {
      const ended = await endCase(tx, platform, { one, event: 'close-decision', by: 'staff', who, requestId, template: 'delivered' });
      return ended.ok ? ended : refuse('not-possible');
    }
  }
}

/** Gives a case to a colleague who may decide on visas, or takes it oneself. */
export async function giveCase(
  platform: Platform,
  ask: Omit<WorkAsk, 'work'> & { readonly to: string },
): Promise<Outcome<AssistedCase, WorkRefusal | 'has-it-already' | 'not-an-officer'>> {
  return transact(platform.db, async (tx): Promise<Outcome<AssistedCase, WorkRefusal | 'has-it-already' | 'not-an-officer'>> => {
    const found = await lockCase(tx, ask.caseId);
    if (!found || overStates.includes(found.one.status)) return refuse('not-possible');
    const { one } = found;
    if (one.version !== ask.version) return refuse('changed-meanwhile');
    if (one.officer === ask.to) return refuse('has-it-already');
    const colleague = await findStaffMember(tx, ask.to);
    if (!colleague || !permissionsOf(colleague.roles).has('visas:decide')) return refuse('not-an-officer');
    const to = { officer: ask.to, who: `staff:${ask.staffId}`, requestId: ask.requestId };
    return (await assignCase(tx, platform.clock.now(), one, to))
      ? done({ ...one, officer: ask.to, version: one.version + 1 })
      : refuse('changed-meanwhile');
  });
}

/** Closes what a wish to withdraw had opened, once the case has ended. */
export async function closeWithdrawalTask(platform: Platform, caseId: string, staffId: string): Promise<void> {
  await transact(platform.db, (tx) =>
    closeStaffTasks(tx, platform.clock.now(), {
      kinds: ['assisted-withdrawal'],
      subject: `assisted_cases:${caseId}`,
      by: `staff:${staffId}`,
    }),
  );
}

/** A paper of a case for an officer, and a line in the audit that they had it. Null when there is none such. */
export async function openCasePaper(
  platform: Platform,
  asked: { readonly caseId: string; readonly documentId: string; readonly staffId: string; readonly requestId: string },
): Promise<Paper | null> {
  const document = await findDocument(platform.db, asked.documentId);
  if (document?.applicationId !== asked.caseId || document.purgedAt) return null;
  const content = await readPaper(platform, document);
  if (!content) return null;
  const now = platform.clock.now();
  await transact(platform.db, (tx) =>
    audit(tx, now, {
      actor: `staff:${asked.staffId}`,
      action: 'assisted.paper-read',
      subject: `evisa_documents:${asked.documentId}`,
      detail: { case: asked.caseId, kind: document.kind, on: dateIn('Asia/Dubai', now) },
      requestId: asked.requestId,
    }),
  );
  return { name: `${document.kind}.${paperEndings[document.type]}`, type: document.type, content };
}
