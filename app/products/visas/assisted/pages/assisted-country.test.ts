import { expect, it } from 'vitest';
import { openTestApp } from '#tests/support/test-app.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';

const app = await openTestApp(await openCataloguePlatform());

/** From the last day that four digits can write, working days were once counted for ever, and nobody else was answered. */
it.each(['2027-06-01', '9899-12-31', '9999-12-31', '0001-01-01', '2027-02-30', 'soon'])(
  'answers with its page whatever day somebody wants to travel on: %s',
  async (travel) => {
    expect((await app.send(`/visa-assistance/france?travel=${travel}`)).status).toBe(200);
  },
);
