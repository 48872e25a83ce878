import { listExport } from '#app/commerce/exports/list-export.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { listConsultationsAsStaff, openContact } from '../consultations-store.server.ts';
import { findWaits } from '../waits-store.server.ts';
import { askOf, callList } from './call-list.ts';

/** The filtered list as text/csv: who, when and how it ended; no words, no telephone. */
export const consultationsExport = listExport({
  subject: 'consultations:list',
  action: 'consultations.exported',
  list: callList,
  read: async ({ db, crypto, clock }, { view, viewer }, most) => {
    const { rows, next } = await listConsultationsAsStaff(db, crypto, clock.now(), askOf(view, viewer.user.id), most);
    const [names, waits] = await Promise.all([
      findStaffNames(db, [...new Set(rows.flatMap(({ officerId }) => officerId ?? []))]),
      findWaits(
        db,
        rows.filter(({ status }) => status === 'requested').map(({ id }) => id),
      ),
    ]);
    return {
      rows: rows.map((call) => ({
        ...call,
        name: openContact(crypto, call).name,
        officer: (call.officerId && names.get(call.officerId)) ?? '',
        wait: waits.get(call.id),
      })),
      next,
    };
  },
  head: 'reference,name,topic,language,starts_utc,zone,officer,channel,state,outcome,next_step,asked_utc,waits_from_utc,waits_until_utc,kept_until_utc',
  line: (call) => [
    call.reference,
    call.name,
    call.topic,
    call.callLanguage,
    call.startsAt?.toISOString() ?? '',
    call.zone,
    call.officer,
    call.channel,
    call.status,
    call.outcome ?? '',
    call.nextStep ?? '',
    call.createdAt.toISOString(),
    ...[call.wait?.wishedFrom, call.wait?.wishedUntil, call.wait?.heldUntil].map((at) => at?.toISOString() ?? ''),
  ],
});
