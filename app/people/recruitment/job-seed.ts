import { z } from 'zod';
import { departments, employments, places } from './job-posting-kinds.ts';

const line = z.string().min(8).max(300);
const words = z.strictObject({
  title: z.string().min(3).max(80),
  summary: line,
  duties: z.array(line).min(3).max(8),
  needs: z.array(line).min(3).max(8),
});

/** A posting as it stands in a file of the house. */
export const jobSeed = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{3,60}$/),
  department: z.enum(departments),
  place: z.enum(places),
  employment: z.enum(employments),
  remote: z.boolean(),
  openedOn: z.iso.date(),
  closesOn: z.iso.date(),
  words: z.strictObject({ en: words, ar: words, tl: words, es: words, pt: words }),
});
export type JobSeed = z.infer<typeof jobSeed>;
