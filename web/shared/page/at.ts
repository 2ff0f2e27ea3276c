/**
 * The properties of a link to, or a navigation to, a computed address: `<Link {...at(`${path}/${id}`, true)}>`,
 * `navigate(at(path))`. The router's types know only literal addresses, so this is the one place that bypasses them.
 * @param search the search parameters: `true` keeps the current ones, a function derives them from the current ones
 */
export const at = <Before extends object>(
  to: string,
  search: true | object | ((before: Before) => object) = {},
): { to: '/'; search: true } => ({ to: to as '/', search: search as true })
