/**
 * The properties of a link, or of a step, to an address that is put together: `<Link {...at(`${path}/${id}`, true)}>`,
 * `navigate(at(path))`. The router's types know only addresses that are written out, so this is the one place that passes by them.
 * @param search what stands behind the question mark: `true` keeps what is there, a function makes it of what is there
 */
export const at = <Before extends object>(
  to: string,
  search: true | object | ((before: Before) => object) = {},
): { to: '/'; search: true } => ({ to: to as '/', search: search as true })
