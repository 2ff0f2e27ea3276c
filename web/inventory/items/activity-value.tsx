import { formatMoney } from 'contract/money.ts'
import { SopTitle } from '../../sops/public.tsx'
import { VendorName } from '../vendors/vendor-name.tsx'

const amounts = ['cost', 'retail_price']

/** What a person reads for a logged value: vendors and SOPs by name, amounts in dollars. */
export function ActivityValue({ field, value }: { field: string; value: string | null }) {
  if (!value) return 'empty'
  if (field === 'vendor_id') return <VendorName id={value} />
  if (field === 'sop_id') return <SopTitle id={value} />
  return amounts.includes(field) && Number.isFinite(Number(value)) ? formatMoney(Number(value)) : value
}
