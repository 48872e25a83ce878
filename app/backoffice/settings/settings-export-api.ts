import { listEarlyAccess } from '#app/platform/early-access.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { listSettingsInForce } from '#app/platform/settings-store.server.ts';
import { settingSections } from '#app/platform/setting-status.ts';
import { readSetting } from './work-setting.server.ts';
import type { Route } from './+types/settings-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** All settings as application/json: the sections with their versions, and the switches. No secret is a setting. */
export async function action({ context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const { db, clock } = platform;
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const now = clock.now();
  const [values, inForce, switches] = await Promise.all([
    Promise.all(settingSections.map(async (section) => [section, await readSetting(platform, section)] as const)),
    listSettingsInForce(db),
    listEarlyAccess(db),
  ]);
  await transact(db, (tx) =>
    audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: 'setting.exported',
      subject: 'settings:all',
      requestId: context.get(requestContext).requestId,
    }),
  );
  const told = {
    takenAt: new Date(now).toISOString(),
    sections: Object.fromEntries(
      values.map(([section, value]) => [section, { version: inForce.find((one) => one.section === section)?.version ?? 0, value }]),
    ),
    earlyAccess: Object.fromEntries(switches.map(({ feature, isOn }) => [feature, isOn])),
  };
  return new Response(`${JSON.stringify(told, null, 2)}\n`, {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="settings-${new Date(now).toISOString().slice(0, 10)}.json"`,
      'Cache-Control': 'no-store',
    },
  });
}
