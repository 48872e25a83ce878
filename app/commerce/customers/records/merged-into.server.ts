import { sql, type SQL } from 'drizzle-orm';

/*
 * Records that were merged, followed to their end: a row that went into another may have gone on with it into a third. A walk
 * takes no row twice, so that it ends by itself.
 */

/** Ids of a record and of all that became it. */
export const becameOf = (id: SQL): SQL => sql`
  with recursive became as (
    select c.id from customers c where c.id = ${id}
    union
    select c.id from became join customers c on c.merged_into = became.id)
  select id from became`;

/** The id of the record that stands for one now. */
export const standsFor = (id: SQL): SQL => sql`(
  with recursive went as (
    select c.id, c.merged_into from customers c where c.id = ${id}
    union
    select c.id, c.merged_into from went join customers c on c.id = went.merged_into)
  select id from went where merged_into is null)`;
