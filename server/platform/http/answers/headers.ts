import type { FastifyInstance } from 'fastify'
import { cspReportPath } from './csp-reports.ts'

/** security.md 5.4. The screens have no inline script or style, so the policy needs no exception. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  'frame-src https://www.youtube-nocookie.com https://player.vimeo.com',
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
]

const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'cache-control': 'no-store',
}

const overHttp = { ...headers, ...policies([`report-uri ${cspReportPath}`]) }
// Browsers that know report-to ignore report-uri beside it, and send nothing to an endpoint without https.
const overHttps = {
  ...headers,
  ...policies([`report-uri ${cspReportPath}`, 'report-to csp']),
  'reporting-endpoints': `csp="${cspReportPath}"`,
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
}

function policies(reporting: string[]) {
  return {
    'content-security-policy': [...policy, ...reporting].join('; '),
    'content-security-policy-report-only': ["require-trusted-types-for 'script'", ...reporting].join('; '),
  }
}

/** The security headers of every answer. @param isHttps whether browsers must come back by https only */
export const securityHeaders = (isHttps: boolean): Record<string, string> => (isHttps ? overHttps : overHttp)

/** Sends the security headers with every answer; a route that may be cached sets its own Cache-Control afterwards. */
export function addSecurityHeaders(app: FastifyInstance, isHttps: boolean): void {
  const all = securityHeaders(isHttps)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(all)
    reply.header('x-request-id', request.id)
  })
}
