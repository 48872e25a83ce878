import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { findApplications } from '../../evisa/evisa-applications-store.server.ts';
import { findGroupFor } from '../../evisa/evisa-group-access.server.ts';
import { appointmentFile } from '../appointment-file.server.ts';
import { findCase } from '../assisted-store.server.ts';
import type { Route } from './+types/assisted-appointment-api.ts';

/** The appointment of a traveller of the viewer's own party, as a file for calendars. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db, env, clock } = platform;
  const group = await findGroupFor(platform, context.get(viewerContext), request, params.id, 'assisted');
  const application = group && (await findApplications(db, group.id)).find(({ position }) => String(position + 1) === params.number);
  const one = application && (await findCase(db, application.id));
  const file = group && one && one.overAt === null ? appointmentFile(group, one, { home: env.publicUrl, now: clock.now() }) : null;
  if (!file) throw new Response('Not found', { status: 404 });
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="appointment.ics"',
      'Cache-Control': 'no-store',
    },
  });
}
