import { describe, expect, it } from 'vitest';
import { may, staffRoles, type StaffRole } from '#app/platform/access.ts';
import { findPlace } from '#app/site-map.ts';
import { linesOf } from '#app/ui/catalogues.server.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { demoPassword } from '#seeds/demo.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { begins, commandsFor, recordHere } from './desk-commands.ts';
import { findDeskPlace } from './desk-places.ts';

const app = await openTestApp(await openDemoPlatform());
const member = (role: StaffRole) => ({ userId: 'x', displayName: 'x', roles: [role] });
const ids = (role: StaffRole) => commandsFor(member(role), ['tickets', 'loyalty']).map(({ id }) => id);

describe('the commands of the desk', () => {
  it('offer nobody a page whose form they may not send', () => {
    for (const role of staffRoles)
      for (const { id, path } of commandsFor(member(role), ['tickets', 'loyalty'])) {
        const place = findDeskPlace(path.split(/[?#]/)[0]!)!;
        const viewer = { kind: 'staff', user: { id: 'x' }, staff: member(role) } as unknown as Parameters<typeof may>[0];
        for (const access of [place.access, place.posts ?? place.access])
          expect(access.kind === 'staff' && may(viewer, access.permission), `${role} ${id}`).toBe(true);
      }
    expect(commandsFor(member('support_agent'), []).map(({ id }) => id)).not.toContain('new-ticket');
    expect(ids('auditor')).toEqual(['my-work', 'late-work']);
    expect(ids('support_agent')).toContain('new-ticket');
    expect(ids('support_agent')).not.toContain('new-colleague');
    expect(ids('hr_manager')).toContain('new-colleague');
    expect(ids('owner')).toEqual(begins.map(({ id }) => id));
  });

  it('lead to pages that open for whoever is offered them', async () => {
    for (const [email, role] of [
      ['admin@rihla.example', 'owner'],
      ['pricing@rihla.example', 'pricing_manager'],
      ['hr@rihla.example', 'hr_manager'],
    ] as const) {
      const cookie = await app.signIn(email, demoPassword);
      for (const { path } of commandsFor(member(role), []))
        expect((await app.send(path.split('#')[0]!, { cookie })).status, path).toBe(200);
    }
  });

  it('have a name in every language', () => {
    for (const language of languageCodes)
      expect(
        begins.map(({ id }) => `palette.does.${id}`).filter((key) => !linesOf(language, 'staff').has(key)),
        language,
      ).toEqual([]);
  });
});

describe('the record a page is of', () => {
  const order = findPlace('admin/orders/flights/:orderId');

  it('is what its address names, with its customer for whoever may look customers up', () => {
    const params = { orderId: '7K2M9-4QX3D' };
    expect(recordHere(order, params, member('support_agent'))).toEqual({
      reference: '7K2M9-4QX3D',
      customer: '/admin/customers?find=7K2M9-4QX3D',
    });
    expect(recordHere(order, params, member('interviewer'))?.customer).toBeNull();
    expect(recordHere(findPlace('admin/invoices/:number'), { number: 'INV-2026-12' }, member('finance'))).toEqual({
      reference: 'INV-2026-12',
      customer: null,
    });
  });

  it('is none where the address names a page or an id', () => {
    expect(recordHere(findPlace('admin/work'), {}, member('owner'))).toBeNull();
    expect(recordHere(findPlace('admin/users/:id'), { id: 'user-1' }, member('owner'))).toBeNull();
  });
});
