import { describe, expect, it } from 'vitest';
import { readListView, listAddress } from '#app/ui/desk-list/list-address.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { loadExperiences } from '../load-experiences.server.ts';
import { activityList } from './activity-list.ts';
import { startExperience } from './edit-experience.server.ts';
import { openActivityList } from './open-activity-list.server.ts';
import { workSupply } from './work-supply.server.ts';

const platform = await openTestPlatform();
const files = readCatalogueFiles('experiences').slice(0, 6);
await loadExperiences(platform, files, { replace: false });
const facts = files.map((file) => file.facts as { readonly city: string; readonly instant: boolean });
const operatorId = `house-${facts[0]!.city}`;
const view = (asked: string) => readListView(activityList, new URLSearchParams(asked));
const list = (asked: string, most = 50) => openActivityList(platform, view(asked), { language: 'en', most });

describe('the list of activities', () => {
  it('has what is sold and what is only written, by tabs that count with the filters', async () => {
    await startExperience(platform, { title: 'Mending nets', operatorId, staffId: 'one' });
    await workSupply(platform, { experienceId: files[1]!.id, staffId: 'one', work: { do: 'move', event: 'pause' } });
    const { rows, queues } = await list('');
    expect(rows).toHaveLength(7);
    expect(Object.fromEntries(queues.map(({ queue, activities }) => [queue, activities]))).toMatchObject({
      all: 7,
      published: 5,
      paused: 1,
      draft: 1,
      in_review: 0,
    });
    expect((await list('queue=paused')).rows.map(({ id }) => id)).toEqual([files[1]!.id]);
    const named = await list('find=NETS');
    expect(named.rows).toMatchObject([{ id: 'mending-nets', known: false, edition: 'draft' }]);
    expect(named.queues.find(({ queue }) => queue === 'published')!.activities).toBe(0);
    expect((await list('confirms=request')).rows).toHaveLength(facts.filter(({ instant }) => !instant).length);
    expect((await list(`operator=${operatorId}`)).rows.every((row) => row.operatorId === operatorId)).toBe(true);
  });

  it('is the same list page by page, sorted either way', async () => {
    const whole = (await list('sort=-capacity')).rows.map(({ id }) => id);
    const paged: string[] = [];
    let address = 'sort=-capacity';
    for (let pages = 0; pages < 4; pages += 1) {
      const { rows, next } = await list(address, 2);
      paged.push(...rows.map(({ id }) => id));
      if (!next) break;
      address = listAddress(activityList, view(address), { after: next }).slice(1);
    }
    expect(paged).toEqual(whole);
  });

  it('has one address for what it shows, without what nobody knows', () => {
    const address = (asked: string) => listAddress(activityList, view(asked));
    expect(address('')).toBe('');
    expect(address('queue=all&sort=title&operator=..%2F&confirms=never&column=nobody&after=x')).toBe('');
    expect(address('column=city&sort=-city&queue=draft&find=+a+')).toBe('?queue=draft&find=a&sort=-city&column=title&column=city');
  });

  it('has no record under the name of a page', async () => {
    expect(await startExperience(platform, { title: 'Export', operatorId, staffId: 'one' })).toMatchObject({ refused: 'taken' });
  });
});
