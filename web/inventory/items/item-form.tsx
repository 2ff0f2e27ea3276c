import { atBeginning, type Catalogue, labelsOf } from 'contract/catalogue.ts'
import type { NewBomLine } from 'contract/inventory/bom.ts'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod'
import { type FormOf, RecordForm, type RecordFormProps } from '../../shared/form/record-form.tsx'
import { EditedRecord } from '../../shared/record/edited-record.tsx'
import { BomEditor } from '../bom/bom-editor.tsx'
import { bomField, loopIssues } from '../bom/bom-field.tsx'
import { showerOf } from './field-values.tsx'

const pathOf = ({ table }: Catalogue) => `/inventory/${table}`

type EditedItemProps<Row> = {
  catalogue: Catalogue
  query: { data: Row | undefined; error: unknown }
  children: (record: Row) => ReactNode
}

/** The form of a stored record, once it is read. */
export const EditedItem = <Row,>({ catalogue, query, children }: EditedItemProps<Row>) => (
  <EditedRecord noun={catalogue.noun} path={pathOf(catalogue)} query={query}>
    {children}
  </EditedRecord>
)

type ItemFormProps<Row extends { version: number }, Values extends object, Schema extends z.ZodType> = Omit<
  RecordFormProps<Row, Values, Schema>,
  'noun' | 'path' | 'labels' | 'show'
> & {
  catalogue: Catalogue
  /** By path, where these are not the keys of the catalogue. */
  labels?: Record<string, string>
}

/** The form of a noun that has a catalogue: its words come from there. */
export function ItemForm<Row extends { version: number }, Values extends object, Schema extends z.ZodType>({
  catalogue,
  ...rest
}: ItemFormProps<Row, Values, Schema>) {
  const show = useMemo(() => showerOf(catalogue), [catalogue])
  return (
    <RecordForm
      noun={atBeginning(catalogue.noun)}
      path={pathOf(catalogue)}
      labels={labelsOf(catalogue)}
      show={show}
      {...rest}
    />
  )
}

type MadeItemFormProps<
  Row extends { id: string; version: number },
  Key extends string,
  Values extends Record<Key, NewBomLine[]>,
  Schema extends z.ZodType,
> = Omit<ItemFormProps<Row, Values, Schema>, 'size' | 'issuesOf'> & {
  /** The field of its lines. */
  lines: Key
  /** The inputs above the lines. */
  children: (form: FormOf<Values>) => ReactNode
}

/** The form of what is made of lines: an assembly, a product. */
export function MadeItemForm<
  Row extends { id: string; version: number },
  Key extends string,
  Values extends Record<Key, NewBomLine[]>,
  Schema extends z.ZodType,
>({ lines, children, ...rest }: MadeItemFormProps<Row, Key, Values, Schema>) {
  const { catalogue, record } = rest
  return (
    <ItemForm {...rest} size="54rem" issuesOf={(error, values) => loopIssues(error, lines, values[lines])}>
      {(form) => (
        <>
          {children(form)}
          <BomEditor {...bomField(form, lines)} title={catalogue.fields[lines]?.label ?? lines} ownId={record?.id} />
        </>
      )}
    </ItemForm>
  )
}
