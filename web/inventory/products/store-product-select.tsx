import { TextInput, type TextInputProps } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatAmount, formatCost } from 'contract/money.ts'
import type { PickedProduct } from 'contract/revenue/store-products.ts'
import { api } from '../../shared/api/api.ts'
import { statusOf } from '../../shared/api/server-errors.ts'
import { OptionalSelect, useTypedSearch } from '../../shared/form/found-select.tsx'
import { useCompanyId } from '../../shared/session/session.ts'

type StoreProductSelectProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  value?: string | null
  defaultValue?: string | null
  onChange: (id: string | null) => void
  /** what the product costs here, to compare */
  retailPrice: unknown
}

/** So that the input stays in line with the one beside it. */
const belowTheInput: TextInputProps['inputWrapperOrder'] = ['label', 'input', 'description', 'error']

/** The product of the online store that belongs to this one. Without a store, its id can still be typed. */
export function StoreProductSelect({ retailPrice, value, defaultValue, onChange, ...rest }: StoreProductSelectProps) {
  const companyId = useCompanyId()
  const linked = value ?? defaultValue ?? null
  const comparison = useQuery({
    ...api.storeProducts.list.queryOptions({ input: { companyId, q: linked ?? '' } }),
    enabled: Boolean(linked),
    retry: false,
  })
  const product = comparison.data?.items.find(({ id }) => id === linked)
  const chosen = linked ? { value: linked, label: product?.title ?? linked } : null
  const search = useTypedSearch(chosen)
  const input = { companyId, ...(search.q && { q: search.q }) }
  const offered = useQuery({
    ...api.storeProducts.list.queryOptions({ input, placeholderData: keepPreviousData }),
    retry: false,
  })
  if (offered.error)
    return (
      <TextInput
        {...rest}
        value={linked ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        placeholder="None"
        description={notLoaded(offered.error)}
        inputWrapperOrder={belowTheInput}
      />
    )
  return (
    <OptionalSelect
      {...(rest as object)}
      noun="Shopify product"
      none="None"
      value={linked}
      onChange={onChange}
      chosen={chosen}
      offered={offered.data?.items.map(({ id, title, variants }) => ({ value: id, label: labelOf(title, variants) }))}
      search={search}
      description={
        product ? compared(product, retailPrice) : offered.isPending || comparison.isLoading ? '\u00a0' : about
      }
      inputWrapperOrder={belowTheInput}
    />
  )
}

/** There is always a line: one that comes with an answer would push the fields below down. */
const about = 'The same product in your online store'

/** Without an answer it is not known whether the store is configured. */
const notLoaded = (error: unknown) =>
  `Failed to load Shopify products${statusOf(error) === null ? '' : '. Make sure Shopify is configured.'}`

const labelOf = (title: string, variants: PickedProduct['variants']) => {
  const skus = variants.flatMap(({ sku }) => sku ?? [])
  return skus.length > 0 ? `${title} · ${skus.slice(0, 3).join(', ')}` : title
}

/** 'In the store $362.25, here $345.00 · 14 in stock': prices and stock side by side. */
function compared({ variants, currency }: PickedProduct, retailPrice: unknown): string {
  const price = Math.max(...variants.map((variant) => variant.price))
  const stock = variants.reduce((sum, { quantity }) => sum + quantity, 0)
  const here = typeof retailPrice === 'number' && retailPrice !== price ? `, here ${formatCost(retailPrice)}` : ''
  if (variants.length === 0) return 'The store has no variant of it'
  return `In the store ${formatAmount(price, currency)}${here} · ${stock.toLocaleString('en-US')} in stock`
}
