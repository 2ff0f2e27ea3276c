/** The companies that had nothing to set up when this browser saw them last: their dashboards need not wait to know it again. */
const keyOf = (companyId: string) => `under way ${companyId}`

export function wasSetUp(companyId: string): boolean {
  try {
    return localStorage.getItem(keyOf(companyId)) !== null
  } catch {
    return false
  }
}

export function rememberSetUp(companyId: string, isUnderWay: boolean): void {
  try {
    if (isUnderWay) localStorage.setItem(keyOf(companyId), '')
    else localStorage.removeItem(keyOf(companyId))
  } catch {
    // The browser stores nothing: the dashboard waits each time.
  }
}
