import { sopStageLabels, sopStatusLabels, sopTypeLabels, sopVisibilityLabels } from 'contract/sops/sops.ts'

/** The words for the choices of a SOP, by field. */
export const sopWords: Record<string, Record<string, string>> = {
  visibility: sopVisibilityLabels,
  type: sopTypeLabels,
  stage: sopStageLabels,
  status: sopStatusLabels,
}
