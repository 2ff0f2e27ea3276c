/** Versions that Shopify served in November 2026; all of them are answered by the schema of 2026-10. */
const served = ['2026-01', '2026-04', '2026-07', '2026-10', '2027-01', 'unstable']

/** The version that answers: the oldest one in place of one that is too old ("fall forward"). @returns undefined: there is none such */
export function versionOf(version: string): string | undefined {
  if (served.includes(version)) return version
  const isOlder = /^20\d{2}-(01|04|07|10)$/.test(version) && version < '2026-01'
  return isOlder ? served[0] : undefined
}
