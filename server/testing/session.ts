import pg from 'pg'
import { runtimeUrl } from '../platform/database/schema/database-roles.ts'
import { hashToken } from '../platform/http/session-token.ts'
import type { GivenCompany, GivenPerson } from './given/given.ts'
import type { TestServer } from './server.ts'

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

/**
 * Runs SQL as signed-in people, behind the fence: in transactions of the web role, opened as the server does.
 * @param readNotice gets the text of each notice of PostgreSQL
 */
export async function openSession(server: TestServer, readNotice?: (text: string) => void) {
  const client = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
  if (readNotice) client.on('notice', ({ message }) => readNotice(message ?? ''))
  await client.connect()
  const act = async <Result>(person: GivenPerson, company: GivenCompany, work: (query: Query) => Promise<Result>) => {
    await client.query('begin')
    try {
      await client.query('select app.enter($1, $2, null)', [hashToken(person.token), company.id])
      const result = await work((text, values) => client.query(text, values))
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }
  return {
    act,
    /** @returns the change set, null when nothing changed */
    change: (person: GivenPerson, company: GivenCompany, work: (query: Query) => Promise<void>) =>
      act(person, company, async (query) => {
        await work(query)
        return (await query('select app.open_change_set() as id')).rows[0].id as string | null
      }),
    close: () => client.end(),
  }
}

export type Session = Awaited<ReturnType<typeof openSession>>
