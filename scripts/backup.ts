import { systemClock } from '#app/platform/clock.server.ts';
import { openDatabase } from '#app/platform/database.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { ownSecret } from '#app/platform/platform.server.ts';
import { BackupFault, verifyBackup, writeBackup } from '#server/promises/backup.ts';

/** `npm run backup -- FILE`: database and stored files as of one moment, read back before it is called done. */
const [file] = process.argv.slice(2);
if (!file) {
  console.error('Usage: npm run backup -- FILE');
  process.exit(2);
}
const env = readEnv(process.env);
const database = await openDatabase({ url: env.DATABASE_URL, dataDir: env.DATA_DIR });
try {
  const secret = env.AUTH_SECRET ?? ownSecret(env.DATA_DIR);
  const { at, tables, rows, files } = await writeBackup(database, { file, dataDir: env.DATA_DIR, secret, now: systemClock().now() });
  await verifyBackup(file);
  console.log(`Backed up ${rows} rows of ${tables} tables and ${files} files, as of ${at}, to ${file}.`);
  console.log(
    `The secret is not in it. Keep ${env.AUTH_SECRET ? 'AUTH_SECRET' : `${env.DATA_DIR}/secret`} elsewhere: without it sealed fields stay sealed.`,
  );
} catch (fault) {
  if (!(fault instanceof BackupFault)) throw fault;
  console.error(fault.message);
  process.exitCode = 1;
} finally {
  await database.close();
}
