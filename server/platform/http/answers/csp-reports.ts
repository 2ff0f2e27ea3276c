import type { FastifyInstance } from 'fastify'
import { limitNamed } from '../../fairness/rate-limits.ts'

/** The route to which browsers report what the content security policy has blocked (T65). */
export const cspReportPath = '/api/csp-report'

const bodyLimit = 16_384
const types = ['application/csp-report', 'application/reports+json']

/**
 * Takes the reports of browsers and writes a few words of each into the log. Anybody can send one, signed in or not, but no
 * page of another site. So reports have a limit of their own, are never trusted, and are not stored.
 */
export async function takeCspReports(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit }, (_request, body, done) => done(null, body))
    const config = { ...limitNamed('report'), takesNoOrigin: true } as object
    scope.post(cspReportPath, { config, bodyLimit }, async (request, reply) => {
      for (const report of reportsIn(request.body)) request.log.warn({ blocked: report }, 'content policy broken')
      return reply.code(204).send()
    })
  })
}

type Report = Record<'directive' | 'uri' | 'page' | 'source', string>

/** At most three. A body that is not a report gives none. */
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

// The two report formats have different names for the same fields.
const shortened = (report: Record<string, unknown>): Report => ({
  directive: word(report['effective-directive'] ?? report['violated-directive'] ?? report.effectiveDirective),
  uri: word(report['blocked-uri'] ?? report.blockedURL),
  page: word(report['document-uri'] ?? report.documentURL),
  source: word(report['source-file'] ?? report.sourceFile),
})

/** A query string may hold secrets, a long text is not an address, and Unicode separators end a line for some log readers. */
const word = (value: unknown) =>
  typeof value === 'string' ? (value.split(/[?#]/, 1)[0] ?? '').slice(0, 200).replace(/[^ -~]/g, '?') : ''
