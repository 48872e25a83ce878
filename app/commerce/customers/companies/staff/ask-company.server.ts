import { redirect } from 'react-router';
import type { Db } from '#app/platform/database.server.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { findCompaniesSaid, findCompanyMeant, findCompanyNames, type CompanyName } from '../companies-store.server.ts';
import { companyNamed, longestCompanyName } from './company-filter-form.ts';

/** As many as somebody chooses from at a glance. */
const mostNear = 8;

/** The company by which a list is narrowed, and what was typed that means none, or several. */
export interface AskedCompany {
  readonly chosen: CompanyName | null;
  readonly typed: { readonly words: string; readonly near: readonly CompanyName[] } | null;
}

/**
 * Reads the filter by company of a list. What was typed and means one company leads to the list of that one: its address names the
 * company by its id, as every link to it does. What means none, or several, changes nothing and is said.
 */
export async function askCompany(db: Db, url: URL, id: string): Promise<AskedCompany> {
  const name = id === '' ? undefined : (await findCompanyNames(db, [id])).get(id);
  const chosen = name === undefined ? null : { id, name };
  const sent = url.searchParams.get(companyNamed);
  if (sent === null) return { chosen, typed: null };
  const words = plainLine(sent, longestCompanyName);
  if (words === '' || words === name) throw redirect(narrowed(url, words === '' ? '' : id));
  const meant = await findCompanyMeant(db, words, true);
  const near = meant ? [meant] : await findCompaniesSaid(db, words, mostNear);
  if (near.length === 1) throw redirect(narrowed(url, near[0]!.id));
  return { chosen, typed: { words, near: near.map((one) => ({ id: one.id, name: one.name })) } };
}

/** The same list of another company, from its first page on. */
function narrowed(url: URL, id: string): string {
  const search = new URLSearchParams(url.searchParams);
  for (const parameter of ['company', companyNamed, 'after']) search.delete(parameter);
  if (id !== '') search.set('company', id);
  const path = url.pathname.replace(/\.data$/, '');
  return search.size > 0 ? `${path}?${search}` : path;
}
