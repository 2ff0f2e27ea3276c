import { SegmentedControl } from '@mantine/core'
import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { formatCount } from '../import-types.ts'
import classes from './store-variants.module.css'

type Variants = NonNullable<ImportPreview['variants']>
type StoreVariantsProps = {
  variants: Variants
  value: ImportChoices['variants']
  onChange: (value: ImportChoices['variants']) => void
}

const ways = [
  { value: 'merged', label: 'Merged into one' },
  { value: 'separate', label: 'Each its own product' },
]

/** The choice for the variants of a store export. It shows which variants would be merged. */
export function StoreVariants({ variants, value, onChange }: StoreVariantsProps) {
  const { products, variants: count, mergedCount } = variants
  if (count === products) return null
  const isMerged = value === 'merged'
  return (
    <div
      className={`stack items-start flex-none gap-2 text-sm border rounded-sm py-2-5 px-3 ${classes.box}`}
      data-merged={(isMerged && mergedCount > 0) || undefined}
    >
      <p className="m-0">
        The file has {formatCount(count)} variants of {formatCount(products)} products.{' '}
        {isMerged && mergedCount > 0 && sentence(mergedCount)}
        {!isMerged && 'Each is named after its product and its options.'}
      </p>
      <SegmentedControl
        size="xs"
        aria-label="What variants become"
        data={ways}
        value={value}
        onChange={(next) => onChange(next as ImportChoices['variants'])}
      />
      {isMerged && mergedCount > 0 && <Merged {...variants} />}
    </div>
  )
}

const sentence = (count: number) =>
  count === 1
    ? '1 product has variants that differ in SKU or price: its first SKU and highest price are taken.'
    : `${formatCount(count)} products have variants that differ in SKU or price: the first SKU and the highest price are taken.`

function Merged({ merged, mergedCount }: Variants) {
  return (
    <ul className={`overflow-auto break-words ${classes.merged}`}>
      {merged.map(({ handle, rows, skus, prices, price }) => (
        <li key={handle}>
          <strong className="font-semibold">{handle}</strong>, rows {rows.join(', ')}:{' '}
          {skus.some(Boolean) && `SKUs ${skus.filter(Boolean).join(', ')}; `}
          prices {prices.map((each) => each || 'none').join(', ')}, taken {price || 'none'}
        </li>
      ))}
      {mergedCount > merged.length && <li>... and {formatCount(mergedCount - merged.length)} more</li>}
    </ul>
  )
}
