import type { FastifyInstance } from 'fastify'
import { limitNamed } from '../fairness/rate-limits.ts'

/** Where browsers tell what the content security policy kept from running (T65). */
export const cspReportPath = '/api/csp-report'

const bodyLimit = 16_384
const types = ['application/csp-report', 'application/reports+json']

/**
 * Takes the reports of browsers and writes them into the log, a few short words of each. Anybody can send one, signed in or not: so
 * they are limited, believed in nothing, and stored nowhere.
 */
export async function takeCspReports(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))
    const config = { ...limitNamed('callback'), takesAnyOrigin: true } as object
    scope.post(cspReportPath, { config, bodyLimit }, async (request, reply) => {
      for (const report of reportsIn(request.body)) request.log.warn({ blocked: report }, 'content policy broken')
      return reply.code(204).send()
    })
  })
}

type Report = Record<'directive' | 'uri' | 'page' | 'source', string>

/** At most three. A body that is none tells nothing. */
function reportsIn(body: unknown): Report[] {
  try {
    const sent: unknown = JSON.parse(String(body))
    return (Array.isArray(sent) ? sent : [sent])
      .slice(0, 3)
      .map((each) => shortened(each?.['csp-report'] ?? each?.body ?? {}))
  } catch {
    return []
  }
}

// The two ways to report name the same things differently.
const shortened = (report: Record<string, unknown>): Report => ({
  directive: word(report['effective-directive'] ?? report['violated-directive'] ?? report.effectiveDirective),
  uri: word(report['blocked-uri'] ?? report.blockedURL),
  page: word(report['document-uri'] ?? report.documentURL),
  source: word(report['source-file'] ?? report.sourceFile),
})

/** What stands behind a question mark may be secret, what is long is no address, and separators of Unicode end a line for some readers. */
const word = (value: unknown) =>
  typeof value === 'string' ? (value.split(/[?#]/, 1)[0] ?? '').slice(0, 200).replace(/[^ -~]/g, '?') : ''
