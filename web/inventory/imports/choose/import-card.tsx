import classes from '../../summary/summary.module.css'
import type { ImportStart } from '../import-session.ts'
import { ImportDrop } from './import-drop.tsx'

/** A file dropped here opens the preview of its import. */
export function ImportCard({ onStart }: { onStart: (start: ImportStart) => void }) {
  return (
    <section className={`surface stack min-w-0 gap-2 ${classes.card}`} aria-label="Import">
      <h2>Import</h2>
      <p className="text-sm text-muted">
        A CSV or Excel file of parts, assemblies, products or vendors, a bill of materials, an inventory that was
        exported here, or a Shopify product export. You see what would change before anything is stored.
      </p>
      <ImportDrop onStart={onStart} />
    </section>
  )
}
