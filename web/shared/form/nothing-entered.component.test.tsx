import { PartDetails } from 'contract/inventory/parts.ts'
import { Product } from 'contract/inventory/products.ts'
import { Vendor } from 'contract/inventory/vendors.ts'
import { Sop } from 'contract/sops/sops.ts'
import { Task } from 'contract/tasks/tasks.ts'
import { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNone } from '../../testing/look.ts'
import { company, me, open } from '../../testing/product.tsx'
import { newId, sampleOf } from '../../testing/samples.ts'
import type { Answers } from '../../testing/server.ts'

const own = { companyId: company.id }
const clock = { now: '2026-11-02T17:00:00.000Z', timeZone: 'Europe/Berlin', shiftHours: 12 }
const answers: Answers = {
  parts: { get: ({ id }) => sampleOf(PartDetails, { ...own, id, partNumber: 'P-1', name: 'Bolt', cost: 1.5 }) },
  products: {
    get: ({ id }) => ({
      ...sampleOf(Product, { ...own, id, sku: 'S-1', name: 'Pump' }),
      pictureId: null,
      linePictures: {},
    }),
  },
  vendors: { get: ({ id }) => sampleOf(Vendor, { ...own, id, name: 'Acme', status: 'active' }) },
  sops: {
    get: ({ id }) => sampleOf(Sop, { ...own, id, title: 'Washing', visibility: 'company', status: 'published' }),
  },
  tasks: { get: ({ id }) => sampleOf(Task, { ...own, id, title: 'Sweep', assignedTo: me.id, assignedBy: me.id }) },
  timeEntries: {
    get: ({ id }) => ({
      ...sampleOf(TimeEntry, { ...own, id, userId: me.id, startedAt: '2026-11-02T08:00:00.000Z', endedAt: clock.now }),
      ...clock,
      revisions: [],
    }),
  },
}

const forms = ['parts', 'assemblies', 'products', 'vendors', 'locations'].map((noun) => `/inventory/${noun}/new`)
const edits = ['/inventory/parts', '/inventory/products', '/inventory/vendors', '/sops', '/tasks', '/time-clock']

test.each([
  ...forms,
  ...['/sops/new', '/tasks/new', '/tasks/templates/new', '/time-clock/new', '/time-clock/propose', '/admin/users/new'],
  ...edits.map((path) => `${path}/${newId()}/edit`),
])('%s closes without a question when nothing was entered, though each field was touched', async (path) => {
  open(
    path,
    path.includes('propose') ? 'employee' : path.includes('admin') ? 'sbr_operator' : 'company_operator',
    answers,
  )
  const form = page.getByRole('dialog').first()
  await expect.element(form).toBeVisible()
  await expect.poll(() => form.element().querySelector('form footer')).toBeTruthy()
  const texts =
    ':is(input:not([role="combobox"], [type]), input[type="text"]:not([role="combobox"], [readonly]), textarea)'
  for (const field of form.element().querySelectorAll<HTMLInputElement>(texts)) {
    if (field.closest('[class*="bom"], [class*="lines"]') || field.type === 'hidden') continue
    const before = field.value
    field.focus()
    await userEvent.keyboard('{End}7{Backspace} ')
    field.blur()
    // A number is written anew when it is left.
    expect(field.value.trim() || '0').toBe(before.trim() || '0')
  }
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expectNone(page.getByRole('dialog', { name: 'Discard Changes?' }))
  await expectNone(page.getByRole('alertdialog'))
  await expect.poll(() => window.location.pathname).not.toBe(path)
})
