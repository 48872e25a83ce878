import { asc } from 'drizzle-orm';
import type { Db } from '#app/platform/database.server.ts';
import { catalogueEditions } from './catalogue-edition.tables.ts';

/** A text that is another one after every change of what is on sale or how it is described. */
export async function readCatalogueEdition(db: Db): Promise<string> {
  const rows = await db.select().from(catalogueEditions).orderBy(asc(catalogueEditions.kind));
  return rows.map(({ kind, edition }) => `${kind} ${edition}`).join(', ');
}
