import { Checkbox } from '@mantine/core'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import type { BeyondPlain } from './bare-values.ts'
import type { ColumnChoices } from './column-choices.ts'
import { foreignIn } from './foreign-amounts.ts'
import classes from './number-question.module.css'

type Column = ImportPreview['columns'][number]
type AmountQuestionsProps = { column: Column; name: string; chosen: ColumnChoices; isMoney: boolean }

/**
 * What the file alone does not tell about the amounts of a column: their currency, and whether to round as the sheet does. The notice above the table
 * answers for all columns.
 */
export function AmountQuestions({ column, name, chosen, isMoney }: AmountQuestionsProps) {
  const { rounding } = column
  const { inDollars, asShown } = chosen.choices
  const others = foreignIn(column)
  return (
    <>
      {isMoney && others !== '' && (
        <div className={classes.question} data-open={!inDollars.includes(name) || undefined}>
          <p className={classes.words}>
            These amounts are in {others}. Costs and prices are dollars: nothing is converted.
          </p>
          <Checkbox
            size="xs"
            label="Take the amounts as dollars"
            checked={inDollars.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              chosen.set({ inDollars: checked ? joined(inDollars, [name]) : without(inDollars, name) })
            }
          />
        </div>
      )}
      {rounding && (
        <div className={classes.question}>
          <p className={classes.words}>The sheet shows fewer digits than it has: {rounding.examples.join('; ')}.</p>
          <Checkbox
            size="xs"
            label="Take what the sheet shows"
            checked={asShown.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              chosen.set({ asShown: checked ? joined(asShown, [name]) : without(asShown, name) })
            }
          />
        </div>
      )}
    </>
  )
}

type UnitsQuestionProps = { column: BeyondPlain; chosen: ColumnChoices }

/** What to make of units and of words for nothing in this column; the notice above the table answers for all. */
export function UnitsQuestion({ column: { header, isNumber, found }, chosen }: UnitsQuestionProps) {
  const { withoutUnits } = chosen.choices
  const hasUnits = isNumber && found.some((cell) => /\d/.test(cell))
  return (
    <div className={classes.question}>
      <p className={classes.words}>
        {hasUnits ? 'More than a number' : 'Words for nothing'}: {found.join(', ')}.
      </p>
      <Checkbox
        size="xs"
        label={hasUnits ? 'Ignore units; TBD and the like count as empty' : 'TBD and the like count as empty'}
        checked={withoutUnits.includes(header)}
        onChange={({ currentTarget: { checked } }) =>
          chosen.set({ withoutUnits: checked ? joined(withoutUnits, [header]) : without(withoutUnits, header) })
        }
      />
    </div>
  )
}

const joined = (names: string[], more: string[]) => [...new Set([...names, ...more])]
const without = (names: string[], name: string) => names.filter((other) => other !== name)
