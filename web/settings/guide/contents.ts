/** A page of the User Guide. Its text is docs/guide/<slug>.md, which begins with the title. */
export type GuidePage = {
  slug: string
  title: string
  /** One line for the contents. */
  about: string
}

export type GuideChapter = { title: string; pages: GuidePage[] }

/** The pages in the order in which they are read. */
export const chapters: GuideChapter[] = [
  {
    title: 'Your first day',
    pages: [
      {
        slug: 'first-day-employee',
        title: 'Getting started as an employee',
        about: 'The clock, your tasks, and the procedures.',
      },
      {
        slug: 'first-day-manager',
        title: 'Getting started as a manager',
        about: 'Give work, watch it, correct times, write procedures.',
      },
      {
        slug: 'first-day-company-operator',
        title: 'Getting started as a company operator',
        about: 'Bring in your inventory, connect the store, keep the data in order.',
      },
      {
        slug: 'first-day-sbr-operator',
        title: 'Getting started as an SBR operator',
        about: 'All companies: choose one, let people in, look after the whole.',
      },
    ],
  },
  {
    title: 'Every day',
    pages: [
      { slug: 'dashboard', title: 'Dashboards', about: 'What needs you today.' },
      { slug: 'tasks', title: 'Tasks', about: 'Who does what, until when.' },
      {
        slug: 'time-clock',
        title: 'Time clock',
        about: 'Clock in and out, look at a period, correct an entry.',
      },
      { slug: 'sops', title: 'SOPs', about: 'Read and write standard operating procedures.' },
    ],
  },
  {
    title: 'Inventory',
    pages: [
      { slug: 'finding', title: 'Finding things', about: 'Find anything, keys, and views of lists.' },
      { slug: 'lists', title: 'Lists', about: 'Search, filter, sort, choose columns, change many at once.' },
      {
        slug: 'parts',
        title: 'Parts and stock',
        about: 'What is on the shelf, where, and what is low.',
      },
      {
        slug: 'assemblies',
        title: 'Assemblies and bills of materials',
        about: 'What is made of what, level by level.',
      },
      {
        slug: 'products',
        title: 'Products and what can be built',
        about: 'How many you can build, what limits them, what they cost.',
      },
      {
        slug: 'vendors',
        title: 'Vendors',
        about: 'Who supplies you, and who may see their bank data.',
      },
      { slug: 'import', title: 'Import, step by step', about: 'From a spreadsheet to records, without surprises.' },
      { slug: 'export', title: 'Export and backups', about: 'Take your data out, and keep a copy.' },
      {
        slug: 'undo',
        title: 'Undo, history and recently deleted',
        about: 'Take back a change, find who made it, bring back what was deleted.',
      },
    ],
  },
  {
    title: 'Outside services',
    pages: [
      {
        slug: 'integrations',
        title: 'Integrations',
        about: 'Connect Shopify, QuickBooks and others.',
      },
      { slug: 'webhooks', title: 'Webhooks', about: 'Tell a program of yours what changes.' },
      { slug: 'revenue', title: 'Revenue', about: 'What your store sold.' },
    ],
  },
  {
    title: 'Settings and administration',
    pages: [
      {
        slug: 'notifications',
        title: 'Notifications',
        about: 'What the bell tells you, and the mail a day.',
      },
      {
        slug: 'settings',
        title: 'Settings',
        about: 'Your name, your devices, how the screens look.',
      },
      {
        slug: 'administration',
        title: 'Administration',
        about: 'People, roles, access requests and companies.',
      },
      { slug: 'api', title: 'API and tokens', about: 'Let a script do what you may do.' },
    ],
  },
  {
    title: 'Questions',
    pages: [{ slug: 'faq', title: 'FAQ', about: 'Short answers to real questions.' }],
  },
]

export const pages: GuidePage[] = chapters.flatMap((chapter) => chapter.pages)

/** The id of a heading: 'What is “low”?' is at '#what-is-low'. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
