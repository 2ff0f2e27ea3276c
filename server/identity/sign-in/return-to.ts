// The first part of every path the screens have (product.md 2, route table).
const areas = [
  'portfolio',
  'dashboard',
  'company',
  'inventory',
  'tasks',
  'notifications',
  'time-clock',
  'sops',
  'settings',
  'integrations',
  'admin',
  'guide',
]

/** The page that a window opened for signing in again ends on: it closes itself, and the screens go on in their own window. */
const renewed = '/auth/renewed'

const shape = /^\/([\w-]+)(?:\/[\w-]+)*(?:\?[\w\-.~%&=+,:"[\]]*)?$/

/**
 * The address to open after signing in: a path of this app, else '/'. Browsers read `/\evil`, `/<TAB>/evil` and `//evil` as another
 * site. So nothing is parsed or repaired: an address is followed only if it looks exactly like one of our paths (T53).
 */
export const safeReturnTo = (path: unknown): string =>
  typeof path === 'string' && path.length <= 1_000 && isOurs(path) ? path : '/'

const isOurs = (path: string) => path === renewed || areas.includes(shape.exec(path)?.[1] ?? '')
