import { Badge } from '@mantine/core'
import { type SopItem, type SopVisibility, sopStatusLabels, sopVisibilityLabels } from 'contract/sops/sops.ts'

const colors: Record<SopVisibility, string> = { company: 'gray', sbr_public: 'accent', sbr_only: 'yellow' }

export const SopVisibilityBadge = ({ visibility }: Pick<SopItem, 'visibility'>) => (
  <Badge color={colors[visibility]}>{sopVisibilityLabels[visibility]}</Badge>
)

/** Marks a SOP that is a draft; a published one has no badge. */
export const SopDraftBadge = ({ status }: Pick<SopItem, 'status'>) =>
  status === 'draft' && (
    <Badge color="gray" variant="outline">
      {sopStatusLabels.draft}
    </Badge>
  )
