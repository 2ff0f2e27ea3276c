import { ChangePreview } from 'contract/activity/change-preview.ts'
import { previewHeader } from 'contract/activity/preview-header.ts'
import { changedHeader } from 'contract/live.ts'
import { expect, test } from 'vitest'
import { expected, procedureOf, recordsOf } from '../access/all.ts'
import { ask } from '../access/ask.ts'
import { readDocument } from '../described.ts'
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

/** Whether a change takes X-Preview, as the document of the API says. */
async function describedPreviews() {
  const { paths } = (await server.anonymous.get('/api/openapi.json')).json()
  type Operation = { operationId: string; parameters: { $ref?: string }[] }
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path))
  return (name: string) =>
    operations
      .find(({ operationId }) => operationId === name)
      ?.parameters.some(({ $ref }) => $ref === '#/components/parameters/Preview') ?? false
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
  const takesPreview = await describedPreviews()
  const before = await contents()
  const problemsOf = await readDocument(server.app)
  const answers: { status: number; changed: unknown }[] = []
  const undescribed: object[] = []
  for (const name of changes) {
    const answer = await ask(server.app, token, name, records, { [previewHeader]: '1' })
    answers.push({ status: answer.statusCode, changed: answer.headers[changedHeader] })
    const isDescribed = takesPreview(procedureOf(name))
    if (answer.statusCode === 200) ChangePreview.parse(answer.json())
    undescribed.push(...problemsOf(procedureOf(name), answer).map((problem) => [name, problem]))
    if (answer.statusCode === 200 && !isDescribed) undescribed.push([name, 'has a preview'])
    if (answer.statusCode === 400 && isDescribed) undescribed.push([name, 'has no preview'])
  }
  expect(undescribed).toEqual([])
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const previewed = answers.filter(({ status }) => status === 200)
  expect(previewed.length).toBeGreaterThan(50)
  for (const { changed } of previewed) expect(JSON.parse(String(changed))).toMatchObject({ changes: [] })
  expect(await contents()).toEqual(before)
})
