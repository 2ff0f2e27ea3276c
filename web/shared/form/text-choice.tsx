import { SegmentedControl } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import classes from './conflict-panel.module.css'
import { type ParagraphConflict, partsOf, textOf } from './paragraphs.ts'

type Choice = 'mine' | 'theirs' | 'both'

export type TextChoiceProps = {
  label: string
  base: string
  mine: string
  theirs: string
  /** Called with each choice of the text, first with the preset one. */
  onChange: (text: string) => void
}

/** Both versions of a text, paragraph by paragraph. A paragraph that only one side changed is preset to that side. */
export default function TextChoice({ label, base, mine, theirs, onChange }: TextChoiceProps) {
  const parts = useMemo(() => partsOf(base, mine, theirs), [base, mine, theirs])
  const [choices, setChoices] = useState<Record<number, Choice>>({})
  const text = useMemo(
    () =>
      textOf(
        parts.flatMap((part, place) => (part.isSame ? part.paragraphs : taken(part, choices[place] ?? preset(part)))),
      ),
    [parts, choices],
  )
  useEffect(() => onChange(text), [text, onChange])
  return (
    <section className={`stack gap-2 text-sm py-2 ${classes.paragraphs}`} aria-label={label}>
      <h4 className={classes.label}>{label}, by paragraph</h4>
      {parts.map((part, place) =>
        part.isSame ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a finished comparison
          <p key={place} className="text-xs text-faint">
            {part.paragraphs.length === 1
              ? '1 paragraph is the same'
              : `${part.paragraphs.length} paragraphs are the same`}
          </p>
        ) : (
          <ParagraphChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={place}
            part={part}
            choice={choices[place] ?? preset(part)}
            onChoose={(choice) => setChoices({ ...choices, [place]: choice })}
          />
        ),
      )}
    </section>
  )
}

const preset = ({ changedBy }: ParagraphConflict): Choice =>
  changedBy === 'them' ? 'theirs' : changedBy === 'me' ? 'mine' : 'both'

const taken = ({ mine, theirs }: ParagraphConflict, choice: Choice): string[] =>
  choice === 'both' ? [...mine, ...theirs] : choice === 'mine' ? mine : theirs

type ParagraphChoiceProps = { part: ParagraphConflict; choice: Choice; onChoose: (choice: Choice) => void }

const ParagraphChoice = ({ part, choice, onChoose }: ParagraphChoiceProps) => (
  <div className={`grid gap-2 ${classes.paragraph}`}>
    <Side title="Mine" paragraphs={part.mine} isChosen={choice !== 'theirs'} />
    <Side title="Saved meanwhile" paragraphs={part.theirs} isChosen={choice !== 'mine'} />
    <SegmentedControl
      size="xs"
      aria-label={`Paragraph: ${(part.mine[0] ?? part.theirs[0] ?? '').trim().slice(0, 40)}`}
      value={choice}
      onChange={(value) => onChoose(value as Choice)}
      data={[
        { value: 'mine', label: 'Keep mine' },
        { value: 'theirs', label: 'Take the saved one' },
        { value: 'both', label: 'Keep both' },
      ]}
    />
  </div>
)

const Side = ({ title, paragraphs, isChosen }: { title: string; paragraphs: string[]; isChosen: boolean }) => (
  <div className={`min-w-0 text-muted ${classes.side}`} data-chosen={isChosen || undefined}>
    <span className={classes.label}>{title}</span>
    <div className={`text-muted text-sm ${classes.text}`}>{paragraphs.join('').trim() || '(nothing)'}</div>
  </div>
)
