import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { KeptRead } from '#app/platform/kept-read.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { passportValidityText, readPassportValidity, type RegisterLine } from './read-register.ts';
import type { VisaNeed, VisaRule } from './requirement.ts';
import { visaIndicationImports, visaIndications, visaRules, type VisaRuleEdition } from './visa-rules.tables.ts';

/** Who brought the lines that came with the product. */
export const houseReviewer = 'house';

const register = new KeptRead<readonly VisaRule[]>(30_000);

/** The verified lines, as the rules take them. Read at most twice a minute. */
export function readVerifiedRules({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<readonly VisaRule[]> {
  return register.read(db, 'verified', clock.now(), async () =>
    (await db.select().from(visaRules).where(eq(visaRules.status, 'verified')).orderBy(asc(visaRules.rule))).map(ruleOf),
  );
}

/** After a change of the register. */
export function forgetRules(db: Db): void {
  register.forget(db);
}

export function ruleOf(row: VisaRuleEdition): VisaRule {
  const { rule, destination, passports, residences, heldVisas, purposes, need, stayDays, windowDays, conditions } = row;
  return {
    rule,
    destination,
    passports,
    residences,
    heldVisas,
    purposes,
    need,
    stayDays,
    windowDays,
    conditions,
    passport: readPassportValidity(row.passport) ?? null,
    validFrom: row.validFrom,
    validUntil: row.validUntil,
    source: row.source,
    checkedOn: row.checkedOn,
    recheckDays: row.recheckDays,
    reviewer: row.verifiedBy ?? row.draftedBy,
  };
}

/** What an edition says, without where it stands. */
export type EditionFacts = Omit<RegisterLine, 'passport'> & { readonly passport: string; readonly note: string };

export function factsOfLine(line: RegisterLine): EditionFacts {
  return { ...line, passport: passportValidityText(line.passport), note: '' };
}

/** Names of all lines, whatever became of them. */
export async function listRuleNames(db: Db): Promise<Set<string>> {
  return new Set((await db.selectDistinct({ rule: visaRules.rule }).from(visaRules)).map((row) => row.rule));
}

/** All current editions: the verified one of each line, and its draft. */
export async function listCurrentEditions(db: Db): Promise<VisaRuleEdition[]> {
  return db
    .select()
    .from(visaRules)
    .where(inArray(visaRules.status, ['draft', 'verified']))
    .orderBy(asc(visaRules.rule), asc(visaRules.edition));
}

/** Every edition of a line, the newest first. */
export async function listEditions(db: Db, rule: string): Promise<VisaRuleEdition[]> {
  return db.select().from(visaRules).where(eq(visaRules.rule, rule)).orderBy(desc(visaRules.edition));
}

export interface Verified {
  readonly by: string;
  readonly at: Instant;
}

/** Appends an edition; null when a draft of the line stands already. */
export async function insertEdition(
  tx: Tx,
  edition: EditionFacts,
  drafted: { readonly by: string; readonly at: Instant },
  verified: Verified | null,
): Promise<string | null> {
  const [last] = await tx
    .select({ edition: sql<number>`max(edition)::int` })
    .from(visaRules)
    .where(eq(visaRules.rule, edition.rule));
  const made = await tx
    .insert(visaRules)
    .values({ ...rowOf(edition), edition: (last?.edition ?? 0) + 1, ...standing(drafted, verified) })
    .onConflictDoNothing()
    .returning({ id: visaRules.id });
  return made[0]?.id ?? null;
}

/** The first editions of lines that are not there yet. */
export async function insertFirstEditions(tx: Tx, all: readonly EditionFacts[], at: Instant): Promise<void> {
  const rows = all.map((facts) => ({ ...rowOf(facts), edition: 1, ...standing({ by: houseReviewer, at }, { by: houseReviewer, at }) }));
  for (let from = 0; from < rows.length; from += 200) await tx.insert(visaRules).values(rows.slice(from, from + 200));
}

function rowOf(facts: EditionFacts) {
  const { passports, residences, heldVisas, purposes, conditions, ...same } = facts;
  return {
    ...same,
    id: randomUUID(),
    passports: [...passports],
    residences: [...residences],
    heldVisas: [...heldVisas],
    purposes: [...purposes],
    conditions: [...conditions],
  };
}

function standing(drafted: { readonly by: string; readonly at: Instant }, verified: Verified | null) {
  return {
    status: verified ? ('verified' as const) : ('draft' as const),
    draftedBy: drafted.by,
    draftedAt: new Date(drafted.at),
    verifiedBy: verified?.by ?? null,
    verifiedAt: verified ? new Date(verified.at) : null,
  };
}

/** Retires one edition as it was read; false when it stands elsewhere meanwhile. */
export async function retireEdition(tx: Tx, id: string, from: 'draft' | 'verified', now: Instant): Promise<boolean> {
  const moved = await tx
    .update(visaRules)
    .set({ status: 'retired', retiredAt: new Date(now) })
    .where(and(eq(visaRules.id, id), eq(visaRules.status, from)))
    .returning({ id: visaRules.id });
  return moved.length > 0;
}

export async function verifyEdition(tx: Tx, id: string, by: string, now: Instant): Promise<boolean> {
  const moved = await tx
    .update(visaRules)
    .set({ status: 'verified', verifiedBy: by, verifiedAt: new Date(now) })
    .where(and(eq(visaRules.id, id), eq(visaRules.status, 'draft')))
    .returning({ id: visaRules.id });
  return moved.length > 0;
}

export interface Indication {
  readonly passport: string;
  readonly destination: string;
  readonly need: Exclude<VisaNeed, 'unknown'>;
  readonly stayDays: number | null;
}

/** Puts a whole table of indications in the place of the one before. */
export async function replaceIndications(
  tx: Tx,
  rows: readonly Indication[],
  load: { readonly file: string; readonly dataDate: CalendarDate | null; readonly at: Instant },
): Promise<void> {
  await tx.delete(visaIndications);
  for (let from = 0; from < rows.length; from += 2000) await tx.insert(visaIndications).values(rows.slice(from, from + 2000));
  await tx.insert(visaIndicationImports).values({
    id: randomUUID(),
    file: load.file,
    rows: rows.length,
    dataDate: load.dataDate,
    importedAt: new Date(load.at),
  });
}

export async function findIndications(db: Db, passports: readonly string[], destination: string): Promise<Indication[]> {
  if (passports.length === 0) return [];
  return db
    .select()
    .from(visaIndications)
    .where(and(inArray(visaIndications.passport, [...passports]), eq(visaIndications.destination, destination)));
}

/** The table in use; null where none was ever read. */
export async function findLatestImport(db: Db): Promise<typeof visaIndicationImports.$inferSelect | null> {
  const [row] = await db.select().from(visaIndicationImports).orderBy(desc(visaIndicationImports.importedAt)).limit(1);
  return row ?? null;
}
