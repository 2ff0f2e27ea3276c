import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { route } from '../route.ts'

/** The hours a week that are agreed with a person, from a day on. They are spread evenly over Monday to Friday. */
export const AgreedHours = z.object({
  validFrom: z.string(),
  hoursPerWeek: z.number(),
  setByName: z.string().nullable(),
  setAt: z.string(),
})
export type AgreedHours = z.infer<typeof AgreedHours>

const person = { companyId: z.uuid(), userId: z.uuid() }

export const agreedHoursContract = {
  list: route
    .meta({ needs: 'time.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/agreed-hours/{userId}',
      summary: 'The agreed hours of a person, the latest first',
    })
    .input(z.strictObject(person))
    .output(z.object({ items: z.array(AgreedHours) })),
  agree: route
    .meta({ needs: 'time.agree', refusal: 'set agreed hours' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/agreed-hours/{userId}',
      summary: 'Set the hours a week that hold from a day on; null removes the agreement of that day',
    })
    .input(
      z.strictObject({
        ...person,
        validFrom: CalendarDay,
        hoursPerWeek: z
          .number({ error: 'Must be a number' })
          .min(0, 'Must not be below 0')
          .max(168, 'A week has 168 hours')
          .multipleOf(0.01, 'At most two decimals')
          .nullable(),
      }),
    )
    .output(z.object({ items: z.array(AgreedHours) }))
    .errors({ NOT_FOUND: { status: 404, message: 'That person does not work in this company' } }),
}
