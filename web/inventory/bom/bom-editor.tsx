import { ActionIcon, Button, VisuallyHidden } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type ComponentType, componentTypeLabels, componentTypes } from 'contract/inventory/bom.ts'
import { each, formatQuantity, type Measure } from 'contract/units.ts'
import { type KeyboardEvent, memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { FormSection } from '../../shared/form/form-section.tsx'
import { problemWith, readNumber } from '../../shared/form/typed-number.ts'
import classes from './bom-editor.module.css'
import { ComponentPicker } from './component-picker.tsx'
import { type EditorRow, isBlank } from './editor-rows.ts'
import { focusBeside } from './line-focus.ts'
import { readPastedLines } from './pasted-lines.ts'
import { type BomErrors, type BomField, noSuchItem, type RowActions, useBomRows } from './use-bom-rows.ts'

type BomEditorProps = BomField & {
  /** 'Components', 'Bill of Materials'. */
  title: string
  /** The assembly or product in the form: it cannot contain itself. */
  ownId: string | undefined
}

/**
 * The lines of an assembly or product, made for the keyboard: Tab goes from type to component to quantity, Enter in the
 * quantity begins the next line, Ctrl or Alt with Backspace removes one, a list from a spreadsheet can be pasted anywhere.
 */
export function BomEditor({ title, ownId, ...props }: BomEditorProps) {
  const { rows, actions, append, notice, isResolving } = useBomRows(props)
  const { errors, field } = props
  const count = rows.reduce((sum, row) => sum + (isBlank(row) ? 0 : 1), 0)
  let line = -1
  return (
    <FormSection title={count > 0 ? `${title} (${count.toLocaleString('en-US')})` : title}>
      <div className="wide stack min-w-0 gap-1-5">
        <WholeError>{errors[field]}</WholeError>
        {rows.length > 0 && (
          <div className={`grid gap-x-2 gap-y-0-5 text-xs text-faint ${classes.head}`} aria-hidden>
            <span>Type</span>
            <span>Component</span>
            <span>Name</span>
            <span>Quantity</span>
          </div>
        )}
        <ol className="stack gap-1-5" aria-label={title} aria-busy={isResolving}>
          {rows.map((row, index) => {
            if (!isBlank(row)) line += 1
            return (
              <Line
                key={row.key}
                row={row}
                place={index + 1}
                ownId={ownId}
                actions={actions}
                {...(isBlank(row) ? {} : errorsAt(errors, `${field}.${line}`))}
              />
            )
          })}
        </ol>
        <div className={`row gap-3 mt-1 ${classes.foot}`}>
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={append}>
            Add Line
          </Button>
          <p className="text-xs text-faint" role="status">
            {notice || 'Enter adds the next line. Paste numbers and quantities from a spreadsheet into any line.'}
          </p>
        </div>
      </div>
    </FormSection>
  )
}

/** A problem of the lines as a whole: too many of them, or a loop. */
function WholeError({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (children) text.current?.scrollIntoView({ block: 'center' })
  }, [children])
  return children ? (
    <p ref={text} className="text-sm text-danger break-words rounded-sm bg-danger py-2 px-3" role="alert">
      {children}
    </p>
  ) : null
}

/** An error about a whole line is shown at its component. */
const errorsAt = (errors: BomErrors, path: string) => ({
  componentError: errors[`${path}.id`] ?? errors[`${path}.type`] ?? errors[path],
  quantityError: errors[`${path}.quantity`],
})

type LineProps = {
  row: EditorRow
  /** from 1 */
  place: number
  ownId: string | undefined
  actions: RowActions
  componentError?: ReactNode
  quantityError?: ReactNode
}

/** Memoised: even with a thousand lines, only the line with the focus renders again. */
const Line = memo(function Line({ row, place, ownId, actions, componentError, quantityError }: LineProps) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || !(event.ctrlKey || event.altKey || event.metaKey)) return
    event.preventDefault()
    actions.remove(row)
  }
  return (
    <li
      className={`grid gap-x-2 gap-y-0-5 ${classes.line}`}
      data-line={row.key}
      onKeyDown={onKeyDown}
      onPaste={(event) => {
        const lines = readPastedLines(event.clipboardData.getData('text/plain'))
        if (!lines) return
        event.preventDefault()
        actions.paste(row, lines)
      }}
    >
      <TypeSelect row={row} place={place} actions={actions} />
      <div className={`min-w-0 ${classes.component}`}>
        <ComponentPicker
          row={row}
          label={`Component of line ${place}`}
          errorId={componentError ? `${id}-component` : undefined}
          actions={actions}
          ownId={ownId}
        />
      </div>
      <span className={`text-sm text-muted truncate ${classes.name}`} title={row.name}>
        {row.name || <VisuallyHidden>No component chosen</VisuallyHidden>}
      </span>
      <span className={`row min-w-0 gap-1 ${classes.measured}`}>
        <QuantityInput
          row={row}
          place={place}
          actions={actions}
          errorId={quantityError ? `${id}-quantity` : undefined}
        />
        {row.unit !== each && (
          <span className={`flex-none text-xs text-faint truncate ${classes.unit}`}>{row.unit}</span>
        )}
      </span>
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={`Remove line ${place}`}
        title="Remove (Ctrl + Backspace)"
        tabIndex={-1}
        onClick={() => actions.remove(row)}
      >
        <IconX size={15} />
      </ActionIcon>
      {componentError && (
        <p id={`${id}-component`} className={`text-xs text-danger ${classes.error}`}>
          {componentError}
          {componentError === noSuchItem && row.type === 'part' && (
            <>
              {'. '}
              <TextButton onClick={() => actions.createPart(row)}>Create Part</TextButton>
            </>
          )}
        </p>
      )}
      {quantityError && (
        <p id={`${id}-quantity`} className={`text-xs text-danger ${classes.error} text-right ${classes.quantityError}`}>
          {problemWith(quantityError, row.quantity, row)}
        </p>
      )}
    </li>
  )
})

type InputProps = { row: EditorRow; place: number; actions: RowActions }

function TypeSelect({ row, place, actions }: InputProps) {
  return (
    <select
      className={classes.input}
      data-field="type"
      aria-label={`Type of line ${place}`}
      value={row.type}
      onChange={(event) => actions.setType(row, event.currentTarget.value as ComponentType)}
    >
      {componentTypes.map((type) => (
        <option key={type} value={type}>
          {componentTypeLabels[type]}
        </option>
      ))}
    </select>
  )
}

function QuantityInput({ row, place, actions, errorId }: InputProps & { errorId: string | undefined }) {
  const [draft, setDraft] = useState<string | null>(null)
  return (
    <input
      className={`${classes.input} text-right ${classes.quantity}`}
      data-field="quantity"
      inputMode={row.decimals > 0 ? 'decimal' : 'numeric'}
      autoComplete="off"
      aria-label={`Quantity of line ${place}`}
      aria-invalid={Boolean(errorId) || undefined}
      aria-describedby={errorId}
      value={draft ?? shown(row.quantity)}
      onFocus={(event) => {
        setDraft(shown(row.quantity))
        event.currentTarget.select()
      }}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        actions.setQuantity(row, read(event.currentTarget.value, row))
      }}
      onBlur={() => {
        // An empty quantity means 1 (product.md 5); unreadable text stays, so that the person can correct it.
        if (draft?.trim() === '') actions.setQuantity(row, 1)
        setDraft(null)
      }}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
          event.preventDefault()
          focusBeside(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1)
        }
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
        event.preventDefault()
        actions.addAfter(row)
      }}
    />
  )
}

const shown = (quantity: number | string) => (typeof quantity === 'number' ? formatQuantity(quantity) : quantity)

const read = (text: string, measure: Measure) => (text.trim() === '' ? 1 : readNumber('quantity', text, measure))
