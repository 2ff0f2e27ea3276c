import { notifications } from '@mantine/notifications'
import { client } from '../api/api.ts'
import { isCancelled, messageOf } from '../api/server-errors.ts'

export type Changed = { companyId: string; changeSetId: string | null }

/** A change that can be taken back: a change set, or something with its own way back. `id`: of the toast that offers it. */
export type Undoable = Changed | { id: string; takeBack: () => Promise<void> }

/** Undoes a change set, and confirms it. Fields that were changed later are kept and listed. */
export async function undo({ companyId, changeSetId }: Changed): Promise<void> {
  if (!changeSetId) return
  try {
    await tell(await client.activity.undo({ companyId, id: changeSetId }))
    // Close the toast that offered this undo.
    notifications.hide(changeSetId)
  } catch (error) {
    const [title, color] = isCancelled(error) ? ['Cancelled', 'accent'] : ['Failed to undo', 'red']
    notifications.show({ title, message: messageOf(error), color, autoClose: 9_000 })
  }
}

const shownConflicts = 5

async function tell({ restored, conflictCount, conflicts }: Awaited<ReturnType<typeof client.activity.undo>>) {
  // The words of all fields: nearly every undo restores everything and needs none of them.
  const { wordsOf } =
    conflictCount > 0 ? await import('../format/field-words.ts') : { wordsOf: (_: string, of: string) => of }
  const lines = conflicts
    .slice(0, shownConflicts)
    .map(
      (of) => `${of.entityName ?? 'A record'}${of.field ? ` (${wordsOf(of.entityType, of.field)})` : ''}: ${of.reason}`,
    )
  if (conflictCount > lines.length) lines.push(`... and ${conflictCount - lines.length} more`)
  const message = lines.length ? `${restored} as before, ${conflictCount} kept:\n${lines.join('\n')}` : null
  notifications.show({
    title: restored === 0 ? 'Nothing was undone' : 'Undone',
    message,
    color: message ? 'yellow' : 'accent',
    autoClose: message ? 15_000 : 4_000,
  })
}
