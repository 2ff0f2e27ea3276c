import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { type DataExportType, dataExportFile, dataExportTypes } from 'contract/settings/data-exports.ts'
import { api } from '../shared/api/api.ts'
import { fetchFile } from '../shared/api/fetch-file.ts'
import { KeptExports } from '../shared/api/kept-exports.tsx'
import { queries } from '../shared/api/queries.ts'
import { failure, success } from '../shared/feedback/toasts.ts'
import { useDownloadObstacle } from '../shared/form/obstacle.ts'
import { onePress } from '../shared/form/one-press.ts'
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
    onError: (error) => failure(`Failed to export ${type} data`, error.message),
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
