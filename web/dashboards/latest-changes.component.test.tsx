import { UndoConflict, UndoResult } from 'contract/activity/activity.ts'
import { CompanyDashboard, LatestChange } from 'contract/dashboards/dashboard.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectNone } from '../testing/look.ts'
import { open } from '../testing/product.tsx'
import { newId, sampleOf } from '../testing/samples.ts'

const change = (entityName: string, more: Partial<ReturnType<typeof sampleOf<typeof LatestChange>>> = {}) =>
  sampleOf(LatestChange, {
    ...{ changeSetId: newId(), kind: 'edit', entityType: 'part', action: 'updated', entityName, recordCount: 1 },
    ...{ canUndo: true, userName: 'Maya' },
    ...more,
  })
const stays = sampleOf(UndoConflict, {
  ...{ entityType: 'part', entityName: 'Nut', code: 'changed_since', reason: 'It was changed since' },
})

test('each line of the latest changes is undone there, and a question first says what would stay', async () => {
  const [bolt, nut, many] = [change('Bolt'), change('Nut'), change('Washer', { recordCount: 4 })]
  const undone: string[] = []
  open('/dashboard', 'company_operator', {
    dashboard: {
      get: () =>
        sampleOf(CompanyDashboard, { changes: [bolt, nut, many, change('Pin', { canUndo: false, userName: 'Noah' })] }),
    },
    activity: {
      undo: ({ id }, { isPreview }) => {
        const conflicts = id === nut.changeSetId ? [stays] : []
        if (!isPreview) undone.push(id)
        const restored = id === many.changeSetId ? 4 : 1
        return sampleOf(UndoResult, { restored, conflictCount: conflicts.length, conflicts })
      },
    },
  })
  const undo = (name: string) => page.getByRole('button', { name, exact: true })
  await undo('Undo changed Bolt').click()
  await expect.poll(() => undone).toEqual([bolt.changeSetId])
  await undo('Undo changed Nut').click()
  const question = page.getByRole('alertdialog', { name: 'Undo the Change' })
  await expect.element(question.getByText('Nut: It was changed since.')).toBeVisible()
  expect(undone).toHaveLength(1)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await undo('Undo changed Washer').click()
  const together = page.getByRole('alertdialog', { name: 'Undo These Changes' })
  await expect
    .element(
      together.getByText(
        'Undo the change of 4 records? They were saved together, and go back together: Washer and 3 more.',
      ),
    )
    .toBeVisible()
  await together.getByRole('button', { name: 'Undo These Changes' }).click()
  await expect.poll(() => undone).toEqual([bolt.changeSetId, many.changeSetId])
  await expectNone(undo('Undo changed Pin'))
})

test('a task and a SOP of one title are told apart among the latest changes', async () => {
  const changes = [change('Clean the tank', { entityType: 'task' }), change('Clean the tank', { entityType: 'sop' })]
  open('/dashboard', 'company_operator', { dashboard: { get: () => sampleOf(CompanyDashboard, { changes }) } })
  await expect.element(page.getByText('Maya changed the task Clean the tank')).toBeVisible()
  await expect.element(page.getByText('Maya changed the SOP Clean the tank')).toBeVisible()
})
