import { isLowStock, type ListedPart, PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { formatMoney } from 'contract/money.ts'
import { formatQuantity, quantityOf, stockLevelOf } from 'contract/units.ts'
import { LevelBar } from '../../shared/chart/level-bar.tsx'
import { PicturedName } from '../../shared/record/record-picture.tsx'
import { type CellEdit, type Column, columnsOf } from '../../shared/table/columns/columns.ts'
import { StockFigure } from '../items/stock-figure.tsx'
import classes from './part-columns.module.css'
import { PartStock } from './part-stock.tsx'

const quantity = (field: 'stockLevel' | 'reorderThreshold'): CellEdit<ListedPart> => ({
  kind: 'quantity',
  value: (part) => part[field],
  schema: field === 'stockLevel' ? stockLevelOf : quantityOf,
  measure: (part) => part,
})

/** The bar draws the eye to what is low; where all is well there is only the number. */
function StockLevel({ part }: { part: ListedPart }) {
  return (
    <>
      <StockFigure quantity={part.stockLevel} unit={part.unit} className={classes.stock} isLow={isLowStock(part)} />
      {isLowStock(part) && <LevelBar level={part.stockLevel} threshold={part.reorderThreshold} />}
    </>
  )
}

/** The columns of the list of parts. */
export const partColumns: Column<ListedPart>[] = columnsOf(partCatalogue, {
  name: { text: (part) => part.name, cell: (part) => <PicturedName id={part.pictureId} name={part.name} /> },
  supplierName: { min: 11, leaves: 1, phone: 'off', cell: (part) => part.vendorName ?? part.supplierName },
  location: {
    min: 6.5,
    leaves: 2,
    edit: { kind: 'text', value: (part) => part.location, schema: PartFields.shape.location },
  },
  stockLevel: {
    phone: 'end',
    edit: quantity('stockLevel'),
    text: (part) => formatQuantity(part.stockLevel, part.unit),
    cell: (part) => <StockLevel part={part} />,
  },
  reorderThreshold: {
    edit: quantity('reorderThreshold'),
    text: (part) => formatQuantity(part.reorderThreshold, part.unit),
  },
  value: { cell: ({ retailPrice, stockLevel }) => formatMoney(retailPrice * stockLevel) },
  isLowStock: { width: '6.25rem', phone: 'off', cell: (part) => <PartStock part={part} /> },
})
