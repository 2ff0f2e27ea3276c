import { type ColorScheme, colorSchemeLabels, colorSchemes } from 'contract/settings/appearance.ts'
import { useId } from 'react'
import classes from './design.module.css'

type ColorSchemesProps = { labelledBy: string; value: ColorScheme; onChange: (scheme: ColorScheme) => void }

/** The five colour schemes, each with its colour. */
export function ColorSchemes({ labelledBy, value, onChange }: ColorSchemesProps) {
  const name = useId()
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} className={classes.schemes}>
      {colorSchemes.map((scheme) => (
        <label key={scheme} className={classes.scheme}>
          <input
            type="radio"
            name={name}
            className={classes.radio}
            checked={scheme === value}
            onChange={() => onChange(scheme)}
          />
          <span className={classes.swatch} data-scheme={scheme} />
          {colorSchemeLabels[scheme]}
        </label>
      ))}
    </div>
  )
}
