import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'contract/inventory/bom.ts'
import { api } from '../../shared/api/api.ts'
import { at } from '../../shared/page/at.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { companyOnly } from '../../shared/table/list-search.ts'
import classes from '../bom/bom-tree.module.css'
import { ItemLink } from '../bom/item-link.tsx'
import sectionClasses from '../bom/section.module.css'
import { Section } from '../bom/section.tsx'

const shown = 10

type Item = { type: ComponentType; id: string; number: string; name: string }

/** What a vendor delivers: the first of its parts and assemblies by name, and the way to all of them. */
export function VendorItems({ vendorId }: { vendorId: string }) {
  const input = { companyId: useCompanyId(), vendorId, sort: 'name', pageSize: shown } as const
  const options = { input, placeholderData: keepPreviousData }
  const parts = useQuery(api.parts.list.queryOptions(options))
  const assemblies = useQuery(api.assemblies.list.queryOptions(options))
  return (
    <>
      <ItemsSection
        title="Parts"
        none="No part is linked to this vendor."
        path="/inventory/parts"
        vendorId={vendorId}
        query={parts}
        items={parts.data?.items.map((part) => ({
          type: 'part',
          id: part.id,
          number: part.partNumber,
          name: part.name,
        }))}
      />
      {(assemblies.data?.total ?? 0) > 0 && (
        <ItemsSection
          title="Assemblies"
          path="/inventory/assemblies"
          vendorId={vendorId}
          query={assemblies}
          items={assemblies.data?.items.map(({ id, assemblyNumber: number, name }) => ({
            type: 'assembly',
            id,
            number,
            name,
          }))}
        />
      )}
    </>
  )
}

type ItemsSectionProps = {
  title: string
  none?: string
  path: string
  vendorId: string
  query: {
    isPending: boolean
    error: unknown
    refetch: () => unknown
    data?: { total: number; isCapped: boolean } | undefined
  }
  items: Item[] | undefined
}

function ItemsSection({ title, none, path, vendorId, query, items = [] }: ItemsSectionProps) {
  const { total = 0, isCapped = false } = query.data ?? {}
  const count = `${total.toLocaleString('en-US')}${isCapped ? '+' : ''}`
  return (
    <Section title={total > 0 ? `${title} (${count})` : title} query={query}>
      {total === 0 ? (
        <p className={sectionClasses.none}>{none}</p>
      ) : (
        <ul className={`stack overflow-y-auto text-sm ${classes.uses}`}>
          {items.map((item) => (
            <li className="flex justify-between gap-4 text-muted" key={item.id}>
              <ItemLink item={item} />
            </li>
          ))}
        </ul>
      )}
      {total > items.length && (
        <p className="mt-2 text-xs text-faint">
          <Link {...at(path, (search) => ({ ...companyOnly(search), vendorId }))}>All {count}</Link>
        </p>
      )}
    </Section>
  )
}
