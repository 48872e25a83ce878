import { z } from 'zod';
import { languageCodes } from '#app/values/preferences.ts';
import { departments, employments, keptAddresses, places, questionKinds } from './job-posting-kinds.ts';

const line = z.string().min(8).max(300);
const words = z.strictObject({
  title: z.string().min(3).max(80),
  summary: line,
  duties: z.array(line).min(3).max(8),
  needs: z.array(line).min(3).max(8),
  extras: z.array(line).max(8).optional(),
});
const label = z.string().min(3).max(200);

/** A posting as it stands in a file of the house. */
export const jobSeed = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z0-9-]{3,60}$/)
    .refine((id) => !keptAddresses.includes(id)),
  department: z.enum(departments),
  place: z.enum(places),
  employment: z.enum(employments),
  remote: z.boolean(),
  languages: z.array(z.enum(languageCodes)).min(1),
  openedOn: z.iso.date(),
  closesOn: z.iso.date(),
  /** Who somebody is stays covered until the short list. */
  blind: z.boolean().optional(),
  words: z.strictObject({ en: words, ar: words, tl: words, es: words, pt: words }),
  questions: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        kind: z.enum(questionKinds),
        required: z.boolean(),
        wanted: z.string().nullable(),
        words: z.strictObject({ en: label, ar: label, tl: label, es: label, pt: label }),
      }),
    )
    .optional(),
  criteria: z.array(z.strictObject({ id: z.string().optional(), name: label, weight: z.number().int().min(1).max(5) })).optional(),
});
export type JobSeed = z.infer<typeof jobSeed>;
