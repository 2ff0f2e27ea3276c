import { MemberSelect } from '../shared/session/member-select.tsx'
import type { FilteredList } from '../shared/table/toolbar/filters.tsx'

type InputProps = { list: FilteredList }
type PersonInputProps = InputProps & { name: 'assignedTo' | 'assignedBy'; all: string; clear: string }

const PersonInput = ({ list, name, all, clear }: PersonInputProps) => (
  <MemberSelect
    aria-label={all}
    placeholder={all}
    clearable
    clearButtonProps={{ 'aria-label': clear }}
    value={list.filters[name] ?? null}
    onChange={(userId) => list.set({ [name]: userId ?? undefined })}
  />
)

export const AssigneeInput = (props: InputProps) => (
  <PersonInput {...props} name="assignedTo" all="All assignees" clear="Clear assignee" />
)
export const CreatorInput = (props: InputProps) => (
  <PersonInput {...props} name="assignedBy" all="All creators" clear="Clear creator" />
)
