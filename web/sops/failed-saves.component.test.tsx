import { SopItem } from 'contract/sops/sops.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { words } from '../../e2e/words.ts'
import { discard, expectAlert } from '../testing/look.ts'
import { open } from '../testing/product.tsx'
import { pageWith, sampleOf } from '../testing/samples.ts'
import { fail } from '../testing/server.ts'

test('a SOP that could not be deleted or saved is reported', async () => {
  open('/sops', 'company_operator', {
    sops: { list: () => pageWith([sampleOf(SopItem, { title: 'Lockout' })]), remove: fail, create: fail },
  })
  await page.getByRole('button', { name: /^Delete / }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expectAlert(words.sops.notDeleted)
  await userEvent.keyboard('n')
  await page.getByRole('dialog').getByLabelText('Title').fill('Kept')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expectAlert(words.sops.notSaved)
  await discard()
})

test('a list without SOPs says so', async () => {
  open('/sops', 'employee')
  await expect.element(page.getByText(words.sops.noneHere)).toBeVisible()
})
