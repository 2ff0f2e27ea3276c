import type { Session } from 'contract/identity/session.ts'
import classes from './company-dot.module.css'
import { useSession } from './session.ts'

/** A colour by which who works in several companies knows each at a glance; it stays with the company. */
export function CompanyDot({ companyId }: { companyId: string }) {
  const rank = ranksOf(useSession().companies).get(companyId) ?? 0
  return <span className={classes.dot} style={{ background: `hsl(${hueOf(rank)} 62% 55%)` }} aria-hidden />
}

// 137.5 degrees, the golden angle, keeps neighbours apart; the first company is blue.
const hueOf = (rank: number) => Math.round((215 + rank * 137.508) % 360)

const ranks = new WeakMap<Session['companies'], Map<string, number>>()

/** The firm, then the companies in the order of their making, which their ids tell and which never changes: none is deleted. */
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
