import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { labelsOf } from 'contract/catalogue.ts'
import { NewBomLines } from 'contract/inventory/bom.ts'
import { type Product, ProductFields, productCatalogue } from 'contract/inventory/products.ts'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { formValues } from '../../shared/form/form-values.ts'
import { NumberField } from '../../shared/form/number-field.tsx'
import { type FormOf, fieldsOf, RecordForm } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { EditedRecord } from '../../shared/record/edited-record.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { SopSelect } from '../../sops/public.tsx'
import { BomEditor } from '../bom/bom-editor.tsx'
import { asEdited, bomField, loopIssues } from '../bom/bom-field.tsx'
import { showerOf } from '../items/field-values.tsx'

const ProductForm = ProductFields.extend({ bom: NewBomLines })
type Values = z.input<typeof ProductForm>

const labels = labelsOf(productCatalogue)
const show = showerOf(productCatalogue)

const path = '/inventory/products'

/** /inventory/products/new */
export const NewProductForm = () => <ProductDialog />

/** /inventory/products/{id}/edit */
export function EditProductForm() {
  const product = useQuery(api.products.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedRecord noun="product" path={path} query={product}>
      {(record) => <ProductDialog product={record} />}
    </EditedRecord>
  )
}

function ProductDialog({ product }: { product?: Product }) {
  const companyId = useCompanyId()
  return (
    <RecordForm
      noun="Product"
      path={path}
      size="54rem"
      record={product}
      valuesOf={(record?: Product): Values => ({
        ...formValues(ProductFields, record ?? { cost: 0, retailPrice: 0 }),
        bom: asEdited(record?.bom),
      })}
      schema={ProductForm}
      labels={labels}
      show={show}
      issuesOf={(error, values) => loopIssues(error, 'bom', values.bom)}
      save={(values, options) =>
        product
          ? client.products.update({ companyId, id: product.id, ...values }, options)
          : client.products.create({ companyId, ...values }, options)
      }
    >
      {(form) => (
        <>
          <ItemInputs form={form} />
          <PriceInputs form={form} />
          <BomEditor {...bomField(form, 'bom')} title={labels.bom} ownId={product?.id} />
        </>
      )}
    </RecordForm>
  )
}

function ItemInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Item">
      <TextInput {...field('sku')} withAsterisk data-autofocus />
      <TextInput {...field('name')} withAsterisk />
      <TextInput {...field('category')} />
      <TextInput {...field('location')} placeholder="Aisle, shelf, bin" />
    </FormSection>
  )
}

function PriceInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Price, store and procedure">
      <NumberField {...field('cost')} kind="money" />
      <NumberField {...field('retailPrice')} kind="money" />
      <TextInput {...field('shopifyProductId')} placeholder="None" />
      <SopSelect {...field('sopId')} />
    </FormSection>
  )
}
