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
import { type FormOf, fieldsOf } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { SopSelect } from '../../sops/public.tsx'
import { asEdited } from '../bom/bom-field.tsx'
import { EditedItem, MadeItemForm } from '../items/item-form.tsx'
import { LocationInput } from '../locations/location-input.tsx'
import { StoreProductSelect } from './store-product-select.tsx'

const ProductForm = ProductFields.extend({ bom: NewBomLines })
type Values = z.input<typeof ProductForm>

const labels = labelsOf(productCatalogue)

/** /inventory/products/new */
export const NewProductForm = () => <ProductDialog />

/** /inventory/products/{id}/edit */
export function EditProductForm() {
  const product = useQuery(api.products.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedItem catalogue={productCatalogue} query={product}>
      {(record) => <ProductDialog product={record} />}
    </EditedItem>
  )
}

function ProductDialog({ product }: { product?: Product }) {
  return (
    <MadeItemForm
      catalogue={productCatalogue}
      routes={client.products}
      lines="bom"
      record={product}
      valuesOf={(record?: Product): Values => ({
        ...formValues(ProductFields, record ?? { cost: 0, retailPrice: 0 }),
        bom: asEdited(record?.bom),
      })}
      schema={ProductForm}
    >
      {(form) => (
        <>
          <ItemInputs form={form} />
          <PriceInputs form={form} />
        </>
      )}
    </MadeItemForm>
  )
}

function ItemInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Item">
      <TextInput {...field('sku')} withAsterisk data-autofocus />
      <TextInput {...field('name')} withAsterisk />
      <TextInput {...field('category')} />
      <LocationInput {...field('location')} />
    </FormSection>
  )
}

function PriceInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="Price, store and procedure">
      <NumberField {...field('cost')} kind="money" />
      <NumberField {...field('retailPrice')} kind="money" />
      <StoreProductSelect {...field('shopifyProductId')} retailPrice={form.getValues().retailPrice} />
      <SopSelect {...field('sopId')} />
    </FormSection>
  )
}
