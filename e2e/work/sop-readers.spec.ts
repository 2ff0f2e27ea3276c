import { expect, type Page } from '@playwright/test'
import { test } from '../journey.ts'
import { expectAccessible, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

// A picture of one pixel.
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

/** Takes a photo of a step, as far as a browser without a camera can. */
async function photograph(page: Page, step: number) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: `Take a photo of step ${step}` }).click()
  const photo = { name: 'step.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
  await (await choosing).setFiles(photo)
}

/** Pastes a picture into the field with the focus, as a browser does. */
const paste = (page: Page, name: string) =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    const bytes = Uint8Array.from(atob('${picture}'), (character) => character.charCodeAt(0))
    clipboardData.items.add(new File([bytes], '${name}', { type: 'image/png' }))
    const field = document.activeElement.shadowRoot.activeElement
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }))
  })()`)

/** What stands in the margin of each page on paper. */
const marginOfPages = `[...document.styleSheets]
  .flatMap((sheet) => [...sheet.cssRules])
  .flatMap((rule) => (rule instanceof CSSPageRule ? [rule.cssText] : []))
  .join()`

test('a SOP is written with a pasted picture, published, read, confirmed and followed', async ({ page }) => {
  await signIn(page, people.northOperator, '/sops')
  await page.getByRole('button', { name: 'Add SOP' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('Change of the cutter')
  await page.keyboard.press('Control+b')
  const content = form.getByRole('textbox', { name: 'Content' })
  await content.click()
  await page.keyboard.type('# Tools\n\n')
  await page.keyboard.press('Control+b')
  // In a field these keys do not fold the sidebar.
  await expect(page.locator('[aria-label="Toggle sidebar"]')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.type('Torque wrench')
  await page.keyboard.press('Control+End')
  await paste(page, 'cutter.png')
  await page.keyboard.type('\n\n# Steps\n\n- [ ] Stop the lathe\n- [ ] Take the cutter out\nPut the new one in')
  await expect(form.getByRole('img', { name: 'cutter' })).toBeVisible()
  await expect(form.locator('li:has(input[type=checkbox])')).toHaveCount(3) // numbered: nothing can be ticked here
  await form.getByLabel('Video URL').fill(video)
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(words.sops.created)).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, people.northEmployee, '/sops')
  await page.getByRole('row', { name: /Change of the cutter.*Not read/ }).click()
  // The panel holds the whole text, so it can be confirmed there, too.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'I have read it' })).toBeVisible()
  await page.getByRole('dialog').getByRole('link', { name: 'Full Page' }).click()
  await expect(page.getByRole('navigation', { name: 'Contents' }).getByText('Steps')).toBeVisible()
  await expect(page.getByRole('img', { name: 'cutter' })).toBeVisible()
  // On paper nobody can press: the address of the video is printed.
  await expect(page.getByRole('link', { name: 'Open on YouTube' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(`Video: ${video}`)).toBeVisible()
  await expect(page.getByText('Open on YouTube')).toBeHidden()
  // Whose SOP it is, which version, when it was printed, and the number of each page.
  await expect(page.getByText(/^North Manufacturing · Version 1 · /)).toBeVisible()
  expect(await page.evaluate(marginOfPages)).toContain('counter(page) " / " counter(pages)')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'I have read it' }).click()
  await expect(page.getByText('You have read this SOP.')).toBeVisible()

  await page.getByRole('button', { name: 'Start the Checklist' }).click()
  // The words of a step tick it, too.
  await page.locator('label').filter({ hasText: 'Stop the lathe' }).click()
  await expect(page.getByRole('checkbox', { name: 'Step 1' })).toBeChecked()
  await page.getByRole('button', { name: 'Note on step 1' }).click()
  const note = page.getByRole('textbox', { name: 'Note on step 1' })
  await note.fill('x'.repeat(2_001))
  await expect(page.getByText('Must be at most 2000 characters')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('A note is too long. Shorten it first.')).toBeVisible()
  await expect(note).toHaveValue('x'.repeat(2_001))
  await note.fill('The key is worn')
  await expect(page.getByText('1 of 3 steps')).toBeVisible()
  // Whoever leaves a run finds it on the dashboard.
  const tabs = page.getByRole('navigation', { name: 'Shortcuts' })
  await tabs.getByRole('link', { name: 'Dashboard' }).click()
  const left = page.getByRole('region', { name: 'My Tasks' }).getByRole('listitem').filter({ hasText: '1 of 3 steps' })
  await left.getByRole('link', { name: 'Continue: Change of the cutter' }).click()
  await expect(note).toHaveValue('The key is worn')
  await page.context().setOffline(true)
  await page.getByRole('checkbox', { name: 'Step 2' }).check()
  await photograph(page, 2)
  await page.getByRole('textbox', { name: 'Note (optional)' }).fill('New cutter in drawer 3')
  await page.getByRole('textbox', { name: 'Note (optional)' }).blur()
  await expect(page.getByText(/notes?, and 1 photo wait to be sent/)).toBeVisible()
  await expect(page.getByText('Ticks, notes and photos are kept and sent when you are back online.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Finish' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByText('to be sent')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show step.png' })).toBeVisible()
  await expectAccessible(page)
  // A photo that is refused for good does not wait, and the screen says so.
  await page.route('**/api/**/files?**', (route) => route.fulfill({ status: 422, json: { message: 'Too large' } }))
  await photograph(page, 3)
  await expect(page.getByText('Too large')).toBeVisible()
  await expect(page.getByText('to be sent')).toHaveCount(0)
  await page.getByRole('button', { name: 'Finish' }).click()
  await expect(page.getByText('A photo was not taken. Remove it first.')).toBeVisible()
  await page.unroute('**/api/**/files?**')
  await page.getByRole('button', { name: 'Remove step.png' }).last().click()
  // The screen asks about steps that were left out.
  await page.getByRole('button', { name: 'Finish' }).click()
  const question = page.getByRole('alertdialog', { name: 'One step is open' })
  await expect(question).toContainText('1 of 3 steps is not ticked.')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Keep Going' }).click()
  await expect(page.getByText('2 of 3 steps')).toBeVisible()
  await page.getByRole('button', { name: 'Finish' }).click()
  await question.getByRole('button', { name: 'Finish the Run' }).click()
  await expect(page.getByText(/, finished /)).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, people.northManager, '/sops/runs')
  await page.getByRole('link', { name: 'Change of the cutter' }).click()
  await expect(page.getByText('The key is worn')).toBeVisible()
  await expect(page.getByText('New cutter in drawer 3')).toBeVisible()
  await page.getByRole('button', { name: 'Show step.png' }).click()
  await expect(page.getByRole('dialog').getByRole('img', { name: 'step.png' })).toBeVisible()
  await visit(page, '/sops/readings')
  await expect(page.getByRole('row', { name: /Change of the cutter.*2 of 3.*Read/ })).toBeVisible()
  await expectAccessible(page)
})
