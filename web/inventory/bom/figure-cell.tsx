import { Missing } from '../../shared/format/missing.tsx'

type FigureCellProps = {
  /** The head of its column; on phones, where there are no heads, it stands before the figure. */
  label: string
  isBad?: boolean
  /** What a figure that is null is missing for. */
  why?: string
  children: string | null
}

/** A number in a table of components. */
export const FigureCell = ({ label, isBad = false, why, children }: FigureCellProps) => (
  <td data-numeric data-label={label} data-bad={isBad || undefined} title={children ?? undefined}>
    {children ?? <Missing {...(why && { why })} />}
  </td>
)
