import { useQuery } from '@tanstack/react-query'
import { api } from '../shared/api/api.ts'
import type { Choice } from '../shared/form/found-select.tsx'
import { membersToChoose } from '../shared/session/member-select.tsx'
import { useCompanyId, useSession } from '../shared/session/session.ts'
import { type ItemType, itemTypes } from './item-select.tsx'
import type { TaskValues } from './task-values.ts'
import { startOfTemplate } from './templates/template-start.ts'
import { useToday } from './today.ts'

type About = { type: ItemType | 'sop'; id: string }

/** 'part:{id}' of the address. */
function aboutOf(text: string | undefined): About | null {
  const [type = '', id = ''] = text?.split(':') ?? []
  const kinds = [...itemTypes, 'sop'] as const
  const kind = kinds.find((each) => each === type)
  return kind && id ? { type: kind, id } : null
}

type Start = {
  values: Partial<TaskValues>
  about: About | null
  item?: Choice | undefined
  assignee?: Choice | undefined
}

/** The first values of a new task; null while they load. A record that cannot be read is left out. */
export function useStartOfTask(search: { about?: string; template?: string }): Start | null {
  const companyId = useCompanyId()
  const today = useToday()
  const about = aboutOf(search.about)
  const one = (type: ItemType) => ({ input: { companyId, id: about?.id ?? '' }, enabled: about?.type === type })
  const part = useQuery(api.parts.get.queryOptions(one('part')))
  const assembly = useQuery(api.assemblies.get.queryOptions(one('assembly')))
  const product = useQuery(api.products.get.queryOptions(one('product')))
  const sop = useQuery(
    api.sops.get.queryOptions({ input: { companyId, id: about?.id ?? '' }, enabled: about?.type === 'sop' }),
  )
  const template = useQuery(
    api.taskTemplates.get.queryOptions({
      input: { companyId, id: search.template ?? '' },
      enabled: search.template !== undefined,
    }),
  )
  const assignedTo = useOnlyColleague()
  if (assignedTo === undefined || [part, assembly, product, sop, template].some(({ isLoading }) => isLoading))
    return null
  if (template.data) return { about: null, ...startOfTemplate(template.data, today) }
  if (!about) return { values: { assignedTo }, about }
  if (about.type === 'sop')
    return { values: { assignedTo, sopId: about.id, ...(sop.data && { title: sop.data.title }) }, about }
  const label =
    (part.data && `${part.data.partNumber} ${part.data.name}`) ??
    (assembly.data && `${assembly.data.assemblyNumber} ${assembly.data.name}`) ??
    (product.data && `${product.data.sku} ${product.data.name}`)
  if (!label) return { values: { assignedTo }, about: null }
  const values = { assignedTo, itemType: about.type, itemId: about.id }
  return { values, about, item: { value: about.id, label } }
}

/** The other person of a company of two, or the one whom somebody of the firm finds there; null when there is a choice, undefined while it loads. */
function useOnlyColleague(): string | null | undefined {
  const companyId = useCompanyId()
  const { user } = useSession()
  const { data, isLoading, isFetching } = useQuery(membersToChoose(companyId))
  const others = data?.items.filter(({ userId }) => userId !== user.id) ?? []
  // Somebody who was alone may have got a colleague since.
  const isOpen = isLoading || (isFetching && others.length === 0)
  return isOpen ? undefined : others.length === 1 ? (others[0]?.userId ?? null) : null
}
