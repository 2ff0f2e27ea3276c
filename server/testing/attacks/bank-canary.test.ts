import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GivenCompany } from '../given/given.ts'
import { keyringOf } from '../keys.ts'
import { dump, filesIn } from '../postgres/dump.ts'
import { startTestServer, type TestServer } from '../server.ts'

// Bank data of vendors that people enter in every way there is: they may be read back only by the key (T107, decision 0103).
let server: TestServer
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>
let heard = ''

beforeAll(async () => {
  const write = (line: string) => {
    heard += line
  }
  server = await startTestServer({ LOG_LEVEL: 'trace', KEYRING: keyringOf('drill') }, undefined, undefined, { write })
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
afterAll(() => server.close())

const at = (rest: string) => `/api/companies/${company.id}/${rest}`
const csv = { 'content-type': 'text/csv' }
let serial = 0
const once = () => ({ 'idempotency-key': `key-${++serial}` })
const upload = async (lines: string[], more = '') => {
  const answer = await operator.post(at(`imports?type=vendors&fileName=v.csv${more}`), lines.join('\n'), {
    ...csv,
    ...once(),
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

/** All fields that are sealed, with a value that says how it came. */
const bank = (how: string) => ({
  accountNumber: `canary-${how}-account`,
  routingNumber: `canary-${how}-1,234`,
  swiftCode: `canary-${how}`.slice(0, 20),
  iban: `canary-${how}-iban`,
  shippingAccount: `canary-${how}-shipping`,
  taxId: `canary-${how}-tax`,
  notes: `canary-${how}-notes: "quoted" äöü`,
})

async function typeInForm() {
  const made = await operator.post(at('vendors'), { name: 'Typed', private: bank('form') }, once())
  expect(made.json().private).toMatchObject(bank('form'))
  const { id, version } = made.json()
  const edited = { ...once(), 'if-match': String(version) }
  await operator.patch(at(`vendors/${id}`), { private: { iban: 'canary-edited-iban' } }, edited)
  const late = { ...once(), 'if-match': '99' }
  await operator.patch(at(`vendors/${id}`), { private: { iban: 'canary-late-iban' } }, late)
  const gone = (await operator.post(at('vendors'), { name: 'Gone', private: bank('deleted') }, once())).json()
  await operator.delete(at(`vendors/${gone.id}`))
  return id
}

async function importFiles() {
  const header = 'Name,Email,IBAN,Tax ID,Routing Number,Notes,Bank'
  const row = (name: string, how: string, email = '') =>
    `${name},${email},canary-${how}-iban,canary-${how}-tax,"1,${how.length}34-canary",canary-${how}-notes,canary-${how}-unmapped`
  const good = await upload([header, row('Imported', 'import'), row('Typed', 'update')])
  expect((await operator.post(at(`imports/${good.id}/commit`), {}, once())).json().summary).toMatchObject({ create: 1 })
  // Left as a preview: faulty rows, too long a value, too many cells, a row that is corrected.
  const long = `Long,,canary-long-${'x'.repeat(60)},,,,`
  const faulty = await upload([header, row('Faulty', 'faulty', 'no mail'), long, `${row('Wide', 'wide')},canary-more`])
  expect(faulty.summary).toMatchObject({ error: 3 })
  const cells = ['Mended', '', 'canary-mended-iban', '', '', '', '']
  expect((await operator.patch(at(`imports/${faulty.id}/rows/2`), { cells }, once())).statusCode).toBe(200)
  // Columns that nobody has mapped yet, and a file without a header.
  await upload(['Firma,Konto', 'Mapless,canary-unmapped-iban'])
  await upload(['canary-header-name,canary-header-iban', 'x,canary-second-iban'])
}

test('bank data are in no dump, no stored file and no log, whichever way they came', async () => {
  const id = await typeInForm()
  await importFiles()
  const part = await server.given.part(company, {})
  await operator.post(at('parts/bulk-edit'), {
    ...{ selection: { ids: [part.id] }, field: 'vendorId', value: id, preview: false },
  })
  const backup = (await operator.post(at('backups'), {}, once())).json()
  const restored = (await operator.post(at(`backups/${backup.id}/import`), {}, once())).json()
  expect(restored.summary).toMatchObject({ create: 0, update: 0, error: 0 })
  const exported = await operator.get(at('exports/vendors.csv'))
  const answer = await operator.get(at(`vendors/${id}`))
  const timeline = await operator.get(at(`activity?entityType=vendor&entityId=${id}`))

  const found = { dump: await dump(server.adminUrl), files: filesIn(server.dataDir), log: heard }
  for (const [where, text] of Object.entries(found)) {
    const place = text.search(/canary|Y2FuYXJ5|63616e617279/)
    expect(place < 0 ? '' : text.slice(Math.max(0, place - 200), place + 100), where).toBe('')
  }
  // Those who may see them do.
  expect(exported.body).toContain('canary-import-iban')
  expect(exported.body).toContain('canary-update-tax')
  expect(answer.json().private).toMatchObject({ iban: 'canary-update-iban', accountNumber: bank('form').accountNumber })
  expect(timeline.body).toContain('••••iban')
  // What is looked through is there at all.
  expect(found.dump).toContain('Imported')
  expect(found.log).toContain('/vendors')
})
