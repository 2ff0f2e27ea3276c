import type { UseFormReturnType } from '@mantine/form'
import type { FieldIssue } from 'contract/errors.ts'
import { type BomLine, componentTypeLabels, type NewBomLine } from 'contract/inventory/bom.ts'
import { formatQuantity } from 'contract/units.ts'
import { brokenRuleOf, messageOf } from '../../shared/api/server-errors.ts'
import classes from './bom-field.module.css'
import type { BomField } from './use-bom-rows.ts'

type FormWithLines = Pick<UseFormReturnType<object>, 'errors' | 'setErrors'> & {
  getValues: () => object
  setFieldValue: (...args: never[]) => void
}

/** Connects the editor of lines with a form: `<BomEditor {...bomField(form, 'bom')} … />`. */
export function bomField(form: FormWithLines, field: string): BomField {
  return {
    field,
    value: (form.getValues() as Record<string, NewBomLine[]>)[field] ?? [],
    errors: form.errors,
    onChange: (lines, errors) => {
      // `never` accepts the forms of both assemblies and products; the field belongs to one of them.
      form.setFieldValue(...([field, lines] as never[]))
      form.setErrors(errors)
    },
  }
}

/** Stored lines as form values, in exactly the editor's shape, so that unchanged lines compare equal. */
export const asEdited = (lines: BomLine[] = []): NewBomLine[] =>
  lines.map(({ type, id, number, name, quantity, unit, decimals }) => ({
    type,
    id,
    number,
    name,
    quantity,
    unit,
    decimals,
  }))

/** A refused loop is shown at the line it goes through: 'A > B > A' at the line of B. */
export function loopIssues(error: unknown, field: string, lines: NewBomLine[]): FieldIssue[] {
  const broken = brokenRuleOf(error)
  if (broken?.rule !== 'bom_loop' && broken?.rule !== 'bom_too_deep') return []
  const message = messageOf(error)
  const through = broken.detail.split(' > ')[1]
  const line = lines.findIndex(({ type, number }) => type !== 'part' && number === through)
  return [{ field: through && line >= 0 ? `${field}.${line}.id` : field, message }]
}

/** Lines as the conflict panel shows them: '12 × P-100 Bolt'. */
export function LinesShown({ lines }: { lines: NewBomLine[] }) {
  if (lines.length === 0) return '(none)'
  return (
    // The box scrolls when there are many, so it must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <ul className={`overflow-y-auto ${classes.lines}`} aria-label="Lines" tabIndex={0}>
      {lines.map(({ type, id, number, name, quantity, unit }) => (
        <li key={`${type} ${id} ${number}`}>
          {formatQuantity(quantity, unit)} × {number} {name}
          {type !== 'part' && <span className="text-muted"> {componentTypeLabels[type].toLowerCase()}</span>}
        </li>
      ))}
    </ul>
  )
}
