import { Select, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { labelsOf } from 'contract/catalogue.ts'
import { type Location, locationCatalogue, locationKindLabels, locationKinds } from 'contract/inventory/locations.ts'
import type { z } from 'zod'
import { api, client } from '../../shared/api/api.ts'
import { FormSection } from '../../shared/form/form-section.tsx'
import { formValues } from '../../shared/form/form-values.ts'
import { fieldsOf } from '../../shared/form/record-form.tsx'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { sessionKey, useCompany } from '../../shared/session/session.ts'
import { EditedItem, ItemForm } from '../items/item-form.tsx'
import { PlaceSelect } from './place-select.tsx'

const { schema } = locationCatalogue
type Values = z.input<typeof schema>

const labels = labelsOf(locationCatalogue)

/** /inventory/locations/new */
export const NewLocationForm = () => <LocationDialog />

/** /inventory/locations/{id}/edit */
export function EditLocationForm() {
  const location = useQuery(api.locations.get.queryOptions({ input: useAddressedRecord() }))
  return (
    <EditedItem catalogue={locationCatalogue} query={location}>
      {(record) => <LocationDialog location={record} />}
    </EditedItem>
  )
}

/** Places for builds come with builds. */
const kindsFor = (location?: Location) =>
  locationKinds
    .filter((kind) => kind !== 'build' || location?.kind === kind)
    .map((value) => ({ value, label: locationKindLabels[value] }))

function LocationDialog({ location }: { location?: Location }) {
  const company = useCompany()
  const queries = useQueryClient()
  // With its first place the company gets the list of places in its panel.
  const { update } = client.locations
  const create: typeof client.locations.create = async (...made) => {
    const place = await client.locations.create(...made)
    if (!company?.hasPlaces) void queries.invalidateQueries({ queryKey: sessionKey })
    return place
  }
  return (
    <ItemForm
      catalogue={locationCatalogue}
      routes={{ create, update }}
      record={location}
      valuesOf={(record?: Location): Values => formValues(schema, record ?? { kind: 'place' })}
      schema={schema}
    >
      {(form) => {
        const field = fieldsOf(form, labels)
        return (
          <FormSection title="Place">
            <TextInput {...field('code')} placeholder="A-01" withAsterisk data-autofocus />
            <TextInput {...field('name')} placeholder="Shelf by the door" withAsterisk />
            <PlaceSelect {...field('parentId')} none="Nothing" />
            <Select
              {...field('kind')}
              data={kindsFor(location)}
              allowDeselect={false}
              description={
                form.getValues().kind === 'hold' &&
                'What is here, and in the places inside, is on hand and not available.'
              }
              inputWrapperOrder={['label', 'input', 'description', 'error']}
            />
          </FormSection>
        )
      }}
    </ItemForm>
  )
}
