/** A picture beside the records of the demo. `of`: how its record is found; a run by the person who finished it last. */
export type DemoPicture = {
  id: string
  name: string
  by: string
  of: { sop: string } | { task: string } | { run: string; step: number }
}

const hand = 'employee@north.example'
const lockout = 'Lockout and tagout at the turning centre'

/** The pictures lie in `pictures/`, each under its name. Texts and reports of the demo name them by their ids. */
export const demoPictures = {
  mainSwitch: {
    id: '01980000-0000-7000-8000-000000000001',
    name: 'main-switch.webp',
    by: 'manager@north.example',
    of: { sop: lockout },
  },
  valveBody: {
    id: '01980000-0000-7000-8000-000000000002',
    name: 'valve-body.webp',
    by: 'company-operator@north.example',
    of: { sop: 'Final inspection of machined valve bodies' },
  },
  lock: {
    ...{ id: '01980000-0000-7000-8000-000000000003', name: 'main-switch.webp', by: hand },
    of: { run: lockout, step: 2 },
  },
  airValve: {
    ...{ id: '01980000-0000-7000-8000-000000000004', name: 'air-valve.webp', by: hand },
    of: { run: lockout, step: 3 },
  },
  guard: {
    ...{ id: '01980000-0000-7000-8000-000000000005', name: 'saw-guard.webp', by: hand },
    of: { task: 'Mend the guard of the band saw' },
  },
} as const satisfies Record<string, DemoPicture>
