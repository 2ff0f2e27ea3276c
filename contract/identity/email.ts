import { withoutEnd } from '../text.ts'

/**
 * An address as it is stored, or null. Letters outside ASCII are refused before any folding: lower-casing turns the Kelvin sign into k, and
 * normalising turns full-width letters into plain ones (T47).
 */
export function readEmail(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const trimmed = withoutEnd(value.replace(/^[ \t\r\n]+/, ''), ' \t\r\n')
  const isPlain = /^[\x21-\x3f\x41-\x7e]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$/.test(trimmed)
  return isPlain && trimmed.length <= 254 ? trimmed.toLowerCase() : null
}
