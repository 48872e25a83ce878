import { plainVersion } from '#app/values/plain-text.ts';
import type { Viewer } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { findCompanyMeant } from '../companies/companies-store.server.ts';
import { groupCustomer, ungroupCustomer } from '../companies/group-customers.server.ts';
import { blockReasons, customerTags, revealFields, revealReasons, risks } from '../records/customer-kinds.ts';
import type { CustomerSaid } from './customer-said.ts';
import { undoMerge } from './merge-customers.server.ts';
import { beginVisit } from './visit-customer.server.ts';
import { blockCustomer, describeCustomer, revealField, unblockCustomer } from './work-on-customer.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };
interface Answer {
  readonly to: string;
  readonly cookie?: string;
  /** The form that somebody else's change met: it is shown again with what was chosen in it. */
  readonly overtaken?: string;
}

/** Does what a form on a customer's record asks; where to go then. A form that nothing stands for changes nothing. */
export async function actOnCustomer(platform: Platform, viewer: Staff, id: string, form: FormData, requestId: string): Promise<Answer> {
  const here = `/admin/customers/${encodeURIComponent(id)}`;
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const oneOf = <Word extends string>(words: readonly Word[], name: string) => words.find((word) => word === text(name));
  const version = plainVersion(text('version'));
  const say = (said: CustomerSaid, done: Outcome<unknown, string>): Answer => ({
    to: done.ok ? `${here}?did=${said}` : `${here}?refused=${done.refused}`,
  });
  const nothing: Answer = { to: here };
  /** The same of a form with choices that are worth keeping. */
  const sayKeeping = (said: CustomerSaid, done: Outcome<unknown, string>): Answer =>
    done.ok || done.refused !== 'changed-meanwhile' ? say(said, done) : { to: here, overtaken: text('act') };
  switch (text('act')) {
    case 'describe': {
      const risk = oneOf(risks, 'risk');
      const tags = customerTags.filter((tag) => form.getAll('tag').includes(tag));
      return risk ? sayKeeping('described', await describeCustomer(platform, viewer, { id, version, tags, risk })) : nothing;
    }
    case 'reveal': {
      const [field, reason] = [oneOf(revealFields, 'field'), oneOf(revealReasons, 'reason')];
      return field && reason ? say('revealed', await revealField(platform, viewer, { id, field, reason })) : nothing;
    }
    case 'block': {
      const reason = oneOf(blockReasons, 'reason');
      return reason ? sayKeeping('blocked', await blockCustomer(platform, viewer, { id, version, reason })) : nothing;
    }
    case 'unblock':
      return say('unblocked', await unblockCustomer(platform, viewer, { id, version }));
    case 'group': {
      const typed = text('company').trim().slice(0, 160);
      const meant = await findCompanyMeant(platform.db, typed);
      if (!meant) return { to: `${here}?refused=company-unknown&company=${encodeURIComponent(typed)}#company` };
      return say('grouped', await groupCustomer(platform, viewer, { customerId: id, companyId: meant.id, requestId }));
    }
    case 'ungroup':
      return say('ungrouped', await ungroupCustomer(platform, viewer, { customerId: id, companyId: text('company'), requestId }));
    case 'undo': {
      const undone = await undoMerge(platform, viewer, { id, merge: text('merge') });
      return say(undone.ok && !undone.value ? 'parted-unsure' : 'parted', undone);
    }
    case 'visit': {
      const reason = oneOf(revealReasons, 'reason');
      const begun = reason ? await beginVisit(platform, viewer, { id, reason }) : refuse('gone');
      return begun.ok ? { to: '/order-management', cookie: begun.value.cookie } : say('visited', begun);
    }
    default:
      return nothing;
  }
}
