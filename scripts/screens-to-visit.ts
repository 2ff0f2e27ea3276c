import type { Page } from '@playwright/test'
import { chapters } from '../web/settings/guide/contents.ts'

/** A screen as `npm run screens` visits it. */
export type Screen = {
  name: string
  /** The address; `{part}` stands for the id of a part that the person may read. */
  path: string
  /** Opens a dialog or menu that has no address of its own. */
  open?: (page: Page) => Promise<void>
}

/** The list of the API for the record in an address, by the word in the address. Its first record is opened. */
const lists: Record<string, string> = {
  part: 'parts?sort=stockLevel&order=desc',
  assembly: 'assemblies',
  product: 'products',
  vendor: 'vendors',
  sop: 'sops',
  read: 'sops?status=published',
  task: 'tasks',
  template: 'task-templates',
  run: 'sop-runs',
  entry: 'time-entries',
  deleted: 'deleted',
  feedback: '/api/feedback',
  person: '/api/people',
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).first().click()

/** A file as a workshop keeps it: names of their own, a unit in a number, words instead of one, a long text. */
const workshopFile = `P/N,Desc,QOH,Price/ea,Supp,Shelf
W-1,A bracket whose description needs more than one line of a phone,12 pcs,$1.20,Acme Fasteners,A-1
W-2,Bolt,TBD,0.2,,A-2
W-2,Bolt,5,0.2,,A-2
`

async function showColumns(page: Page) {
  await press(/^Import/)(page)
  const file = { name: 'workshop.csv', mimeType: 'text/csv', buffer: Buffer.from(workshopFile) }
  await page.getByLabel('CSV file', { exact: true }).setInputFiles(file)
  await page.getByRole('heading', { name: 'Check the columns' }).waitFor()
}

async function showPreview(page: Page) {
  await showColumns(page)
  await page.getByRole('checkbox', { name: /^Ignore units/ }).check()
  await press('Preview')(page)
  await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor()
}

const addresses: Record<string, string> = {
  portfolio: '/portfolio',
  'portfolio-none': '/portfolio?q=nothing-has-this-name',
  'portfolio-new': '/portfolio/new',
  'portfolio-company': '/portfolio/{company}',
  dashboard: '/dashboard',
  company: '/company/{company}',
  summary: '/inventory/summary',
  transfer: '/inventory/summary?tab=transfer',
  parts: '/inventory/parts',
  'parts-none': '/inventory/parts?q=nothing-has-this-name',
  'parts-filtered': '/inventory/parts?isLowStock=true&sort=stockLevel',
  'part-new': '/inventory/parts/new',
  part: '/inventory/parts/{part}',
  'part-edit': '/inventory/parts/{part}/edit',
  'part-gone': '/inventory/parts/00000000-0000-4000-8000-000000000000',
  assemblies: '/inventory/assemblies',
  'assembly-new': '/inventory/assemblies/new',
  assembly: '/inventory/assemblies/{assembly}',
  'assembly-edit': '/inventory/assemblies/{assembly}/edit',
  products: '/inventory/products',
  'product-new': '/inventory/products/new',
  product: '/inventory/products/{product}',
  'product-edit': '/inventory/products/{product}/edit',
  vendors: '/inventory/vendors',
  'vendor-new': '/inventory/vendors/new',
  vendor: '/inventory/vendors/{vendor}',
  'vendor-edit': '/inventory/vendors/{vendor}/edit',
  movements: '/inventory/movements',
  'stock-value': '/inventory/stock-value',
  changes: '/inventory/changes',
  deleted: '/inventory/deleted',
  'deleted-record': '/inventory/deleted/{deleted}',
  tasks: '/tasks',
  'task-new': '/tasks/new',
  task: '/tasks/{task}',
  'task-edit': '/tasks/{task}/edit',
  templates: '/tasks/templates',
  'template-new': '/tasks/templates/new',
  template: '/tasks/templates/{template}',
  'template-edit': '/tasks/templates/{template}/edit',
  'time-clock': '/time-clock',
  'time-entry': '/time-clock/{entry}',
  'time-entry-edit': '/time-clock/{entry}/edit',
  'time-entry-new': '/time-clock/new',
  'time-propose': '/time-clock/propose',
  'time-correct': '/time-clock/{entry}/propose',
  sheets: '/time-clock/sheets',
  proposals: '/time-clock/proposals',
  wall: '/time-clock/wall',
  sops: '/sops',
  'sop-new': '/sops/new',
  sop: '/sops/{sop}',
  'sop-edit': '/sops/{sop}/edit',
  'sop-read': '/sops/{read}/read',
  readings: '/sops/readings',
  runs: '/sops/runs',
  run: '/sops/runs/{run}',
  integrations: '/integrations',
  output: '/integrations/logs',
  suggestions: '/integrations/suggestions',
  webhooks: '/integrations/webhooks',
  books: '/integrations/quickbooks',
  'store-comparison': '/integrations/store',
  'store-sold': '/integrations/sold',
  management: '/integrations/management',
  notifications: '/notifications',
  account: '/settings/account',
  'token-new': '/settings/account/tokens/new',
  design: '/settings/design',
  utilities: '/settings/utilities',
  health: '/settings/utilities/health',
  database: '/settings/utilities/database',
  users: '/admin/users',
  'user-new': '/admin/users/new',
  user: '/admin/users/{person}',
  'user-edit': '/admin/users/{person}/edit',
  companies: '/admin/companies',
  'company-new': '/admin/companies/new',
  'company-dialog': '/admin/companies/{company}',
  'feedback-inbox': '/admin/feedback',
  'one-feedback': '/admin/feedback/{feedback}',
  guide: '/guide',
  'not-found': '/nowhere',
}

const opened: Screen[] = [
  { name: 'tasks-board', path: '/tasks', open: (page) => page.getByText('Board', { exact: true }).click() },
  { name: 'palette', path: '/dashboard', open: (page) => page.keyboard.press('Control+k') },
  { name: 'key-sheet', path: '/inventory/parts', open: (page) => page.keyboard.press('?') },
  { name: 'bell', path: '/dashboard', open: press(/^Notifications/) },
  { name: 'part-activity', path: '/inventory/parts/{part}', open: tab('Activity Timeline') },
  { name: 'part-deletion', path: '/inventory/parts/{part}', open: press('Delete') },
  { name: 'parts-view', path: '/inventory/parts', open: press('View') },
  { name: 'parts-export', path: '/inventory/parts', open: press(/^Export/) },
  { name: 'parts-import', path: '/inventory/parts', open: press(/^Import/) },
  { name: 'parts-import-columns', path: '/inventory/parts', open: showColumns },
  { name: 'parts-import-preview', path: '/inventory/parts', open: showPreview },
  { name: 'parts-filters', path: '/inventory/parts', open: press(/^Filters/) },
  {
    name: 'parts-selected',
    path: '/inventory/parts',
    open: (page) => page.getByRole('checkbox', { name: 'Select all on this page' }).check(),
  },

  { name: 'run-begun', path: '/sops/{read}/read', open: press(/^(Start|Continue)$/) },
]

const guide = chapters
  .flatMap(({ pages }) => pages)
  .map(({ slug }) => ({ name: `guide-${slug}`, path: `/guide/${slug}` }))

/** Every address of the product, every dialog and menu without one, and every page of the guide. */
export const screens: Screen[] = [
  ...Object.entries(addresses).map(([name, path]) => ({ name, path })),
  ...opened,
  ...guide,
]

/** Fills in the ids. @returns undefined if the person has no such record */
export async function addressFor(page: Page, companyId: string, path: string): Promise<string | undefined> {
  const word = /\{(\w+)\}/.exec(path)?.[1]
  if (!word) return path
  const id = word === 'company' ? companyId : await firstOf(page, companyId, lists[word] ?? word)
  return id && path.replace(`{${word}}`, id)
}

async function firstOf(page: Page, companyId: string, list: string): Promise<string | undefined> {
  const answer = await page.request.get(list.startsWith('/') ? list : `/api/companies/${companyId}/${list}`)
  return answer.ok() ? (await answer.json()).items?.[0]?.id : undefined
}
