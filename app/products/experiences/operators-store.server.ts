import { eq, sql } from 'drizzle-orm';
import { sameText } from '#app/platform/crypto.server.ts';
import type { Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { experienceOperators, experienceSupply, type ExperienceOperator } from './experiences.tables.ts';

/** Who runs an experience and where they are written to; `houseDesk` stands in for a partner without an address of its own. */
export async function findOperatorOf(
  db: Db,
  experienceId: string,
  houseDesk: string,
): Promise<{ id: string; name: string; licence: string | null; email: string }> {
  const [row] = await db
    .select({
      id: experienceOperators.id,
      name: experienceOperators.name,
      licence: experienceOperators.licence,
      email: sql<string>`coalesce(${experienceOperators.email}, ${houseDesk})`,
    })
    .from(experienceSupply)
    .innerJoin(experienceOperators, eq(experienceOperators.id, experienceSupply.operatorId))
    .where(eq(experienceSupply.experienceId, experienceId));
  if (!row) throw new Error(`Experience ${experienceId} has no operator`);
  return row;
}

const markOf = (platform: Pick<Platform, 'crypto'>, operator: Pick<ExperienceOperator, 'id' | 'linkVersion'>) =>
  platform.crypto.blindIndex(`${operator.id}|${operator.linkVersion}`, 'operator-link');

/** The last part of the address an operator works at. Whoever has it may check guests in, so it can be ended by a new version. */
export function operatorToken(platform: Pick<Platform, 'crypto'>, operator: Pick<ExperienceOperator, 'id' | 'linkVersion'>): string {
  return `${operator.id}.${markOf(platform, operator)}`;
}

/** The address at which the operator of an experience works; null where nobody runs it. */
export async function findLinkOf(platform: Pick<Platform, 'db' | 'crypto' | 'env'>, experienceId: string): Promise<string | null> {
  const [operator] = await platform.db
    .select({ id: experienceOperators.id, linkVersion: experienceOperators.linkVersion })
    .from(experienceSupply)
    .innerJoin(experienceOperators, eq(experienceOperators.id, experienceSupply.operatorId))
    .where(eq(experienceSupply.experienceId, experienceId));
  return operator ? `${platform.env.publicUrl}/operator/${operatorToken(platform, operator)}` : null;
}

/** The operator whose link this is; null for any other text, also for one that was ended. */
export async function findOperatorByToken(platform: Pick<Platform, 'db' | 'crypto'>, token: string): Promise<ExperienceOperator | null> {
  const cut = token.indexOf('.');
  const [row] = await platform.db
    .select()
    .from(experienceOperators)
    .where(eq(experienceOperators.id, token.slice(0, Math.max(0, cut))));
  return row && sameText(token.slice(cut + 1), markOf(platform, row)) ? row : null;
}
