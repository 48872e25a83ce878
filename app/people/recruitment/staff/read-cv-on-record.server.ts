import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openCv } from '../apply.server.ts';
import type { JobApplication } from '../job-applications.tables.ts';
import { readCv } from '../read-cv.server.ts';
import { noteCvView } from './work-application.server.ts';

/**
 * The words of a CV for whoever may see it, read anew in the process for it and kept nowhere; the look is in the audit first. Null
 * where no words could be read.
 */
export async function readCvOnRecord(
  platform: Platform,
  ask: { readonly viewer: Clerk; readonly application: JobApplication; readonly requestId: string },
): Promise<string | null> {
  const { cvStored, cvType } = ask.application;
  const content = cvStored && cvType && (await openCv(platform, cvStored));
  if (!content || !cvType) return null;
  await noteCvView(platform, ask);
  return readCv(content, cvType);
}
