import type { FileAttachment } from 'contract/files/files.ts'
import { createContext, type ReactNode } from 'react'

/** The ticks of a run, by the number of the step. */
export type Steps = {
  /** the numbers of the steps, by the line of the text that they begin on */
  numbers: ReadonlyMap<number, number>
  done: ReadonlySet<number>
  /** Missing when the run is over. */
  onTick?: (step: number, isDone: boolean) => void
  /** the content below a step: its note and its photos */
  below?: (step: number) => ReactNode
}

/** The surroundings of a text: the files that it may show, and the ticks of its checklist. */
export type SopPlace = {
  /** the files of the SOP; undefined while they load */
  files?: FileAttachment[] | undefined
  /** pictures that are not stored yet, by the name that the text gives them */
  fresh?: ReadonlyMap<string, string>
  steps?: Steps
}

/** Set around a text by SopText. */
export const Place = createContext<SopPlace>({})

/** The line of the list item around a box. */
export const StepLine = createContext<number | null>(null)
