import type { Field } from 'contract/catalogue.ts'
import { loggedField } from 'contract/catalogues.ts'
import type { LoggedValue } from '../../activity/public.tsx'
import { valueText } from '../../shared/format/field-value.ts'
import { SopTitle } from '../../sops/public.tsx'
import { VendorName } from '../vendors/vendor-name.tsx'

/** A logged value as people read it: vendors and SOPs by name, amounts in dollars, quantities with their unit. @param field its column */
export function ActivityValue({ entity, field, value, unit }: LoggedValue) {
  if (!value) return 'empty'
  const words = loggedField(entity, field)
  if (words?.linksTo) return <LinkedName linksTo={words.linksTo} id={value} />
  return words ? valueText(words, value, unit) : value
}

const shownBy = { vendors: VendorName, sops: SopTitle }

/** The name of the record that a link leads to. */
export function LinkedName({ linksTo, id }: { linksTo: NonNullable<Field['linksTo']>; id: string }) {
  const Name = shownBy[linksTo]
  return <Name id={id} />
}
