import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { Choice } from '../../../shared/form/choice.tsx'
import type { ImportSession } from '../import-session.ts'
import { some } from '../map/bom-questions.tsx'
import classes from './question.module.css'

const tops: { value: ImportChoices['bomTop']; label: string }[] = [
  { value: 'products', label: 'Products' },
  { value: 'assemblies', label: 'Assemblies' },
]

/** What becomes of the new items at the top of a bill of materials. Another answer reads the file again. */
export function TopsQuestion({ preview, session }: { preview: ImportPreview; session: ImportSession }) {
  const { bom } = preview
  if (!bom || bom.tops.length === 0 || !session.canReadAgain) return null
  const choice = preview.choices.bomTop
  const words = `Add ${some(bom.tops, bom.tops.length)} as`
  return (
    <div className="row flex-wrap gap-x-3 gap-y-1-5">
      <span className="text-sm">{words}</span>
      <Choice
        size="xs"
        className={`max-w-full ${classes.choice}`}
        aria-label={words}
        data={tops}
        value={choice}
        disabled={session.isSending || session.isCommitting}
        onChange={(bomTop) => bomTop !== choice && session.sendAgain(preview, { bomTop })}
      />
    </div>
  )
}
