import { Button, SegmentedControl } from '@mantine/core'
import { IconGitMerge } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import classes from './conflict-panel.module.css'
import { differences, type FlatValues, flatten } from './form-values.ts'

type ConflictPanelProps<Values extends object> = {
  /** The values that the form started from, its current values, and the values that somebody else saved meanwhile. */
  base: Values
  mine: Values
  theirs: Values
  /** The labels of the fields, by path. */
  labels: Record<string, string>
  /** The text for a value that means nothing to a reader, such as an id. */
  show?: ((path: string, value: unknown) => ReactNode) | undefined
  /** The paths of long texts: they are chosen by paragraph. */
  texts?: readonly string[] | undefined
  isBusy: boolean
  /** @param chosen the values to save, by path */
  onResolve: (chosen: FlatValues) => void
}

const TextChoice = lazy(() => import('./text-choice.tsx'))

/** Shown when somebody else saved first, or the same person in another window. Offers both values of each field that differs; a change made on one side only is preset. */
export function ConflictPanel<Values extends object>(props: ConflictPanelProps<Values>) {
  const { base, mine, theirs, labels, show = shown, texts = [], isBusy, onResolve } = props
  const [flatMine, flatTheirs] = [flatten(mine), flatten(theirs)]
  const [keepsMine, setKeepsMine] = useState(() => new Set(differences(mine, base)))
  const [merged, setMerged] = useState<FlatValues>({})
  const merge = useCallback((path: string, text: string) => setMerged((before) => ({ ...before, [path]: text })), [])
  const paths = differences(mine, theirs)
  const byParagraph = paths.filter((path) => texts.includes(path))
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
    ...Object.fromEntries(byParagraph.map((path) => [path, merged[path]])),
  })
  return (
    <section ref={panel} className={classes.panel} aria-label="Conflicting changes" role="alert">
      <h3 className={classes.title}>
        <IconGitMerge size={16} aria-hidden /> This has been changed since you opened it
      </h3>
      <p className={classes.text}>Choose which values to keep. Nothing has been saved yet.</p>
      {paths.map((path) =>
        texts.includes(path) ? (
          <Suspense key={path}>
            <MergedText
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
        ),
      )}
      <Button
        className={classes.save}
        disabled={byParagraph.some((path) => merged[path] === undefined)}
        loading={isBusy}
        onClick={() => onResolve(chosen())}
      >
        Save these values
      </Button>
    </section>
  )
}

type MergedTextProps = {
  path: string
  label: string
  values: [base: FlatValues, mine: FlatValues, theirs: FlatValues]
  onMerge: (path: string, text: string) => void
}

function MergedText({ path, label, values, onMerge }: MergedTextProps) {
  const [base, mine, theirs] = values.map((each) => String(each[path] ?? '')) as [string, string, string]
  const onChange = useCallback((text: string) => onMerge(path, text), [path, onMerge])
  return <TextChoice label={label} base={base} mine={mine} theirs={theirs} onChange={onChange} />
}

type ChoiceProps = {
  label: string
  mine: ReactNode
  theirs: ReactNode
  isMine: boolean
  onChoose: (isMine: boolean) => void
}

function Choice({ label, mine, theirs, isMine, onChoose }: ChoiceProps) {
  return (
    <div className={classes.choice}>
      <span className={classes.label}>{label}</span>
      <span className={classes.value} data-chosen={isMine || undefined}>
        {mine}
      </span>
      <span className={classes.value} data-chosen={!isMine || undefined}>
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

/** The value, or a text that there is none. */
export const shown = (_path: string, value: unknown): string =>
  value === null || value === undefined || value === '' ? '(empty)' : String(value)
