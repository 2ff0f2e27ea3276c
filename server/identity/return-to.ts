// The first part of every path the screens have (product.md 2, route table).
const areas = [
  'portfolio',
  'dashboard',
  'company',
  'inventory',
  'tasks',
  'time-clock',
  'sops',
  'settings',
  'integrations',
  'admin',
]

const shape = /^\/([\w-]+)(?:\/[\w-]+)*(?:\?[\w\-.~%&=+,:"[\]]*)?$/

/**
 * Where to go after signing in: a path of this app, else '/'. Browsers read `/\evil`, `/<TAB>/evil` and `//evil` as another
 * site, so nothing is parsed or repaired: what does not look exactly like one of our paths is not followed (T53).
 */
export const safeReturnTo = (asked: unknown): string =>
  typeof asked === 'string' && asked.length <= 1_000 && areas.includes(shape.exec(asked)?.[1] ?? '') ? asked : '/'
