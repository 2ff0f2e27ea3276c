import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Backup, nightlyBackupDays } from 'contract/inventory/backups.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'
import { useState } from 'react'
import { api } from '../../shared/api/api.ts'
import { ConfirmDialog } from '../../shared/feedback/confirm-dialog.tsx'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { formatSize } from '../../shared/format/file-size.ts'
import { Day, Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import bare from '../../shared/table/grid/bare-table.module.css'
import { actionsHead, Heads } from '../../shared/table/grid/heads.tsx'
import { companyOnly } from '../../shared/table/list-search.ts'
import classes from '../summary/summary.module.css'
import { type BackupActions, useBackupActions } from './use-backup-actions.tsx'

type BackupFilesProps = { onImport: (preview: ImportPreview) => void }

/** The stored backups, newest first. */
export function BackupFiles({ onImport }: BackupFilesProps) {
  const companyId = useCompanyId()
  const backups = useQuery(api.backups.list.queryOptions({ input: { companyId } }))
  const actions = useBackupActions(onImport)
  const canManage = useCan('backup.manage')
  const [doomed, setDoomed] = useState<Backup | null>(null)
  const { data } = backups
  return (
    <section className={classes.section} aria-label="Backup Files">
      <header className={classes.sectionHead}>
        <h2 className="m-0">Backup Files</h2>
        <div className={`flex flex-wrap gap-2 ml-auto ${classes.headActions}`}>
          {canManage && <CreateButtons {...actions} />}
          <Button variant="subtle" component={Link} {...at('/inventory/deleted', deletedBackups)}>
            Deleted Backups
          </Button>
        </div>
      </header>
      {backups.error && !data ? (
        <LoadFailure what="backups" error={backups.error} onRetry={() => void backups.refetch()} />
      ) : !data ? (
        <Skeleton height={120} radius="md" />
      ) : data.items.length === 0 ? (
        <p className={`text-sm text-muted ${classes.nothing}`}>
          No backups yet. A backup keeps parts, assemblies, products and vendors as they are now; attached files stay
          with their records. One is made every night and kept for {nightlyBackupDays} days; those you create stay.
        </p>
      ) : (
        <BackupTable backups={data.items} actions={actions} onDelete={setDoomed} />
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        title="Delete Backup"
        confirmLabel="Delete"
        onClose={() => setDoomed(null)}
        onConfirm={() => {
          if (doomed) actions.remove(doomed)
          setDoomed(null)
        }}
      >
        Are you sure you want to delete {doomed?.name}? It can be brought back for 30 days.
      </ConfirmDialog>
    </section>
  )
}

const CreateButtons = ({ create, isCreating }: BackupActions) => (
  <>
    <Button variant="default" loading={isCreating('internal')} onClick={() => create('internal')}>
      Create Backup
    </Button>
    <Button variant="default" loading={isCreating('shopify')} onClick={() => create('shopify')}>
      Create Shopify Backup
    </Button>
  </>
)

const deletedBackups = (before: { company?: string }) => ({ ...companyOnly(before), type: 'backup' })

type TableProps = { backups: Backup[]; actions: BackupActions; onDelete: (backup: Backup) => void }

function BackupTable({ backups, actions, onDelete }: TableProps) {
  return (
    <div className={`${bare.box} ${classes.scroller}`}>
      <table className={`${bare.table} ${bare.oneLine} ${classes.table}`} aria-label="Backup Files">
        <Heads of={['Name', 'Rows', 'Size', 'Created', 'Made', actionsHead]} numeric={['Rows', 'Size']} />
        <tbody>
          {backups.map((backup) => (
            <tr key={backup.id}>
              <td title={`SHA-256 ${backup.sha256}`}>{backup.name}</td>
              <td data-numeric data-label="Rows">
                {backup.rowCount.toLocaleString('en-US')}
              </td>
              <td data-numeric data-label="Size">
                {formatSize(backup.size)}
              </td>
              <td data-label="Created">
                <Moment at={backup.createdAt} />
              </td>
              <td data-label="Made">
                {backup.keptUntil === null ? (
                  'By hand'
                ) : (
                  <>
                    Nightly, kept until <Day at={backup.keptUntil} />
                  </>
                )}
              </td>
              <td data-numeric>
                <RowButtons backup={backup} actions={actions} onDelete={onDelete} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RowButtons({ backup, actions, onDelete }: Omit<TableProps, 'backups'> & { backup: Backup }) {
  const canManage = useCan('backup.manage')
  return (
    <Button.Group display="inline-flex">
      {canManage && (
        <Button
          size="compact-xs"
          variant="default"
          loading={actions.isImporting(backup)}
          aria-label={`Import This Backup: ${backup.name}`}
          onClick={() => actions.importBackup(backup)}
        >
          Import This Backup
        </Button>
      )}
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Download ${backup.name}`}
        onClick={() => actions.download(backup)}
      >
        Download
      </Button>
      {canManage && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Delete ${backup.name}`}
          onClick={() => onDelete(backup)}
        >
          Delete
        </Button>
      )}
    </Button.Group>
  )
}
