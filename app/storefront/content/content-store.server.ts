import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { isLanguageCode, languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import type { ContentKind } from './content-kinds.ts';
import type { ContentStatus } from './content-status.ts';
import {
  contentEditions,
  contentItems,
  contentTexts,
  contentVersions,
  contentVotes,
  type ContentEdition,
  type ContentItem,
  type ContentVersion,
} from './content.tables.ts';

export interface ContentWords {
  readonly title: string;
  readonly summary: string;
  readonly body: string;
}

/** A public text in the reader's language, or in English when nobody has translated it; `language` says which. */
export interface LiveContent extends ContentWords {
  readonly item: ContentItem;
  readonly language: LanguageCode;
  /** When these words became public. */
  readonly editedAt: Date;
}

const liveNumber = and(eq(contentVersions.itemId, contentTexts.itemId), eq(contentVersions.number, contentTexts.liveNumber));
const liveEdition = and(eq(contentEditions.itemId, contentItems.id), eq(contentEditions.number, contentItems.liveEdition));

async function selectLive(db: Db, language: LanguageCode, which: ReturnType<typeof eq>): Promise<LiveContent[]> {
  const rows = await db
    .select({ item: contentItems, words: contentVersions, editedAt: contentEditions.at })
    .from(contentItems)
    .innerJoin(contentEditions, liveEdition)
    .innerJoin(contentTexts, eq(contentTexts.itemId, contentItems.id))
    .innerJoin(contentVersions, liveNumber)
    .where(and(which, inArray(contentTexts.language, [language, 'en'])))
    .orderBy(desc(contentItems.publishedOn), asc(contentItems.id));
  const best = new Map<string, LiveContent>();
  for (const { item, words, editedAt } of rows) {
    if (best.has(item.id) && words.language !== language) continue;
    const { title, summary, body } = words;
    best.set(item.id, { item, language: words.language, title, summary, body, editedAt });
  }
  return [...best.values()];
}

/** Everything public of a kind, the newest first. */
export function listLive(db: Db, kind: ContentKind, language: LanguageCode): Promise<LiveContent[]> {
  return selectLive(db, language, eq(contentItems.kind, kind));
}

/** A name of an address; PostgreSQL would stumble over a null character. */
const isName = (text: string) => /^[a-z0-9-]{1,100}$/.test(text);

export async function findLive(db: Db, kind: ContentKind, slug: string, language: LanguageCode): Promise<LiveContent | null> {
  if (!isName(slug)) return null;
  const [found] = await selectLive(db, language, and(eq(contentItems.kind, kind), eq(contentItems.slug, slug))!);
  return found ?? null;
}

/** The public words of a kind in every language, for the search. */
export async function listLiveWords(db: Db, kind: ContentKind): Promise<(ContentWords & { id: string; language: LanguageCode })[]> {
  return db
    .select({
      id: contentItems.id,
      language: contentVersions.language,
      title: contentVersions.title,
      summary: contentVersions.summary,
      body: contentVersions.body,
    })
    .from(contentItems)
    .innerJoin(contentTexts, eq(contentTexts.itemId, contentItems.id))
    .innerJoin(contentVersions, liveNumber)
    .where(eq(contentItems.kind, kind));
}

/** All editions of an item, the newest first. */
export async function listEditions(db: Db, itemId: string): Promise<ContentEdition[]> {
  return db.select().from(contentEditions).where(eq(contentEditions.itemId, itemId)).orderBy(desc(contentEditions.number));
}

/** Words of an edition in a language, or in English; null when there is no such edition. */
export async function findEditionWords(db: Db, edition: ContentEdition, language: LanguageCode): Promise<ContentVersion | null> {
  const number = edition.numbers[language] ?? edition.numbers.en;
  return number === undefined ? null : findVersion(db, edition.itemId, number);
}

export async function findVersion(db: Db, itemId: string, number: number): Promise<ContentVersion | null> {
  const [found] = await db
    .select()
    .from(contentVersions)
    .where(and(eq(contentVersions.itemId, itemId), eq(contentVersions.number, number)));
  return found ?? null;
}

/** Every public text with the languages that it exists in, by its English title. */
export async function listLiveLanguages(db: Db): Promise<{ id: string; title: string; languages: LanguageCode[] }[]> {
  const rows = await db
    .select({ id: contentItems.id, language: contentVersions.language, title: contentVersions.title })
    .from(contentItems)
    .innerJoin(contentEditions, liveEdition)
    .innerJoin(contentTexts, eq(contentTexts.itemId, contentItems.id))
    .innerJoin(contentVersions, liveNumber)
    .orderBy(asc(contentItems.id));
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => ({
    id,
    title: (own.find(({ language }) => language === 'en') ?? own[0]!).title,
    languages: own.map(({ language }) => language),
  }));
}

// What staff see

export interface ContentRow {
  readonly item: ContentItem;
  readonly title: string;
  /** Languages whose draft is whole. */
  readonly languages: readonly LanguageCode[];
  readonly useful: number;
  readonly useless: number;
}

/** Titles are in the asked language where the text has one in it, else in English. */
export async function listContentAsStaff(
  db: Db,
  filter: { readonly kind: ContentKind | null; readonly status: ContentStatus | null; readonly language: LanguageCode },
): Promise<ContentRow[]> {
  const [items, drafts, votes] = await Promise.all([
    db
      .select()
      .from(contentItems)
      .where(
        and(
          filter.kind ? eq(contentItems.kind, filter.kind) : undefined,
          filter.status ? eq(contentItems.status, filter.status) : undefined,
        ),
      )
      .orderBy(desc(contentItems.changedAt), asc(contentItems.id)),
    db
      .select({
        itemId: contentTexts.itemId,
        language: contentTexts.language,
        title: contentVersions.title,
        whole: sql<boolean>`${contentVersions.title} <> '' and ${contentVersions.summary} <> '' and ${contentVersions.body} <> ''`,
      })
      .from(contentTexts)
      .innerJoin(
        contentVersions,
        and(eq(contentVersions.itemId, contentTexts.itemId), eq(contentVersions.number, contentTexts.draftNumber)),
      ),
    countVotes(db),
  ]);
  return items.map((item) => {
    const own = drafts.filter((draft) => draft.itemId === item.id);
    const titleIn = (code: LanguageCode) => own.find(({ language, title }) => language === code && title !== '')?.title;
    const vote = votes.find(({ itemId }) => itemId === item.id);
    return {
      item,
      title: titleIn(filter.language) ?? titleIn('en') ?? own[0]?.title ?? item.slug,
      languages: languageCodes.filter((code) => own.some(({ language, whole }) => language === code && whole)),
      useful: vote?.useful ?? 0,
      useless: vote?.useless ?? 0,
    };
  });
}

export async function listContentIds(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await db.select({ id: contentItems.id }).from(contentItems)).map(({ id }) => id));
}

export async function findContentAsStaff(db: Db, id: string): Promise<ContentItem | null> {
  if (!isName(id)) return null;
  const [found] = await db.select().from(contentItems).where(eq(contentItems.id, id));
  return found ?? null;
}

/** The words that are worked on, by language, with the number of those that are public. */
export async function findDrafts(
  db: Db,
  itemId: string,
): Promise<Partial<Record<LanguageCode, ContentVersion & { liveNumber: number | null }>>> {
  const rows = await db
    .select({ version: contentVersions, liveNumber: contentTexts.liveNumber })
    .from(contentTexts)
    .innerJoin(contentVersions, and(eq(contentVersions.itemId, contentTexts.itemId), eq(contentVersions.number, contentTexts.draftNumber)))
    .where(eq(contentTexts.itemId, itemId));
  return Object.fromEntries(rows.map(({ version, liveNumber: live }) => [version.language, { ...version, liveNumber: live }]));
}

export async function listVersions(db: Db, itemId: string, language: LanguageCode): Promise<ContentVersion[]> {
  return db
    .select()
    .from(contentVersions)
    .where(and(eq(contentVersions.itemId, itemId), eq(contentVersions.language, language)))
    .orderBy(desc(contentVersions.number));
}

/** Actors of all versions that no edition has shown yet. */
export async function findWriters(db: Db, itemId: string): Promise<string[]> {
  const [last] = await listEditions(db, itemId);
  const shown = Math.max(0, ...Object.values(last?.numbers ?? {}));
  const rows = await db
    .selectDistinct({ actor: contentVersions.actor })
    .from(contentVersions)
    .where(and(eq(contentVersions.itemId, itemId), gt(contentVersions.number, shown)));
  return rows.map(({ actor }) => actor);
}

// Writing

export type NewContent = Pick<ContentItem, 'kind' | 'slug' | 'topic' | 'author' | 'publishedOn' | 'poster' | 'related'>;

export const contentId = (kind: ContentKind, slug: string) => `${kind}-${slug}`;

/** Makes an item without words, as a draft; false when its address is taken. */
export async function addContent(tx: Tx, now: Instant, content: NewContent): Promise<boolean> {
  const at = new Date(now);
  const made = await tx
    .insert(contentItems)
    .values({ ...content, id: contentId(content.kind, content.slug), status: 'draft', createdAt: at, changedAt: at })
    .onConflictDoNothing()
    .returning({ id: contentItems.id });
  return made.length > 0;
}

/** Applies a change to an item if nobody else has changed it since `version`. */
export async function changeContent(
  tx: Tx,
  now: Instant,
  item: Pick<ContentItem, 'id' | 'version'>,
  change: Partial<Pick<ContentItem, 'status' | 'liveEdition' | 'submittedBy' | 'topic' | 'author' | 'publishedOn' | 'poster' | 'related'>>,
): Promise<boolean> {
  const changed = await tx
    .update(contentItems)
    .set({ ...change, version: item.version + 1, changedAt: new Date(now) })
    .where(and(eq(contentItems.id, item.id), eq(contentItems.version, item.version)))
    .returning({ id: contentItems.id });
  return changed.length > 0;
}

/** Adds a version and makes it the draft of its language. Call it after `changeContent`, whose row is the lock. */
export async function addVersion(
  tx: Tx,
  now: Instant,
  version: ContentWords & { itemId: string; language: LanguageCode; actor: string },
): Promise<number> {
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${contentVersions.number}), 0)::int` })
    .from(contentVersions)
    .where(eq(contentVersions.itemId, version.itemId));
  const number = (last?.number ?? 0) + 1;
  await tx.insert(contentVersions).values({ ...version, number, at: new Date(now) });
  await tx
    .insert(contentTexts)
    .values({ itemId: version.itemId, language: version.language, draftNumber: number })
    .onConflictDoUpdate({ target: [contentTexts.itemId, contentTexts.language], set: { draftNumber: number } });
  return number;
}

/** Makes the drafts of these languages public as one edition and returns its number. */
export async function addEdition(
  tx: Tx,
  now: Instant,
  edition: { itemId: string; languages: readonly LanguageCode[]; actor: string },
): Promise<number> {
  const { itemId } = edition;
  const live = await tx
    .update(contentTexts)
    .set({ liveNumber: sql`${contentTexts.draftNumber}` })
    .where(and(eq(contentTexts.itemId, itemId), inArray(contentTexts.language, [...edition.languages])))
    .returning({ language: contentTexts.language, number: contentTexts.draftNumber });
  const [last] = await tx
    .select({ number: sql<number>`coalesce(max(${contentEditions.number}), 0)::int` })
    .from(contentEditions)
    .where(eq(contentEditions.itemId, itemId));
  const number = (last?.number ?? 0) + 1;
  const numbers = Object.fromEntries(live.filter(({ language }) => isLanguageCode(language)).map((row) => [row.language, row.number]));
  await tx.insert(contentEditions).values({ itemId, number, numbers, actor: edition.actor, at: new Date(now) });
  return number;
}

/** Nothing of it is public any more. */
export async function hideTexts(tx: Tx, itemId: string): Promise<void> {
  await tx.update(contentTexts).set({ liveNumber: null }).where(eq(contentTexts.itemId, itemId));
}

// Was it useful?

export async function addVote(tx: Tx, now: Instant, vote: { itemId: string; language: LanguageCode; useful: boolean }): Promise<void> {
  await tx.insert(contentVotes).values({ id: randomUUID(), ...vote, at: new Date(now) });
}

/** Votes on the words that are public now: an edition that mended them begins anew. */
async function countVotes(db: Db): Promise<{ itemId: string; useful: number; useless: number }[]> {
  return db
    .select({
      itemId: contentVotes.itemId,
      useful: sql<number>`(count(*) filter (where ${contentVotes.useful}))::int`,
      useless: sql<number>`(count(*) filter (where not ${contentVotes.useful}))::int`,
    })
    .from(contentVotes)
    .innerJoin(contentItems, eq(contentItems.id, contentVotes.itemId))
    .innerJoin(contentEditions, liveEdition)
    .where(sql`${contentVotes.at} >= ${contentEditions.at}`)
    .groupBy(contentVotes.itemId);
}
