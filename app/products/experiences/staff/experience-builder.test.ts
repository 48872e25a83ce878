import { describe, expect, it } from 'vitest';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { money } from '#app/values/money.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { completeness, contentOf, experienceFaults, experienceOf, newContent, type ExperienceContent } from '../experience-content.ts';
import { loadExperiences } from '../load-experiences.server.ts';
import { editionsOfExperiences, findExperience } from '../experiences-store.server.ts';
import { findOptions } from '../slots-store.server.ts';
import type { EditionWork } from '#app/commerce/supply/work-editions.server.ts';
import { changeExperience, startExperience, workExperienceEdition } from './edit-experience.server.ts';
import { readExperiencePart } from './experience-form.ts';
import { openExperienceRecord } from './open-experience-desk.server.ts';
import { workSupply } from './work-supply.server.ts';

const platform = await openTestPlatform();
const files = readCatalogueFiles('experiences').slice(0, 2);
await loadExperiences(platform, files, { replace: false });
const [writer, checker] = ['staff-writer', 'staff-checker'];
const house = files[0]!.id;
const operatorId = `house-${(files[0]!.facts as { city: string }).city}`;

const write = (experienceId: string, version: number, change: (content: ExperienceContent) => ExperienceContent, staffId = writer) =>
  changeExperience(platform, { experienceId, staffId, version, part: 'facts', change });
const work = (experienceId: string, what: EditionWork, staffId: string, version: number, reason = '') =>
  workExperienceEdition(platform, { experienceId, staffId, version, work: what, reason });
const versionOf = async (id: string) => (await openExperienceRecord(platform, id, null))!.edition!.version;

/** A whole activity, in English. */
function whole(content: ExperienceContent): ExperienceContent {
  return {
    ...content,
    facts: {
      ...content.facts,
      categories: ['food'],
      startTimes: ['10:00'],
      ageBands: [{ band: 'adult', from: 12, to: null, price: money(15_000, 'AED') }],
    },
    words: {
      ...content.words,
      en: {
        ...content.words.en,
        tagline: 'Spices by their smell',
        summary: 'An unhurried hour among the spice sellers of the old harbour.',
        highlights: ['Saffron'],
        plan: [{ title: 'Meet', text: 'At the landing stage' }],
        included: ['Tea'],
        notIncluded: ['Lunch'],
        bring: ['A bag'],
        goodToKnow: ['Shaded'],
        meeting: 'At the landing stage',
      },
    },
  };
}

describe('an activity at the desk', () => {
  it('is written by one, put on sale by another, and then sold in the shop', async () => {
    const id = 'spices-by-the-creek';
    expect(await startExperience(platform, { title: 'Spices by the Creek', operatorId, staffId: writer })).toEqual({ ok: true, value: id });
    expect(await startExperience(platform, { title: 'Spices by the creek!', operatorId, staffId: writer })).toMatchObject({
      refused: 'taken',
    });
    expect(await startExperience(platform, { title: 'Another', operatorId: 'nobody', staffId: writer })).toMatchObject({
      refused: 'operator',
    });
    expect(await work(id, 'submit', writer, 1)).toMatchObject({ refused: 'faults' });
    expect(await write(id, 1, whole)).toEqual({ ok: true, value: 2 });
    expect(await write(id, 1, whole)).toMatchObject({ refused: 'changed-meanwhile' });
    expect((await work(id, 'submit', writer, 2)).ok).toBe(true);
    const calls = async () =>
      (await listOpenStaffTasks(platform.db, 99, ['activity-edition'])).map(({ detail }) => Object.values(detail)[0]);
    expect(await calls()).toContain(id);
    expect(await work(id, 'publish', writer, 3)).toMatchObject({ refused: 'second-person' });
    expect(await findExperience(platform.db, id, 'en')).toBeNull();
    expect((await work(id, 'publish', checker, 3)).ok).toBe(true);
    expect(await calls()).not.toContain(id);
    expect(await findExperience(platform.db, id, 'ar')).toMatchObject({ startTimes: ['10:00'], words: { title: 'Spices by the Creek' } });
    expect(await findOptions(platform.db, id)).toMatchObject([{ key: 'standard', capacity: 12 }]);
    expect((await openExperienceRecord(platform, id, null))!.status).toBe('published');
  });

  it('is sold as it is while its next edition is written, and the house catalogue leaves alone what staff published', async () => {
    const dearer = (content: ExperienceContent): ExperienceContent => ({
      ...content,
      facts: { ...content.facts, ageBands: content.facts.ageBands.map((band) => ({ ...band, price: money(77_700, 'AED') })) },
    });
    expect(await write(house, 0, dearer)).toEqual({ ok: true, value: 1 });
    expect((await findExperience(platform.db, house, 'en'))!.ageBands[0]!.price.amount).not.toBe(77_700);
    await work(house, 'submit', writer, 1);
    expect(await work(house, 'send-back', checker, 2)).toMatchObject({ refused: 'reason' });
    expect((await work(house, 'send-back', checker, 2, 'Too dear')).ok).toBe(true);
    // Whoever had a hand in it cannot put it on sale, also when somebody else was the last.
    await write(house, 3, (content) => ({ ...content, facts: { ...content.facts, indoor: !content.facts.indoor } }), checker);
    await write(house, 4, (content) => ({ ...content, facts: { ...content.facts, pickup: !content.facts.pickup } }));
    await work(house, 'submit', writer, await versionOf(house));
    expect(await work(house, 'publish', checker, await versionOf(house))).toMatchObject({ refused: 'second-person' });
    expect((await work(house, 'publish', 'staff-third', await versionOf(house))).ok).toBe(true);
    expect((await openExperienceRecord(platform, house, null))!.versions.map(({ number, status }) => [number, status])).toEqual([
      [2, 'published'],
      [1, 'past'],
    ]);
    await loadExperiences(platform, files, { replace: true });
    expect((await findExperience(platform.db, house, 'en'))!.ageBands[0]!.price.amount).toBe(77_700);
  });

  it('keeps what was written of a language that is not whole, while the shop tells it in English', async () => {
    const id = 'half-written';
    await startExperience(platform, { title: 'Half written', operatorId, staffId: writer });
    const begun = (content: ExperienceContent) => whole(content);
    await write(id, 1, (content) => ({
      ...begun(content),
      words: { ...begun(content).words, ar: { ...content.words.ar, title: 'التوابل على الخور', tagline: 'من عطرها' } },
    }));
    await work(id, 'submit', writer, await versionOf(id));
    expect((await work(id, 'publish', checker, await versionOf(id))).ok).toBe(true);
    expect((await findExperience(platform.db, id, 'ar'))!.words.title).toBe('Half written');
    // The next draft goes on where the writer stopped, and so does the page before it is begun.
    expect((await openExperienceRecord(platform, id, null))!.content.words.ar.title).toBe('التوابل على الخور');
    await write(id, 0, (content) => ({ ...content, facts: { ...content.facts, indoor: true } }));
    const next = (await editionsOfExperiences.findOpen(platform.db, id))!;
    expect([next.content.words.ar.title, next.content.words.ar.tagline]).toEqual(['التوابل على الخور', 'من عطرها']);
    expect(next.content.words.es.title).toBe('');
  });

  it('is put away as a draft that was never sold, and taken up again', async () => {
    const id = 'never-sold';
    await startExperience(platform, { title: 'Never sold', operatorId, staffId: writer });
    const move = (event: 'archive' | 'reopen' | 'publish') =>
      workSupply(platform, { experienceId: id, staffId: writer, work: { do: 'move', event } });
    expect((await move('archive')).ok).toBe(true);
    expect(await write(id, 1, whole)).toMatchObject({ refused: 'not-possible' });
    expect((await move('reopen')).ok).toBe(true);
    expect(await move('publish')).toMatchObject({ refused: 'not-found' });
    expect((await write(id, 1, whole)).ok).toBe(true);
  });
});

describe('the content of an activity', () => {
  it('is told in English where a language is not whole', () => {
    const content = whole(newContent('Spices'));
    const half = { ...content, words: { ...content.words, es: { ...content.words.en, title: 'Especias', bring: [] } } };
    expect(completeness(half, 'es').missing).toEqual(['bring']);
    expect(experienceOf('spices', half).words.es).toBeUndefined();
    const done = { ...half, words: { ...half.words, es: { ...half.words.es, bring: ['Una bolsa'] } } };
    expect(experienceOf('spices', done).words.es!.title).toBe('Especias');
  });

  it('is written in no language that English stands in for, also where its words were kept under it', () => {
    const content = whole(newContent('Spices'));
    const sold = contentOf(experienceOf('spices', content), content.options, null);
    expect([completeness(sold, 'en').percent, completeness(sold, 'ar').percent]).toEqual([100, 0]);
    const kept = { facts: { ...content.facts, id: 'spices' }, words: { ...content.words, ar: content.words.en } };
    expect(contentOf(kept, content.options, null).words.ar.title).toBe('');
  });

  it('does not go on sale with ages that overlap, a zone nobody knows or no price', () => {
    const content = whole(newContent('Spices'));
    const adult = { band: 'adult', from: 12, to: null, price: money(0, 'AED') } as const;
    const bands = [adult, { ...adult, band: 'child', from: 4, to: 8 }, { ...adult, band: 'infant', from: 0, to: 4 }] as const;
    expect(experienceFaults(content)).toEqual([]);
    expect(experienceFaults({ ...content, facts: { ...content.facts, ageBands: bands, zone: 'Moon/Base' } })).toEqual([
      'zone',
      'bands',
      'price',
    ]);
  });

  it('keeps nothing of a form of which a field cannot be read, and names the field', () => {
    const form = new FormData();
    for (const [name, value] of [
      ['sells-adult', 'on'],
      ['from-adult', '12'],
      ['price-adult', '12,x'],
      ['places', '30'],
    ] as const)
      form.set(name, value);
    const content = whole(newContent('Spices'));
    const read = readExperiencePart('prices', form, content);
    expect(read.unread).toEqual(['price-adult']);
    expect(read.content).toBe(content);
    form.set('price-adult', '199.50');
    const priced = readExperiencePart('prices', form, content);
    expect(priced.content.facts).toMatchObject({ capacity: 30, ageBands: [{ band: 'adult', price: money(19_950, 'AED') }] });
    for (const [country, languages, named] of [
      ['QQ', 'en', ['country']],
      ['Emirates', 'english, klingon', ['country', 'languages']],
      ['OM', 'en, ar', []],
    ] as const) {
      const facts = new FormData();
      for (const [name, value] of Object.entries({ country, languages, city: 'Muscat', latitude: '٢٣٫٦', longitude: '58.5' }))
        facts.set(name, value);
      const placed = readExperiencePart('facts', facts, content);
      expect(placed.unread).toEqual(named);
      expect(placed.content.facts).toMatchObject(named.length === 0 ? { country: 'OM', latitude: 23.6 } : { country: 'AE' });
    }
    const times = new FormData();
    times.set('starts', '9:00, 25:00 17:30');
    const late = readExperiencePart('times', times, content);
    expect(late.unread).toEqual(['starts', 'duration', 'cutOff', 'freeCancel']);
    for (const [name, value] of Object.entries({ starts: '9:00 17:30', duration: '90', cutOff: '4', neverFree: 'on' }))
      times.set(name, value);
    const timed = readExperiencePart('times', times, content);
    expect(timed.content.facts).toMatchObject({
      startTimes: ['09:00', '17:30'],
      durationMinutes: 90,
      cutOffHours: 4,
      freeCancelHours: null,
    });
  });
});
