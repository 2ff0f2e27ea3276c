import type { Field } from 'contract/catalogue.ts'
import { SopTitle } from '../../sops/public.tsx'
import { VendorName } from '../vendors/vendor-name.tsx'

const shownBy = { vendors: VendorName, sops: SopTitle }

/** The name of the record that a link leads to. */
export function LinkedName({ linksTo, id }: { linksTo: NonNullable<Field['linksTo']>; id: string }) {
  const Name = shownBy[linksTo]
  return <Name id={id} />
}
