import type { Db } from './database.server.ts';
import { deliveredSecondFactorRule, type SecondFactorRule } from './second-factor-rule.ts';
import { findSetting } from './settings-store.server.ts';

export async function readSecondFactorRule(db: Db): Promise<SecondFactorRule> {
  return ((await findSetting(db, 'second-factor')) as SecondFactorRule | null) ?? deliveredSecondFactorRule;
}
