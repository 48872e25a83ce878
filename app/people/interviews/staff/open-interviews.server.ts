import { findApplicationIds, findCandidates } from '#app/people/recruitment/candidates-store.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { momentIn } from '#app/commerce/consultations/zone-words.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { instant } from '#app/values/dates.ts';
import { parseReference } from '#app/values/ids.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { officeZone } from '../interview-slot-rules.ts';
import { countInterviews, findPanel, listInterviews, type InterviewFilter } from '../interviews-store.server.ts';
import type { InterviewsView } from '../interviews-view.ts';

/** Whoever does not see everybody finds by reference only: a hit on an address would say that its owner applied. */
async function filterOf({ db, crypto, clock }: Platform, view: InterviewsView, seesAll: boolean): Promise<InterviewFilter> {
  const { interviewer, round, mode, find } = view;
  const reference = parseReference(find);
  const applicationIds =
    find === '' || (!reference && !seesAll)
      ? []
      : await findApplicationIds(db, crypto, reference ? { reference } : { email: find, at: clock.now() });
  return { interviewer: seesAll ? interviewer : null, round, mode, search: find === '' ? null : { reference, applicationIds } };
}

/** The interviews that somebody may see, a page of a tab at a time. */
export async function openInterviews(platform: Platform, viewer: Clerk, view: InterviewsView, language: LanguageCode, size: number) {
  const { db, clock } = platform;
  const reader = { userId: viewer.user.id, seesAll: may(viewer, 'recruitment:view') };
  const now = clock.now();
  const filter = await filterOf(platform, view, reader.seesAll);
  const [{ rows, next }, counts] = await Promise.all([
    listInterviews(db, reader, { tab: view.tab, filter, now }, { size, after: view.after }),
    countInterviews(db, reader, filter, now),
  ]);
  const ids = rows.map(({ id }) => id);
  const applications = rows.map(({ applicationId }) => applicationId);
  const [panels, candidates] = await Promise.all([findPanel(db, ids), findCandidates(platform, [...new Set(applications)], language)]);
  const names = await findStaffNames(db, [...new Set([...panels.values()].flat())]);
  return {
    seesAll: reader.seesAll,
    counts,
    next,
    rows: rows.map((row) => {
      const at = row.startsAt && instant(row.startsAt.getTime());
      const candidate = candidates.get(row.applicationId);
      return {
        reference: row.reference,
        candidate: candidate?.deskName ?? '–',
        application: candidate?.reference ?? '',
        role: candidate?.role ?? null,
        round: row.round,
        roundName: row.roundName,
        mode: row.mode,
        status: row.status,
        minutes: row.minutes,
        startsAt: row.startsAt?.toISOString() ?? null,
        time: at && momentIn(officeZone, language, at),
        theirs: at && row.zone !== officeZone ? momentIn(row.zone, language, at) : null,
        panel: (panels.get(row.id) ?? []).map((userId) => names.get(userId) ?? '–').join(comma(language)),
      };
    }),
  };
}
