import classes from './two-lines.module.css'

/** A name in a cell. A long one takes a second line, which the row has room for: what tells two apart often stands at the end. */
export const TwoLines = ({ children }: { children: string }) => (
  <span className={classes.text} title={children}>
    {children}
  </span>
)
