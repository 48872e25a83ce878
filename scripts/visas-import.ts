import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readEnv } from '#app/platform/env.server.ts';
import { openPlatform } from '#app/platform/platform.server.ts';
import { compareWithRegister, importIndications } from '#app/products/visas/requirements/import-indications.server.ts';
import { readPassportMatrix } from '#app/products/visas/requirements/read-passport-matrix.ts';
import { parseCalendarDate } from '#app/values/dates.ts';

/**
 * `npm run visas:import -- FILE [--date 2026-02-17]` reads a public table of passports (passport, destination,
 * requirement) as a second, indicative layer under the register. `--compare` changes nothing and prints where the
 * register says otherwise.
 */
const args = process.argv.slice(2);
const file = args.find((arg, index) => !arg.startsWith('--') && args[index - 1] !== '--date');
const asked = args.includes('--date') ? (args[args.indexOf('--date') + 1] ?? '') : null;
const dataDate = asked === null ? null : parseCalendarDate(asked);
if (!file || (asked !== null && !dataDate)) {
  console.error('Usage: npm run visas:import -- FILE [--date YYYY-MM-DD] [--compare]');
  process.exit(1);
}
const bytes = readFileSync(file);
const matrix = readPassportMatrix((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
for (const fault of matrix.faults.slice(0, 10)) console.error(`not read, line ${fault}`);
const platform = await openPlatform(readEnv(process.env), { work: false });
try {
  if (args.includes('--compare')) {
    const { compared, differing } = await compareWithRegister(platform, matrix);
    for (const { passport, destination, register, table } of differing)
      console.log(`${destination} for ${passport}: ${register}, the table says ${table}`);
    console.log(`${compared} compared, ${differing.length} differ`);
  } else {
    const imported = await importIndications(platform, matrix, { file: basename(file), dataDate });
    if (imported.ok) console.log(`${imported.value} rows, ${matrix.own} own countries left out, ${matrix.faults.length} not read`);
    else {
      console.error(
        imported.refused === 'empty' ? 'Nothing could be read from it.' : `${matrix.faults.length} faults: is it the right file?`,
      );
      process.exitCode = 1;
    }
  }
} finally {
  await platform.close();
}
