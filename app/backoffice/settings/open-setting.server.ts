import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Viewer } from '#app/platform/access.ts';
import type { Branding } from '#app/platform/branding.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findOpenSetting, listOpenSettings, listSettingChanges, listSettingsInForce } from '#app/platform/settings-store.server.ts';
import { settingSections, type SettingSection } from '#app/platform/setting-status.ts';
import type { SettingChange } from '#app/platform/settings.tables.ts';
import { differences, linesOf, needsFinance, needsSecond, typedOf, type SettingValues } from './setting-forms.ts';
import { readSetting } from './work-setting.server.ts';

type Edge = Pick<Platform, 'db' | 'env' | 'clock'>;
type Value = SettingValues[SettingSection];

export const historySize = 10;

const idOf = (actor: string) => actor.replace(/^staff:/, '');

async function namesOf({ db }: Edge, changes: readonly SettingChange[]) {
  const ids = changes.flatMap(({ writtenBy, decidedBy }) => [idOf(writtenBy), ...(decidedBy ? [idOf(decidedBy)] : [])]);
  const names = await findStaffNames(db, [...new Set(ids)]);
  return (actor: string | null) => (actor === null ? null : (names.get(idOf(actor)) ?? '–'));
}

const changed = ({ section, before, value }: SettingChange) =>
  differences(linesOf(section, before as Value), linesOf(section, value as Value));

/** The same of what was dropped: a logo that never counted has no picture any more. */
const changedOfDropped = (row: SettingChange) =>
  changed(row).map((line) => (line.after?.kind === 'logo' ? { ...line, after: { kind: 'key' as const, text: 'branding.unused' } } : line));

/** A section as it stands, the change under way, and the changes before, newest first. */
export async function openSetting(platform: Edge, viewer: Viewer, section: SettingSection, page: number) {
  const { db } = platform;
  const [now, open, { rows, matching }] = await Promise.all([
    readSetting(platform, section),
    findOpenSetting(db, section),
    listSettingChanges(db, section, { size: historySize, number: page }),
  ]);
  const nameOf = await namesOf(platform, [...rows, ...(open ? [open] : [])]);
  const by = viewer.kind === 'staff' ? `staff:${viewer.user.id}` : '';
  return {
    section,
    lines: linesOf(section, now),
    /** What the form begins with: the draft where there is one. */
    typed: { ...typedOf(section, (open?.value as Value | undefined) ?? now), reason: open?.reason ?? '' },
    edits: may(viewer, 'settings:edit'),
    agrees: may(viewer, 'settings:agree'),
    /** The viewer decides on others' changes here, and this one is finance's. */
    financeOnly: needsFinance(section) && !(viewer.kind === 'staff' && viewer.staff.roles.includes('finance')),
    open: open && {
      status: open.status as 'draft' | 'waiting',
      version: open.rowVersion,
      reason: open.reason,
      answer: open.answer,
      by: nameOf(open.writtenBy),
      at: open.writtenAt.toISOString(),
      own: open.touchedBy.includes(by),
      second: needsSecond(section, open.before as Value, open.value as Value),
      changes: changed(open),
      /** A look that is drawn before it counts. */
      branding: section === 'branding' ? (open.value as Branding) : null,
    },
    history: rows
      .filter(({ status }) => status === 'applied' || status === 'dropped')
      .map((row) => ({
        id: row.id,
        status: row.status as 'applied' | 'dropped',
        version: row.version,
        reason: row.reason,
        by: nameOf(row.writtenBy),
        decidedBy: nameOf(row.decidedBy),
        at: (row.decidedAt ?? row.writtenAt).toISOString(),
        changes: row.status === 'dropped' ? changedOfDropped(row) : changed(row),
      })),
    page,
    pages: Math.max(1, Math.ceil(matching / historySize)),
  };
}

/** Every section with who changed it last and whether a change is under way. */
export async function openSettings(platform: Edge) {
  const { db } = platform;
  const [inForce, open, values] = await Promise.all([
    listSettingsInForce(db),
    listOpenSettings(db),
    Promise.all(settingSections.map((section) => readSetting(platform, section))),
  ]);
  const nameOf = await namesOf(platform, [...inForce, ...open]);
  return settingSections.map((section, at) => {
    const last = inForce.find((one) => one.section === section);
    const under = open.find((one) => one.section === section);
    return {
      section,
      lines: linesOf(section, values[at]!),
      last: last ? { by: nameOf(last.writtenBy), at: (last.decidedAt ?? last.writtenAt).toISOString(), version: last.version } : null,
      under: under ? { status: under.status as 'draft' | 'waiting', by: nameOf(under.writtenBy) } : null,
    };
  });
}
