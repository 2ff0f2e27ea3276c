import { demoCompanies } from './demo-people.ts'
import { demoPictures } from './demo-pictures.ts'

/** Columns of a SOP, and the numbers of what is linked to it. */
export type DemoSop = {
  company: string
  author: string
  title: string
  description: string
  visibility: 'company' | 'sbr_public' | 'sbr_only'
  type: 'inventory' | 'task' | 'form' | 'process' | 'safety' | 'other'
  stage: 'intake' | 'turnaround' | 'fulfillment' | 'delivery' | 'support' | 'other'
  status: 'draft' | 'published'
  content: string
  linkedParts?: string[]
  linkedProducts?: string[]
}

const { sbr, north, south } = demoCompanies
const [sbrOperator, northOperator, northManager] = [
  'operator@sbr.example',
  'company-operator@north.example',
  'manager@north.example',
]

export const demoSops: DemoSop[] = [
  {
    company: sbr,
    author: sbrOperator,
    title: 'Onboarding a new portfolio company',
    description: 'What the firm does in the first thirty days after closing',
    visibility: 'sbr_only',
    type: 'process',
    stage: 'intake',
    status: 'published',
    content: `## Before the first day

- [ ] Name the integration lead, and who stands in for them
- [ ] Collect parts, vendor and price lists as they are; **do not clean them up yet**
- [ ] Agree on the date of the opening stock count

## First week

1. Create the company and pre-authorise its operator.
2. Import vendors, then parts. Keep the import open until its operator has read the preview.
3. Walk the warehouse with the list in hand.

## Day thirty

| Figure | Where from | Who signs |
|---|---|---|
| Stock at cost | Inventory summary | Company operator |
| Parts below threshold | Parts, low stock | Manager |
| Open vendor questions | Vendors without account number | SBR |`,
  },
  {
    company: sbr,
    author: sbrOperator,
    title: 'Month-end stock count',
    description: 'How every company counts, so that the figures can be laid beside each other',
    visibility: 'sbr_public',
    type: 'inventory',
    stage: 'other',
    status: 'published',
    content: `Count on the **last working day** of the month, after the last delivery has been booked.

1. Export the parts list and sort it by location.
2. Two people count each location: one counts, the other writes. They change places halfway.
3. Anything that differs by more than 2 % is counted again by somebody else.
4. Correct the stock level in the list. The reason goes into the note of the day, not into the part.

> A count that cannot be finished on the day is started anew on the next one. Half a count is no count.

Questions: [operator@sbr.example](mailto:operator@sbr.example)`,
  },
  {
    company: north,
    author: northOperator,
    title: 'Final inspection of machined valve bodies',
    description: 'Valve bodies NM-1001 and NM-1002, before they go to Finished 1',
    visibility: 'company',
    type: 'process',
    stage: 'turnaround',
    status: 'published',
    linkedParts: ['NM-1001', 'NM-1002'],
    linkedProducts: ['VLV-SP-AL', 'VLV-SP-SS'],
    content: `## Tools

Bore gauge 20 to 35 mm, surface tester, thread gauges G 1/4 and G 3/8, lamp.

## Steps

1. Clean the body and let it reach room temperature. *A warm body measures 0.01 mm too large.*
2. Measure the spool bore at both ends and in the middle.

   ![Section of the body, with the three places to measure](attachment:${demoPictures.valveBody.id})

3. Check each port with its thread gauge. The GO side must pass by hand.
4. Look along all cross drillings against the lamp: **no burr may remain**.
5. Enter the values and stamp the body.

| Feature | Nominal | Tolerance |
|---|---|---|
| Spool bore | 24 mm | +0.006 / 0 |
| Bore roughness | Ra 0.4 | at most |
| Port face | flat | 0.02 mm |

What does not pass gets a red tag with the measured value and goes to the shelf *Hold 1*.`,
  },
  {
    company: north,
    author: northManager,
    title: 'Lockout and tagout at the turning centre',
    description: 'Before any hand goes behind the guard',
    visibility: 'company',
    type: 'safety',
    stage: 'other',
    status: 'published',
    content: `![The main switch at 0, with a lock and its tag](attachment:${demoPictures.mainSwitch.id})

- [ ] Tell everybody at the machine.
- [ ] Stop the program, then press the emergency stop.
- [ ] Turn the main switch to **0** and hang in your *own* lock. One lock for each person.
- [ ] Close the air valve and let the pressure go.
- [ ] Press *Start*. Nothing may move.

Only who hung a lock in takes it out.`,
  },
  {
    company: north,
    author: northManager,
    title: 'Packing hydraulic power units for sea freight',
    description: 'Draft: the crate for 4 station units is still missing',
    visibility: 'company',
    type: 'process',
    stage: 'delivery',
    status: 'draft',
    content: `- [ ] Oil drained, ports plugged
- [ ] Desiccant bags, two for each unit
- [ ] Crate PK-702, screwed, not nailed`,
  },
  {
    company: south,
    author: 'company-operator@south.example',
    title: 'Goods receipt at the counter',
    description: 'From the driver to the shelf',
    visibility: 'company',
    type: 'inventory',
    stage: 'intake',
    status: 'published',
    content: `1. Compare the delivery note with the order, line by line.
2. Open one carton of each item and count it.
3. Sign for cartons, **not for contents**, when there is no time to count.
4. Book the quantity the same day.`,
  },
]
