const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const inside = new RegExp(`^/(?:sops|tasks|inventory/(?:parts|assemblies|products|vendors))/${uuid}$`)
const attached = new RegExp(`^attachment:(${uuid}|new-\\d+)$`)

/** Whether an address leads to a record of this product. It names the record by its id, so it survives a new name. */
export const isInside = (address: string): boolean => inside.test(address)

/** The id of the file that an address of a text stands for: 'attachment:…'. */
export const attachedId = (address: string | undefined): string | undefined => attached.exec(address ?? '')?.[1]

/** The address within the product of a link that somebody copied; undefined for all other texts. */
export function insideOf(pasted: string, origin: string): string | undefined {
  if (!URL.canParse(pasted.trim())) return undefined
  const url = new URL(pasted.trim())
  const path = url.pathname.replace(/\/(read|edit)$/, '')
  return url.origin === origin && isInside(path) ? path : undefined
}
