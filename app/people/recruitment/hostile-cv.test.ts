import { afterAll, describe, expect, it } from 'vitest';
import { checkPdf } from '#app/platform/check-pdf.server.ts';
import { hostileCvs, textDocx } from './cv-corpus-testing.ts';
import { readCvFields } from './cv-fields-rules.ts';
import { checkCv, endReading, readCv } from './read-cv.server.ts';
import { docxText, openDocx } from './read-docx.server.ts';

afterAll(endReading);

/** Milliseconds of this thread that something takes, done until its clock, which ticks in hundredths of a second, can tell. */
function taken(work: () => unknown): number {
  const from = process.threadCpuUsage();
  for (let runs = 1; ; runs += 1) {
    work();
    const { user, system } = process.threadCpuUsage(from);
    if (user + system > 200_000) return (user + system) / 1_000 / runs;
  }
}

/**
 * How many times the time of a length sixteen times that length takes: about 16 where work grows with the length, about
 * 256 where it grows with its square. A ratio within one run says the same on a slow machine as on a quick one.
 */
function growth(length: number, workFor: (length: number) => () => unknown): number {
  const [short, long] = [workFor(length), workFor(length * 16)];
  long();
  return taken(long) / taken(short);
}

describe('a CV of a stranger', () => {
  it('is taken with its words, or refused for what is in it', async () => {
    const honest = textDocx(['Maria Santos', 'maria@example.com', 'Fares & ticketing']);
    const checked = await checkCv(honest);
    expect(checked.ok && (await readCv(honest, checked.type))).toContain('Fares & ticketing');
    const files = hostileCvs();
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
    expect(files.length).toBeGreaterThanOrEqual(60);
    for (const { name, content, becomes } of files) {
      const said = await checkCv(content);
      expect(said.ok ? 'taken' : said.refused, name).toBe(becomes);
      if (!said.ok) continue;
      const words = await readCv(content, said.type);
      expect(words === null || typeof words === 'string', name).toBe(true);
    }
  });

  it('that opens tags without end, or writes one line without end, costs no more than its length', () => {
    const many = 400_000;
    const tags = (count: number) => textDocx(['x'], { 'word/_rels/document.xml.rels': '<Relationship '.repeat(count) });
    expect(openDocx(tags(many))).toMatchObject({ refused: 'damaged' });
    const relations = growth(1_000, (count) => {
      const content = tags(count);
      return () => openDocx(content);
    });
    const words = growth(many / 16, (count) => {
      const parts = [{ name: 'word/document.xml', content: Buffer.from('<w:t '.repeat(count)) }];
      return () => docxText(parts);
    });
    const line = growth(1_800, (count) => {
      const text = `${'. '.repeat(count)}x`;
      return () => readCvFields(text);
    });
    for (const [what, times] of Object.entries({ relations, words, line })) expect(times, what).toBeLessThan(96);
  });

  it('that fetches is refused however it is written', () => {
    const rel = (tag: string) => openDocx(textDocx(['x'], { 'word/_rels/document.xml.rels': `<Relationships>${tag}</Relationships>` })).ok;
    expect(rel('<Relationship Id="1" Type="a/attachedTemplate" Target="https://a.example/>" TargetMode="External"/>')).toBe(false);
    expect(rel('<r:Relationship Id="1" Type="a/frame" Target="x" TargetMode="&#69;xternal"/>')).toBe(false);
    expect(rel('<Relationship Id="1" Type="a/hyperlink" Target="https://a.example" TargetMode="External"/>')).toBe(true);
    expect(rel('<Relationship Id="1" Type="a/styles" Target="styles.xml" TargetMode="Internal"/>')).toBe(true);
  });

  it('in as many streams as fit is refused', async () => {
    expect(await checkPdf(Buffer.from(`%PDF-1.4\n${'stream\nendstream\n'.repeat(240_000)}%%EOF\n`))).toBe('damaged');
  });
});
