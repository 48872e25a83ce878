import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installIfNeeded, projectNode, root, run } from './install.mjs';
import { lessOften, shortJourneys, waiting } from './short-run.mjs';

/**
 * What every change must pass, in the order that fails fastest, ending with one line of counts. Types, lint, format and unused
 * code count as one test each. `--all`, as a change is landed: with every journey (docs/decisions/0033-two-lengths-of-a-test-run.md).
 */
const whole = process.argv.includes('--all');
installIfNeeded();
process.env.CI ??= 'true';
const results = join(root, '.cache', 'results');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

let passed = 0;
let failed = 0;
/** What failed and why, told again at the end: between there and where it happened lie thousands of lines. */
const faults = [];

function step(name, command, args, count = (status) => (status === 0 ? [1, 0] : [0, 1])) {
  const started = Date.now();
  const status = run(command, args);
  const known = faults.length;
  const counts = count(status);
  if (counts[1] > 0 && faults.length === known)
    faults.push(`${name}: failed without a test that did; what it said stands above (exit code ${status})`);
  tell(name, started, counts);
}

function tell(name, started, [good, bad]) {
  passed += good;
  failed += bad;
  console.log(`${bad === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s, ${good} passed, ${bad} failed)`);
}

/** Counts from a JSON report; a run that left none, or left no test, is a failure whatever its status. */
function countsOf(file, read) {
  return (status) => {
    if (!existsSync(file)) return [0, 1];
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const [good, bad] = read(report);
    const early = notLeftOut(report);
    faults.push(...faultsOf(report), ...early);
    return good + bad === 0 || early.length > 0 || (status !== 0 && bad === 0) ? [good, bad + 1] : [good, bad];
  };
}

/** A short run that does not leave out what waits is no shorter, and nobody would see it. */
function notLeftOut({ testResults = [] }) {
  if (process.env.TEST_LENGTH !== 'short') return [];
  const waits = ({ name }) => waiting.some((path) => `${name}/`.startsWith(`${join(root, path)}/`));
  return testResults.filter(waits).map(({ name }) => `${name}: waits for the whole run, and ran`);
}

const vitest = (file) => countsOf(file, (report) => [report.numPassedTests, report.numFailedTests]);
const playwright = (file) => countsOf(file, (report) => [report.stats.expected, report.stats.unexpected + report.stats.flaky]);
const inShort = (message) =>
  stripVTControlCharacters(message ?? 'without a message')
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 12)
    .join('\n    ');

/** Of either kind of report: the title of each test that failed, with the first lines of what it said. */
function faultsOf({ testResults = [], suites = [], errors = [] }) {
  const journeys = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(journeys)];
  return [
    ...testResults.flatMap(({ name, message, assertionResults }) => [
      ...(message && assertionResults.length === 0 ? [`${name}\n    ${inShort(message)}`] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${name} > ${fullName}\n    ${inShort(failureMessages[0])}`),
    ]),
    ...suites
      .flatMap(journeys)
      .filter(({ ok }) => !ok)
      .map(
        ({ file, line, title, tests }) =>
          `${file}:${line} > ${title}\n    ${inShort(tests[0].results.flatMap((result) => result.errors)[0]?.message)}`,
      ),
    ...errors.map(({ message }) => inShort(message)),
  ];
}

if (whole) delete process.env.TEST_LENGTH;
else for (const [name, value] of Object.entries({ TEST_LENGTH: 'short', ...lessOften })) process.env[name] ??= value;
for (const file of [...shortJourneys, ...waiting])
  if (!existsSync(join(root, file))) throw new Error(`${file} is named in scripts/short-run.mjs and is not there`);

const reported = (name) => join(results, `${name}.json`);

// The build takes one core and what is read here the other: both are done in the time of the longer one.
const building = Date.now();
const build = spawn(projectNode(), [join(root, 'scripts', 'build.mjs'), '--if-stale'], { cwd: root, stdio: 'inherit' });
const built = new Promise((resolve) => build.once('exit', resolve).once('error', resolve));

// Four checkers, as many as it takes by itself, do half of the work twice, and there is no core for them.
step('types', 'npm', ['run', '--silent', 'typecheck', '--', '--checkers', '1']);
step('lint', 'npm', ['run', '--silent', 'lint']);
step('format', 'npm', ['run', '--silent', 'format:check']);
step('unused code', 'npm', ['run', '--silent', 'unused']);
step('texts', 'npm', ['run', '--silent', 'texts:check']);
tell('build', building, (await built) === 0 ? [1, 0] : [0, 1]);
// With rushes and histories among them two workers have something to do until the end.
step(
  whole ? 'unit and races' : 'unit',
  projectNode(),
  [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${reported('unit')}`],
  vitest(reported('unit')),
);
process.env.PLAYWRIGHT_JSON_OUTPUT_NAME = reported('journeys');
step(
  whole ? 'journeys' : 'journeys of every change',
  projectNode(),
  [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--reporter=list,json', ...(whole ? [] : shortJourneys)],
  playwright(reported('journeys')),
);

for (const fault of faults) console.log(`✘ ${fault}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
