import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import type { ThingKind } from './search-thing.ts';

export const catalogueEditions = pgTable('catalogue_editions', {
  kind: text('kind').$type<ThingKind>().primaryKey(),
  edition: bigint('edition', { mode: 'number' }).notNull().default(1),
});
