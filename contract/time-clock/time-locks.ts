import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { route } from '../route.ts'
import { requiredText } from '../text.ts'

/** A period whose entries cannot change while `unlockedAt` is null. `fromOn` and `toOn`: days, both included. */
export const TimeLock = z.object({
  id: z.uuid(),
  fromOn: z.string(),
  toOn: z.string(),
  timeZone: z.string(),
  lockedByName: z.string().nullable(),
  lockedAt: z.string(),
  unlockedByName: z.string().nullable(),
  unlockedAt: z.string().nullable(),
  unlockReason: z.string().nullable(),
})
export type TimeLock = z.infer<typeof TimeLock>

const company = { companyId: z.uuid() }
const lock = { needs: 'time.lock', refusal: 'lock periods' } as const

export const timeLocksContract = {
  list: route
    .meta({ needs: 'time.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/time-locks',
      summary: 'Locked and unlocked periods, the latest first',
    })
    .input(z.strictObject(company))
    .output(z.object({ items: z.array(TimeLock) })),
  lock: route
    .meta({ ...lock, makes: '/companies/{companyId}/time-locks' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-locks',
      summary: 'Lock the days of a period: no entry in it changes any more',
      successStatus: 201,
    })
    .input(z.strictObject({ ...company, fromOn: CalendarDay, toOn: CalendarDay }))
    .output(TimeLock),
  unlock: route
    .meta(lock)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/time-locks/{id}/unlock',
      summary: 'Unlock a period, with the reason',
    })
    .input(z.strictObject({ ...company, id: z.uuid(), reason: requiredText(500, 'Reason is required') }))
    .output(TimeLock)
    .errors({ NOT_FOUND: { status: 404, message: 'That lock no longer exists' } }),
}
