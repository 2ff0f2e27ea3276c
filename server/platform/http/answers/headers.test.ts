import { expect, test } from 'vitest'
import { securityHeaders } from './headers.ts'

const policies = ['content-security-policy', 'content-security-policy-report-only']

// Chromium ignores report-uri beside report-to, and sends to a named endpoint only over https: with both on http there were no reports.
test.each(policies)('over http %s names a report address, and no endpoint (T65)', (policy) => {
  const headers = securityHeaders(false)
  expect(headers[policy]).toMatch(/; report-uri \/api\/csp-report$/)
  expect(headers).not.toHaveProperty('reporting-endpoints')
})

test.each(policies)('over https %s names both, for browsers that know either (T65)', (policy) => {
  const headers = securityHeaders(true)
  expect(headers[policy]).toMatch(/; report-uri \/api\/csp-report; report-to csp$/)
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-report"')
})
