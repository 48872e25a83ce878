import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { pngOf, visaPdf } from '#tests/support/visa-papers.ts';
import { checkUpload } from './check-upload.server.ts';
import type { DocumentCode } from './evisa-offer.ts';
import { blankPicture, hostileFiles } from './upload-corpus-testing.ts';

const files = hostileFiles();
const folder = mkdtempSync(join(tmpdir(), 'rihla-uploads-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Of one file, as the child that read it says. */
interface Verdict {
  readonly said: string;
  readonly kept: string;
  /** Of the processor: a machine busy with other things is no slow reader. */
  readonly ms: number;
}

/** Reads every file in a process of its own, which can say how much memory it ever held. */
function judgeAll(): { readonly verdicts: readonly Verdict[]; readonly mostMegabytes: number } {
  for (const [at, file] of files.entries()) writeFileSync(join(folder, `${at}`), file.content);
  const asked = files.map((file) => file.asked);
  const code = `
    import { existsSync, readFileSync } from 'node:fs';
    import { checkUpload } from '#app/products/visas/evisa/check-upload.server.ts';
    const verdicts = [];
    for (const [at, asked] of ${JSON.stringify(asked)}.entries()) {
      const content = new Uint8Array(readFileSync(${JSON.stringify(folder)} + '/' + at));
      const before = process.cpuUsage();
      const checked = await checkUpload(content, asked);
      const { user, system } = process.cpuUsage(before);
      const ms = (user + system) / 1000;
      verdicts.push({ said: checked.ok ? 'taken' : checked.refused, kept: '', ms });
      if (checked.ok) verdicts.at(-1).kept = Buffer.from(checked.content).toString('base64');
    }
    // What the system reports as the most a process held includes, on Linux, what its parent held when it was begun.
    const own = existsSync('/proc/self/status') && /VmHWM:\\s+(\\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'));
    console.log(JSON.stringify({ verdicts, mostMegabytes: (own ? Number(own[1]) : process.resourceUsage().maxRSS) / 1024 }));
  `;
  const child = spawnSync(process.execPath, ['--max-old-space-size=160', '--input-type=module', '--eval', code], {
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
    timeout: 600_000,
  });
  if (child.status !== 0) throw new Error(`The reader of uploads died: ${child.stderr.slice(-2_000)}`);
  return JSON.parse(child.stdout) as ReturnType<typeof judgeAll>;
}
const { verdicts, mostMegabytes } = judgeAll();

describe('files that mean harm', () => {
  it('are many, and each another trick', () => {
    expect(files.length).toBeGreaterThanOrEqual(40);
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  });

  it.each(files.map((file, at) => [file.name, at] as const))('%s', (_, at) => {
    const { becomes } = files[at]!;
    const { said, kept, ms } = verdicts[at]!;
    expect(said).toBe(typeof becomes === 'string' ? becomes : 'taken');
    if (typeof becomes === 'object') expect(Buffer.from(kept, 'base64').includes(becomes.without)).toBe(false);
    expect(ms).toBeLessThan(5_000);
  });

  it('never need more memory than 256 megabytes, the process and all files together', () => expect(mostMegabytes).toBeLessThan(256));
});

describe('a paper that means no harm', () => {
  const said = async (content: Uint8Array, asked: DocumentCode = 'hotel') => {
    const checked = await checkUpload(content, asked);
    return checked.ok ? 'taken' : checked.refused;
  };
  it('is taken when it is what its bytes say', async () => {
    expect(await said(visaPdf().buffer)).toBe('taken');
    expect(await said(pngOf(1200, 900), 'passport-page')).toBe('taken');
    expect(await said(pngOf(600, 800), 'photo')).toBe('taken');
  });

  it('is kept as it is when nothing is to be taken away, and what says how it is turned stays', async () => {
    const picture = pngOf(1200, 900);
    const checked = await checkUpload(picture, 'hotel');
    expect(checked.ok && Buffer.from(checked.content).equals(picture)).toBe(true);
    const turned = files.findIndex(({ name }) => name === 'a JPEG that says where it was taken');
    const kept = Buffer.from(verdicts[turned]!.kept, 'base64');
    expect(kept.subarray(2, 38).toString('hex')).toBe(
      'ffe100224578696600004d4d002a0000000800010112000300000001000600000000000000'.slice(0, 72),
    );
  });

  it('is refused when a passport or a face could not be read on it', async () => {
    expect(await said(pngOf(700, 500), 'passport-page')).toBe('too-small');
    expect(await said(pngOf(900, 600), 'photo')).toBe('not-portrait');
  });

  it('is warned of when it holds next to no detail', async () => {
    const checked = await checkUpload(blankPicture(), 'passport-page');
    expect(checked.ok && checked.warnings).toEqual(['low-detail']);
  });
});
