import type { Books, VendorComparison } from 'contract/integrations/books.ts'
import { expect, test } from 'vitest'
import { consentAt, typedFor, useServices } from '../../testing/outside/services.ts'

const { server, company, operator, manager, services } = useServices()

const at = (path = '') => `/api/companies/${company.id}/integrations/quickbooks${path && `/${path}`}`
const year = new Date().getUTCFullYear()
const today = new Date().toISOString().slice(0, 10)

async function connect() {
  await operator.patch(at(), { isEnabled: true, ...typedFor(services).quickbooks })
  await consentAt(operator, company.id, 'quickbooks')
}
const comparison = async (): Promise<VendorComparison> => (await operator.get(at('vendors'))).json()

test.each([year, year - 1])(
  'profit and loss of %i is that of the books, month by month to the cent',
  async (shownYear) => {
    await connect()
    const answer = await operator.get(at(`books?year=${shownYear}`))
    expect(answer.statusCode).toBe(200)
    const books: Books = answer.json()
    expect(books).toMatchObject({ companyName: 'North Supply', currency: 'USD' })
    const to = shownYear === year ? today : `${shownYear}-12-31`
    const own = await services.quickbooks.control.totals({ from: `${shownYear}-01-01`, to })
    expect(books.months).toEqual(
      own.map(({ month, income, costOfGoods, expenses, netIncome }) => ({
        ...{ month, income: Number(income), costOfGoods: Number(costOfGoods) },
        ...{ expenses: Number(expenses), netIncome: Number(netIncome), otherIncome: 0, otherExpenses: 0, rest: 0 },
      })),
    )
    expect(books.months.some(({ income }) => income > 0)).toBe(true)
  },
)

// At any moment it is another day in at least one of these zones than in UTC.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('the year ends today by the clock of %s', async (zone) => {
  await server.given.sql('update companies set time_zone = $2 where id = $1', [company.id, zone])
  await connect()
  const day = () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
  const before = day()
  expect((await operator.get(at(`books?year=${before.slice(0, 4)}`))).statusCode).toBe(200)
  const { items } = (await operator.get(`/api/companies/${company.id}/integrations/logs`)).json()
  const { request } = items.find((item: { operation: string }) => item.operation === 'Read profit and loss').details
  expect([before, day()]).toContain(/end_date=([\d-]+)/.exec(request)?.[1])
})

test('vendors are matched by name whatever its case and blanks, and nothing is changed on either side', async () => {
  await connect()
  const before = await comparison()
  expect(before.matched.count + before.onlyHere.count).toBe(0)
  expect(before.onlyThere.count).toBeGreaterThan(10)
  const [first = '', second = ''] = before.onlyThere.names
  await server.given.vendor(company, { name: `  ${first.toUpperCase().replace(' ', '  ')} ` })
  await server.given.vendor(company, { name: second })
  await server.given.vendor(company, { name: 'Only Here Ltd' })
  const vendors = 'select id, name, version, updated_at from vendors where company_id = $1 order by id'
  const kept = await server.given.sql(vendors, [company.id])
  const after = await comparison()
  expect(after.matched.count).toBe(2)
  expect(after.matched.items.map(({ nameThere }) => nameThere).sort()).toEqual([first, second].sort())
  expect(after.onlyHere).toEqual({ count: 1, names: ['Only Here Ltd'] })
  expect(after.onlyThere.count).toBe(before.onlyThere.count - 2)
  expect(after.isCut).toBe(false)
  expect(await server.given.sql(vendors, [company.id])).toEqual(kept)
  const methods = Object.keys(await services.quickbooks.control.calls())
  expect(methods.filter((each) => each.startsWith('POST')).every((each) => each.includes('oauth'))).toBe(true)
})

test('a vendor here and one in QuickBooks match like two vendors here, however their signs are written', async () => {
  await connect()
  await services.quickbooks.control.saveRecord({
    entity: 'Vendor',
    fields: { DisplayName: 'STRASSE “BAU” – 10 \u00b5' },
  })
  await server.given.vendor(company, { name: 'Straße "Bau" - 10 \u03bc' })
  expect((await comparison()).matched).toMatchObject({ count: 1 })
})

test('with other income and expenses the months still add up; what does not is named', async () => {
  await connect()
  const lastYear = year - 1
  await services.quickbooks.control.setOther({ month: `${lastYear}-03`, income: 1_234.56, expenses: 0.07 })
  await services.quickbooks.control.setOther({ month: `${lastYear}-04`, expenses: 99.99, unexplained: -0.01 })
  const { months }: Books = (await operator.get(at(`books?year=${lastYear}`))).json()
  const own = await services.quickbooks.control.totals({ from: `${lastYear}-01-01`, to: `${lastYear}-12-31` })
  expect(months.map((each) => [each.month, each.otherIncome, each.otherExpenses, each.netIncome])).toEqual(
    own.map((each) => [each.month, Number(each.otherIncome), Number(each.otherExpenses), Number(each.netIncome)]),
  )
  expect(months.map(({ rest }) => rest)).toEqual([0, 0, 0, -0.01, ...Array(8).fill(0)])
  for (const { income, costOfGoods, expenses, otherIncome, otherExpenses, netIncome, rest } of months)
    expect(income - costOfGoods - expenses + otherIncome - otherExpenses + rest).toBeCloseTo(netIncome, 6)
})

test.each([
  ['repeat', `QuickBooks repeated months in its report: ${year - 1}-01`],
  ['cash', 'QuickBooks reported by Cash, not by accrual'],
  ['parted', 'QuickBooks answered in an unknown form'],
  ['narrow', 'QuickBooks answered in an unknown form'],
  ['sumless', 'QuickBooks answered in an unknown form'],
  ['stray', `QuickBooks added months to its report: ${year - 2}-12`],
] as const)('a report that goes wrong shows no figures: %s', async (manner, message) => {
  await connect()
  await services.quickbooks.control.reportManner({ manner })
  const answer = await operator.get(at(`books?year=${year - 1}`))
  await services.quickbooks.control.reportManner({ manner: 'whole' })
  expect([answer.statusCode, answer.json().message]).toEqual([424, message])
})

test('a company without a booking has months of nothing', async () => {
  await connect()
  await services.quickbooks.control.reportManner({ manner: 'empty' })
  const { months }: Books = (await operator.get(at(`books?year=${year - 1}`))).json()
  await services.quickbooks.control.reportManner({ manner: 'whole' })
  expect(months).toHaveLength(12)
  expect(months.every(({ income, netIncome, rest }) => income === 0 && netIncome === 0 && rest === 0)).toBe(true)
})

test('pages that are shorter than asked for hide no vendor', async () => {
  await connect()
  const whole = await comparison()
  await services.quickbooks.control.setLongestPage({ records: 7 })
  expect(await comparison()).toEqual(whole)
  await services.quickbooks.control.setLongestPage({ records: 0 })
  expect(await comparison()).toMatchObject({ isCut: true })
  await services.quickbooks.control.setLongestPage({ records: 1_000 })
})

test('a vendor that is deleted while another one is added shifts the list: it is read again, and none is left out', async () => {
  await connect()
  const { control } = services.quickbooks
  const before = (await comparison()).onlyThere
  await control.setLongestPage({ records: 10 })
  let pages = 0
  const shift = async () => {
    await control.deleteRecord({ entity: 'Vendor', id: '2' })
    await control.saveRecord({ entity: 'Vendor', fields: { DisplayName: 'Newcomer' } })
  }
  await control.misbehave({
    ...{ share: 1, path: 'query' },
    change: (answer) => {
      pages += 1
      if (pages === 3) void shift()
      return answer
    },
  })
  const { onlyThere, isCut } = await comparison()
  await control.setLongestPage({ records: 1_000 })
  const gone = before.names.filter((name) => !onlyThere.names.includes(name))
  expect({ isCut, count: onlyThere.count, gone }).toEqual({
    ...{ isCut: false, count: before.count, gone: [expect.stringMatching(/ 2$/)] },
  })
  expect(onlyThere.names).toContain('Newcomer')
})

test('too many calls are no error of the connection', async () => {
  await connect()
  await services.quickbooks.control.misbehave({ kinds: [429], share: 1, retryAfter: 60, path: 'v3' })
  const answer = await operator.get(at('vendors'))
  expect([answer.statusCode, answer.json().message]).toEqual([
    ...[424, 'QuickBooks asks for fewer calls; try again in a moment'],
  ])
  expect((await operator.get(at())).json()).toMatchObject({ status: 'connected', lastError: null })
})

test('a refusal of QuickBooks is shown as a sentence, in the answer and on the card', async () => {
  expect((await operator.get(at('vendors'))).json().message).toBe('Save the credentials first')
  await connect()
  await services.quickbooks.control.misbehave({ kinds: [503], share: 1, retryAfter: 0, path: 'v3' })
  const answer = await operator.get(at('vendors'))
  expect([answer.statusCode, answer.json().code]).toEqual([424, 'SERVICE_FAILED'])
  expect(answer.json().message).toBe('QuickBooks has a problem of its own (503)')
  expect((await operator.get(at())).json()).toMatchObject({ status: 'error', lastError: answer.json().message })
  await services.quickbooks.control.behave()
  expect((await operator.get(at('vendors'))).statusCode).toBe(200)
  expect((await operator.get(at())).json()).toMatchObject({ status: 'connected', lastError: null })
})

test('only operators of the company ask, and only for years', async () => {
  await connect()
  expect((await manager.get(at('vendors'))).statusCode).toBe(403)
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.get(at('vendors'))).statusCode).toBe(404)
  for (const bad of ['books', 'books?year=x', 'books?year=1'])
    expect((await operator.get(at(bad))).statusCode).toBe(400)
})
