import type { ImportStep } from './import-session.ts'
import classes from './import-steps.module.css'

const steps = [
  { name: 'choose', label: 'File' },
  { name: 'map', label: 'Columns' },
  { name: 'preview', label: 'Preview' },
] as const

/** The progress of an import: 1 File, 2 Columns, 3 Preview. */
export function ImportSteps({ step }: { step: ImportStep['name'] }) {
  const at = steps.findIndex(({ name }) => name === step)
  return (
    <ol className={`flex gap-4 text-xs text-muted ${classes.steps}`} aria-label="Steps of the import">
      {steps.map(({ name, label }, index) => (
        <li key={name} aria-current={name === step ? 'step' : undefined} data-done={at < 0 || index < at || undefined}>
          <span aria-hidden>{index + 1}</span> {label}
        </li>
      ))}
    </ol>
  )
}
