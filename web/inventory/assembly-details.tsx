import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { contract } from 'contract/index.ts'
import type { Assembly } from 'contract/inventory/assemblies.ts'
import { formatMoney } from 'contract/money.ts'
import { api } from '../shared/api.ts'
import { formatTime } from '../shared/dates.ts'
import { useList, useReturnToList } from '../shared/list-state.ts'
import { Fields, RecordDrawer } from '../shared/record-drawer.tsx'
import { useCompanyId } from '../shared/session.ts'
import { ActivityTimeline } from './activity-timeline.tsx'
import { useAssemblyDeletion } from './assembly-deletion.ts'
import { BomTree } from './bom/bom-tree.tsx'
import { BuildList } from './bom/build-list.tsx'
import { WhereUsed } from './bom/where-used.tsx'
import { CopyableNumber } from './copyable-number.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemNeighbours } from './item-neighbours.tsx'
import { VendorFields } from './vendor-fields.tsx'

const path = '/inventory/assemblies'

/** /inventory/assemblies/{id} */
export function AssemblyDetails() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const close = useReturnToList(path)
  const deletion = useAssemblyDeletion(close)
  const assembly = useQuery(api.assemblies.get.queryOptions({ input: { companyId, id } }))
  return (
    <RecordDrawer
      noun="assembly"
      isWide
      title={assembly.data?.name}
      actions={
        <>
          <Neighbours id={id} />
          {assembly.data && <ItemActions path={path} id={id} deletion={deletion} />}
        </>
      }
      details={assembly.data && <Details assembly={assembly.data} />}
      activity={<ActivityTimeline entityId={id} />}
      error={assembly.error}
      isPending={assembly.isPending}
      onRetry={() => void assembly.refetch()}
      onClose={close}
    />
  )
}

function Neighbours({ id }: { id: string }) {
  const list = useList(contract.assemblies.list, path)
  const { data } = useQuery(api.assemblies.list.queryOptions({ input: list.input, placeholderData: keepPreviousData }))
  return <ItemNeighbours id={id} noun="assembly" path={path} items={data?.items} />
}

function Details({ assembly }: { assembly: Assembly }) {
  const companyId = useCompanyId()
  const { id, vendorId, vendorName } = assembly
  const { data: tree } = useQuery(api.bom.tree.queryOptions({ input: { companyId, id } }))
  return (
    <>
      <Fields
        rows={[
          ['Assembly Number', <CopyableNumber key="number" number={assembly.assemblyNumber} what="assembly number" />],
          ['Name', assembly.name],
          ['Location', assembly.location],
          ['Rolled-up Cost', tree && <span className="numeric">{formatMoney(tree.rolledUpCost)}</span>],
        ]}
      />
      <BomTree key={id} id={id} title="Components" />
      <BuildList key={`build ${id}`} id={id} />
      <WhereUsed id={id} />
      {vendorId ? (
        <VendorFields vendorId={vendorId} vendorName={vendorName} />
      ) : (
        <Fields title="Vendor" rows={[['Vendor', null]]} />
      )}
      <Fields
        rows={[
          ['Added', formatTime(assembly.createdAt)],
          ['Last changed', formatTime(assembly.updatedAt)],
        ]}
      />
    </>
  )
}
