const units = ['Bytes', 'KB', 'MB', 'GB']

/** '512 Bytes', '1.5 MB' (product.md 9). */
export function formatSize(bytes: number): string {
  const power = bytes < 1_024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
  const value = bytes / 1_024 ** power
  return `${value.toLocaleString('en-US', { maximumFractionDigits: power === 0 ? 0 : 1 })} ${units[power]}`
}
