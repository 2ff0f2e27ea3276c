/** Where the records of a kind are shown. */
const lists: Record<string, string> = {
  part: '/inventory/parts',
  assembly: '/inventory/assemblies',
  product: '/inventory/products',
  vendor: '/inventory/vendors',
  sop: '/sops',
  task: '/tasks',
}

/** The address of a record; undefined for kinds without a screen of their own. @param type as the API calls the kind: 'part' */
export function addressOf(type: string, id: string): string | undefined {
  const list = lists[type]
  return list && `${list}/${id}`
}
