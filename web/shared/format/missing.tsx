/** Shown for a missing value in every list and record. */
export const missing = '—'

/** @param why the reason why it is missing: 'It contains no parts' */
export const Missing = ({ why }: { why?: string }) => (
  <span className="text-faint" title={why}>
    {missing}
  </span>
)
