import { Badge, type BadgeProps } from '@mantine/core'
import { type Role, type RoleTone, roleLabels, roleTones } from 'contract/permissions.ts'

const styles: Record<RoleTone, Pick<BadgeProps, 'variant' | 'color'>> = {
  destructive: { variant: 'filled', color: 'red' },
  default: { variant: 'filled', color: 'accent' },
  secondary: { variant: 'light', color: 'gray' },
  outline: { variant: 'outline', color: 'gray' },
}

/** The role of a person; without one they are a 'User' (product.md 1). */
export function RoleBadge({ role }: { role: Role | null }) {
  if (!role) return <Badge {...styles.outline}>User</Badge>
  return <Badge {...styles[roleTones[role]]}>{roleLabels[role]}</Badge>
}
