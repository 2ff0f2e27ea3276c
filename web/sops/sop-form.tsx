import { Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import {
  PublishedSop,
  type Sop,
  type SopVisibility,
  sopStageLabels,
  sopStatusLabels,
  sopTypeLabels,
  sopVisibilityLabels,
} from 'contract/sops/sops.ts'
import { useRef, useState } from 'react'
import type { z } from 'zod'
import { Attachments, attach, type NewFile, NewFiles } from '../files/public.tsx'
import { api, client } from '../shared/api/api.ts'
import { inform } from '../shared/feedback/toasts.ts'
import { plainValue } from '../shared/form/conflict-panel.tsx'
import { FormSection } from '../shared/form/form-section.tsx'
import { formValues } from '../shared/form/form-values.ts'
import { type FormOf, fieldsOf, RecordForm } from '../shared/form/record-form.tsx'
import { at } from '../shared/page/at.ts'
import { RecordGone } from '../shared/record/record-gone.tsx'
import { useCan, useCompany, useCompanyId } from '../shared/session/session.ts'
import { ContentEditor } from './editor/content-editor.tsx'
import { DraftFromNotes } from './editor/draft-from-notes.tsx'
import { useTextFiles } from './editor/pictures.ts'
import { createSop, type SaveProgress } from './save-sop.ts'
import classes from './sop-form.module.css'
import { useCanWriteSop, useVisibilities } from './sop-rights.ts'
import { sopWords } from './text/sop-words.ts'
import { slowLinesWarning } from './text/text-warnings.ts'

type Values = z.input<typeof PublishedSop>

const labels = {
  title: 'Title',
  visibility: 'Visibility',
  description: 'Description',
  type: 'Type',
  stage: 'Stage',
  status: 'Status',
  videoUrl: 'Video URL (optional)',
  reviewOn: 'Review date (optional)',
  content: 'Content (Markdown supported)',
  changeNote: 'What changed (optional)',
  asksAgain: 'Ask people to read it again',
}

const attachments = 'Attachments (optional)'
const preselected = { type: 'process', stage: 'other', status: 'published' } as const
const texts = ['description', 'content']

const path = '/sops'

/** /sops/new */
export function NewSopForm() {
  // The tab that the person comes from presets the visibility, if they may choose it.
  const { visibility } = useSearch({ strict: false }) as { visibility?: string }
  const preset = useVisibilities().find((each) => each === visibility) ?? 'company'
  return <SopDialog preset={preset} />
}

/** /sops/{id}/edit */
export function EditSopForm() {
  const { id } = useParams({ strict: false }) as { id: string }
  const companyId = useCompanyId()
  const canWrite = useCanWriteSop()
  const { data, error } = useQuery(api.sops.get.queryOptions({ input: { companyId, id } }))
  if (error) return <RecordGone error={error} noun="SOP" path={path} />
  // The link came from somebody else: a person who may not edit the SOP gets the read-only page.
  if (data && !canWrite(data)) return <Navigate to="/sops/$id" params={{ id }} search={true} replace />
  return data && <SopDialog sop={data} preset={data.visibility} />
}

/** The task to follow a SOP that was just published, which people should now work by. */
function useTaskFor() {
  const navigate = useNavigate()
  const canCreate = useCan('task.create')
  return (sop: Sop | undefined) =>
    canCreate && sop?.status === 'published'
      ? {
          label: 'Give a Task',
          open: () => void navigate(at('/tasks/new', { company: sop.companyId, about: `sop:${sop.id}` })),
        }
      : undefined
}

function SopDialog({ sop, preset }: { sop?: Sop; preset: SopVisibility }) {
  const companyId = useCompanyId()
  const taskFor = useTaskFor()
  const written = useRef<Sop>(undefined)
  const [files, setFiles] = useState<NewFile[]>([])
  const { fresh, take } = useTextFiles(companyId, sop)
  const begun = useRef<SaveProgress>({ stored: new Map() })
  return (
    <RecordForm
      noun="SOP"
      failure="save SOP"
      path={path}
      size="84rem"
      offersAnother={false}
      savedAt={(values) => ({ ...(!sop && everything), visibility: tabOf(values.visibility) })}
      hasMore={files.length > 0}
      record={sop}
      valuesOf={(record?: Sop): Values =>
        formValues(PublishedSop, { ...(record ?? { ...preselected, visibility: preset }), asksAgain: false })
      }
      schema={PublishedSop}
      notStored={['changeNote', 'asksAgain']}
      labels={labels}
      show={show}
      texts={texts}
      next={() => (sop?.status === 'published' ? undefined : taskFor(written.current))}
      save={async (entered, options) => {
        const values = { ...entered, ...draftWithoutText(entered, files.length > 0 || Boolean(sop)) }
        const saved = sop
          ? await client.sops.update({ companyId, id: sop.id, ...values }, options)
          : await createWithFiles(companyId, values, files, (fields) =>
              createSop(companyId, fields, fresh, begun.current),
            )
        tellOfPublished(entered, saved)
        written.current = saved
        return saved
      }}
    >
      {(form) => (
        <div className={`grid ${classes.sides}`}>
          <div className={`grid min-w-0 gap-3 ${classes.text}`}>
            <TextInput {...fieldsOf(form, labels)('title')} data-autofocus />
            <ContentEditor {...contentOf(form)} sopId={sop?.id} fresh={fresh} onFiles={take}>
              <DraftFromNotes
                title={form.getValues().title ?? ''}
                replaces={Boolean(form.getValues().content?.trim())}
                onTake={(draft) => form.setValues(draft)}
              />
            </ContentEditor>
          </div>
          <div className={`grid gap-x-4 gap-y-3 ${classes.about}`}>
            <AboutInputs form={form} />
          </div>
          <div>
            {sop?.publishedVersion && <PublishingInputs form={form} />}
            {sop ? (
              <Attachments title={attachments} entityType="sop" entityId={sop.id} canEdit />
            ) : (
              <NewFiles title={attachments} files={files} onChange={setFiles} />
            )}
          </div>
        </div>
      )}
    </RecordForm>
  )
}

/** A new SOP without anything to read stays a draft. */
const draftWithoutText = ({ content, description, videoUrl }: PublishedSop, hasMore: boolean) =>
  content || description || videoUrl || hasMore ? {} : { status: 'draft' as const }

/** What readers will not see as the author may expect, at the moment it is published. */
function tellOfPublished(wanted: Pick<Sop, 'status'>, { status, content }: Pick<Sop, 'status' | 'content'>) {
  if (wanted.status === 'published' && status === 'draft')
    return inform('Saved as a draft', 'It has no text yet. Add one, then publish it.')
  const warning = status === 'published' && slowLinesWarning(content ?? '')
  if (warning) inform('Some lines are shown as typed', warning)
}

/** A new SOP may belong to another tab, or may not match the search and filters of this one. */
const everything = { q: undefined, type: undefined, stage: undefined, status: undefined }
const tabOf = (visibility: SopVisibility | undefined) => (visibility === 'company' ? undefined : visibility)

/** The attachments are sent afterwards. Once a SOP has files, the server refuses to undo its creation, so Undo is not offered. */
async function createWithFiles(
  companyId: string,
  values: PublishedSop,
  files: NewFile[],
  create: (values: PublishedSop) => ReturnType<typeof createSop>,
) {
  const sop = await create(values)
  attach({ companyId, entityType: 'sop', entityId: sop.id }, files)
  return files.length > 0 || sop.version > 1 ? { ...sop, changeSetId: null } : sop
}

const contentOf = (form: FormOf<Values>) => {
  const { label = labels.content, value, error, onChange } = fieldsOf(form, labels)('content')
  return { label, value, error, onChange }
}

function AboutInputs({ form }: { form: FormOf<Values> }) {
  const field = fieldsOf(form, labels)
  const company = useCompany()
  const visibilities = useVisibilities()
  const visibility = visibilities.map((value) => ({ value, label: sopVisibilityLabels[value] }))
  return (
    <>
      <Textarea {...field('description')} autosize minRows={2} maxRows={6} />
      <Select
        {...field('visibility')}
        data={visibility}
        allowDeselect={false}
        description={visibilities.length > 1 && readersOf(form.getValues().visibility, company?.name)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Select {...field('type')} data={choices(sopTypeLabels)} allowDeselect={false} />
      <Select {...field('stage')} data={choices(sopStageLabels)} allowDeselect={false} />
      <Select {...field('status')} data={choices(sopStatusLabels)} allowDeselect={false} />
      <TextInput {...field('videoUrl')} type="url" placeholder="https://www.youtube.com/watch?v=" />
      <TextInput
        {...field('reviewOn')}
        type="date"
        value={form.getValues().reviewOn ?? ''}
        onChange={(event) => form.setFieldValue('reviewOn', event.currentTarget.value || null)}
      />
    </>
  )
}

/** The inputs about the version that the save publishes. A draft has none, but a refused note must be seen. */
function PublishingInputs({ form }: { form: FormOf<Values> }) {
  if (form.getValues().status !== 'published' && !form.errors.changeNote) return null
  const field = fieldsOf(form, labels)
  return (
    <FormSection title="What is new">
      <TextInput
        {...field('changeNote')}
        className="wide"
        description="For the new version. There is one when the title, description, text, video or visibility changes."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <Checkbox className="wide" label={labels.asksAgain} {...form.getInputProps('asksAgain', { type: 'checkbox' })} />
    </FormSection>
  )
}

/** The visibility, for people who may choose it. */
function readersOf(visibility: SopVisibility, company = 'the company') {
  if (visibility === 'company') return `For the people of ${company}`
  return visibility === 'sbr_public' ? 'For the people of all companies' : 'For operators of SBR only'
}

const choices = (labelsByValue: Record<string, string>) =>
  Object.entries(labelsByValue).map(([value, label]) => ({ value, label }))

/** The conflict panel's text for a choice. */
const show = (field: string, value: unknown) => sopWords[field]?.[String(value)] ?? plainValue(field, value)
