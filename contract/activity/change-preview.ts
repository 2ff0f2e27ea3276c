import { z } from 'zod'
import { ActivityEntry } from './activity.ts'

/** What a change would write into the log: the first 100 entries, and how many there are. */
export const ChangePreview = z.object({
  changes: z
    .array(
      ActivityEntry.pick({
        ...{ entityType: true, entityId: true, entityName: true, action: true },
        ...{ fieldChanged: true, oldValue: true, newValue: true, unit: true, description: true },
      }),
    )
    .describe('Of a preview (`X-Preview`): the first 100 entries that the log would have'),
  changeCount: z.int().describe('Of a preview: how many entries the log would have'),
})
export type ChangePreview = z.infer<typeof ChangePreview>
