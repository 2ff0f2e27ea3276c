/** Who may import whom: the map of the house. `npm run check` enforces it. */
const features = [
  'notifications',
  'identity',
  'files',
  'activity',
  'inventory',
  'sops',
  'companies',
  'settings',
  'comments',
  'tasks',
  'time-clock',
  'integrations',
  'revenue',
  'assistant',
  'suggestions',
  'dashboards',
  'finding',
  'archive',
]

/**
 * One feature uses another only through its public.ts, and only along these edges. What is recorded stands below what is done
 * with it, and pictures stand on top:
 * notifications, identity, files <- activity <- inventory, sops, companies, comments <- tasks, time-clock, revenue <- integrations <- assistant <- dashboards
 * On the screens the assistant stands below: it is a button in the forms of others, and knows none of them.
 */
const edges = {
  server: {
    activity: ['files'],
    inventory: ['activity', 'files', 'notifications'],
    sops: ['files', 'notifications'],
    companies: ['identity'],
    comments: ['notifications'],
    tasks: ['files', 'notifications', 'sops'],
    'time-clock': ['notifications'],
    integrations: ['activity', 'notifications', 'revenue', 'tasks'],
    revenue: ['inventory'],
    assistant: ['integrations'],
    dashboards: ['activity', 'identity', 'inventory', 'tasks', 'time-clock', 'integrations', 'assistant'],
    finding: ['files'],
    archive: ['files'],
  },
  web: {
    inventory: ['activity', 'files', 'sops', 'assistant'],
    sops: ['activity', 'files', 'assistant'],
    identity: ['notifications'],
    companies: ['identity'],
    tasks: ['activity', 'identity', 'files', 'comments', 'sops'],
    integrations: ['activity'],
    dashboards: [
      ...['activity', 'identity', 'inventory', 'companies', 'revenue'],
      ...['tasks', 'time-clock', 'integrations', 'assistant'],
    ],
  },
}

/** What the ground floor may know of the contract of a feature, and why. All other files below contract/<feature>/ are none of its business. */
const foundations = [
  'identity/token-areas', // how far a token reaches is asked with every request
  'identity/session', // who asks: the session is part of every screen
  'settings/preferences', // every list remembers how the person likes it
  'finding/saved-views', // every list of a company can be kept under a name
  'settings/appearance', // every screen looks as the person likes it
  'companies/company-colors', // people recognise a company by it on every screen
  'activity/change-preview', // any change can be tried and taken back
  'activity/preview-header', // the same
  'files/pictures', // people recognise a record by its picture in every list
  'integrations/webhooks', // the document of the API says what is sent to other programs
  'inventory/problem-kinds/import-problem-kinds', // the document says what a program does about each problem of a file
  'inventory/problem-kinds/problem-uses', // the same
  'files/file-types', // which types of content the front door lets in
]

// The rooms of server/inventory/imports, in the order in which a file goes through them (docs/architecture.md).
const importStages = ['decode', 'rows', 'mapped', 'compared', 'committed']

// The rooms of server/integrations: one for each outside service.
const services = ['shopify', 'quickbooks', 'shipstation', 'google', 'openai']

const any = (names) => `(${names.join('|')})`
const tests = '\\.(test|spec)\\.tsx?$'

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

function featureRules(side) {
  const rules = features.flatMap((feature) => {
    const others = features.filter((other) => other !== feature)
    const allowed = edges[side][feature] ?? []
    const door = allowed.length > 0 ? { pathNot: `^${side}/${any(allowed)}/public\\.tsx?$` } : {}
    return rule(
      `${side}-${feature}-edges`,
      `${feature} may use ${allowed.join(', ') || 'no other feature'}, through public.ts`,
      { path: `^${side}/${feature}/`, pathNot: tests },
      { path: `^${side}/${any(others)}/`, ...door },
    )
  })
  const floor = { server: 'platform', web: 'shared' }[side]
  const entry = { server: '^server/[^/]+\\.ts$', web: '^web/(app/|[^/]+\\.tsx?$)' }[side]
  return [
    ...rules,
    rule(
      `${side}-${floor}-knows-no-feature`,
      'the ground floor carries every feature and knows none',
      { path: `^${side}/${floor}/`, pathNot: tests },
      { path: `^${side}/${any(features)}/` },
    ),
    rule(
      `${side}-${floor}-knows-no-noun`,
      'the files at the root of the contract are for all; those of a feature are for that feature',
      { path: `^${side}/${floor}/`, pathNot: tests },
      { path: `^contract/${any(features)}/`, pathNot: `^contract/${any(foundations)}\\.ts$` },
    ),
    rule(
      `${side}-nobody-imports-the-roof`,
      'app puts the features together',
      { path: `^${side}/${any([...features, floor])}/`, pathNot: tests },
      { path: entry },
    ),
  ]
}

export default {
  forbidden: [
    rule('no-cycles', 'files that need each other belong together', {}, { circular: true }),
    rule('resolvable', 'the file or package does not exist', {}, { couldNotResolve: true, pathNot: '^(vitest|vite)/' }),
    rule(
      'contract-stands-alone',
      'server and web agree on it',
      { path: '^contract/' },
      { path: '^(server|web|database|e2e|bench|scripts)/' },
    ),
    rule(
      'contract-packages',
      'the contract has zod and the contract half of oRPC',
      { path: '^contract/', pathNot: tests },
      { path: 'node_modules/', pathNot: 'node_modules/(zod|@orpc/contract)/' },
    ),
    rule('server-not-web', 'they meet in the contract', { path: '^server/' }, { path: '^web/' }),
    rule('web-not-server', 'they meet in the contract', { path: '^web/' }, { path: '^(server|database)/' }),
    rule(
      'web-no-server-packages',
      'no database driver, no server half of oRPC',
      { path: '^web/', pathNot: ['^web/vite\\.config\\.ts$', tests] },
      { path: 'node_modules/(pg|kysely|@orpc/server)/' },
    ),
    rule(
      'web-no-node',
      'no Node modules in browsers',
      { path: '^web/', pathNot: ['^web/(vite\\.config|slimming|preloads)\\.ts$', tests] },
      { dependencyTypes: ['core'] },
    ),
    rule(
      'testing-is-for-tests',
      'test doubles never reach production',
      { path: '^(server|web|contract|database)/', pathNot: [tests, '^(server|web)/testing/'] },
      { path: '^(server|web)/testing/' },
    ),
    rule(
      'counterparts-stand-alone',
      'what stands where a provider stands shares no code with the clients it is there to test',
      { path: '^counterparts/' },
      { path: '^(contract|server|web|database|e2e|bench|scripts)/' },
    ),
    rule(
      'counterparts-are-for-tests',
      'a counterpart never reaches production',
      { path: '^(server|web|contract|database)/', pathNot: [tests, '^server/testing/'] },
      { path: '^counterparts/' },
    ),
    ...featureRules('server'),
    ...importStages
      .slice(0, -1)
      .map((stage, place) =>
        rule(
          `imports-${stage}-goes-forward`,
          'a stage of an import takes what the stage before made, and knows none that follow',
          { path: `^server/inventory/imports/${stage}/`, pathNot: tests },
          { path: `^server/inventory/imports/${any(importStages.slice(place + 1))}/` },
        ),
      ),
    ...services.map((service) =>
      rule(
        `integrations-${service}-knows-no-other`,
        'a service is added and removed with its room; providers.ts collects them',
        { path: `^server/integrations/${service}/`, pathNot: tests },
        { path: `^server/integrations/(${any(services.filter((other) => other !== service))}/|providers\\.ts$)` },
      ),
    ),
    ...featureRules('web'),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
