import { Badge } from '@mantine/core'
import { readStateLabels } from 'contract/sops/readings.ts'
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

/** Marks a published SOP that the signed-in person has not read, or has to read again. */
export const ReadBadge = ({ reading }: Pick<SopItem, 'reading'>) =>
  reading &&
  reading !== 'read' && (
    <Badge color="accent" variant="outline">
      {readStateLabels[reading]}
    </Badge>
  )
