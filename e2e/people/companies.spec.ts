import { expect, type Page } from '@playwright/test'
import { leg, test } from '../journey.ts'
import { choose, enter, expectAccessible, originOf, people, signIn, visit } from '../people.ts'
import { words } from '../words.ts'

test('an operator of SBR adds companies, and sets one up', async ({ page }) => {
  await leg(page, 'an operator adds a company, describes it, and sees what somebody else changed meanwhile', () =>
    addCompany(page),
  )
  await leg(page, 'a new company begins with what to set up, ticked off by what exists', () => setUpCompany(page))
})

async function addCompany(page: Page) {
  await signIn(page, people.operator)
  await expect(page.getByRole('heading', { name: 'Portfolio Management' })).toBeVisible()
  await page.getByRole('link', { name: 'Add Portfolio Company' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Company Name').fill('   ')
  await form.getByRole('button', { name: 'Create Company' }).click()
  await expect(form.getByText(words.companies.nameMissing)).toBeVisible()
  await form.getByLabel('Company Name').fill('East Foundry')
  await form.getByRole('button', { name: 'Create Company' }).click()
  await expect(page.getByText(words.companies.created)).toBeVisible()
  // It leads into the new company, and the header follows.
  await expect(page.getByRole('region', { name: 'Set up East Foundry' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Company' })).toHaveValue('East Foundry')
  await page.getByRole('link', { name: 'Back to Portfolio' }).click()
  await page.getByRole('article', { name: 'East Foundry' }).getByLabel('View Details of East Foundry').click()

  const details = page.getByRole('dialog')
  await details.getByRole('button', { name: 'Edit' }).click()
  await details.getByLabel('Industry').fill('Casting')
  await details.getByLabel('Employees').fill('42')
  await details.getByLabel('City').fill('Gary')
  await details.getByRole('button', { name: 'Add a Detail' }).click()
  await details.getByLabel('Name of detail 1').fill('Furnaces')
  await details.getByLabel('Value of detail 1').fill('3')
  await expectAccessible(page)
  // This zone never has the same day or hour as the machine that runs the test.
  await details.getByRole('combobox', { name: 'Time Zone' }).fill('Kiritimati')
  await page.getByRole('option', { name: 'Pacific/Kiritimati' }).click()
  await details.getByRole('button', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Keep Editing' }).click()
  await expect(details.getByLabel('Industry')).toHaveValue('Casting')
  await details.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(words.companies.updated)).toBeVisible()
  await expect(details.getByText(/^\w+ \d+, \d{4}, .+ GMT\+14$/)).toHaveCount(2)
  await expect(details.getByText('Casting')).toBeVisible()
  await expect(details.getByText('Furnaces')).toBeVisible()
  await expectAccessible(page)

  const other = await page.context().newPage()
  await other.goto(page.url())
  for (const [each, industry] of [
    [page, 'Die casting'],
    [other, 'Sand casting'],
  ] as const) {
    await each.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
    await each.getByRole('dialog').getByLabel('Industry').fill(industry)
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog').getByText('Die casting')).toBeVisible()
  await other.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const conflict = other.getByRole('alert', { name: 'Conflicting changes' })
  await expect(conflict.getByText('Die casting')).toBeVisible()
  await conflict.getByRole('button', { name: 'Save These Values' }).click()
  await expect(other.getByRole('dialog').getByText('Sand casting')).toBeVisible()
  await other.close()
  await test.step('a second company of the same name causes a warning, and parent companies are a group of their own', () =>
    addParent(page))
}

async function addParent(page: Page) {
  const headers = { origin: await originOf(page) }
  await page.request.post('/api/companies', { headers, data: { name: 'West Holding', type: 'parent' } })
  await visit(page, '/portfolio/new')
  const form = page.getByRole('dialog')
  await form.getByLabel('Company Name').fill('west\u2009 HOL\u00adDING ')
  await expect(form.getByText('There is a company named West Holding already.')).toBeVisible()
  await form.getByLabel('Company Name').fill('West Holding 2')
  await expect(form.getByText(/There is a company named/)).toHaveCount(0)
  await form.getByLabel('Company Name').fill('')
  await visit(page, '/portfolio')
  await expect(page.getByRole('heading', { name: /^Other parent companies/ })).toBeVisible()
  const order = await page
    .getByRole('main')
    .getByRole('heading', { name: /parent companies|Portfolio companies|^West Holding$/ })
    .allTextContents()
  expect(order.map((text) => text.replace(/[^A-Za-z ]/g, '').trim())).toEqual([
    'Other parent companies',
    'West Holding',
    'Portfolio companies',
  ])
}

async function setUpCompany(page: Page) {
  await enter(page, people.operator)
  const headers = { origin: await originOf(page) }
  const made = await page.request.post('/api/companies', { headers, data: { name: 'Fresh Works', type: 'portfolio' } })
  const { id } = await made.json()
  await visit(page, `/company/${id}`)
  const steps = page.getByRole('region', { name: 'Set up Fresh Works' })
  await expect(steps.getByText('0 of 6 done')).toBeVisible()
  await expectAccessible(page)
  const buffer = Buffer.from('Part Number,Name,Stock Level\nFW-1,Washer,12\n')
  const fileOf = (step: string) => steps.getByRole('listitem').filter({ hasText: step }).getByLabel('CSV file')
  await fileOf('Import your parts').setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Import/ }).click()
  await expect(steps.getByText('1 of 6 done')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import a BOM' })).toBeVisible()
  await expect(steps.getByRole('listitem').filter({ hasText: 'Import your parts' }).getByLabel('Done')).toBeVisible()
  const lines = Buffer.from('Product,Component,Quantity\nFW-9,FW-1,4\n')
  await fileOf('Say what your products are made of').setInputFiles({
    name: 'bom.csv',
    mimeType: 'text/csv',
    buffer: lines,
  })
  // Every column is matched, so the rows come at once, with the only question of this file.
  await expect(dialog.getByText('1 product in bom.csv')).toBeVisible()
  await choose(page, 'Add FW-9 as', 'Assemblies')
  await expect(dialog.getByText('1 assembly in bom.csv')).toBeVisible()
  await dialog.getByRole('button', { name: /^Import 1/ }).click()
  await expect(steps.getByText('2 of 6 done')).toBeVisible()
  await steps.getByRole('link', { name: 'What Can Be Built' }).click()
  await expect(page.getByRole('row', { name: /FW-9/ })).toBeVisible()
  await visit(page, '/inventory/summary')
  await page.getByRole('link', { name: 'Show Assemblies' }).click()
  await expect(page.getByRole('row', { name: /FW-9/ })).toBeVisible()
  await visit(page, `/company/${id}`)
  // The form leads back to the steps.
  await steps.getByRole('link', { name: 'Add People' }).click()
  await addTwoPeople(page)
  await expect(page).toHaveURL(new RegExp(`/company/${id}`))
  await expect(steps.getByText('3 of 6 done')).toBeVisible()
  await steps.getByRole('link', { name: 'Create Task' }).click()
  await expect(page).toHaveURL(new RegExp(`/tasks/new\\?company=${id}`))
  const company = `/api/companies/${id}`
  const [{ userId: assignedTo }] = (await (await page.request.get(`${company}/members`)).json()).items
  await page.request.post(`${company}/sops`, { headers, data: { title: 'Washing' } })
  await page.request.post(`${company}/tasks`, { headers, data: { title: 'Wash', assignedTo } })
  await page.goto(`/company/${id}`)
  await expect(steps.getByText('5 of 6 done')).toBeVisible()
  await steps.getByRole('button', { name: 'Put away' }).click()
  await expect(steps).toHaveCount(0)
  await visit(page, `/company/${id}?setUp=show`)
  await expect(steps.getByText('5 of 6 done')).toBeVisible()
}

/** The dialog stays open for the second one, with the company of the first and the role with fewest rights. */
async function addTwoPeople(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Create User' })
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('Employee')
  await dialog.getByLabel('Email').fill('one@fresh.example')
  await choose(dialog, 'Role', 'Manager')
  await dialog.getByRole('button', { name: 'Save and Add Another' }).click()
  await expect(dialog.getByLabel('Email')).toHaveValue('')
  await expect(dialog.getByRole('combobox', { name: 'Company' })).toHaveValue('Fresh Works')
  await expect(dialog.getByRole('combobox', { name: 'Role' })).toHaveValue('Employee')
  await dialog.getByLabel('Email').fill('two@fresh.example')
  await dialog.getByRole('button', { name: 'Create User' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('They sign in with Google as two@fresh.example.')).toBeVisible()
}

/** Presses the only option, once the list belongs to the typed words: an earlier option would disappear during the press. */
async function chooseManager(page: Page) {
  const options = page.getByRole('option')
  await expect(options).toHaveCount(1)
  await expect(options).toHaveText(/manager@north\.example/)
  await options.click()
}

test('an operator of SBR moves people between companies, and goes from one company to the next', async ({ page }) => {
  await leg(page, 'an operator moves somebody into a company and takes them out again', () => movePerson(page))
  await leg(page, 'the dashboard of a company leads into it; other companies do not exist for its people', () =>
    visitDashboards(page),
  )
})

async function movePerson(page: Page) {
  await signIn(page, people.operator)
  await page.getByLabel('View Details of South Supply').click()
  const details = page.getByRole('dialog')
  await details.getByRole('tab', { name: 'Users' }).click()
  const newcomer = details.getByRole('link', { name: 'Create a user for this company' })
  await expect(newcomer).toHaveAttribute('href', /^\/admin\/users\/new\?for=/)
  await details.getByRole('combobox', { name: 'Add a user' }).fill('manager@north')
  await chooseManager(page)
  await expect(details.getByText(/will leave North Manufacturing/)).toBeVisible()
  await choose(details, 'Role', 'Manager')
  await expectAccessible(page)
  // Pressed twice, add and remove each happen once, with one message.
  const added: string[] = []
  page.on('request', (sent) => sent.method() === 'POST' && sent.url().endsWith('/members') && added.push(sent.url()))
  await details.getByRole('button', { name: 'Add User' }).dblclick()
  await expect(page.getByText(words.companies.userAdded)).toHaveCount(1)
  expect(added).toHaveLength(1)
  const row = details.getByRole('listitem').filter({ hasText: 'manager@north.example' })
  await row.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).dblclick()
  await expect(page.getByText(words.companies.userRemoved)).toHaveCount(1)
  await expect(page.getByText(/^Failed to (add|remove) user/)).toHaveCount(0)
  await expect(row).toHaveCount(0)
  // Move the person back to their demo company: other journeys sign in as them.
  await visit(page, '/portfolio')
  await page.getByLabel('View Details of North Manufacturing').click()
  await details.getByRole('tab', { name: 'Users' }).click()
  await details.getByRole('combobox', { name: 'Add a user' }).fill('manager@north')
  await chooseManager(page)
  await choose(details, 'Role', 'Manager')
  await details.getByRole('button', { name: 'Add User' }).click()
  await expect(row).toBeVisible()
}

async function visitDashboards(page: Page) {
  await signIn(page, people.operator)
  const card = page.getByRole('article', { name: 'North Manufacturing' })
  await card.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'North Manufacturing Dashboard' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Revenue', exact: true }).getByText('Total Revenue')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Parts low on stock' })).toBeVisible()
  const north = page.url()
  await page.getByRole('link', { name: 'Manage Inventory' }).click()
  await expect(page.getByRole('heading', { name: 'Parts' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Company', exact: true })).toHaveValue('North Manufacturing')
  await visit(page, '/portfolio')
  await page.getByRole('article', { name: 'South Supply' }).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'South Supply Dashboard' })).toBeVisible()
  const south = page.url()
  await page.getByRole('link', { name: 'Back to Portfolio' }).click()
  await expect(page.getByRole('heading', { name: 'Portfolio Management' })).toBeVisible()

  await signIn(page, people.northOperator, north)
  await expect(page.getByRole('heading', { name: 'North Manufacturing Dashboard' })).toBeVisible()
  await expect(page.getByText('Back to Portfolio')).toHaveCount(0)
  const colleagues = page.getByRole('region', { name: 'People', exact: true })
  await expect(colleagues.getByText('manager@north.example')).toBeVisible()
  await expect(colleagues.getByRole('button', { name: /^Remove/ })).toHaveCount(0)
  await page.goto(south)
  await expect(page.getByText(words.notFound)).toBeVisible()
  await signIn(page, people.northEmployee)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expectAccessible(page)
  await page.goto(north)
  await page.waitForURL(/\/dashboard/)
}
