import { SegmentedControl } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type BomPart, type BomTreeRow, maxBomRows, maxTarget } from 'contract/inventory/bom-analysis.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { NumberField } from '../../shared/form/number-field.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { BomImport } from '../imports/choose/bom-import.tsx'
import { type BomLine, BomLines } from './bom-lines.tsx'
import classes from './bom-tree.module.css'
import { CostBar } from './cost/cost-bar.tsx'
import sectionClasses from './section.module.css'
import { CsvLink, Section } from './section.tsx'

const views = { levels: 'By Level', parts: 'All Parts' }

/** `number`: of the item. `editAt`: the address of its form. */
type BomTreeProps = { id: string; title: string; number: string; editAt: string }

/** The bill of materials, level by level or as its parts over all levels: what a target quantity needs, what is on hand and what is missing. */
export function BomTree({ id, title, number, editAt }: BomTreeProps) {
  const companyId = useCompanyId()
  const [typed, setTyped] = useState<number | string>(1)
  const error = problemOf(typed)
  const [target] = useDebouncedValue(error ? 1 : Number(typed), 200)
  const tree = useQuery(api.bom.tree.queryOptions({ input: { companyId, id } }))
  const parts = useQuery(
    api.bom.parts.queryOptions({ input: { companyId, id, target }, placeholderData: keepPreviousData }),
  )
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [view, setView] = useState('levels')
  const rows = tree.data?.rows ?? []
  const parents = rows.filter((row) => row.hasChildren)
  const isByLevel = view === 'levels' || parents.length === 0
  const isWholeOpen = parents.length > 0 && parents.every((row) => open.has(row.key))
  const toggle = (key: string, isOpen: boolean) =>
    setOpen((before) => (isOpen ? new Set(before).add(key) : new Set([...before].filter((other) => other !== key))))
  const file = isByLevel && parents.length > 0 ? 'tree.csv' : `parts.csv?target=${target}`
  return (
    <Section
      title={title}
      query={tree.data ? parts : tree}
      actions={
        <>
          {isByLevel && parents.length > 0 && (
            <TextButton onClick={() => setOpen(new Set(isWholeOpen ? [] : parents.map((row) => row.key)))}>
              {isWholeOpen ? 'Collapse all' : 'Expand all'}
            </TextButton>
          )}
          {rows.length > 0 && <CsvLink href={`/api/companies/${companyId}/bom/${id}/${file}`} what={title} />}
        </>
      }
    >
      {rows.length === 0 ? (
        <NoLines number={number} editAt={editAt} />
      ) : (
        <>
          <CostBar rows={rows} />
          <div className="flex flex-wrap items-end gap-x-6 gap-y-3 mb-3">
            <NumberField
              className={classes.target ?? ''}
              kind="quantity"
              size="xs"
              label="How many to build"
              value={typed}
              onChange={setTyped}
              error={error}
            />
            {parents.length > 0 && (
              <SegmentedControl
                size="xs"
                aria-label="Lines"
                data={Object.entries(views).map(([value, label]) => ({ value, label }))}
                value={view}
                onChange={setView}
              />
            )}
          </div>
          <BomLines
            key={view}
            label={isByLevel ? `${title}, level by level` : 'All parts'}
            rows={
              isByLevel ? treeLines(shownRows(rows, open), parts.data?.items, target) : partLines(parts.data?.items)
            }
            hasNeeded={target > 1 || (isByLevel && parents.some(({ key }) => open.has(key)))}
            open={open}
            onToggle={toggle}
          />
          {(isByLevel ? tree.data?.isCut : (parts.data?.total ?? 0) > maxBomRows) && (
            <p className="mt-2 text-xs text-faint">
              The first {maxBomRows.toLocaleString('en-US')} lines are shown; the file holds more.
            </p>
          )}
        </>
      )}
    </Section>
  )
}

function NoLines({ number, editAt }: Pick<BomTreeProps, 'number' | 'editAt'>) {
  return (
    <p className={sectionClasses.none}>
      Nothing in it yet.
      {useCan('inventory.write') && <Link {...at(editAt, true)}>Add lines</Link>}
      <BomImport of={number} />
    </p>
  )
}

function problemOf(typed: number | string): string | undefined {
  if (typeof typed !== 'number' || !Number.isInteger(typed)) return 'Must be a whole number'
  if (typed < 1) return 'Must be at least 1'
  return typed > maxTarget ? 'Must be at most 1,000,000' : undefined
}

/** The lines of a tree. What is on hand and missing is that of the part, over all lines that use it. */
function treeLines(rows: BomTreeRow[], parts: BomPart[] = [], target: number): BomLine[] {
  const partOf = new Map(parts.map((part) => [part.id, part]))
  const hasLevels = rows.some((row) => row.hasChildren)
  return rows.map(({ level, ...row }) => ({
    ...row,
    ...(hasLevels && { level }),
    needed: row.totalQuantity * target,
    stock: partOf.get(row.id),
  }))
}

const partLines = (parts: BomPart[] = []): BomLine[] =>
  parts.map((part) => ({ ...part, key: part.id, needed: part.required, stock: part }))

/** The rows whose parents are all open. Rows come depth first, so a parent comes before its children. */
function shownRows(rows: BomTreeRow[], open: ReadonlySet<string>): BomTreeRow[] {
  const shown = new Set<string>()
  return rows.filter(({ key, parentKey }) => {
    const isShown = parentKey === null || (shown.has(parentKey) && open.has(parentKey))
    if (isShown) shown.add(key)
    return isShown
  })
}
