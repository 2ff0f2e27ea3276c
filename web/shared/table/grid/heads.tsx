import type { ComponentPropsWithoutRef } from 'react'

/** The words of a head, or also further properties of its cell. */
type Head = string | (ComponentPropsWithoutRef<'th'> & { label: string; 'data-money'?: true })

/** The head above the buttons of rows, which is only read out. */
export const actionsHead: Head = { label: '', 'aria-label': 'Actions' }

/** The heads of a table that is no list. @param numeric the labels of the columns of numbers */
export const Heads = ({ of, numeric = [] }: { of: (Head | false)[]; numeric?: readonly string[] }) => (
  <thead>
    <tr>
      {of.map((head) => {
        if (!head) return null
        const { label, ...rest } = typeof head === 'string' ? { label: head } : head
        return (
          <th key={label} scope="col" data-numeric={numeric.includes(label) || undefined} {...rest}>
            {label}
          </th>
        )
      })}
    </tr>
  </thead>
)
