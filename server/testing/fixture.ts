import type { Role } from 'contract/permissions.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { GivenCompany } from './given.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Somebody signed in, and the requests they send. */
export type Client = Awaited<ReturnType<TestServer['signIn']>>

/** Each test gets a new `company` with new people. */
type Fixture = { server: TestServer; company: GivenCompany; operator: Client; manager: Client; employee: Client }

const people = { operator: 'company_operator', manager: 'manager', employee: 'employee' } satisfies Record<string, Role>
const names = ['server', 'company', ...Object.keys(people)] as (keyof Fixture)[]

/**
 * The set-up of a test file: `const { server, company, operator } = useServer()`. Each value stands for that of the running test. A
 * person whom the file does not destructure is not created.
 * @param env environment variables beside the defaults of a test
 */
export function useServer(env: Record<string, string> = {}): Fixture {
  const current: Partial<Fixture> = {}
  const taken = new Set<string>()
  beforeAll(async () => {
    current.server = await startTestServer(env)
  })
  beforeEach(async () => {
    const { server } = current
    if (!server || taken.size < 2) return
    const company = await server.given.company()
    current.company = company
    for (const name of Object.keys(people) as (keyof typeof people)[]) {
      if (taken.has(name)) current[name] = await server.signIn(people[name], company)
    }
  })
  afterAll(() => current.server?.close())
  const fixture = {}
  for (const name of names) {
    Object.defineProperty(fixture, name, {
      get() {
        taken.add(name)
        return standIn(() => current[name])
      },
    })
  }
  return fixture as Fixture
}

/** An object that always acts as the current result of `current`. */
function standIn(current: () => object | undefined): object {
  const real = () => {
    const found = current()
    if (!found) throw new Error('This value exists only while a test runs')
    return found
  }
  return new Proxy(
    {},
    {
      get: (_, key) => Reflect.get(real(), key),
      has: (_, key) => Reflect.has(real(), key),
      ownKeys: () => Reflect.ownKeys(real()),
      getOwnPropertyDescriptor: (_, key) => Reflect.getOwnPropertyDescriptor(real(), key),
    },
  )
}
