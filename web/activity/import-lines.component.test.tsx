import { UndoConflict, UndoResult } from 'contract/activity/activity.ts'
import { CompanyChange } from 'contract/activity/changes.ts'
import type { Imported } from 'contract/activity/imported.ts'
import { PartDetails } from 'contract/inventory/parts.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queries } from '../shared/api/queries.ts'
import { expectNone } from '../testing/look.ts'
import { company, open } from '../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../testing/samples.ts'
import { refusal } from '../testing/server.ts'

const changeSetId = newId()
const records: Imported['records'] = [
  { type: 'part', create: 61, update: 2 },
  { type: 'vendor', create: 1, update: 0 },
]
const imported = { changeSetId, isTakenBack: false, fileName: 'parts.xlsx', records }
const kept = sampleOf(UndoConflict, {
  ...{
    entityType: 'part',
    entityName: 'Nut',
    field: 'location',
    code: 'changed_since',
    reason: 'It was changed since',
  },
})
const line = sampleOf(CompanyChange, {
  ...{ id: '7', entityType: 'part', entityName: 'Nut', changeSetId, changeSetKind: 'import' },
  ...{ imported, canUndo: true },
})

test('an import is one line of the changes, and its Undo asks with the name of the file, what it did, and what stays', async () => {
  const undone: string[] = []
  open('/inventory/changes', 'company_operator', {
    changes: { list: () => pageWith([line]) },
    activity: {
      undo: ({ id }, { isPreview }) => {
        if (isPreview) return sampleOf(UndoResult, { restored: 63, conflictCount: 1, conflicts: [kept] })
        undone.push(id)
        return sampleOf(UndoResult, { restored: 63 })
      },
    },
  })
  const row = page.getByRole('row', { name: 'Imported 63 parts and 1 vendor from parts.xlsx' })
  await expect.element(row).toBeVisible()
  await expectNone(page.getByText('Nut'))
  await row.getByRole('button', { name: /^Undo/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Undo Import' })
  for (const sentence of [
    'This takes back the import of 63 parts and 1 vendor from parts.xlsx.',
    'The 61 parts and 1 vendor that it added are deleted.',
    'The 2 parts that it changed are as before.',
  ])
    await expect.element(question.getByText(sentence)).toBeVisible()
  await expect.element(question.getByText('Nut (Location): It was changed since.')).toBeVisible()
  await question.getByRole('button', { name: 'Undo the Rest' }).click()
  await expect.poll(() => undone).toEqual([changeSetId])
})

test('a single change is undone in its row; those that were saved together are named first', async () => {
  const edit = { ...line, changeSetKind: 'edit' as const, imported: null, fieldChanged: 'cost', canUndo: true }
  const together = newId()
  const changes = [
    { ...edit, id: '9', changeSetId: newId() },
    { ...edit, id: '8', changeSetId: together, entityName: 'Bolt' },
    { ...edit, id: '7', changeSetId: together, entityName: 'Bolt', fieldChanged: 'location' },
    { ...edit, id: '6', entityName: 'Reversed', canUndo: false, isUndone: true },
  ]
  const undone: string[] = []
  const answers = {
    changes: { list: () => pageWith(changes) },
    activity: {
      undo: ({ id }: { id: string }, { isPreview }: { isPreview: boolean }) => {
        if (!isPreview) undone.push(id)
        return sampleOf(UndoResult, { restored: 1 })
      },
    },
  }
  open('/inventory/changes', 'company_operator', answers)
  await page.getByRole('button', { name: 'Undo the change of Nut' }).click()
  await expect.poll(() => undone).toEqual([changes[0]?.changeSetId])
  await page.getByRole('button', { name: 'Undo the change of Bolt' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Undo These Changes' })
  await expect.element(question.getByText('Cost of Bolt and Location of Bolt')).toBeVisible()
  await question.getByRole('button', { name: 'Undo These Changes' }).click()
  await expect.poll(() => undone).toEqual([changes[0]?.changeSetId, together])
  await expect.element(page.getByText('Cost (undone)')).toBeVisible()
  await expectNone(page.getByRole('button', { name: 'Undo the change of Reversed' }))
  open('/inventory/changes', 'employee', answers)
  await expect.element(page.getByText('Reversed')).toBeVisible()
  await expectNone(page.getByRole('button', { name: /^Undo/ }))
})

test('a bulk edit of more parts than a page shows is undone after a question with the number of all, and a few names', async () => {
  const set = { changeSetId: newId(), changeSetKind: 'bulk_edit' as const, recordType: 'part', fieldChanged: 'cost' }
  const ofPage = Array.from({ length: 50 }, (_, at) => {
    const recordId = newId()
    return { ...line, ...set, imported: null, id: `${at}`, recordId, entityId: recordId, entityName: `Part ${at + 1}` }
  })
  const last = {
    ...ofPage[0],
    ...set,
    changeSetId: newId(),
    changeSetKind: 'edit' as const,
    entityName: 'The last row',
  }
  const undone: string[] = []
  open('/inventory/changes', 'company_operator', {
    changes: { list: () => pageWith([...ofPage, sampleOf(CompanyChange, last)]) },
    activity: {
      undo: ({ id }, { isPreview }) => {
        if (!isPreview) undone.push(id)
        return sampleOf(UndoResult, { restored: 57 })
      },
    },
  })
  const question = page.getByRole('alertdialog', { name: 'Undo These Changes' })
  await page.getByRole('button', { name: 'Undo the change of Part 1', exact: true }).click()
  const all =
    'They were saved together, and go back together: Cost of Part 1, Cost of Part 2, Cost of Part 3 and 54 more.'
  await expect.element(question.getByText(`Undo the change of 57 parts? ${all}`)).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  // The other records of this set are on another page.
  await page.getByRole('button', { name: 'Undo the change of The last row' }).click()
  await expect
    .element(question.getByText(/^Undo the change of 57 records\? .*: Cost of The last row and 56 more\.$/))
    .toBeVisible()
  expect(undone).toEqual([])
})

test('the line of an import leads to the past imports, for those who may import', async () => {
  const lists = { changes: { list: () => pageWith([{ ...line, canUndo: false }]) } }
  open('/inventory/changes', 'employee', lists)
  await expect.element(page.getByText('Imported 63 parts and 1 vendor from parts.xlsx')).toBeVisible()
  await expectNone(page.getByRole('link', { name: /parts.xlsx/ }))
  open('/inventory/changes', 'company_operator', lists)
  await page.getByRole('link', { name: /parts.xlsx/ }).click()
  await expect.poll(() => window.location.search).toContain('tab=transfer')
})

test('a record that goes while it is open, as after the undo of its import, closes with a sentence', async () => {
  const part = sampleOf(PartDetails, { id: newId(), companyId: company.id, partNumber: 'P-1', name: 'Nut' })
  let isGone = false
  open(`/inventory/parts/${part.id}`, 'company_operator', {
    parts: {
      get: () => {
        if (isGone) throw refusal(404, 'NOT_FOUND', 'That part no longer exists')
        return part
      },
    },
  })
  const pane = page.getByRole('dialog', { name: 'Nut' })
  await expect.element(pane).toBeVisible()
  isGone = true
  await queries.invalidateQueries()
  await expect.element(page.getByText('Nut is no longer there')).toBeVisible()
  await expectNone(pane)
  expect(window.location.pathname).toBe('/inventory/parts')
})
