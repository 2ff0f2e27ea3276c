import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { LimitingPart } from 'contract/inventory/bom-analysis.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { FigureRow, type Figures } from '../items/figure-row.tsx'
import { ItemLink } from './item-link.tsx'

type CanBeBuiltProps = {
  id: string
  /** lines of its bill of materials: without any nothing is said of building */
  lineCount: number
  /** figures that stand in the same row; one without a value is left out */
  beside?: Figures
  /** further facts below */
  below?: Figures
}

/** How many of an item can be built beside its other figures, and every part that limits it. */
export function CanBeBuilt({ id, lineCount, beside = [], below = [] }: CanBeBuiltProps) {
  const companyId = useCompanyId()
  const { data, isPending } = useQuery({
    ...api.bom.parts.queryOptions({ input: { companyId, id, target: 1 } }),
    enabled: lineCount > 0,
  })
  const isAsking = lineCount > 0 && isPending
  const count = data?.maxBuildable ?? null
  const limiting = count === null ? [] : (data?.limiting ?? [])
  return (
    <>
      <FigureRow
        figures={[['Can Be Built', isAsking ? undefined : (count?.toLocaleString('en-US') ?? null)], ...beside]}
      />
      {isAsking ? (
        <Skeleton height={24} />
      ) : (
        <Fields rows={[['Limited By', limiting.length > 0 ? <Limits key={id} parts={limiting} /> : null], ...below]} />
      )}
    </>
  )
}

const shownFirst = 5

function Limits({ parts }: { parts: LimitingPart[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole || parts.length === shownFirst + 1 ? parts : parts.slice(0, shownFirst)
  return (
    <span className="stack">
      {shown.map((part) => (
        <ItemLink key={part.id} item={part} />
      ))}
      {parts.length > shown.length && (
        <TextButton onClick={() => setWhole(true)}>Show all {parts.length} parts</TextButton>
      )}
    </span>
  )
}
