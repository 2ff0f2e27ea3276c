import type { Session } from 'contract/identity/session.ts'
import classes from './company-dot.module.css'
import { useSession } from './session.ts'

/** A fixed colour for each company, so that people who work in several recognise it at a glance. */
export function CompanyDot({ companyId }: { companyId: string }) {
  const rank = ranksOf(useSession().companies).get(companyId) ?? 0
  return <span className={classes.dot} style={{ background: `hsl(${hueOf(rank)} 62% 55%)` }} aria-hidden />
}

// 137.5 degrees, the golden angle, keeps neighbours apart; the first company is blue.
const hueOf = (rank: number) => Math.round((215 + rank * 137.508) % 360)

const ranks = new WeakMap<Session['companies'], Map<string, number>>()

/** The firm, then the companies in order of creation. Their ids give that order, and it never changes: no company is deleted. */
function ranksOf(companies: Session['companies']): Map<string, number> {
  const known = ranks.get(companies)
  if (known) return known
  const inOrder = companies.toSorted(
    (one, other) => Number(other.isSbr) - Number(one.isSbr) || (one.id < other.id ? -1 : 1),
  )
  const made = new Map(inOrder.map(({ id }, rank) => [id, rank]))
  ranks.set(companies, made)
  return made
}
