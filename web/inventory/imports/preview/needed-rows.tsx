import { Button } from '@mantine/core'
import { sentenceOf } from 'contract/inventory/import-problems.ts'
import type { RowsNotChosen } from 'contract/inventory/imports.ts'
import type { z } from 'zod'
import { formatCount } from '../import-types.ts'
import { Problem } from './problem.tsx'
import type { RowChoice } from './row-choice.ts'

const shown = 5

/** Says why the selected rows were refused, and offers to add the rows that they need. */
export function NeededRows({ refusal, choice }: { refusal: z.infer<typeof RowsNotChosen>; choice: RowChoice }) {
  const { problems, needed } = refusal
  const more = problems.length - shown
  return (
    <Problem title="The selected rows need others">
      <ul>
        {problems
          .slice(0, shown)
          .map(sentenceOf)
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        {more > 0 && <li>... and {formatCount(more)} more</li>}
      </ul>
      {needed.length > 0 && (
        <Button size="compact-xs" variant="default" mt={6} onClick={() => choice.choose(needed)}>
          Select {needed.length === 1 ? 'That Row' : `These ${formatCount(needed.length)} Rows`} Too
        </Button>
      )}
    </Problem>
  )
}
