import { randomUUID } from 'node:crypto';
import { may } from '#app/platform/access.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { linesOf } from '#app/ui/catalogues.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { moveOn } from '#app/values/status-table.ts';
import { familyOf, isTransactional, keysOf, type MailKind } from '../mail-kinds.ts';
import { wordingMachine, type WordingEvent } from '../mail-wording-status.ts';
import type { MailWording } from '../mail-wordings.tables.ts';
import { changesOf, problemsOf, type Lines, type WordingProblem } from './mail-wording-rules.ts';
import { changeWording, findWordings, insertWording, nextNumber, retireLive } from '../mail-wordings-store.server.ts';
import type { Staff } from './work-mail.server.ts';

interface Asked {
  readonly viewer: Staff;
  readonly kind: MailKind;
  readonly requestId: string;
}
type Refused = 'permission' | 'changed-meanwhile' | 'not-possible' | 'second-person' | 'problems' | 'nothing-written' | 'reason';

/** What the house says in a mail of this kind, in every language. */
export function houseLines(kind: MailKind): Lines {
  const { catalogue } = familyOf(kind);
  return Object.fromEntries(
    languageCodes.map((language) => {
      const lines = linesOf(language, catalogue);
      return [language, Object.fromEntries(keysOf(kind, [...lines.keys()]).map((key) => [key, lines.get(key)!]))];
    }),
  );
}

/** What stands in the mailbox, as the house says it; the most general wording where products have their own. */
export function subjectOf(kind: MailKind, language: LanguageCode): string {
  const lines = linesOf(language, familyOf(kind).catalogue);
  const keys = keysOf(kind, [...lines.keys()]);
  const shortest = (part: string) =>
    keys.filter((key) => key === part || key.endsWith(`.${part}`)).toSorted((one, other) => one.length - other.length)[0];
  const key = shortest('subject') ?? shortest('title');
  return key ? lines.get(key)! : '';
}

/** Whether a member of staff may say yes to this kind: what travellers are owed is answered for by operations. */
export function mayApprove(viewer: Staff, kind: MailKind): boolean {
  return may(viewer, isTransactional(kind) ? 'notifications:approve' : 'notifications:send');
}

/** Who is called to say yes to it: other colleagues for what travellers are owed than for what they asked to read. */
const approvalOf = (kind: MailKind) => ({
  kind: isTransactional(kind) ? 'mail-wording' : 'letter-wording',
  subject: `mail_wordings:${kind}`,
  detail: { mail: kind },
});

export function problemsIn(wording: Pick<MailWording, 'kind' | 'words' | 'sameMeaning'>): WordingProblem[] {
  return problemsOf(houseLines(wording.kind), wording.words, wording.sameMeaning);
}

/** Keeps what was written of one language, as a draft over what is live; the first of a kind begins from it. */
export async function saveWording(
  platform: Platform,
  ask: Asked & {
    readonly language: LanguageCode;
    readonly lines: Readonly<Record<string, string>>;
    readonly sameMeaning: boolean;
    readonly note: string;
    /** Of the draft that its writer saw; 0 where there was none. */
    readonly version: number;
    /** Whether they write over what a colleague wrote meanwhile, having been shown it. */
    readonly over?: boolean;
  },
): Promise<Outcome<{ readonly version: number }, Refused>> {
  const { viewer, kind, language } = ask;
  if (!may(viewer, 'notifications:send')) return refuse('permission');
  const house = houseLines(kind);
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const all = await findWordings(tx, kind);
    const open = all.find(({ status }) => status === 'draft' || status === 'in_review');
    if (open ? open.version !== ask.version || open.status !== 'draft' : ask.version !== 0) return refuse('changed-meanwhile');
    const before = (open ?? all.find(({ status }) => status === 'live'))?.words ?? {};
    const words = changesOf(house, { ...before, [language]: { ...before[language], ...ask.lines } });
    const by = viewer.user.id;
    const common = { words, sameMeaning: ask.sameMeaning, note: ask.note };
    if (open) {
      if (
        !(await changeWording(tx, new Date(now), open, {
          ...common,
          writtenBy: by,
          writtenAt: new Date(now),
          touchedBy: [...new Set([...open.touchedBy, by])],
        }))
      )
        return refuse('changed-meanwhile');
    } else {
      const fresh = {
        id: randomUUID(),
        kind,
        number: await nextNumber(tx, kind),
        status: 'draft' as const,
        catalogue: familyOf(kind).catalogue,
        ...common,
        writtenBy: by,
        writtenAt: new Date(now),
        touchedBy: [by],
        changedAt: new Date(now),
      };
      if (!(await insertWording(tx, fresh))) return refuse('changed-meanwhile');
    }
    await say(tx, now, ask, 'mail-wording.written', { language, ...(ask.over && { over: ask.version }) });
    return done({ version: (open?.version ?? 0) + 1 });
  });
}

/** Hands a draft in, sends it back, approves it or throws it away. What is approved is in every mail from then on. */
export async function moveWording(
  platform: Platform,
  ask: Asked & { readonly event: Exclude<WordingEvent, 'replace'>; readonly version: number; readonly reason: string },
): Promise<Outcome<true, Refused>> {
  const { viewer, kind, event } = ask;
  return unlessOvertaken(platform.db, async (tx) => {
    const now = platform.clock.now();
    const open = (await findWordings(tx, kind)).find(({ status }) => status === 'draft' || status === 'in_review');
    if (!open || open.version !== ask.version) return refuse('changed-meanwhile');
    const mine = open.touchedBy.includes(viewer.user.id);
    const checks = event === 'approve' || (event === 'send-back' && !mine);
    if (checks ? !mayApprove(viewer, kind) : !may(viewer, 'notifications:send')) return refuse('permission');
    if (event === 'approve' && mine) return refuse('second-person');
    if (event === 'send-back' && !mine && ask.reason === '') return refuse('reason');
    const move = moveOn(wordingMachine, open.status, event, checks ? 'checker' : 'writer');
    if (!move.ok) return refuse('not-possible');
    if (event === 'submit' || event === 'approve') {
      if (Object.keys(open.words).length === 0) return refuse('nothing-written');
      if (problemsIn(open).length > 0) return refuse('problems');
    }
    if (event === 'approve') await retireLive(tx, new Date(now), kind);
    const decided = checks ? { decidedBy: viewer.user.id, decidedAt: new Date(now), reason: ask.reason || null } : {};
    if (!(await changeWording(tx, new Date(now), open, { status: move.to, ...decided }))) throw new Overtaken();
    await say(tx, now, ask, `mail-wording.${event}`, { number: open.number }, ask.reason);
    await followApproval(tx, now, approvalOf(kind), { waits: move.to === 'in_review', by: `staff:${viewer.user.id}` });
    return done(true);
  });
}

/** Puts an earlier approved wording back, or the house's own (0), at once: it was approved before. */
export async function goBackTo(
  platform: Platform,
  ask: Asked & { readonly number: number; readonly reason: string },
): Promise<Outcome<true, Refused>> {
  const { viewer, kind } = ask;
  if (!mayApprove(viewer, kind)) return refuse('permission');
  if (ask.reason === '') return refuse('reason');
  return unlessOvertaken(platform.db, async (tx) => {
    const now = new Date(platform.clock.now());
    const all = await findWordings(tx, kind);
    const live = all.find(({ status }) => status === 'live');
    const earlier = all.find(({ number, status }) => number === ask.number && status === 'retired');
    if (ask.number === 0 ? !live : !earlier) return refuse('not-possible');
    await retireLive(tx, now, kind);
    if (earlier) {
      const by = viewer.user.id;
      const { catalogue, words, sameMeaning, note } = earlier;
      const times = { writtenAt: now, changedAt: now, decidedAt: now };
      const again = {
        id: randomUUID(),
        kind,
        number: await nextNumber(tx, kind),
        status: 'live' as const,
        catalogue,
        words,
        sameMeaning,
        note,
      };
      const put = { ...again, ...times, goesBackTo: earlier.number, writtenBy: by, touchedBy: [by], decidedBy: by, reason: ask.reason };
      if (!(await insertWording(tx, put))) throw new Overtaken();
    }
    await say(tx, now.getTime(), ask, 'mail-wording.went-back', { to: ask.number }, ask.reason);
    return done(true);
  });
}

/** Somebody was faster; what was taken off for it comes back with the transaction. */
class Overtaken extends Error {}

async function unlessOvertaken<Done>(
  db: Platform['db'],
  work: (tx: Tx) => Promise<Outcome<Done, Refused>>,
): Promise<Outcome<Done, Refused>> {
  try {
    return await transact(db, work);
  } catch (fault) {
    if (fault instanceof Overtaken) return refuse('changed-meanwhile');
    throw fault;
  }
}

async function say(tx: Tx, now: number, ask: Asked, action: string, detail: Record<string, unknown>, reason = ''): Promise<void> {
  await audit(tx, now, {
    actor: `staff:${ask.viewer.user.id}`,
    action,
    subject: `mail_wordings:${ask.kind}`,
    detail,
    ...(reason ? { reason } : {}),
    requestId: ask.requestId,
  });
}
