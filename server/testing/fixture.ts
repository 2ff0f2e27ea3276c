import type { Role } from 'contract/permissions.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { GivenCompany } from './given/given.ts'
import { startTestServer, type TestServer } from './server.ts'

/** Somebody signed in, and the requests they send. */
export type Client = Awaited<ReturnType<TestServer['signIn']>>

type Fixture = {
  server: TestServer
  company: GivenCompany
  /** Operator, manager and employee of `company`. */
  operator: Client
  manager: Client
  employee: Client
  /** The parent firm, and its operator. */
  firm: GivenCompany
  sbr: Client
}

const people = { operator: 'company_operator', manager: 'manager', employee: 'employee' } satisfies Record<string, Role>
const names = ['server', 'company', 'operator', 'manager', 'employee', 'firm', 'sbr'] as const

/**
 * The set-up of a test file: `const { server, company, operator } = useServer()`. Each test gets a new company with new people; each
 * value stands for that of the running test. Who is not destructured is not created. The files of a worker share one server and its
 * database, as companies share the product: what a test does stays in its company.
 */
export const useServer = (): Fixture => fixtureOf(beforeEach)

/** As `useServer`, with one company and its people for the whole file: for tests that do not disturb each other. */
export const useCompany = (): Fixture => fixtureOf(beforeAll)

/**
 * As `useServer`, with a server and a database that no other file uses: for tests that configure, listen on or break the server, or
 * that look at more than their own companies.
 * @param env environment variables beside the defaults of a test
 */
export const useOwnServer = (env: Record<string, string> = {}): Fixture => fixtureOf(beforeEach, env)

/** As `useCompany`, with a server and a database that no other file uses. */
export const useOwnCompany = (env: Record<string, string> = {}): Fixture => fixtureOf(beforeAll, env)

let shared: Promise<TestServer> | undefined

/** Ends with its worker; its folder goes with that of all tests (global-setup.ts). */
function sharedServer() {
  shared ??= startTestServer()
  return shared
}

/** @param env of a server of its own; without it the file shares that of its worker */
function fixtureOf(before: typeof beforeAll | typeof beforeEach, env?: Record<string, string>): Fixture {
  const current: Partial<Fixture> = {}
  const taken = new Set<string>()
  beforeAll(async () => {
    current.server = await (env ? startTestServer(env) : sharedServer())
  })
  before(async () => {
    if (current.server) Object.assign(current, await given(current.server, taken))
  })
  if (env) afterAll(() => current.server?.close())
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

async function given(server: TestServer, taken: Set<string>): Promise<Partial<Fixture>> {
  const made: Partial<Fixture> = {}
  if (taken.has('firm') || taken.has('sbr')) {
    const firm = await server.given.firm()
    Object.assign(made, { firm }, taken.has('sbr') && { sbr: await server.signIn('sbr_operator', firm) })
  }
  const wanted = Object.entries(people).filter(([name]) => taken.has(name))
  if (wanted.length > 0 || taken.has('company')) {
    const company = await server.given.company()
    made.company = company
    for (const [name, role] of wanted) Object.assign(made, { [name]: await server.signIn(role, company) })
  }
  return made
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
