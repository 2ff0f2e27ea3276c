import { useQuery } from '@tanstack/react-query'
import type { Use } from 'contract/inventory/bom-analysis.ts'
import { each, formatQuantity } from 'contract/units.ts'
import { api } from '../../shared/api/api.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import classes from './bom-tree.module.css'
import { ItemLink } from './item-link.tsx'
import { Section } from './section.tsx'

/** What contains a part, assembly or product, directly or through others; nothing where nothing does. @param unit of the part */
export function WhereUsed({ id, unit }: { id: string; unit?: string }) {
  const companyId = useCompanyId()
  const uses = useQuery(api.bom.whereUsed.queryOptions({ input: { companyId, id } }))
  const { items = [], total = 0 } = uses.data ?? {}
  if (uses.data && total === 0) return null
  return (
    <Section title={`Where used${total > 0 ? ` (${total.toLocaleString('en-US')})` : ''}`} query={uses}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <section aria-label="What contains it" tabIndex={0}>
        <ul className={`stack overflow-y-auto text-sm ${classes.uses}`}>
          {items.map((use) => (
            <li className="flex justify-between gap-4 text-muted" key={use.id}>
              <ItemLink item={use} />
              <span className="flex-none text-muted numeric">{howOf(use, unit)}</span>
            </li>
          ))}
        </ul>
      </section>
      {total > items.length && (
        <p className="mt-2 text-xs text-faint">The first {items.length.toLocaleString('en-US')} are listed.</p>
      )}
    </Section>
  )
}

/** '4 ×', '12 × over 2 levels' or '0.35 m'. */
const howOf = ({ quantity, level }: Use, unit: string | undefined) =>
  `${formatQuantity(quantity, unit)}${unit === undefined || unit === each ? ' ×' : ''}${level > 1 ? ` over ${level} levels` : ''}`
