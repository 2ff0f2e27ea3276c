import { TextInput } from '@mantine/core'
import { ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import type { ImportSession } from '../import-session.ts'
import { formatCount } from '../import-types.ts'
import { Problem } from '../preview/problem.tsx'
import { asChosen, type ColumnChoices } from './column-choices.ts'
import type { NamedItem } from './item-in-name.ts'

/** The item that a list of lines belongs to, when no column names it. */
export function ItemQuestion({ chosen: { choices, set, proposedItem } }: { chosen: ColumnChoices }) {
  return (
    <>
      <ItemAbove value={choices.bomOf} proposed={proposedItem} onChange={(bomOf) => set({ bomOf })} />
      {choices.bomOf !== null && (
        <TextInput
          label="Its name"
          description="If it is new"
          maxLength={200}
          value={choices.bomName ?? ''}
          onChange={({ currentTarget: { value } }) => set({ bomName: value.trim() === '' ? null : value })}
        />
      )}
    </>
  )
}

type ItemAboveProps = { value: string | null; proposed: NamedItem | null; onChange: (number: string | null) => void }

/** A text that is too long stays here with the reason: the import goes on with the last good one. */
function ItemAbove({ value, proposed, onChange }: ItemAboveProps) {
  const [refused, refuse] = useState<{ text: string; reason: string } | null>(null)
  return (
    <TextInput
      label="Number of the assembly or product"
      description={
        proposed !== null && value === proposed.number
          ? `From ${proposed.isLast ? 'the last import of this file' : proposed.row === null ? 'the file name' : `row ${proposed.row}`}. Please check.`
          : 'When the file does not name it'
      }
      value={refused?.text ?? value ?? ''}
      error={refused?.reason}
      onChange={({ currentTarget: { value: text } }) => {
        const reason = ImportChoices.shape.bomOf.safeParse(text).error?.issues[0]?.message
        refuse(reason ? { text, reason } : null)
        if (!reason) onChange(text.trim() === '' ? null : text)
      }}
    />
  )
}

type UnknownComponentsProps = { preview: ImportPreview; session: ImportSession }

/** In the preview: the components that exist nowhere, whose lines are errors, with the choice to create them. */
export function UnknownComponents({ preview, session }: UnknownComponentsProps) {
  const { bom } = preview
  if (!bom || bom.unknown === 0 || preview.choices.components === 'create' || !session.canReadAgain) return null
  const { choices, mapping } = asChosen(preview)
  return (
    <Problem
      tone="warning"
      action={bom.unknown === 1 ? 'Create It as a Part' : 'Create Them as Parts'}
      isBusy={session.isSending}
      onAction={() => session.send({ type: 'bom', mapping, choices: { ...choices, components: 'create' } })}
    >
      <span>
        {bom.unknown === 1 ? '1 component is unknown' : `${formatCount(bom.unknown)} components are unknown`}:{' '}
        {some(bom.unknownNumbers, bom.unknown)}.
      </span>
    </Problem>
  )
}

const named = 3

/** 'P-1, P-2, P-3 and 9 more' */
export function some(numbers: string[], count: number): string {
  const shown = numbers.slice(0, named)
  return count > shown.length ? `${shown.join(', ')} and ${formatCount(count - shown.length)} more` : shown.join(', ')
}
