import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { assistedCountries } from '../../../../seeds/visas/assisted-countries.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { addDays, calendarDate, dateIn, dayMs } from '#app/values/dates.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTestAssisted } from '../assisted/assisted-testing.ts';
import { answerHandover, movePassport } from '../assisted/move-passport.server.ts';
import { findGroupAsSystem } from '../evisa/evisa-groups-store.server.ts';
import { aDoor } from '../evisa/evisa-testing.ts';
import { readDoor } from './read-door.server.ts';
import { openDeskPaper, type Printed } from './staff/open-desk-paper.server.ts';

const platform = await openTestPlatform();
const assisted = await openTestAssisted(platform, assistedCountries);
const rows = async <Row>(query: ReturnType<typeof sql>) => ((await platform.db.execute(query)) as unknown as { rows: Row[] }).rows;
const door = async (groupId: string) => readDoor(platform, (await findGroupAsSystem(platform.db, groupId))!);
const print = (id: string, paper: Printed, runner: string | null = null) =>
  openDeskPaper(platform, { id, paper, staffId: 'officer-one', runner, requestId: 'test' });

describe('a passport that is carried', () => {
  it('has a receipt while we hold it, a letter for who fetches it and a slip for the courier, and none of them before or after', async () => {
    const { ids, groupId, forms } = await assisted.paid('greece');
    const id = ids[0]!;
    const move = (to: Parameters<typeof movePassport>[1]['to'], more = {}) =>
      movePassport(platform, {
        caseId: id,
        staffId: 'officer-one',
        requestId: 'test',
        to,
        spot: 'Shelf 2',
        condition: 'worn',
        seal: 'B-7',
        proof: 'ID 784',
        colleague: null,
        photo: null,
        ...more,
      });
    expect(await print(id, 'receipt')).toEqual({ ok: false, refused: 'not-due' });
    expect(await print(id, 'slip')).toEqual({ ok: false, refused: 'not-due' });
    await move('received_by_us');
    const receipt = await print(id, 'receipt');
    const kept = receipt.ok ? readPdf(receipt.value.content).text : '';
    expect(kept).toContain('B-7');
    expect(kept).toContain('worn');
    expect(kept).not.toContain(forms[0]!.number!);

    // Each move may be seen: the picture stays with its line, between colleagues too, and is the desk's alone.
    expect(await move('in_safe', { colleague: 'officer-two', photo: new Uint8Array([1, 2, 3]) })).toEqual({
      ok: false,
      refused: 'paper-refused',
    });
    expect(await move('in_safe', { colleague: 'officer-two', photo: assisted.photo })).toEqual({ ok: true, value: 'offered' });
    await answerHandover(platform, { caseId: id, staffId: 'officer-two', requestId: 'test', answer: 'taken' });
    const seen = await rows<{ number: number; kind: string | null }>(
      sql`select c.number, d.kind from passport_custody c left join evisa_documents d on d.id = c.photo where c.case_id = ${id} order by 1`,
    );
    expect(seen).toEqual([
      { number: 1, kind: null },
      { number: 2, kind: 'passport-photo' },
    ]);

    await assisted.sendPapers(groupId, 0);
    const letter = await print(id, 'letter', 'officer-two');
    const authority = letter.ok ? readPdf(letter.value.content).text : '';
    expect(authority).toContain('officer-two');
    expect(authority).toContain(forms[0]!.number!);
    expect(await print(id, 'letter', 'nobody')).toEqual({ ok: false, refused: 'gone' });
    // What the form of the mission is filled from: every answer, and which papers lie behind it.
    const sheet = await print(id, 'sheet');
    const answers = sheet.ok ? readPdf(sheet.value.content).text : '';
    expect([answers.includes(forms[0]!.number!), answers.includes('teacher'), answers.includes('Philippines')]).toEqual([true, true, true]);
    expect(answers).not.toContain('not there yet');
    expect((await door(groupId)).mayChange).toBe(true);
  });

  it('is brought to the door by the runner of who bought that, without a courier being charged', async () => {
    const { ids, groupId, orderId, forms } = await assisted.paid('greece', 1, { package: 'vip' });
    const id = ids[0]!;
    expect(await door(groupId)).toMatchObject({ wanted: true, runner: true, courier: false, address: aDoor });
    const { lines } = await getQuote(platform.db, await assisted.order(orderId));
    expect(lines.map(({ kind }) => kind)).not.toContain('courier');
    await assisted.sendPapers(groupId, 0);
    await assisted.work(id, { do: 'claim' });
    await assisted.work(id, { do: 'confirm-file' }, 'officer-two');
    await assisted.work(id, { do: 'hunt' });
    await assisted.work(id, { do: 'attempt', outcome: 'seen', firstFree: calendarDate('2026-12-14') });
    const when = dateIn('Asia/Dubai', (platform.clock.now() + 10 * dayMs) as never);
    await assisted.work(id, { do: 'book', at: `${when}T09:30`, reference: 'VFS-1', letter: assisted.letter });
    await assisted.work(id, { do: 'attend', biometricsOn: null });
    await assisted.work(id, { do: 'lodge', reference: 'GR-1', condition: 'good' });
    await assisted.work(id, { do: 'decide', outcome: 'granted' });
    await assisted.work(id, { do: 'collect', seal: 'B-1', spot: 'S1', condition: 'good', proof: 'Slip 9' });
    const { arrival } = (await findGroupAsSystem(platform.db, groupId))!;
    const sticker = {
      number: 'C1',
      surname: forms[0]!.surname!,
      givenNames: forms[0]!.givenNames!,
      passport: forms[0]!.number!,
      validFrom: addDays(arrival, -10),
      validUntil: addDays(arrival, 90),
      stay: 30,
      entries: 'single',
    } as const;
    await assisted.work(id, { do: 'read-sticker', sticker, photo: assisted.photo });
    const away = {
      caseId: id,
      staffId: 'officer-one',
      requestId: 'test',
      spot: '',
      condition: 'good',
      seal: 'B-1',
      proof: '',
      photo: null,
    } as const;
    expect(await movePassport(platform, { ...away, to: 'with_runner', colleague: 'officer-two' })).toEqual({ ok: true, value: 'offered' });
    expect((await answerHandover(platform, { caseId: id, staffId: 'officer-two', requestId: 'test', answer: 'taken' })).ok).toBe(true);
    expect((await assisted.work(id, { do: 'hand-over', proof: 'ID 784-1', condition: 'good' }, 'officer-two')).ok).toBe(true);
    expect(await assisted.one(id)).toMatchObject({ status: 'delivered', passport: 'returned' });
    const [last] = await rows<{ given_by: string; received_by: string }>(
      sql`select given_by, received_by from passport_custody where case_id = ${id} order by number desc limit 1`,
    );
    expect(last).toEqual({ given_by: 'staff:officer-two', received_by: 'applicant' });
    expect((await door(groupId)).mayChange).toBe(false);
  });
});
