import type { Catalogue } from 'contract/catalogue.ts'
import type { NewBomLine } from 'contract/inventory/bom.ts'
import type { ReactNode } from 'react'
import { plainValue } from '../../shared/form/conflict-panel.tsx'
import { valueText } from '../../shared/format/field-value.ts'
import { LinesShown } from '../bom/bom-field.tsx'
import { LinkedName } from './linked-name.tsx'

/** Values for the conflict panel: vendors and SOPs by name, amounts in dollars, lines as sentences. */
export const valueRenderer =
  ({ fields }: Pick<Catalogue, 'fields'>) =>
  (path: string, value: unknown): ReactNode => {
    const field = fields[path.replace(/^.*\./, '')]
    if (field?.linksTo) return value ? <LinkedName linksTo={field.linksTo} id={String(value)} /> : 'None'
    if (field?.kind === 'lines') return <LinesShown lines={value as NewBomLine[]} />
    return plainValue(path, field ? valueText(field, value) : value)
  }
