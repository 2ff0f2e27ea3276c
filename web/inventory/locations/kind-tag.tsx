import { type Location, locationKindLabels } from 'contract/inventory/locations.ts'
import { Tag } from '../../shared/format/tag.tsx'

/** Nothing for a place that is just for stock. */
export const KindTag = ({ kind }: Pick<Location, 'kind'>) =>
  kind !== 'place' && <Tag tone={kind === 'hold' ? 'warning' : 'muted'}>{locationKindLabels[kind]}</Tag>
