/** '1.0' and '1.' are level 1. */
export const whole = (level: string) => level.replace(/^(\d+)\.0$/, '$1').replace(/\.$/, '')

/** '2', '..2', '- - 2' and '++' are the second level; '1.2' and '1.2.' too, where levels are positions. Null when the cell is not a level. */
export function depthOf(cell: string, isDotted: boolean): number | null {
  if (/^[+>*]{1,30}$/.test(cell)) return cell.length
  const level = whole(cell.replace(/^[.\-\s>+]+/, ''))
  if (!/^\d{1,9}(?:\.\d{1,9}){0,30}$/.test(level)) return null
  return isDotted ? level.split('.').length : Number(level)
}
