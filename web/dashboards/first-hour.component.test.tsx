import { Member } from 'contract/companies/members.ts'
import { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { FiguresInTime, PortfolioRow } from 'contract/dashboards/figures.ts'
import { Person } from 'contract/identity/people.ts'
import { savedOf } from 'contract/list.ts'
import { Sop } from 'contract/sops/sops.ts'
import { Task } from 'contract/tasks/tasks.ts'
import { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { queries } from '../shared/api/queries.ts'
import { expectNone } from '../testing/look.ts'
import { company, me, open } from '../testing/product.tsx'
import { newId, pageWith, sampleOf } from '../testing/samples.ts'

const kim = sampleOf(Member, { userId: newId(), firstName: 'Kim', status: 'active', role: 'employee' })
const { counts } = sampleOf(CompanyDashboard)
const dashboard = { get: () => sampleOf(CompanyDashboard, { counts: { ...counts, parts: 3 } }) }

test.each(['/dashboard', `/company/${company.id}`])(
  'a step of a new company leads back to %s, where it was pressed',
  async (path) => {
    open(path, path === '/dashboard' ? 'company_operator' : 'sbr_operator', { dashboard })
    await page.getByRole('link', { name: 'Create Task' }).click()
    await page.getByRole('dialog', { name: 'Create Task' }).getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => window.location.pathname).toBe(path)
  },
)

test('somebody who is missing among the assignees is asked for there, and what was written of the task stays', async () => {
  const asked: object[] = []
  open('/tasks/new', 'company_operator', {
    members: { list: () => pageWith([]) },
    accessRequests: { ask: (person) => void asked.push(person) },
  })
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabelText('Title').fill('Build the first pump')
  await form.getByRole('combobox', { name: 'Assignee' }).click()
  await expect.element(page.getByRole('option', { name: 'Ask SBR for a Person' })).toBeVisible()
  // Mantine draws the scrollbars of the list; the browser's own would stand there always, down and across.
  const list = page.getByRole('listbox', { name: 'Assignee' }).element()
  const boxes = [...list.querySelectorAll('*')].filter((each) => getComputedStyle(each).overflowY === 'scroll')
  expect(boxes.map((box) => getComputedStyle(box).scrollbarWidth)).toEqual(['none'])
  await form.getByRole('combobox', { name: 'Assignee' }).fill('Lee Ito')
  await page.getByRole('option', { name: 'Ask SBR for Lee Ito' }).click()
  const question = page.getByRole('dialog', { name: 'Ask SBR for a Person' })
  await expect.element(question.getByLabelText('Name')).toHaveValue('Lee Ito')
  await expect.element(question.getByLabelText('Email')).toHaveFocus()
  await userEvent.keyboard('lee@kestrel.example')
  await question.getByRole('button', { name: 'Send Request' }).click()
  await expect.element(page.getByText('Request sent to SBR')).toBeVisible()
  expect(asked).toMatchObject([{ name: 'Lee Ito', email: 'lee@kestrel.example', role: 'employee' }])
  await expect.element(form.getByLabelText('Title')).toHaveValue('Build the first pump')
  await expect.element(form.getByRole('combobox', { name: 'Assignee' })).toHaveValue('')
})

test('an operator of SBR adds an employee who is missing among the assignees, and the task is theirs', async () => {
  const lee = sampleOf(Person, { id: newId(), email: 'lee@kestrel.example', firstName: 'Lee', lastName: 'Ito' })
  const server = open('/tasks/new', 'sbr_operator', {
    members: { list: () => pageWith([]) },
    people: { create: () => lee },
    tasks: { create: () => sampleOf(savedOf(Task), { id: newId(), companyId: company.id, assignedTo: lee.id }) },
  })
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabelText('Title').fill('Build the first pump')
  await form.getByRole('combobox', { name: 'Assignee' }).click()
  await form.getByRole('combobox', { name: 'Assignee' }).fill('Lee Ito')
  await page.getByRole('option', { name: 'Add Lee Ito' }).click()
  const adding = page.getByRole('dialog', { name: 'Create User' })
  await expect.element(adding.getByLabelText('First Name')).toHaveValue('Lee')
  await expect.element(adding.getByLabelText('Last Name')).toHaveValue('Ito')
  await expect.element(adding.getByRole('combobox', { name: 'Company' })).toHaveValue('North Workshop')
  await adding.getByLabelText('Email').fill('lee@kestrel.example')
  await adding.getByRole('button', { name: 'Create User' }).click()
  await expect.element(form.getByRole('combobox', { name: 'Assignee' })).toHaveValue('Lee Ito')
  await form.getByRole('button', { name: 'Create Task' }).click()
  await expect.poll(() => server.calls).toContain('tasks.create')
})

test('the first open step stands out, also when the one before it is done meanwhile', async () => {
  const { hasMade } = sampleOf(CompanyDashboard)
  const asked: object[] = []
  const made = () => ({ ...hasMade, bom: true, sops: true, people: asked.length > 0 })
  open('/dashboard', 'company_operator', {
    dashboard: { get: () => sampleOf(CompanyDashboard, { counts: { ...counts, parts: 3 }, hasMade: made() }) },
    accessRequests: { ask: (person) => void asked.push(person) },
  })
  const backgroundOf = (button: Locator) => getComputedStyle(button.element()).backgroundColor
  const setUp = page.getByRole('region', { name: /^Set up/ })
  const ask = setUp.getByRole('button', { name: 'Ask SBR for a Person' })
  const give = setUp.getByRole('link', { name: 'Create Task' })
  await expect.element(ask).toBeVisible()
  const [first, other] = [backgroundOf(ask), backgroundOf(give)]
  expect(first).not.toBe(other)
  await ask.click()
  const form = page.getByRole('dialog')
  await form.getByLabelText('Name').fill('Lee')
  await form.getByLabelText('Email').fill('lee@kestrel.example')
  await form.getByRole('button', { name: 'Send Request' }).click()
  await expect.element(ask).not.toBeInTheDocument()
  await expect.poll(() => backgroundOf(give)).toBe(first)
})

test('a company that has nothing shows no figures, which would all be zero', async () => {
  const { hasMade } = sampleOf(CompanyDashboard)
  const made = { people: false }
  open('/dashboard', 'company_operator', {
    dashboard: { get: () => sampleOf(CompanyDashboard, { hasMade: { ...hasMade, ...made } }) },
  })
  await expect.element(page.getByRole('region', { name: /^Set up/ })).toBeVisible()
  await expectNone(page.getByRole('region', { name: 'Figures' }))
  made.people = true
  await queries.invalidateQueries()
  await expect.element(page.getByRole('region', { name: 'Figures' })).toBeVisible()
})

test('the step that adds people says for whom the firm has been asked', async () => {
  const { hasMade } = sampleOf(CompanyDashboard)
  const asking = {
    get: () => sampleOf(CompanyDashboard, { counts, hasMade: { ...hasMade, requestedPeople: ['Lee Ito', 'Kim'] } }),
  }
  open('/dashboard', 'company_operator', { dashboard: asking })
  await expect.element(page.getByText('SBR has been asked for Lee Ito and Kim')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ask SBR for a Person' }).first()).toBeVisible()
})

test('a file may be dropped anywhere in the row of its step', async () => {
  open('/dashboard', 'company_operator', { dashboard: { get: () => sampleOf(CompanyDashboard) } })
  const hint = page.getByText('A CSV or Excel file, chosen or dropped here')
  await expect.element(hint).toBeVisible()
  const atHint = () => {
    const { left, top } = hint.element().getBoundingClientRect()
    return document.elementFromPoint(left + 5, top + 5)
  }
  await expect.poll(() => atHint()?.closest('.mantine-Dropzone-root')).toBeTruthy()
})

test('people who may not ask for a person see only the people of their company', async () => {
  open('/tasks/new', 'manager', {
    members: { list: () => pageWith([kim]) },
  })
  await page.getByRole('combobox', { name: 'Assignee' }).click()
  await expect.element(page.getByRole('option')).toHaveTextContent('Kim · Employee')
})

test('the toast about a new SOP leads to a task that follows it', async () => {
  const sop = sampleOf(savedOf(Sop), {
    id: newId(),
    companyId: company.id,
    title: 'Assemble the pump',
    status: 'published',
  })
  open('/sops/new', 'company_operator', { sops: { create: () => sop, get: () => sop } })
  await page.getByRole('dialog').getByLabelText('Title').fill('Assemble the pump')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await page.getByRole('button', { name: 'Give a Task' }).click()
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await expect.element(form.getByRole('combobox', { name: 'SOP' })).toHaveValue('Assemble the pump')
  await expect.element(form.getByRole('combobox', { name: 'Assignee' })).toHaveFocus()
  await expect.element(form.getByLabelText('Title')).toHaveValue('Assemble the pump')
})

test('the toast about clocking out leads to a correction of the hours, and back to the dashboard', async () => {
  const startedAt = new Date(Date.now() - 65_000).toISOString()
  const entry = sampleOf(TimeEntry, { id: newId(), userId: me.id, startedAt })
  const clock = { now: new Date().toISOString(), timeZone: 'UTC', shiftHours: 12 }
  const ended = { ...entry, endedAt: clock.now }
  open('/dashboard', 'employee', {
    dashboard,
    timeEntries: {
      active: () => ({ entry, ...clock }),
      clockOut: () => ended,
      get: () => ({ ...ended, ...clock, revisions: [] }),
    },
  })
  await page.getByRole('button', { name: 'Clock Out' }).click()
  await page.getByRole('button', { name: 'Correct' }).click()
  const form = page.getByRole('dialog', { name: 'Propose a Correction' })
  await expect.element(form.getByLabelText('Reason for the change')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => window.location.pathname).toBe('/dashboard')
})

test('to send a question for a person does not create the task below it', async () => {
  const server = open('/tasks/new', 'company_operator', {
    members: { list: ({ q }) => pageWith(q === 'Lee' ? [] : [kim]) },
    accessRequests: { ask: () => undefined },
  })
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await form.getByLabelText('Title').fill('Build the first pump')
  await form.getByRole('combobox', { name: 'Assignee' }).click()
  await form.getByRole('combobox', { name: 'Assignee' }).fill('Lee')
  await page.getByRole('option', { name: 'Ask SBR for Lee' }).click()
  await page.getByLabelText('Email').fill('lee@kestrel.example')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(page.getByText('Request sent to SBR')).toBeVisible()
  expect(server.calls).not.toContain('tasks.create')
})

test('a stock without retail prices has no total value of zero, but a value at cost', async () => {
  const { now } = sampleOf(FiguresInTime)
  open('/dashboard', 'company_operator', {
    dashboard,
    figures: { get: () => sampleOf(FiguresInTime, { now: { ...now, totalValue: 0, valueAtCost: 145.5 } }) },
  })
  const card = page.getByRole('article', { name: 'Total Value' })
  await expect.element(card).toMatchTextContent(/—.*\$145\.50 at cost; no retail prices yet/)
  await expectNone(card.getByText('$0.00'))
})

test('nor has it one in the portfolio', async () => {
  const row = sampleOf(PortfolioRow, { id: company.id, name: company.name, totalValue: 0, valueAtCost: 145.5 })
  open('/portfolio', 'sbr_operator', { figures: { portfolio: () => ({ items: [row] }) } })
  const value = page.getByTitle(/at cost; no retail prices yet/).first()
  await expect.element(value).toMatchTextContent(/^—\$145\.50 at cost$/)
  await expectNone(page.getByText('$0.00'))
})
