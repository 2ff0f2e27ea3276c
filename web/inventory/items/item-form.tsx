import { atBeginning, type Catalogue, labelsOf } from 'contract/catalogue.ts'
import type { NewBomLine } from 'contract/inventory/bom.ts'
import { type ReactNode, useMemo } from 'react'
import type { z } from 'zod'
import { plainValue } from '../../shared/form/conflict-panel.tsx'
import { type FormOf, RecordForm, type RecordFormProps } from '../../shared/form/record-form.tsx'
import { valueText } from '../../shared/format/field-value.ts'
import { lazy } from '../../shared/page/code.ts'
import { EditedRecord } from '../../shared/record/edited-record.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { BomEditor } from '../bom/bom-editor.tsx'
import { bomField, LinesShown, loopIssues } from '../bom/bom-field.tsx'
import { LinkedName } from './activity-value.tsx'

const LinesChoice = lazy(() => import('../bom/lines-choice.tsx'))

const pathOf = ({ table }: Catalogue) => `/inventory/${table}`

type EditedItemProps<Row> = {
  catalogue: Catalogue
  query: { data: Row | undefined; error: unknown }
  children: (record: Row) => ReactNode
}

/** The form of a stored record, once it has loaded. */
export const EditedItem = <Row,>({ catalogue, query, children }: EditedItemProps<Row>) => (
  <EditedRecord noun={catalogue.noun} path={pathOf(catalogue)} query={query}>
    {children}
  </EditedRecord>
)

type Saving = RecordFormProps<{ version: number }, object, z.ZodType>['save']
type Options = Parameters<Saving>[1]
type Routes<Fields> = {
  create: (input: Fields & { companyId: string }, options: Options) => ReturnType<Saving>
  update: (input: Fields & { companyId: string; id: string }, options: Options) => ReturnType<Saving>
}

type ItemFormProps<
  Row extends { id: string; version: number },
  Values extends object,
  Schema extends z.ZodObject,
> = Omit<RecordFormProps<Row, Values, Schema>, 'noun' | 'path' | 'labels' | 'show' | 'save'> & {
  catalogue: Catalogue
  /** The routes that save it: `client.assemblies`. */
  routes: Routes<z.output<Schema>>
  /** Labels by path, for paths that are not keys of the catalogue. */
  labels?: Record<string, string>
}

/** The form of a noun with a catalogue, which supplies the labels. */
export function ItemForm<
  Row extends { id: string; version: number },
  Values extends object,
  Schema extends z.ZodObject,
>({ catalogue, routes, ...rest }: ItemFormProps<Row, Values, Schema>) {
  const companyId = useCompanyId()
  const { record } = rest
  const show = useMemo(() => valueRenderer(catalogue), [catalogue])
  return (
    <RecordForm
      noun={atBeginning(catalogue.noun)}
      path={pathOf(catalogue)}
      labels={labelsOf(catalogue)}
      show={show}
      save={(values, options) =>
        record
          ? routes.update({ ...values, companyId, id: record.id }, options)
          : routes.create({ ...values, companyId }, options)
      }
      {...rest}
    />
  )
}

type MadeItemFormProps<
  Row extends { id: string; version: number },
  Key extends string,
  Values extends Record<Key, NewBomLine[]>,
  Schema extends z.ZodObject,
> = Omit<ItemFormProps<Row, Values, Schema>, 'size' | 'issuesOf'> & {
  /** The field of its lines. */
  lines: Key
  /** The inputs above the lines. */
  children: (form: FormOf<Values>) => ReactNode
}

/** The form of an item with lines: an assembly or a product. */
export function MadeItemForm<
  Row extends { id: string; version: number },
  Key extends string,
  Values extends Record<Key, NewBomLine[]>,
  Schema extends z.ZodObject,
>({ lines, children, ...rest }: MadeItemFormProps<Row, Key, Values, Schema>) {
  const { catalogue, record } = rest
  return (
    <ItemForm
      {...rest}
      size="54rem"
      issuesOf={(error, values) => loopIssues(error, lines, values[lines])}
      merges={{ [lines]: LinesChoice }}
    >
      {(form) => (
        <>
          {children(form)}
          <BomEditor {...bomField(form, lines)} title={catalogue.fields[lines]?.label ?? lines} ownId={record?.id} />
        </>
      )}
    </ItemForm>
  )
}

/** Values for the conflict panel: vendors and SOPs by name, amounts in dollars, lines as sentences. */
const valueRenderer =
  ({ fields }: Pick<Catalogue, 'fields'>) =>
  (path: string, value: unknown): ReactNode => {
    const field = fields[path.replace(/^.*\./, '')]
    if (field?.linksTo) return value ? <LinkedName linksTo={field.linksTo} id={String(value)} /> : 'None'
    if (field?.kind === 'lines') return <LinesShown lines={value as NewBomLine[]} />
    return plainValue(path, field ? valueText(field, value) : value)
  }
