import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { assetPaperLines, assetPapers, assets, type Asset, type AssetPaper } from './assets.tables.ts';
import type { AssetCondition } from './asset-kinds.ts';
import type { PaperStatus } from './asset-status.ts';
import type { Signature } from './signature-rules.ts';

export interface PaperLine {
  readonly assetId: string;
  readonly condition: AssetCondition;
  readonly note: string;
  readonly wiped: boolean | null;
}

const place = (id: string, field: string) => `asset_papers|${field}|${id}`;

export async function insertPaper(
  tx: Tx,
  paper: Pick<AssetPaper, 'id' | 'reference' | 'way' | 'userId' | 'policy' | 'language' | 'madeBy' | 'madeAt'> &
    Partial<Pick<AssetPaper, 'status' | 'signature' | 'decidedAt' | 'file'>>,
  lines: readonly PaperLine[],
): Promise<void> {
  await tx.insert(assetPapers).values({ status: 'pending', ...paper });
  await tx.insert(assetPaperLines).values(lines.map((line) => ({ paperId: paper.id, ...line })));
}

export const sealSignature = (crypto: FieldCrypto, id: string, signature: Signature) =>
  crypto.seal(JSON.stringify(signature), place(id, 'signature'));
export const sealRefusal = (crypto: FieldCrypto, id: string, words: string) => crypto.seal(words, place(id, 'refusal'));
export const openRefusal = (crypto: FieldCrypto, paper: AssetPaper) =>
  paper.refusal === null ? null : crypto.open(paper.refusal, place(paper.id, 'refusal'));
/** Where the stored PDF of a paper is sealed for. */
export const paperFilePlace = (id: string) => place(id, 'file');

/** False when it was decided meanwhile. */
export async function decidePaper(
  tx: Tx,
  paper: Pick<AssetPaper, 'id' | 'version'>,
  now: Instant,
  set: { readonly status: PaperStatus } & Partial<Pick<AssetPaper, 'signature' | 'file' | 'refusal' | 'language'>>,
): Promise<boolean> {
  const decided = await tx
    .update(assetPapers)
    .set({ ...set, version: paper.version + 1, decidedAt: new Date(now) })
    .where(and(eq(assetPapers.id, paper.id), eq(assetPapers.version, paper.version), eq(assetPapers.status, 'pending')))
    .returning({ id: assetPapers.id });
  return decided.length > 0;
}

/** The caller is a job of ours. */
export async function findPaper(db: Db, id: string): Promise<AssetPaper | null> {
  const [row] = await db.select().from(assetPapers).where(eq(assetPapers.id, id));
  return row ?? null;
}

export async function findPaperAsStaff(db: Db, reference: string): Promise<AssetPaper | null> {
  const [row] = await db.select().from(assetPapers).where(eq(assetPapers.reference, reference));
  return row ?? null;
}

/** A colleague's own paper; null for what is another's. */
export async function findPaperFor(db: Db, userId: string, reference: string): Promise<AssetPaper | null> {
  const paper = await findPaperAsStaff(db, reference);
  return paper?.userId === userId ? paper : null;
}

/** The papers of a colleague, newest first. */
export async function listPapersOf(db: Db, userId: string): Promise<AssetPaper[]> {
  return db.select().from(assetPapers).where(eq(assetPapers.userId, userId)).orderBy(desc(assetPapers.madeAt)).limit(100);
}

/** The papers on which a thing stands, newest first. */
export async function listPapersAbout(db: Db, assetId: string): Promise<AssetPaper[]> {
  const rows = await db
    .select({ paper: assetPapers })
    .from(assetPaperLines)
    .innerJoin(assetPapers, eq(assetPapers.id, assetPaperLines.paperId))
    .where(eq(assetPaperLines.assetId, assetId))
    .orderBy(desc(assetPapers.madeAt))
    .limit(100);
  return rows.map(({ paper }) => paper);
}

/** What stands on these papers, by tag. */
export async function findPaperLines(
  db: Db,
  paperIds: readonly string[],
): Promise<(PaperLine & { readonly paperId: string; readonly asset: Asset })[]> {
  if (paperIds.length === 0) return [];
  const rows = await db
    .select({ line: assetPaperLines, asset: assets })
    .from(assetPaperLines)
    .innerJoin(assets, eq(assets.id, assetPaperLines.assetId))
    .where(inArray(assetPaperLines.paperId, [...paperIds]))
    .orderBy(asc(assets.tag));
  return rows.map(({ line, asset }) => ({ ...line, asset }));
}
