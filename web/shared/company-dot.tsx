import classes from './company-dot.module.css'

/** A colour by which a company is recognised at a glance; always the same for the same company. */
export function CompanyDot({ companyId }: { companyId: string }) {
  return <span className={classes.dot} style={{ background: `hsl(${hueOf(companyId)} 62% 55%)` }} aria-hidden />
}

// 137.5 degrees, the golden angle, keeps neighbours apart.
const hueOf = (id: string) => Math.round((Number.parseInt(id.replaceAll('-', '').slice(-6), 16) * 137.5) % 360)
