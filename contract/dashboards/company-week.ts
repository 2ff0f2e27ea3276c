import { z } from 'zod'

/** A figure of the last seven days, and of the seven before; null for a figure of the present. `currency`: of an amount. */
export const WeekFigure = z.object({
  label: z.string(),
  value: z.number(),
  before: z.number().nullable(),
  currency: z.string().nullable(),
})
export type WeekFigure = z.infer<typeof WeekFigure>

/** The summary of a company's week: some sentences, and points worth a look. The service got only these figures. */
export const CompanyWeek = z.object({ figures: z.array(WeekFigure), summary: z.string(), points: z.array(z.string()) })
export type CompanyWeek = z.infer<typeof CompanyWeek>
