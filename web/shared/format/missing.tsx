import classes from './missing.module.css'

/** What stands where there is no value, in every list and record. */
export const missing = '—'

/** @param why what the value is missing for: 'It contains no parts' */
export const Missing = ({ why }: { why?: string }) => (
  <span className={classes.missing} title={why}>
    {missing}
  </span>
)
