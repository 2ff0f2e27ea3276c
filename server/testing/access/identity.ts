import { randomUUID } from 'node:crypto'
import type { FeatureAccess } from './access.ts'

/**
 * Rows 1-6 of security.md 2.2. The callers use tokens, which cannot make tokens (T52), see or end sessions, or change the password (decision
 * 0104): so the answer is 403 where the matrix would say 200.
 */
export const identityAccess: FeatureAccess = {
  // biome-ignore format: aligned so that it reads as a table
  procedures: {
    'session.get':        [401, 200, 200, 200, 200, 200],
    'session.check':      [401, 200, 200, 200, 200, 200],
    'session.signOut':    [401, 204, 204, 204, 204, 204],
    'session.list':       [401, 403, 403, 403, 403, 403],
    'session.revoke':     [401, 403, 403, 403, 403, 403],
    'session.revokeOthers': [401, 403, 403, 403, 403, 403],
    'tokens.list':        [401, 403, 200, 200, 200, 200],
    'tokens.create':      [401, 403, 403, 403, 403, 403],
    'tokens.remove':      [401, 403, 404, 404, 404, 404],
    'passwords.offered':   [204, 204, 204, 204, 204, 204],
    'passwords.signIn':    [401, 401, 401, 401, 401, 401],
    'passwords.askReset':  [204, 204, 204, 204, 204, 204],
    'passwords.reset':     [410, 410, 410, 410, 410, 410],
    'passwords.own':       [401, 403, 403, 403, 403, 403],
    'passwords.change':    [401, 403, 403, 403, 403, 403],
    'profile.update':     [401, 403, 200, 200, 200, 200],
    'people.list':        [401, 403, 403, 403, 403, 200],
    'people.listFile': [401, 403, 403, 403, 403, 200],
    'people.get':         [401, 403, 403, 403, 403, 200],
    'people.create':      [401, 403, 403, 403, 403, 201],
    'people.update':      [401, 403, 403, 403, 403, 200],
    'people.remove':      [401, 403, 403, 403, 403, 204],
    'people.endSessions': [401, 403, 403, 403, 403, 200],
    'people.resetLink':   [401, 403, 403, 403, 403, 200],
    'accessRequests.list':    [401, 403, 403, 403, 403, 200],
    'accessRequests.ask':     [401, 403, 403, 403, 204, 403],
    'accessRequests.approve': [401, 403, 403, 403, 403, 201],
    'accessRequests.dismiss': [401, 403, 403, 403, 403, 204],
  },
  records: async (given, company) => {
    const [request] = await given.sql<{ id: string }>(
      `insert into access_requests (issuer, subject, email) values ('https://issuer.example', $1, $1 || '@asks.example') returning id`,
      [randomUUID()],
    )
    return {
      request: request?.id ?? '',
      member: (await given.person('employee', company)).id,
      newcomer: (await given.person(null, company)).id,
    }
  },
  idOf: { people: 'member', accessRequests: 'request' },
  bodies: ({ companyId }) => ({
    'tokens.create': { name: 'x' },
    'passwords.signIn': { email: 'nobody@x.example', password: 'x' },
    'passwords.askReset': { email: 'nobody@x.example' },
    'passwords.reset': { token: 'x'.repeat(43), password: randomUUID() },
    'passwords.change': { currentPassword: 'x', newPassword: randomUUID() },
    'profile.update': { firstName: randomUUID() },
    'people.create': { email: `${randomUUID()}@x.example`, role: 'employee', companyId },
    'people.update': { role: 'manager' },
    'accessRequests.ask': { email: `${randomUUID()}@x.example`, name: 'Ada Lane', role: 'employee' },
    'accessRequests.approve': { role: 'employee', companyId },
  }),
  tables: {},
}
