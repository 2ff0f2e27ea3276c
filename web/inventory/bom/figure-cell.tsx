type FigureCellProps = {
  /** The head of its column; on phones, where there are no heads, it stands before the figure. */
  label: string
  isBad?: boolean
  children: string
}

/** A number in a table of components. */
export const FigureCell = ({ label, isBad = false, children }: FigureCellProps) => (
  <td data-numeric data-label={label} data-bad={isBad || undefined} title={children}>
    {children}
  </td>
)
