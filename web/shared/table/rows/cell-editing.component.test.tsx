import { ListedPart, Part } from 'contract/inventory/parts.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../../../e2e/words.ts'
import { expectAccessible } from '../../../testing/accessible.ts'
import { expectNone, expectToast } from '../../../testing/look.ts'
import { open } from '../../../testing/product.tsx'
import { pageWith, sampleOf } from '../../../testing/samples.ts'
import { type Answers, refusal } from '../../../testing/server.ts'

const first = sampleOf(ListedPart, {
  partNumber: 'HY-204',
  name: 'Valve',
  stockLevel: 4,
  location: 'Shelf 1',
  version: 1,
})

/** A list of two parts, of which the first one is stored with a version. `behind` changes it as another person would. */
function storedParts() {
  let part = first
  const save = (changes: Partial<ListedPart>) => {
    part = { ...part, ...changes, version: part.version + 1 }
    return part
  }
  const other = sampleOf(ListedPart, { partNumber: 'HY-205', name: 'Hose' })
  const answers: Answers = {
    parts: {
      list: () => ({ ...pageWith([part, other]), lowStockCount: 0 }),
      update: ({ id: _, companyId: __, ...changes }, { version }) => {
        if (Number(version) !== part.version)
          throw refusal(409, 'CONFLICT', 'Somebody else saved this first', { reason: 'stale', current: part })
        return { ...Part.parse(save(changes)), changeSetId: null }
      },
    },
  }
  return { answers, behind: save }
}

const row = page.getByRole('row', { name: /HY-204/ })
const stock = row.getByRole('button', { name: /Edit Stock Level/ })
const type = (keys: string) => userEvent.keyboard(keys)

test('cells are edited by the keyboard alone', async () => {
  open('/inventory/parts', 'company_operator', storedParts().answers)
  await expect.element(row).toBeVisible()
  await page.getByPlaceholder('Search parts').click()
  await type('{ArrowDown}{ArrowRight}{ArrowRight}{F2}')
  await expect.element(page.getByRole('textbox', { name: /^Stock Level of HY-204/ })).toHaveFocus()
  await type('12*4.5+{Enter}')
  await expect.element(page.getByText('Must be a whole number')).toBeVisible()
  await type('{Backspace}')
  await expect.element(page.getByText('= 54')).toBeVisible()
  await expectAccessible()
  await type('{Enter}')
  await expectToast(words.parts.updated)
  await expect.element(stock).toMatchTextContent(/^54/)
  await expect.element(stock).toHaveFocus()

  await type('{Enter}99{Escape}')
  await expect.element(stock).toMatchTextContent(/^54/)
  await expect.element(stock).toHaveFocus()

  await type('{ArrowLeft}{Enter}Shelf 9{Tab}55{Enter}')
  await expect.element(row).toMatchTextContent(/Shelf 9/)
  await expect.element(stock).toMatchTextContent(/^55/)
  await expectNone(page.getByText(words.notSaved('part')))
})

test('a cell keeps what somebody else has changed in another field', async () => {
  const { answers, behind } = storedParts()
  open('/inventory/parts', 'company_operator', answers)
  await stock.click()
  behind({ location: 'Aisle 1' })
  await type('56{Enter}')
  await expect.element(row).toMatchTextContent(/Aisle 1/)
  await expect.element(stock).toMatchTextContent(/^56/)
  await expectNone(page.getByText(words.notSaved('part')))
})

test('a refused value is visibly reset to what somebody else has saved in the same field', async () => {
  const { answers, behind } = storedParts()
  open('/inventory/parts', 'company_operator', answers)
  await stock.click()
  behind({ stockLevel: 7 })
  await type('57{Enter}')
  await expectToast(words.notSaved('part'))
  await expect.element(stock).toMatchTextContent(/^7/)
})

test('who may only read is offered no cell to change', async () => {
  open('/inventory/parts', 'employee', storedParts().answers)
  await expect.element(row).toBeVisible()
  await expectNone(page.getByRole('button', { name: /Edit Stock Level|Adjust stock/ }))
})
