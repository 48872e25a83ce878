import { randomUUID } from 'node:crypto';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dateIn, parseCalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import type { Flights } from '../flights-context.ts';
import type { SupplierFields } from './flight-supplier-form.ts';
import { parseIban } from './flight-supplier-form.ts';
import { blocks, type MoveBlock } from './flight-supplier-rules.ts';
import { supplierMachine, type SupplierEvent, type SupplierStatus } from './flight-supplier-status.ts';
import {
  answerBank,
  changeSupplier,
  findSupplier,
  insertBank,
  insertPaper,
  insertSupplier,
  listBanks,
  listPapers,
  removePaper,
} from './flight-suppliers-store.server.ts';
import type { RegisteredSupplier } from './flight-supply.tables.ts';

export type SupplierRefusal =
  | 'code-taken'
  | 'changed-meanwhile'
  | 'no-reason'
  | 'paper-unnamed'
  | 'iban-wrong'
  | 'bank-waiting'
  | 'own-request'
  | 'no-call-back'
  | 'not-seen'
  | 'no-bank'
  | 'not-waiting'
  | MoveRefusal
  | MoveBlock;

const subjectOf = (code: string) => `flight_suppliers:${code}`;
const actorOf = (staffId: string) => `staff:${staffId}`;

/** Enters a supplier as a lead. */
export async function registerSupplier(
  platform: Platform,
  work: { readonly code: string; readonly fields: SupplierFields; readonly staffId: string },
): Promise<Outcome<string, SupplierRefusal>> {
  const { code, fields } = work;
  const actor = actorOf(work.staffId);
  return transact(platform.db, async (tx): Promise<Outcome<string, SupplierRefusal>> => {
    const now = platform.clock.now();
    if (!(await insertSupplier(tx, { code, ...fields }, now))) return refuse('code-taken');
    await audit(tx, now, { actor, action: 'supplier.registered', subject: subjectOf(code), detail: { kind: fields.kind } });
    return done(code);
  });
}

/** Changes what is known of a supplier; `read` is what the form was drawn from. */
export async function changeSupplierFacts(
  platform: Platform,
  work: { readonly read: RegisteredSupplier; readonly fields: SupplierFields; readonly staffId: string },
): Promise<Outcome<string, SupplierRefusal>> {
  const { read, fields } = work;
  // A person's name and address are personal: the audit says that they changed, not to what.
  const changed = Object.entries(fields).flatMap(([name, value]) => (read[name as keyof SupplierFields] === value ? [] : [name]));
  return transact(platform.db, async (tx): Promise<Outcome<string, SupplierRefusal>> => {
    const now = platform.clock.now();
    if (!(await changeSupplier(tx, read, fields, now))) return refuse('changed-meanwhile');
    await audit(tx, now, { actor: actorOf(work.staffId), action: 'supplier.changed', subject: subjectOf(read.code), detail: { changed } });
    return done(read.code);
  });
}

/** Moves a supplier on. A step to selling asks for its papers, its contract and its bank; a step out of it needs a reason. */
export async function moveSupplier(
  platform: Platform,
  flights: Pick<Flights, 'supplyChanged'>,
  work: { readonly read: RegisteredSupplier; readonly event: SupplierEvent; readonly reason: string; readonly staffId: string },
): Promise<Outcome<SupplierStatus, SupplierRefusal>> {
  const { read, event } = work;
  const reason = work.reason.trim();
  const move = moveOn(supplierMachine, read.status, event, 'staff');
  if (!move.ok) return refuse(move.refused);
  if ((event === 'suspend' || event === 'offboard') && reason.length < 3) return refuse('no-reason');
  const now = platform.clock.now();
  const [papers, banks] = await Promise.all([listPapers(platform.db, read.code), listBanks(platform.db, read.code)]);
  const known = { ...read, papers, bankConfirmed: banks.some((bank) => bank.status === 'confirmed') };
  const blocked = blocks(event, known, dateIn('Asia/Dubai', now));
  if (blocked) return refuse(blocked);
  const moved = await transact(platform.db, async (tx): Promise<Outcome<SupplierStatus, SupplierRefusal>> => {
    if (!(await changeSupplier(tx, read, { status: move.to }, now))) return refuse('changed-meanwhile');
    const why = reason ? { reason } : {};
    await audit(tx, now, { actor: actorOf(work.staffId), action: `supplier.${event}`, subject: subjectOf(read.code), ...why });
    return done(move.to);
  });
  if (moved.ok) flights.supplyChanged();
  return moved;
}

export async function addPaper(
  platform: Platform,
  work: { readonly supplier: string; readonly name: string; readonly expiresOn: string; readonly staffId: string },
): Promise<Outcome<string, SupplierRefusal>> {
  const expiresOn = parseCalendarDate(work.expiresOn);
  const name = work.name.trim().slice(0, 80);
  if (name.length < 2 || !expiresOn || !(await findSupplier(platform.db, work.supplier))) return refuse('paper-unnamed');
  const id = randomUUID();
  const actor = actorOf(work.staffId);
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    await insertPaper(tx, { id, supplier: work.supplier, name, expiresOn, addedAt: new Date(now), addedBy: actor });
    await audit(tx, now, { actor, action: 'supplier.paper-added', subject: subjectOf(work.supplier), detail: { id, expiresOn } });
  });
  return done(id);
}

export async function dropPaper(
  platform: Platform,
  work: { readonly supplier: string; readonly id: string; readonly staffId: string },
): Promise<Outcome<string, SupplierRefusal>> {
  return transact(platform.db, async (tx): Promise<Outcome<string, SupplierRefusal>> => {
    const now = platform.clock.now();
    if (!(await removePaper(tx, work.supplier, work.id, now))) return refuse('not-waiting');
    const detail = { id: work.id };
    await audit(tx, now, { actor: actorOf(work.staffId), action: 'supplier.paper-removed', subject: subjectOf(work.supplier), detail });
    return done(work.id);
  });
}

/** Asks for another account. Nothing is paid to it before somebody else has called the supplier back. */
export async function askBankChange(
  platform: Platform,
  work: { readonly supplier: string; readonly holder: string; readonly iban: string; readonly staffId: string },
): Promise<Outcome<string, SupplierRefusal>> {
  const iban = parseIban(work.iban);
  const holder = work.holder.trim().slice(0, 120);
  if (!iban || holder.length < 2) return refuse('iban-wrong');
  const id = randomUUID();
  const actor = actorOf(work.staffId);
  const account = platform.crypto.seal(JSON.stringify({ holder, iban }), `flight_supplier_banks|${id}`);
  return transact(platform.db, async (tx): Promise<Outcome<string, SupplierRefusal>> => {
    const now = platform.clock.now();
    const bank = { id, supplier: work.supplier, account, ending: iban.slice(-4), askedBy: actor, askedAt: new Date(now) };
    if (!(await insertBank(tx, bank))) return refuse('bank-waiting');
    await audit(tx, now, { actor, action: 'supplier.bank-asked', subject: subjectOf(work.supplier), detail: { id } });
    await followApproval(tx, now, bankTask(work.supplier), { waits: true, by: actor });
    return done(id);
  });
}

const bankTask = (supplier: string) => ({ kind: 'supplier-bank', subject: subjectOf(supplier), detail: { supplier } });

export interface SupplierAccount {
  readonly id: string;
  readonly holder: string;
  readonly iban: string;
}

/**
 * Opens holder and number of the account in use, for whoever pays to it and says why; or of the one that waits, for whoever
 * compares it with what the supplier says on the telephone. The look is on record before anything is shown.
 */
export async function revealBank(
  platform: Platform,
  work: { readonly supplier: string; readonly of: 'confirmed' | 'asked'; readonly reason: string; readonly staffId: string },
): Promise<Outcome<SupplierAccount, SupplierRefusal>> {
  const bank = (await listBanks(platform.db, work.supplier)).find((one) => one.status === work.of);
  if (!bank) return refuse(work.of === 'asked' ? 'not-waiting' : 'no-bank');
  const reason = work.reason.trim().slice(0, 300);
  if (work.of === 'confirmed' && reason.length < 3) return refuse('no-reason');
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: actorOf(work.staffId),
      action: 'supplier.bank-revealed',
      subject: subjectOf(work.supplier),
      detail: { id: bank.id },
      ...(reason ? { reason } : {}),
    }),
  );
  const { holder, iban } = JSON.parse(platform.crypto.open(bank.account, `flight_supplier_banks|${bank.id}`)) as SupplierAccount;
  return done({ id: bank.id, holder, iban });
}

/**
 * Confirms or refuses a change of account, by somebody else than who asked and who has seen just that account; confirming
 * says whom they called and when.
 */
export async function answerBankChange(
  platform: Platform,
  work: {
    readonly supplier: string;
    /** Of the account that was looked at; refusing needs no look. */
    readonly id: string | null;
    readonly status: 'confirmed' | 'refused';
    readonly callBack: string;
    readonly staffId: string;
  },
): Promise<Outcome<string, SupplierRefusal>> {
  const waiting = (await listBanks(platform.db, work.supplier)).find((bank) => bank.status === 'asked');
  if (!waiting) return refuse('not-waiting');
  const actor = actorOf(work.staffId);
  if (waiting.askedBy === actor) return refuse('own-request');
  if (work.status === 'confirmed' && work.id === null) return refuse('not-seen');
  if (work.id !== null && work.id !== waiting.id) return refuse('changed-meanwhile');
  const callBack = work.callBack.trim().slice(0, 300);
  if (work.status === 'confirmed' && callBack.length < 5) return refuse('no-call-back');
  return transact(platform.db, async (tx): Promise<Outcome<string, SupplierRefusal>> => {
    const now = platform.clock.now();
    const answered = await answerBank(tx, waiting.id, { status: work.status, by: actor, callBack: callBack || null }, now);
    if (!answered) return refuse('not-waiting');
    const detail = { id: waiting.id };
    await audit(tx, now, { actor, action: `supplier.bank-${work.status}`, subject: subjectOf(work.supplier), detail });
    await followApproval(tx, now, bankTask(work.supplier), { waits: false, by: actor });
    return done(waiting.id);
  });
}
