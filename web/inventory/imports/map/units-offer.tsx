import { listed } from 'contract/listed.ts'
import { Problem } from '../preview/problem.tsx'
import type { BeyondPlain } from './bare-values.ts'

type UnitsOfferProps = { columns: BeyondPlain[]; isBusy: boolean; onIgnore: (headers: string[]) => void }

/** One press for all columns whose values are more than plain numbers and texts. */
export function UnitsOffer({ columns, isBusy, onIgnore }: UnitsOfferProps) {
  if (columns.length === 0) return null
  const headers = columns.map(({ header }) => header)
  const found = [
    ...new Map(columns.flatMap((column) => column.found).map((cell) => [cell.toLowerCase(), cell])).values(),
  ]
  const words = found.filter((cell) => !/\d/.test(cell))
  const actions = [
    ...(words.length < found.length ? ['Ignore Units'] : []),
    ...(words[0] === undefined ? [] : [`Leave ${words[0]} Empty`]),
  ]
  return (
    <Problem tone="warning" action={actions.join(', ')} isBusy={isBusy} onAction={() => onIgnore(headers)}>
      <span>
        {listed(headers)} {headers.length === 1 ? 'has' : 'have'} cells such as{' '}
        {found.slice(0, shown).join(', ').replace(/\.$/, '')}.
      </span>
    </Problem>
  )
}

const shown = 4

type CurrencyOfferProps = {
  columns: { header: string; currencies: string }[]
  isBusy: boolean
  onTake: (headers: string[]) => void
}

/** One press for all columns with amounts in other currencies: costs and prices are dollars. */
export function CurrencyOffer({ columns, isBusy, onTake }: CurrencyOfferProps) {
  if (columns.length === 0) return null
  const headers = columns.map(({ header }) => header)
  const currencies = new Set(columns.flatMap((column) => column.currencies.split(', ')))
  return (
    <Problem tone="warning" action="Take Them as Dollars" isBusy={isBusy} onAction={() => onTake(headers)}>
      <span>
        {listed(headers)} {headers.length === 1 ? 'has' : 'have'} amounts in {listed([...currencies])}. Nothing is
        converted.
      </span>
    </Problem>
  )
}
