import { Checkbox } from '@mantine/core'
import { isDollar } from 'contract/decimals.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import type { ColumnChoices } from './column-choices.ts'
import classes from './number-question.module.css'

type AmountQuestionsProps = { column: ImportPreview['columns'][number]; chosen: ColumnChoices; isMoney: boolean }

/** What the file alone does not tell about the amounts of a column: their currency, what to make of units and words, and whether to round as the sheet does. */
export function AmountQuestions({
  column: { header, currencies, rounding, units },
  chosen,
  isMoney,
}: AmountQuestionsProps) {
  const name = header.trim()
  const { inDollars, asShown, withoutUnits } = chosen.choices
  const others = currencies?.found.filter((currency) => !isDollar(currency)) ?? []
  return (
    <>
      {isMoney && others.length > 0 && (
        <div className={classes.question} data-open={!inDollars.includes(name) || undefined}>
          <p className={classes.words}>
            These amounts are in {others.join(', ')}. Costs and prices are dollars: nothing is converted.
          </p>
          <Checkbox
            size="xs"
            label="Take the amounts as dollars"
            checked={inDollars.includes(name)}
            onChange={({ currentTarget }) => chosen.set({ inDollars: listed(inDollars, name, currentTarget.checked) })}
          />
        </div>
      )}
      {units && (
        <div className={classes.question} data-open={!withoutUnits.includes(name) || undefined}>
          <p className={classes.words}>More than a number: {units.examples.join(', ')}.</p>
          <Checkbox
            size="xs"
            label="Ignore units; TBD and the like count as empty"
            checked={withoutUnits.includes(name)}
            onChange={({ currentTarget }) =>
              chosen.set({ withoutUnits: listed(withoutUnits, name, currentTarget.checked) })
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
            onChange={({ currentTarget }) => chosen.set({ asShown: listed(asShown, name, currentTarget.checked) })}
          />
        </div>
      )}
    </>
  )
}

const listed = (names: string[], name: string, isIn: boolean) => [
  ...names.filter((other) => other !== name),
  ...(isIn ? [name] : []),
]
