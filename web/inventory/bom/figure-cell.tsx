import { Missing } from '../../shared/format/missing.tsx'

type FigureCellProps = {
  /** The column header. Phones have no headers, so it is shown before the figure. */
  label: string
  isBad?: boolean
  /** Why the figure is missing when it is null. */
  why?: string
  children: string | null
}

/** A number in a table of components. */
export const FigureCell = ({ label, isBad = false, why, children }: FigureCellProps) => (
  <td data-numeric data-label={label} data-bad={isBad || undefined} title={children ?? undefined}>
    {children ?? <Missing {...(why && { why })} />}
  </td>
)
