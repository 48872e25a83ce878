import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { edgesOf, moveOn, movesFrom, type StatusTable } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { applicationMachine, applicationStates, isOpenStage, openStages } from './job-application-status.ts';
import { offerMachine } from './job-offer-status.ts';
import { postingMachine } from './job-posting-status.ts';
import { requisitionMachine } from './requisition-status.ts';

const platform = await openTestPlatform();
const machines: StatusTable<string, string, string>[] = [
  applicationMachine,
  offerMachine,
  postingMachine,
  requisitionMachine,
] as unknown as StatusTable<string, string, string>[];

describe('the machines of hiring', () => {
  test.each(machines.map((machine) => [machine.name, machine] as const))(
    '%s moves as the database allows, and no other way',
    async (_, machine) => {
      const { rows } = (await platform.db.execute(
        sql`select from_status, to_status from status_edges where machine = ${machine.name}`,
      )) as unknown as { rows: { from_status: string; to_status: string }[] };
      const declared = edgesOf(machine).map(([from, to]) => `${from}>${to}`);
      expect(rows.map((row) => `${row.from_status}>${row.to_status}`).sort()).toEqual(declared.sort());
    },
  );

  test.each(machines.map((machine) => [machine.name, machine] as const))('%s reaches every state from its first', (_, machine) => {
    const reached = new Set([machine.initial]);
    for (const [from, to] of [...edgesOf(machine), ...edgesOf(machine), ...edgesOf(machine), ...edgesOf(machine)])
      if (reached.has(from)) reached.add(to);
    expect([...reached].sort()).toEqual([...machine.states].sort());
  });

  test('a candidate may always take back what is open, and nobody else may do it for them', () => {
    for (const state of applicationStates) {
      const may = isOpenStage(state) || state === 'talent_pool';
      expect(moveOn(applicationMachine, state, 'withdraw', 'candidate').ok, state).toBe(may);
      expect(moveOn(applicationMachine, state, 'withdraw', 'recruiter').ok, state).toBe(false);
    }
  });

  test('a refusal goes back to the stage in which it was made, and only from a refusal', () => {
    for (const stage of openStages) {
      expect(moveOn(applicationMachine, 'rejected', `undo-${stage}`, 'recruiter')).toEqual({ ok: true, to: stage });
      expect(moveOn(applicationMachine, stage, `undo-${stage}`, 'recruiter').ok).toBe(false);
    }
  });

  test('a recruiter without the right to publish can write, pause, close and put away', () => {
    expect(movesFrom(postingMachine, 'draft', 'recruiter')).toEqual(['archive']);
    expect(movesFrom(postingMachine, 'published', 'recruiter')).toEqual(['pause', 'close']);
    expect(movesFrom(postingMachine, 'closed', 'recruiter')).toEqual(['archive']);
  });
});
