const units = ['B', 'KB', 'MB', 'GB']

/** '512 B', '1.4 MB', '25 MB' (product.md 9). */
export function formatSize(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  // 1,048,000 bytes would be '1,023.4 KB' and 1,048,570 '1,024 KB': the rounded figure decides.
  const size = bytes / 2 ** (10 * power)
  const [shown, unit] = size >= 1023.95 && power < units.length - 1 ? [1, units[power + 1]] : [size, units[power]]
  return `${shown.toLocaleString('en-US', { maximumFractionDigits: shown < 10 && power > 0 ? 1 : 0 })} ${unit}`
}
