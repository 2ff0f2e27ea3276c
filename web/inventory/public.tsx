/** The part of inventory that dashboards show (CONTRIBUTING.md), loaded when it is shown. */
import { Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import type { FirstImportProps } from './imports/choose/first-import.tsx'
import type { AdjustStockProps } from './stock/stock-adjustment.tsx'

const LoadedAdjustment = lazy(async () => ({ default: (await import('./stock/stock-adjustment.tsx')).AdjustStock }))

const LoadedImport = lazy(async () => ({ default: (await import('./imports/choose/first-import.tsx')).FirstImport }))

/** A place for a file that a company begins with. */
export const FirstImport = (props: FirstImportProps) => (
  <Suspense>
    <LoadedImport {...props} />
  </Suspense>
)

/** Adds to the stock of a part or takes from it. */
export const AdjustStock = (props: AdjustStockProps) => (
  <Suspense>
    <LoadedAdjustment {...props} />
  </Suspense>
)
