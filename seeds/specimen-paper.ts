/** Letters of a line as a PDF says them; anything beyond ASCII has no place in its plain font. */
const said = (line: string) => `(${line.replaceAll(/[^ -~]/g, '?').replaceAll(/[\\()]/g, '\\$&')}) Tj T*`;

/** One page of plain lines as a PDF, for papers of a demo: small, made here, and nobody's. */
export function specimenPaper(lines: readonly string[]): Buffer {
  const words = `BT /F1 13 Tf 22 TL 72 760 Td ${lines.map(said).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${words.length} >>\nstream\n${words}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const begins = objects.map((object, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = file.length;
  const entries = begins.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
