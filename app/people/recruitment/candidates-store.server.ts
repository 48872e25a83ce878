import { and, desc, eq, inArray, isNull, notInArray, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { isCovered } from './blind-rules.ts';
import type { ApplicationStatus } from './job-application-status.ts';
import { jobEmailIndex, notCovered, readApplicant } from './job-applications-store.server.ts';
import { jobApplications } from './job-applications.tables.ts';
import { pipelineOf, waysWithoutInterviews, type Round } from './pipeline-rules.ts';
import { jobPostings, jobPostingWords } from './recruitment.tables.ts';

/** An application as an interview needs it. */
export interface Candidate {
  readonly applicationId: string;
  readonly reference: string;
  readonly status: ApplicationStatus;
  readonly language: LanguageCode;
  readonly postingId: string | null;
  readonly name: string;
  readonly email: string;
  /** What the desk calls them: by name, or by reference while a blind posting covers who they are. */
  readonly deskName: string;
  readonly covered: boolean;
  /** The position in the language of whoever reads, else in the candidate's. */
  readonly role: string | null;
  /** Where the position is. */
  readonly at: string | null;
  /** The posting's rounds of interviews in their order; none where it hires without them. */
  readonly rounds: readonly Round[];
}

type Reader = Pick<Platform, 'db' | 'crypto' | 'clock'>;

async function read({ db, crypto, clock }: Reader, where: SQL | undefined, most: number, reader?: LanguageCode): Promise<Candidate[]> {
  const english = alias(jobPostingWords, 'english');
  const rows = await db
    .select({
      application: jobApplications,
      at: jobPostings.place,
      blind: jobPostings.blind,
      way: { pipeline: jobPostings.pipeline, ownStages: jobPostings.ownStages, ownRounds: jobPostings.ownRounds },
      own: jobPostingWords.title,
      english: english.title,
    })
    .from(jobApplications)
    .leftJoin(jobPostings, eq(jobPostings.id, jobApplications.postingId))
    .leftJoin(
      jobPostingWords,
      and(eq(jobPostingWords.postingId, jobApplications.postingId), eq(jobPostingWords.language, reader ?? jobApplications.language)),
    )
    .leftJoin(english, and(eq(english.postingId, jobApplications.postingId), eq(english.language, 'en')))
    .where(where)
    .orderBy(desc(jobApplications.stageSince))
    .limit(most);
  return rows.map(({ application, at, blind, way, own, english: inEnglish }) => {
    const { id, reference, status, language, postingId } = application;
    const { name, email } = readApplicant(crypto, application);
    const covered = isCovered({ ...application, blind: blind === true }, clock.now());
    const deskName = covered ? reference : name;
    const role = own ?? inEnglish;
    const { rounds } = pipelineOf(way);
    return { applicationId: id, reference, status, language, postingId, name, email, deskName, covered, role, at, rounds };
  });
}

export async function findCandidate(
  platform: Reader,
  by: { readonly id: string } | { readonly reference: string },
  reader?: LanguageCode,
): Promise<Candidate | null> {
  const where = 'id' in by ? eq(jobApplications.id, by.id) : eq(jobApplications.reference, by.reference);
  return (await read(platform, where, 1, reader))[0] ?? null;
}

/** Whoever is in a stage in which people are talked to, and applied where there are interviews; latest first. */
export function listCandidates(platform: Reader, reader?: LanguageCode): Promise<Candidate[]> {
  const talkedTo = inArray(jobApplications.status, ['screening', 'shortlisted', 'interview']);
  const interviewed = or(
    isNull(jobApplications.postingId),
    and(eq(jobPostings.pipeline, 'own'), sql`'interview' = any(${jobPostings.ownStages})`),
    notInArray(jobPostings.pipeline, ['own', ...waysWithoutInterviews]),
  );
  return read(platform, and(talkedTo, interviewed, isNull(jobApplications.purgedAt)), 200, reader);
}

export async function findCandidates(
  platform: Reader,
  ids: readonly string[],
  reader?: LanguageCode,
): Promise<ReadonlyMap<string, Candidate>> {
  if (ids.length === 0) return new Map();
  const rows = await read(platform, inArray(jobApplications.id, [...ids]), ids.length, reader);
  return new Map(rows.map((one) => [one.applicationId, one]));
}

/** Applications that a search means: the one of a reference, or all that came from an address and are not covered. */
export async function findApplicationIds(
  db: Db,
  crypto: FieldCrypto,
  by: { readonly reference: string } | { readonly email: string; readonly at: Instant },
): Promise<string[]> {
  const where =
    'reference' in by
      ? eq(jobApplications.reference, by.reference)
      : and(eq(jobApplications.emailIndex, jobEmailIndex(crypto, by.email)), notCovered(by.at));
  const rows = await db.select({ id: jobApplications.id }).from(jobApplications).where(where).limit(100);
  return rows.map(({ id }) => id);
}
