import classes from './two-lines.module.css'

/** A name in a cell. A long name takes a second line, for which the row has room: similar names often differ only at the end. */
export const TwoLines = ({ children }: { children: string }) => (
  <span className={classes.text} title={children}>
    {children}
  </span>
)
