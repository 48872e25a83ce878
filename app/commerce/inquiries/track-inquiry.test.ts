import { beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'drizzle-orm';
import { openTestApp, type TestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { minuteMs } from '#app/values/dates.ts';
import { ask } from './ask.server.ts';
import { mailInquiries } from './mail-inquiries.server.ts';
import { nothingTold } from './inquiry-needs.ts';

const platform = await openDemoPlatform();
let app: TestApp;
let reference = '';
beforeAll(async () => {
  await mailInquiries(platform);
  app = await openTestApp(platform);
  reference = await anInquiry();
}, 120_000);

async function anInquiry(): Promise<string> {
  const asked = await ask(platform, {
    kind: 'other',
    about: null,
    asked: {
      name: 'Layla Haddad',
      email: 'layla.track@example.com',
      phone: null,
      message: 'We would like to fly together, twelve of us.',
      startsOn: null,
      endsOn: null,
      adults: null,
      children: null,
      infants: null,
      cabin: null,
      budget: null,
      from: null,
      to: null,
      orderReference: null,
      visa: nothingTold,
    },
    language: 'en',
    userId: null,
    address: '10.9.9.8',
    openedMsAgo: 60_000,
  });
  if (!asked.ok) throw new Error(asked.refused);
  return asked.value.reference;
}

const track = (ref: string, who: string) => app.send('/track', { form: { reference: ref, who } });
/** A quarter of an hour later the limit of a reference is open again. */
const later = () => platform.clock.advance(61 * minuteMs);

describe('a question to us on the tracking page', () => {
  it.each(['LAYLA.track@example.com', 'haddad', 'Hadďad'])('opens by its reference and "%s", and says whose turn it is', async (who) => {
    later();
    const found = await track(reference.toLowerCase(), who);
    expect(found.headers.get('location')).toBe(`/track?order=${reference}`);
    const cookie = found.headers.getSetCookie()[0]!.split(';')[0]!;
    const html = await (await app.send(`/track?order=${reference}`, { cookie })).text();
    expect(html).toContain('Waiting for us');
    expect(html).toContain(reference);
    expect(html).not.toContain('twelve of us');
    expect(html).not.toContain('Layla');
  });
  it('gives the same answer for a wrong name as for a reference that is nobody’s, and opens nothing without having been asked', async () => {
    later();
    const wrong = await track(reference, 'somebody@example.com');
    const none = await track('7K2M9-4QX3D', 'somebody@example.com');
    expect([wrong.status, none.status, wrong.headers.getSetCookie(), none.headers.getSetCookie()]).toEqual([200, 200, [], []]);
    const said = 'We have no booking with these details together';
    expect([(await wrong.text()).includes(said), (await none.text()).includes(said)]).toEqual([true, true]);
    expect(await (await app.send(`/track?order=${reference}`)).text()).not.toContain('Waiting for us');
  });
  it('counts tries as those for an order do', async () => {
    later();
    for (let go = 0; go < 5; go += 1) await track(reference, `guess${go}@example.com`);
    const held = await track(reference, 'layla.track@example.com');
    expect(held.headers.get('location')).toBeNull();
    expect(await held.text()).toContain('Too many tries');
  });
  it('opens to nobody once it was erased, with a cookie from before either', async () => {
    later();
    const mine = await anInquiry();
    later();
    const cookie = (await track(mine, 'haddad')).headers.getSetCookie()[0]!.split(';')[0]!;
    await platform.db.execute(sql`update inquiries set email_index = 'gone' where reference = ${mine}`);
    expect(await (await app.send(`/track?order=${mine}`, { cookie })).text()).not.toContain('Waiting for us');
  });
});
