import { redirect, type RouterContextProvider } from 'react-router';
import type { Platform } from '#app/platform/platform.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { readVisaStays } from '../compliance/read-visa-stay.server.ts';
import { findApplications } from './evisa-applications-store.server.ts';
import { findGroupFor, redeemGroupLink } from './evisa-group-access.server.ts';
import type { EvisaGroup, VisaRoute } from './evisa.tables.ts';

interface Asked {
  readonly request: Request;
  readonly url: URL;
  readonly context: Readonly<RouterContextProvider>;
}

/** The group of an application's page, for whoever may see it; null for a link that is too old. `at`: where such pages are. */
export async function enterApplication(
  { request, url, context }: Asked,
  id: string,
  { at, route }: { readonly at: string; readonly route: VisaRoute },
): Promise<EvisaGroup | null> {
  const platform = context.get(platformContext);
  const key = url.searchParams.get('key');
  if (key && /^[\w-]{16,32}$/.test(id)) {
    const cookie = redeemGroupLink(platform, id, key);
    if (!cookie) return null;
    throw redirect(`${at}/${id}`, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
  }
  const group = await findGroupFor(platform, context.get(viewerContext), request, id, route);
  if (!group) throw new Response('Not found', { status: 404 });
  return group;
}

export type ApplicationStep = 'traveller' | 'trip' | 'review';

const stepOf = (asked: string | null): ApplicationStep => (asked === 'trip' || asked === 'review' ? asked : 'traveller');

/** Which step and traveller of an application the address asks for, with what it says of the last press. */
export async function readApplicationPlace(
  platform: Platform,
  group: EvisaGroup,
  travellers: readonly { readonly number: number; readonly ready: boolean }[],
  { searchParams }: URL,
  language: LanguageCode,
) {
  const asked = Number(searchParams.get('traveller'));
  const wanted = travellers.find((traveller) => traveller.number === asked) ?? null;
  const first = travellers.find((traveller) => !traveller.ready) ?? travellers[0]!;
  const { number } = wanted ?? first;
  const own = (await findApplications(platform.db, group.id))[number - 1]!;
  const stays = await readVisaStays(platform, group.orderId ? [own.id] : []);
  return {
    step: stepOf(searchParams.get('step')),
    number,
    stay: stays.get(own.id) ?? null,
    staySaid: searchParams.get('stay'),
    doorSaid: searchParams.get('door'),
    saved: searchParams.get('saved'),
    refused: searchParams.get('refused'),
    papersRefused: searchParams.getAll('paper').slice(0, 16),
    countries: countryNames(language),
    formKey: newFormKey(),
  };
}
