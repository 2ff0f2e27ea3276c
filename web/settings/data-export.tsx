import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Job } from 'contract/jobs.ts'
import { type DataExportType, dataExportFile, dataExportTypes } from 'contract/settings/data-exports.ts'
import { api } from '../shared/api/api.ts'
import { fetchFile } from '../shared/api/fetch-file.ts'
import { queries } from '../shared/api/queries.ts'
import { failed, failure, success } from '../shared/feedback/toasts.ts'
import { useDownloadObstacle } from '../shared/form/obstacle.ts'
import { onePress } from '../shared/form/one-press.ts'
import { formatSize } from '../shared/format/file-size.ts'
import { Moment } from '../shared/format/moment.tsx'
import { SettingsCard, SettingsRow } from '../shared/page/settings-card.tsx'
import { useCompanyId } from '../shared/session/session.ts'

const words: Record<DataExportType, { label: string; hint: string }> = {
  inventory: { label: 'Inventory', hint: 'Parts, assemblies and products with their bills of materials, and vendors.' },
  tasks: { label: 'Tasks', hint: 'The tasks that you may read.' },
  sops: { label: 'SOPs', hint: 'The procedures of the company, and those that SBR shares with it.' },
}

/** Downloads the data that the person may read in the company on screen, as JSON. */
export function DataExport() {
  return (
    <SettingsCard title="Data Export" text="Download your data as JSON.">
      {dataExportTypes.map((type) => (
        <ExportRow key={type} type={type} />
      ))}
      <KeptExports />
    </SettingsCard>
  )
}

function ExportRow({ type }: { type: DataExportType }) {
  const companyId = useCompanyId()
  const { label, hint } = words[type]
  const file = dataExportFile(type)
  const obstacle = useDownloadObstacle()
  const exporting = useMutation({
    mutationFn: () => fetchFile(`/api/companies/${companyId}/data-exports/${type}`, file),
    onSuccess: () => success(`Downloaded ${file}`),
    onError: (error) => failed(`Failed to export ${type} data`, error, error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: api.jobs.key() }),
  })
  return (
    <SettingsRow label={label} hint={hint}>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.6} />}
        loading={exporting.isPending}
        {...(obstacle && { disabled: true, title: obstacle })}
        aria-label={`Export ${label}`}
        onClick={onePress(() => exporting.mutate())}
      >
        Export
      </Button>
    </SettingsRow>
  )
}

/** The files of large exports that wait for their person, also on another device. */
function KeptExports() {
  const { data } = useQuery(api.jobs.list.queryOptions({ input: { companyId: useCompanyId() } }))
  const files = data?.items.flatMap(({ file }) => file ?? []) ?? []
  return files.map((file) => <KeptExport key={file.url} {...file} />)
}

function KeptExport({ name, url, size, expiresAt }: NonNullable<Job['file']>) {
  const obstacle = useDownloadObstacle()
  const downloading = useMutation({
    mutationFn: () => fetchFile(url, name),
    onError: (error) => failure('Download failed', error.message),
  })
  const hint = (
    <>
      {formatSize(size)}, ready until <Moment at={expiresAt} />
    </>
  )
  return (
    <SettingsRow label={name} hint={hint}>
      <Button
        variant="default"
        leftSection={<IconDownload size={15} stroke={1.6} />}
        loading={downloading.isPending}
        {...(obstacle && { disabled: true, title: obstacle })}
        onClick={() => downloading.mutate()}
      >
        Download
      </Button>
    </SettingsRow>
  )
}
