import type { NewBomLine } from 'contract/inventory/bom.ts'
import { formatMoney } from 'contract/money.ts'
import type { ReactNode } from 'react'
import { shown } from '../../shared/form/conflict-panel.tsx'
import { SopTitle } from '../../sops/public.tsx'
import { LinesShown } from '../bom/bom-field.tsx'
import { VendorName } from '../vendors/vendor-name.tsx'

const showers: Record<string, (value: unknown) => ReactNode> = {
  vendorId: (value) => (value ? <VendorName id={String(value)} /> : 'None'),
  sopId: (value) => (value ? <SopTitle id={String(value)} /> : 'None'),
  cost: (value) => formatMoney(Number(value)),
  retailPrice: (value) => formatMoney(Number(value)),
  components: (value) => <LinesShown lines={value as NewBomLine[]} />,
  bom: (value) => <LinesShown lines={value as NewBomLine[]} />,
}

/** What the conflict panel says: vendors and SOPs by name, amounts in dollars, lines as sentences. */
export const showField = (field: string, value: unknown): ReactNode => showers[field]?.(value) ?? shown(field, value)
