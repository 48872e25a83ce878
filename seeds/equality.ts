import type { EqualityQuestion } from '#app/people/recruitment/job-application-kinds.ts';
import { countEquality, findEqualityYears } from '#app/people/recruitment/job-papers-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';

/** Made-up answers of an earlier year: how many gave each. */
const answers: readonly (readonly [Partial<Readonly<Record<EqualityQuestion, string>>>, number])[] = [
  [{ gender: 'woman', age: '25-34', disability: 'no' }, 14],
  [{ gender: 'man', age: '25-34', disability: 'no' }, 11],
  [{ gender: 'woman', age: '35-44', disability: 'no' }, 7],
  [{ gender: 'man', age: '35-44', disability: 'not-said' }, 6],
  [{ gender: 'woman', age: 'under-25', disability: 'yes' }, 3],
  [{ gender: 'not-said', age: 'not-said' }, 5],
  [{ gender: 'man', age: '45-54', disability: 'yes' }, 2],
];

/** Figures of the year before, the last that is over, on a house that has none. */
export async function seedEquality(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  if ((await findEqualityYears(db, now)).length > 0) return;
  await transact(db, async (tx) => {
    for (const [index, [given, people]] of answers.entries())
      for (let one = 0; one < people; one += 1)
        await countEquality(tx, addMilliseconds(now, -(index % 2 === 0 ? 365 : 395) * dayMs), 'open', given);
  });
}
