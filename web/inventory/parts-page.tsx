/** Stands in until the parts list is built on the pattern of vendors. */
export function PartsPage() {
  return null
}
