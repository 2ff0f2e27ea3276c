import { Badge, Skeleton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { componentTypeLabels } from 'contract/inventory/bom.ts'
import { type BomPart, type BomParts, maxTarget } from 'contract/inventory/bom-analysis.ts'
import { formatComputedCost } from 'contract/money.ts'
import { formatQuantity } from 'contract/units.ts'
import { type ReactNode, useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import { Missing } from '../../shared/format/missing.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import classes from './bom-tree.module.css'
import { FigureCell } from './figure-cell.tsx'
import { ItemLink } from './item-link.tsx'
import lines from './lines.module.css'
import sectionClasses from './section.module.css'
import { CsvLink, Section } from './section.tsx'

const title = 'Parts to build'
const shownFirst = 50

/** All parts and bought products of an item over all levels: how many can be built, what limits that, and what a target quantity needs. */
export function BuildList({ id }: { id: string }) {
  const companyId = useCompanyId()
  const [typed, setTyped] = useState<number | string>(1)
  const error = problemOf(typed)
  const [target] = useDebouncedValue(error ? 1 : Number(typed), 200)
  const parts = useQuery(
    api.bom.parts.queryOptions({ input: { companyId, id, target }, placeholderData: keepPreviousData }),
  )
  const { data } = parts
  return (
    <Section
      title={title}
      query={parts}
      actions={
        data &&
        data.total > 0 && (
          <CsvLink href={`/api/companies/${companyId}/bom/${id}/parts.csv?target=${target}`} what={title} />
        )
      }
    >
      {data && data.total === 0 && <p className={sectionClasses.none}>It contains no parts yet.</p>}
      {data && data.total > 0 && (
        <>
          <div className={`flex flex-wrap items-end gap-x-6 gap-y-3 ${classes.figures}`}>
            <dl className={`flex flex-wrap items-end gap-x-6 gap-y-3 ${classes.figures}`}>
              <div className={classes.figure}>
                <dt>Max buildable</dt>
                <dd>{data.maxBuildable?.toLocaleString('en-US') ?? <Missing why="It contains no parts" />}</dd>
              </div>
              {data.limiting.length > 0 && <Limiting parts={data} />}
            </dl>
            <NumberField
              className={classes.target ?? ''}
              kind="quantity"
              size="xs"
              label="How many to build"
              value={typed}
              onChange={setTyped}
              error={error}
            />
          </div>
          <PartsTable items={data.items} total={data.total} />
        </>
      )}
    </Section>
  )
}

type Facts = [label: string, value: ReactNode][]
type CanBeBuiltProps = {
  id: string
  /** lines of its bill of materials: without any nothing is said of building */
  lineCount: number
  /** figures that stand in the same row; one without a value is left out */
  beside?: Facts
  /** further facts below */
  below?: Facts
}

/** How many of an item can be built beside its other figures, and what limits that. The section below asks the same. */
export function CanBeBuilt({ id, lineCount, beside = [], below = [] }: CanBeBuiltProps) {
  const companyId = useCompanyId()
  const { data, isPending } = useQuery({
    ...api.bom.parts.queryOptions({ input: { companyId, id, target: 1 } }),
    enabled: lineCount > 0,
  })
  if (lineCount > 0 && isPending) return <Skeleton height={0} /> // what is below waits for it (docs/design.md)
  const count = data?.maxBuildable ?? null
  const [first, ...others] = count === null ? [] : (data?.limiting ?? [])
  const figures: Facts = [['Can Be Built', count?.toLocaleString('en-US') ?? null], ...beside]
  const limit = first && (
    <span key="limit">
      <ItemLink item={{ ...first, type: 'part' }} />
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  )
  return (
    <>
      <dl className={`flex flex-wrap gap-x-6 gap-y-3 empty-hidden ${classes.figures}`}>
        {figures
          .filter(([, value]) => value !== null)
          .map(([label, value]) => (
            <div key={label} className={classes.figure}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Fields rows={[['Limited By', limit ?? null], ...below]} />
    </>
  )
}

function problemOf(typed: number | string): string | undefined {
  if (typeof typed !== 'number' || !Number.isInteger(typed)) return 'Must be a whole number'
  if (typed < 1) return 'Must be at least 1'
  return typed > maxTarget ? 'Must be at most 1,000,000' : undefined
}

const shownLimiting = 3

function Limiting({ parts: { limiting } }: { parts: BomParts }) {
  return (
    <div className={classes.figure}>
      <dt>{limiting.length === 1 ? 'Limiting part' : 'Limiting parts'}</dt>
      <dd>
        {limiting.slice(0, shownLimiting).map((part) => (
          <div key={part.id}>
            <ItemLink item={{ ...part, type: 'part' }} />
          </div>
        ))}
        {limiting.length > shownLimiting && `and ${limiting.length - shownLimiting} more`}
      </dd>
    </div>
  )
}

function PartsTable({ items, total }: { items: BomPart[]; total: number }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : items.slice(0, shownFirst)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
      <section className={`${bare.box} ${lines.scroller}`} aria-label="All parts" tabIndex={0}>
        <table className={`${bare.table} ${bare.oneLine} ${lines.table} ${lines.figures}`}>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col" data-numeric>
                Needed
              </th>
              <th scope="col" data-numeric>
                On hand
              </th>
              <th scope="col" data-numeric>
                Missing
              </th>
              <th scope="col" data-numeric data-money title="For one">
                Cost per build
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((part) => (
              <PartRow key={part.id} part={part} />
            ))}
          </tbody>
        </table>
      </section>
      {items.length > shown.length && (
        <p className={classes.more}>
          <TextButton onClick={() => setWhole(true)}>Show all {items.length.toLocaleString('en-US')} rows</TextButton>
        </p>
      )}
      {total > items.length && (
        <p className="mt-2 text-xs text-faint">
          {items.length.toLocaleString('en-US')} of {total.toLocaleString('en-US')} rows are listed; the file holds all.
        </p>
      )}
    </>
  )
}

const noStock = 'Products have no stock'

function PartRow({ part }: { part: BomPart }) {
  return (
    <tr data-limiting={part.isLimiting || undefined}>
      <td>
        <span className={`row min-w-0 gap-2 ${classes.marked}`}>
          <ItemLink item={part} />
          {part.type === 'product' && (
            <Badge className="flex-none" color="gray">
              {componentTypeLabels.product}
            </Badge>
          )}
        </span>
      </td>
      <FigureCell label="Needed">{formatQuantity(part.required, part.unit)}</FigureCell>
      <FigureCell label="On hand" why={noStock}>
        {part.onHand === null ? null : formatQuantity(part.onHand, part.unit)}
      </FigureCell>
      <FigureCell label="Missing" isBad={(part.missing ?? 0) > 0} why={noStock}>
        {part.missing === null ? null : formatQuantity(part.missing, part.unit)}
      </FigureCell>
      <FigureCell label="Cost per build">{formatComputedCost(part.extendedCost)}</FigureCell>
    </tr>
  )
}
