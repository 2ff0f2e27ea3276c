import type { Page } from '@playwright/test'
import { pages } from '../../web/settings/guide/contents.ts'

/** A screen as `npm run screens` visits it. */
export type Screen = {
  name: string
  /** The address; `$id` stands for the id of a part that the person may read. */
  path: string
  /** Opens a dialog or menu that has no address of its own. */
  open?: (page: Page) => Promise<void>
}

/** The list of the API for the record in an address, by the address before it. Its first record is opened. */
const lists: Record<string, string> = {
  '/inventory/parts': 'parts?sort=stockLevel&order=desc',
  '/inventory/assemblies': 'assemblies',
  '/inventory/products': 'products',
  '/inventory/locations': 'locations',
  '/inventory/vendors': 'vendors',
  '/inventory/deleted': 'deleted',
  '/sops': 'sops?status=published',
  '/sops/runs': 'sop-runs',
  '/tasks': 'tasks',
  '/tasks/templates': 'task-templates',
  '/time-clock': 'time-entries',
  '/admin/feedback': '/api/feedback',
  '/admin/users': '/api/people',
}
/** The address has the id of the chosen company. */
const ofCompanies = ['/company', '/portfolio', '/admin/companies']

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
  await page.getByRole('checkbox', { name: /count as empty/ }).check()
  await press('Preview')(page)
  await page.getByRole('heading', { name: 'Preview', exact: true }).waitFor()
}

/** What an address shows for some of its parameters, or for a record that is not there. */
const variants: Record<string, string> = {
  'portfolio-none': '/portfolio?q=nothing-has-this-name',
  'inventory-summary-transfer': '/inventory/summary?tab=transfer',
  'inventory-parts-none': '/inventory/parts?q=nothing-has-this-name',
  'inventory-parts-filtered': '/inventory/parts?isLowStock=true&sort=stockLevel',
  'inventory-parts-gone': '/inventory/parts/00000000-0000-4000-8000-000000000000',
  'not-found': '/nowhere',
}

const opened: Screen[] = [
  { name: 'tasks-board', path: '/tasks', open: (page) => page.getByText('Board', { exact: true }).click() },
  { name: 'palette', path: '/dashboard', open: (page) => page.keyboard.press('Control+k') },
  { name: 'key-sheet', path: '/inventory/parts', open: (page) => page.keyboard.press('?') },
  { name: 'bell', path: '/dashboard', open: press(/^Notifications/) },
  { name: 'part-activity', path: '/inventory/parts/$id', open: tab('Activity Timeline') },
  { name: 'part-deletion', path: '/inventory/parts/$id', open: press('Delete') },
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

  { name: 'run-begun', path: '/sops/$id/read', open: press(/^(Start|Continue) the Checklist$/) },
]

const guide = pages.map(({ slug }) => ({ name: `guide-${slug}`, path: `/guide/${slug}` }))

/** What is visited besides the address of each route. */
export const further: Screen[] = [
  ...Object.entries(variants).map(([name, path]) => ({ name, path })),
  ...opened,
  ...guide,
]

/** The address of each route of the product, every dialog and menu without one, and every page of the guide. */
export const screensOf = (addresses: string[]): Screen[] => [
  ...addresses.map((path) => ({ name: nameOf(path), path })),
  ...further,
]

/** 'inventory-parts-id-edit' of '/inventory/parts/$id/edit' */
const nameOf = (path: string) => path.slice(1).replaceAll(/\W+/g, '-')

/** The addresses that the router of the open page declares, without those that only lead to another one. The guide is visited page by page. */
export const addressesOn = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`Object.values(__TSR_ROUTER__.routesById)
    .filter(({ options }) => !options.beforeLoad && !options.staticData?.isFrame)
    .map(({ fullPath }) => fullPath.replace(/[/]$/, ''))
    .filter((path) => !['', '/$', '/guide/$page'].includes(path))`)

/** The list of the record in an address; undefined when there is no record in it. @throws when no list is declared for it */
export function listFor(path: string): string | undefined {
  const at = path.indexOf('/$')
  if (at < 0 || ofCompanies.includes(path.slice(0, at))) return undefined
  const list = lists[path.slice(0, at)]
  if (!list) throw new Error(`scripts/screens/screens-to-visit.ts has no list for the record in ${path}`)
  return list
}

/** Fills in the id. @returns undefined if the person has no such record */
export async function addressFor(page: Page, companyId: string, path: string): Promise<string | undefined> {
  if (!path.includes('$')) return path
  const list = listFor(path)
  const id = list ? await firstOf(page, companyId, list) : companyId
  return id && path.replace(/\$\w+/, id)
}

async function firstOf(page: Page, companyId: string, list: string): Promise<string | undefined> {
  const answer = await page.request.get(list.startsWith('/') ? list : `/api/companies/${companyId}/${list}`)
  return answer.ok() ? (await answer.json()).items?.[0]?.id : undefined
}
