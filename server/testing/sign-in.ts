import type { Role } from 'contract/permissions.ts'
import { browser, pressButton } from './browser.ts'
import type { TestServer } from './server.ts'

/** People, and how they sign in with the local provider. */
export function makeSignIn(server: TestServer) {
  const open = () => browser(server.app)
  return {
    open,

    /** An address that may sign in; role null = there is no row for the role. */
    async preAuthorise(email: string, role: Role | null = 'employee') {
      const company = await server.given.company()
      const [profile] = await server.given.sql<{ user_id: string }>(
        'insert into profiles (email) values ($1) returning user_id',
        [email],
      )
      const id = profile?.user_id as string
      if (role) {
        await server.given.sql('insert into user_roles (user_id, company_id, role) values ($1, $2, $3)', [
          id,
          company.id,
          role,
        ])
      }
      return { id, company }
    },

    async signIn(email: string, name = '', returnTo = '', visitor = open()) {
      const page = await visitor.follow(`/api/auth/start?returnTo=${encodeURIComponent(returnTo)}`)
      return { visitor, page, end: await pressButton(visitor, page, { email, name }) }
    },
  }
}
