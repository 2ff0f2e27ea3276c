import {
  type Icon,
  IconBox,
  IconBuildingWarehouse,
  IconChecklist,
  IconClipboardText,
  IconComponents,
  IconPackages,
  IconReceipt,
  IconTruck,
  IconUser,
} from '@tabler/icons-react'

/** Each kind of record in the palette, by the API's word. */
export const kindLabels: Record<string, string> = {
  part: 'Part',
  assembly: 'Assembly',
  product: 'Product',
  vendor: 'Vendor',
  location: 'Place',
  sop: 'SOP',
  task: 'Task',
  person: 'Person',
  order: 'Order',
}

export const kindIcons: Record<string, Icon> = {
  part: IconPackages,
  assembly: IconComponents,
  product: IconBox,
  vendor: IconTruck,
  location: IconBuildingWarehouse,
  sop: IconClipboardText,
  task: IconChecklist,
  person: IconUser,
  order: IconReceipt,
}
