import { previewHeader } from 'contract/activity/change-preview.ts'
import { changedHeader } from 'contract/live.ts'
import { expect, test } from 'vitest'
import { expected, procedureOf, recordsOf } from '../access/all.ts'
import { ask } from '../access/ask.ts'
import { useOwnServer } from '../fixture.ts'
import { procedures } from '../procedures.ts'

const { server } = useOwnServer()

/** What a request leaves whatever it asks: signs of life of a session, refusals, and counts of requests. */
const ofRequests = ['public.sessions', 'public.rate_limits', 'app.used_attempts', 'public.security_events']

/** A mark of the content of each table. */
async function contents(): Promise<Record<string, string>> {
  const tables = await server.given.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'app') order by 1`,
  )
  const marks = tables
    .filter(({ name }) => !ofRequests.includes(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, coalesce(md5(string_agg(t::text, '' order by t::text)), '') as mark from ${name} t`,
    )
  const rows = await server.given.sql<{ name: string; mark: string }>(marks.join(' union all '))
  return Object.fromEntries(rows.map(({ name, mark }) => [name, mark]))
}

test('the preview of every change of a company leaves every row of every table as it was, and announces nothing', async () => {
  const [company, firm] = [await server.given.company(), await server.given.firm()]
  const operator = await server.given.person('company_operator', company)
  const { token } = await server.given.person('sbr_operator', firm)
  const records = await recordsOf(server.given, company, operator)
  const changes = Object.keys(expected).filter((name) => {
    const { method, path, meta } = procedures.find((each) => each.name === procedureOf(name)) ?? { path: '', meta: {} }
    return method !== 'GET' && path.includes('/companies/{companyId}/') && !('readsOnly' in meta)
  })
  const before = await contents()
  const answers: { status: number; changed: unknown }[] = []
  for (const name of changes) {
    const { statusCode, headers } = await ask(server.app, token, name, records, { [previewHeader]: '1' })
    answers.push({ status: statusCode, changed: headers[changedHeader] })
  }
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const previewed = answers.filter(({ status }) => status === 200)
  expect(previewed.length).toBeGreaterThan(50)
  for (const { changed } of previewed) expect(JSON.parse(String(changed))).toMatchObject({ changes: [] })
  expect(await contents()).toEqual(before)
})
