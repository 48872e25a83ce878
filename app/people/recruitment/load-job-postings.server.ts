import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addPosting } from './job-postings-store.server.ts';
import { jobSeed } from './job-seed.ts';

/** Adds the postings of these files that the database has not; returns how many. Throws for a file that is not whole. */
export async function loadJobPostings(platform: Platform, files: readonly unknown[]): Promise<number> {
  const postings = files.map((file) => jobSeed.parse(file));
  return transact(platform.db, async (tx) => {
    let added = 0;
    for (const posting of postings) if (await addPosting(tx, platform.clock.now(), posting)) added += 1;
    return added;
  });
}
