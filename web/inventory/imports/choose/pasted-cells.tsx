import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import classes from './choose-step.module.css'

/** Cells that were copied from a spreadsheet; they are read like a file of that text. */
export function PastedCells({ isSending, onChoose }: { isSending: boolean; onChoose: (file: File) => void }) {
  const [text, setText] = useState('')
  return (
    <div className={`stack items-end flex-1 gap-3 ${classes.pasted}`}>
      <Textarea
        label="Cells from a spreadsheet"
        description="Copy them with their header, and paste them here."
        rows={11}
        value={text}
        disabled={isSending}
        spellCheck={false}
        classNames={{ input: `overflow-auto font-mono ${classes.cells}` }}
        onChange={({ currentTarget: { value } }) => setText(value)}
      />
      <Button loading={isSending} disabled={text.trim() === ''} onClick={() => onChoose(pastedFile(text))}>
        Preview
      </Button>
    </div>
  )
}

const pastedFile = (text: string) => new File([text], 'Pasted cells.tsv', { type: 'text/csv' })
