import { useQuery } from '@tanstack/react-query'
import { type Assembly, assembliesContract, assemblyCatalogue } from 'contract/inventory/assemblies.ts'
import { Attachments } from '../../files/public.tsx'
import { api, client } from '../../shared/api/api.ts'
import { useAddressedRecord } from '../../shared/record/addressed-record.ts'
import { rowsOf } from '../../shared/record/catalogue-rows.tsx'
import { Fields } from '../../shared/record/record-drawer.tsx'
import { RecordNeighbours } from '../../shared/record/record-neighbours.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { useList } from '../../shared/table/list-state.ts'
import { LinkedSop } from '../../sops/public.tsx'
import { BomTree } from '../bom/bom-tree.tsx'
import { CanBeBuilt } from '../bom/can-be-built.tsx'
import { WhereUsed } from '../bom/where-used.tsx'
import { ItemDrawer } from '../items/item-drawer.tsx'
import { RecordTimes } from '../items/record-times.tsx'
import { RolledUpCost } from '../products/rolled-up-cost.tsx'
import { counted } from '../stock/adjusted-item.ts'
import { MadeStock } from '../stock/stock-card.tsx'
import { StockMovements } from '../stock/stock-movements.tsx'
import { VendorFields } from '../vendors/vendor-fields.tsx'

const path = '/inventory/assemblies'

/** /inventory/assemblies/{id} */
export function AssemblyDetails() {
  const { companyId, id } = useAddressedRecord()
  const list = useList(assembliesContract.list, path)
  const assembly = useQuery(api.assemblies.get.queryOptions({ input: { companyId, id } }))
  return (
    <ItemDrawer
      catalogue={assemblyCatalogue}
      routes={client.assemblies}
      query={assembly}
      numberOf={({ assemblyNumber }) => assemblyNumber}
      neighbours={
        <RecordNeighbours
          list={list}
          noun="assembly"
          id={id}
          query={(input) => api.assemblies.list.queryOptions({ input })}
        />
      }
    >
      {(record) => <Details assembly={record} />}
    </ItemDrawer>
  )
}

function Details({ assembly }: { assembly: Assembly }) {
  const companyId = useCompanyId()
  const canEdit = useCan('inventory.write')
  const { id, vendorId, vendorName, sop } = assembly
  const stocked = { id, number: assembly.assemblyNumber, measure: counted } as const
  const { data: tree, isPending } = useQuery(api.bom.tree.queryOptions({ input: { companyId, id } }))
  return (
    <>
      <CanBeBuilt
        key={`can ${id}`}
        id={id}
        lineCount={assembly.componentCount}
        beside={[
          [
            'Rolled-up Cost',
            isPending ? undefined : tree ? (
              <RolledUpCost
                key="cost"
                stored={0}
                rolledUp={tree.rolledUpCost}
                withoutCost={tree.partsWithoutCost}
                isSpelledOut
              />
            ) : null,
          ],
        ]}
      />
      <BomTree
        key={id}
        {...{ id, title: assemblyCatalogue.fields.components.label, number: assembly.assemblyNumber }}
        editAt={`/inventory/assemblies/${id}/edit`}
      />
      <MadeStock key={`line ${id}`} item={stocked} />
      <Fields rows={rowsOf(assemblyCatalogue, assembly, 'item')} />
      <WhereUsed id={id} />
      <StockMovements key={`stock ${id}`} itemId={id} unmoved={stocked} />
      {vendorId && <VendorFields vendorId={vendorId} vendorName={vendorName} />}
      {sop && <LinkedSop sopId={sop.id} />}
      <Attachments key={`files ${id}`} entityType="assembly" entityId={id} canEdit={canEdit} />
      <RecordTimes record={assembly} />
    </>
  )
}
