import { Button, SegmentedControl } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { lazy } from '../page/code.ts'
import classes from './conflict-panel.module.css'
import { differences, type FlatValues, flatten } from './form-values.ts'

type ConflictPanelProps<Values extends object> = {
  /** The values at the start of the form, its current values, and the values that somebody else saved meanwhile. */
  base: Values
  mine: Values
  theirs: Values
  /** The labels of the fields, by path. */
  labels: Record<string, string>
  /** The text for a value that people cannot read, such as an id. */
  show?: ((path: string, value: unknown) => ReactNode) | undefined
  /** Fields that are not stored in the record: they stay as typed. */
  notStored?: string[] | undefined
  /** The paths of long texts: they are chosen by paragraph. */
  texts?: readonly string[] | undefined
  /** The choice for values whose parts are chosen one by one, by path. */
  merges?: Record<string, Merge> | undefined
  isBusy: boolean
  /** @param chosen the values to save, by path */
  onResolve: (chosen: FlatValues) => void
}

const TextChoice = lazy(() => import('./text-choice.tsx'))

/** `onChange`: called with each choice of the value, first with the preset one. */
export type MergeProps<Value> = {
  label: string
  base: Value
  mine: Value
  theirs: Value
  onChange: (value: unknown) => void
}

/** Chooses among the parts of a value. The form knows the kind of the value. */
export type Merge = ComponentType<MergeProps<never>>

const AsText: Merge = ({ base, mine, theirs, ...rest }: MergeProps<unknown>) => (
  <TextChoice {...rest} base={String(base ?? '')} mine={String(mine ?? '')} theirs={String(theirs ?? '')} />
)

/**
 * Shown when somebody else saved first, or the same person in another window. Offers both values of each field that differs; a change made
 * on one side only is preset.
 */
export function ConflictPanel<Values extends object>(props: ConflictPanelProps<Values>) {
  const { base, mine, theirs, labels, show = plainValue, notStored = [], isBusy, onResolve } = props
  const [flatMine, flatTheirs] = [flatten(mine), flatten(theirs)]
  const [keepsMine, setKeepsMine] = useState(() => new Set(differences(mine, base)))
  const [merged, setMerged] = useState<FlatValues>({})
  const merge = useCallback((path: string, value: unknown) => setMerged((before) => ({ ...before, [path]: value })), [])
  const mergeOf = (path: string) => (props.texts?.includes(path) ? AsText : props.merges?.[path])
  const paths = differences(mine, theirs).filter((path) => !notStored.includes(path))
  const byParts = paths.filter(mergeOf)
  const panel = useRef<HTMLElement>(null)
  // People save a long form at its end; the panel is at its top.
  useEffect(() => void panel.current?.scrollIntoView({ block: 'start' }), [])
  const choose = (path: string, isMine: boolean) => {
    const next = new Set(keepsMine)
    isMine ? next.add(path) : next.delete(path)
    setKeepsMine(next)
  }
  const chosen = () => ({
    ...flatTheirs,
    ...Object.fromEntries([...keepsMine].map((path) => [path, flatMine[path]])),
    ...Object.fromEntries(byParts.map((path) => [path, merged[path]])),
  })
  return (
    <section
      ref={panel}
      className={`stack gap-2 mb-4 bg-warning py-3-5 px-4 ${classes.panel}`}
      aria-label="Conflicting changes"
      role="alert"
    >
      <h3 className="row gap-2 text-warning">
        <IconGitMerge size={16} aria-hidden /> This has been changed since you opened it
      </h3>
      <p className={`text-muted text-sm ${classes.text}`}>Choose which values to keep. Nothing has been saved yet.</p>
      {paths.map((path) => {
        const By = mergeOf(path)
        return By ? (
          <Suspense key={path}>
            <Merged
              by={By}
              path={path}
              label={labels[path] ?? path}
              values={[flatten(base), flatMine, flatTheirs]}
              onMerge={merge}
            />
          </Suspense>
        ) : (
          <Choice
            key={path}
            label={labels[path] ?? path}
            mine={show(path, flatMine[path])}
            theirs={show(path, flatTheirs[path])}
            isMine={keepsMine.has(path)}
            onChoose={(isMine) => choose(path, isMine)}
          />
        )
      })}
      <Button
        className={classes.save}
        disabled={byParts.some((path) => merged[path] === undefined)}
        loading={isBusy}
        onClick={() => onResolve(chosen())}
      >
        Save These Values
      </Button>
    </section>
  )
}

type MergedProps = {
  by: Merge
  path: string
  label: string
  values: [base: FlatValues, mine: FlatValues, theirs: FlatValues]
  onMerge: (path: string, value: unknown) => void
}

function Merged({ by: By, path, label, values, onMerge }: MergedProps) {
  const [base, mine, theirs] = values.map((each) => each[path]) as never[] as [never, never, never]
  const onChange = useCallback((value: unknown) => onMerge(path, value), [path, onMerge])
  return <By label={label} base={base} mine={mine} theirs={theirs} onChange={onChange} />
}

type ChoiceProps = {
  label: string
  mine: ReactNode
  theirs: ReactNode
  isMine: boolean
  onChoose: (isMine: boolean) => void
}

/** One of two values. */
export function Choice({ label, mine, theirs, isMine, onChoose }: ChoiceProps) {
  return (
    <div className={`grid gap-3 text-sm items-center py-1-5 ${classes.choice}`}>
      <span className={classes.label}>{label}</span>
      <span className={`min-w-0 text-muted break-words ${classes.value}`} data-chosen={isMine || undefined}>
        {mine}
      </span>
      <span className={`min-w-0 text-muted break-words ${classes.value}`} data-chosen={!isMine || undefined}>
        {theirs}
      </span>
      <SegmentedControl
        size="xs"
        aria-label={label}
        value={isMine ? 'mine' : 'theirs'}
        onChange={(value) => onChoose(value === 'mine')}
        data={[
          { value: 'mine', label: 'Keep mine' },
          { value: 'theirs', label: 'Take the saved one' },
        ]}
      />
    </div>
  )
}

/** The value, or a text that says there is none. */
export const plainValue = (_path: string, value: unknown): string =>
  value === null || value === undefined || value === '' ? '(empty)' : String(value)
