import { formatQuantity } from 'contract/units.ts'

type StockFigureProps = { quantity: number; unit?: string; className?: string | undefined; isLow?: boolean }

/** What is on hand; red below zero. */
export const StockFigure = ({ quantity, unit, className = '', isLow = false }: StockFigureProps) => (
  <span className={`numeric ${className}`} data-low={isLow || undefined} data-negative={quantity < 0 || undefined}>
    {formatQuantity(quantity, unit)}
  </span>
)
